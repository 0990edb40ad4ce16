// E-mail addresses in running text, in URLs and in raw JSON.
import { lazyPattern } from '../base/once';
import { matchesOf } from '../base/patterns';
import type { Span } from './spans';

/**
 * The repetitions are bounded and a local part starts only where none runs on from the left, so every position is
 * looked at a fixed number of times. In raw JSON the `n` of `\njane@…` belongs to the escape, not to the address.
 * Not addresses: `pkg@1.2.3-beta.rc` and `icon@2x.png`.
 */
const EMAIL = lazyPattern(
	String.raw`(?:(?<=\\[nrt])|(?<![\p{L}\p{N}._%+-])(?!(?<=\\)[nrt]))(?<local>[\p{L}\p{N}._%+-]{1,64}?)(?:@|%40)(?!\d{1,5}\.\d{1,5}\.\d|\dx\.)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}`,
	'gu',
);

/** Every e-mail address. `git@host` is how repositories are addressed and names nobody. */
export function emailSpans(text: string): readonly Span[] {
	const spans: Span[] = [];
	// Making the pattern ready takes longer than most texts are worth.
	if (!text.includes('@') && !text.includes('%40')) return spans;
	for (const match of matchesOf(text, EMAIL())) {
		if (match.groups?.['local'] === 'git') continue;
		spans.push({
			start: match.index,
			end: match.index + match[0].length,
			class: 'e-mail',
			kind: 'e-mail',
			replacement: '[redacted e-mail]',
		});
	}
	return spans;
}
