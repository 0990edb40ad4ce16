// Each translation is whole: every text, with what is filled in, linked and written as code, and in its own language.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, l10nTexts } from '../../scripts/lib/l10nTexts.mjs';

type Texts = Readonly<Record<string, string>>;

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): Texts => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts;
const manifest = read('package.nls.json');
const code = Object.fromEntries(l10nTexts().map((text) => [text, text]));

/** Names of products, and words that are the same in that language. */
const SAME: Readonly<Record<string, RegExp>> = {
	de: /^(?:Session Keeper.*|Branch|Hooks?|Hooks: \{0\}|Name|cleanupPeriodDays in \{0\}|\{0\} ms, Node \{1\}|\{0\} \{1\}, in \{2\} ms)$/u,
	'zh-cn': /^(?:Session Keeper.*)$/u,
	ja: /^(?:Session Keeper.*)$/u,
};

/** What a translator leaves as it is: values, addresses of commands, code, settings, options and files. */
function fixedParts(text: string): readonly string[] {
	return [
		...text.matchAll(/\{\d\}|command:[^)]*|`[^`]*`|--[a-z-]+|\/[a-z]+-[a-z-]+|[\w-]+\.(?:md|json)\b|\$\([a-z-]+\)/gu),
	]
		.map(([part]) => part)
		.sort();
}

describe.each([...LANGUAGES])('%s', (language) => {
	test.each([
		['package.nls', manifest],
		['l10n/bundle.l10n', code],
	])('%s', (name, english) => {
		const translated = read(`${name}.${language}.json`);
		expect(Object.keys(translated)).toEqual(Object.keys(name === 'package.nls' ? manifest : read(`${name}.json`)));
		for (const [key, text] of Object.entries(english)) {
			const own = translated[key] ?? '';
			expect([key, fixedParts(own)]).toEqual([key, fixedParts(text)]);
			expect([key, own.trim() !== '' && (own !== text || SAME[language]?.test(text) === true)]).toEqual([key, true]);
			expect([key, own.endsWith('…')]).toEqual([key, text.endsWith('…')]);
		}
	});

	test('one text has one translation in the manifest and in the code', () => {
		const [ofManifest, ofCode] = [read(`package.nls.${language}.json`), read(`l10n/bundle.l10n.${language}.json`)];
		for (const [key, text] of Object.entries(manifest))
			if (text in ofCode) expect([text, ofManifest[key]]).toEqual([text, ofCode[text]]);
	});
});
