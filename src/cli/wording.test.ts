// Words that the command line does not use: they read as if translated. What a specification fixes to the letter is named.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const codeIn = (below: string): readonly string[] =>
	readdirSync(path.join(folder, below), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(?:^|[\\/])testing[\\/]/u.test(name))
		.map((name) => path.join(folder, below, name));
/** Those of the core, too, whose texts the command line prints. */
const FILES = [
	...codeIn('.'),
	...codeIn('../core/hooks'),
	...['claude/refusal.ts', 'memory/health.ts', 'backups/report.ts'].map((name) => path.join(folder, '../core', name)),
];

/** Each with what to say instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
	[/\b(?:some|no)body\b/iu, 'another program, someone, you; or turn the sentence round'],
	[/\bmend(?:s|ed)?\b/iu, 'fix'],
	[/\btake[sn]?(?: it| that)? back\b/iu, 'undo'],
	[/\bwait no more\b|\bno longer waits\b/iu, 'no longer pending'],
	[/\bwaits? for (?:you|your|a)\b|\bwho waits\b/iu, 'needs your input, to review'],
	[/\bholds? what\b/iu, 'is complete'],
	[/\bis no (?:date|id|file|folder|draft|valid|part)\b/iu, 'is not a …'],
	[/^There (?:is|are) no\b/u, 'No …, … not found, Unknown …'],
	[/^Say\b|\. Say\b/u, 'Name …, Use …, Type …'],
	[/, too\b/iu, 'also'],
	[/; else\b/iu, 'Default: …'],
	[/\bby hand\b/iu, 'manually, yourself'],
	[/^Found: /u, '3 problems'],
	[/\ball the same\b|\bas far as this command knows\b|\bwhatever happens\b/iu, 'leave it out'],
	[/\b(?:of ours|our hooks)\b/iu, 'the hooks'],
	[/\bfaster\b|\bput back\b|\bbrought over\b/iu, 'undone, restored, moved'],
	[/\bfor good\b/iu, 'permanently'],
	[/\bwhat (?:waits|is pending|exists|came of)\b/iu, 'the noun'],
];

/** Texts in quotes, with what is filled in taken out: words with a space between, so that names of files and keys are none. */
function textsOf(file: string): readonly string[] {
	const code = readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gmu, '');
	return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`/gu)]
		.map(([, single, double, template]) => single ?? double ?? template?.replaceAll(/\$\{[^}]*\}/gu, '…') ?? '')
		.filter((text) => text.includes(' '));
}

test.each(FILES.map((file) => [path.relative(folder, file), file]))('%s', (_name, file) => {
	const found = textsOf(file).flatMap((text) =>
		BANNED.flatMap(([pattern, instead]) => (pattern.test(text) ? [`“${text}”: ${instead}`] : [])),
	);
	expect(found).toEqual([]);
});

test('a text that is off is found', () => {
	const texts = [
		'Somebody else was faster.',
		'There is no finding x.',
		'Mended: it',
		'Say which one.',
		'x is no date: y',
	];
	expect(texts.filter((text) => BANNED.some(([pattern]) => pattern.test(text)))).toEqual(texts);
});
