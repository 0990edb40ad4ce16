// Words of a session in one of our files: one printable, redacted line that stays plain text wherever the file is
// opened. If a file imports it, Claude Code loads what `@path` names, so that form is only written as code.
import { withoutImports } from '../claude/imports';
import { localDate, localTime } from '../base/dates';
import type { SessionFacts } from '../transcript/facts';
import type { Redact } from '../privacy/redaction';
import { safeLine } from '../reading/safeMarkdown';
import { singleLine, truncate } from '../base/text';

/** The limit for one text in a document; the transcript has the rest. */
const LONGEST = 400;

/** @param limit characters; the text is redacted first, then cut. */
export function words(text: string, redact: Redact, limit = LONGEST): string {
	return withoutImports(safeLine(balanced(truncate(singleLine(redact(text)), limit))));
}

/** Plain words, for places that are not Markdown: front matter, a name. */
function plainWords(text: string, redact: Redact, limit = LONGEST): string {
	return truncate(singleLine(redact(text)), limit);
}

/** A text as a field of the front matter has it. */
export const fieldWords = (text: string, redact: Redact): string => plainWords(text, redact, 200);

/** The same as code within a line, which shows it as it is. */
export function codeWords(text: string, redact: Redact, limit?: number): string {
	return `\`${plainWords(text, redact, limit).replaceAll('`', "'")}\``;
}

/** A back-tick without a partner would turn the text after it into code and the other way round. */
function balanced(text: string): string {
	const ticks = text.match(/`+/gu) ?? [];
	return ticks.length % 2 === 0 && ticks.every((run) => run === '`') ? text : text.replaceAll('`', "'");
}

/** What a hand-off says that a session took. What was read from the cache is the same words again with each answer. */
export const tokensTaken = ({ input, output, cacheWrite }: SessionFacts['tokens']): number =>
	input + output + cacheWrite;

/** ISO 8601 on the person's own clock, with its offset: `2026-11-21T11:00:00+01:00`. */
export function localStamp(ms: number): string {
	const offset = -new Date(ms).getTimezoneOffset();
	const two = (n: number): string => String(Math.floor(n)).padStart(2, '0');
	const zone =
		offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
	return `${localDate(ms)}T${localTime(ms)}:${two(new Date(ms).getSeconds())}${zone}`;
}
