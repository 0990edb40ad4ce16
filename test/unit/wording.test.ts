// Words that the product does not use: they read as if translated. What a specification fixes to the letter is named.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { l10nTexts } from '../../scripts/lib/l10nTexts.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const FILES = ['src/vscode', 'src/cli', 'src/core', 'src/node', 'src/pages'].flatMap((folder) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(?:^|[\\/])testing[\\/]/u.test(name))
		.map((name) => path.join(folder, name)),
);

/** Each with what to say instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
	[/\b(?:some|no)body\b/iu, 'another program, someone, you; or turn the sentence round'],
	[/\bmend(?:s|ed)?\b/iu, 'fix'],
	[/\btake[sn]?(?: it| that)? back\b/iu, 'undo'],
	[/\bwait no more\b|\bno longer waits\b/iu, 'no longer pending'],
	[/\bwaits? for (?:you|your|a)\b|\bwho waits\b/iu, 'needs your input, to review'],
	[/\bholds? what\b/iu, 'is complete'],
	[/\bis no (?:date|day|id|file|folder|draft|valid|part|repository|ISO)\b/iu, 'is not a …'],
	[/^There (?:is|are|was) no\b/u, 'No …, … not found, Unknown …'],
	[/^Say\b|\. Say\b/u, 'Name …, Use …, Type …'],
	[/, too\b/iu, 'also'],
	[/; else\b|, and else\b/iu, 'Default: …, otherwise'],
	[/\bby hand\b/iu, 'manually, yourself'],
	[/^Found: /u, '3 problems'],
	[/\ball the same\b|\bas far as this command knows\b|\bwhatever happens\b/iu, 'leave it out'],
	[/\b(?:of ours|our hooks)\b/iu, 'the hooks'],
	[/\bfaster\b|\b(?:put|brought) back\b|\bbrought over\b/iu, 'undone, restored, moved'],
	[/\bfor good\b/iu, 'permanently'],
	[/\bwhat (?:waits|is pending|exists|came of)\b/iu, 'the noun'],
	[/\b(?:sessions?|settings) of Claude Code\b/u, 'Claude Code session, Claude Code settings'],
	[/\bnow ago\b|\bended otherwise\b|\b1 \w+s\b/u, 'just now, ended, one of it'],
];

/** Names that the editor has no longer. `ratify` and `doctor` stay words of the command line, `/resume-latest` one of Claude's. */
const OLD_NAMES: readonly (readonly [RegExp, string])[] = [
	[/\bratif/iu, 'Accept'],
	[/\bidle reflection\b/iu, 'Automatic Hand-offs'],
	[/\bresume latest\b/iu, 'Continue Where I Left Off'],
	[/\bdoctor\b/iu, 'Check Hooks'],
	[/\bfresh session\b/iu, 'Continue in a New Session'],
];

/** VS Code writes as in the United States. */
const BRITISH =
	/\b(?:colour|behaviour|favour|honour|neighbour|organis|recognis|summaris|initialis|normalis|serialis|minimis|maximis|optimis|customis|categoris|prioritis|synchronis|authoris|apologis|analys(?:e|ing)\b|centre\b|licence|catalogue|cancell|labell|modell\w|travell|grey\b|judgement|artefact|ageing|programme\b)/iu;

/** Whole files that other readers read: rules over what people say, words for Claude, terminals, models, formats. */
const NOT_FOR_PEOPLE = [
	/^src\/core\/(?:handoff|memory\/(?!health|indexMeter)|claude\/\w*(?:[cC]ommands|[sS]kill|kinds|handingIn)|privacy|testing)/u,
	/^src\/core\/(?:reflection|transcript|recall\/(?:question|synonyms)|parking\/(?:suggestions|offer))/u,
];

function isForPeople(file: string): boolean {
	const name = file.replaceAll('\\', '/');
	return !NOT_FOR_PEOPLE.some((pattern) => pattern.test(name));
}

/** Texts in quotes, with what is filled in taken out: words with a space between, so that names of files and keys are none. */
function textsOf(file: string): readonly string[] {
	const code = readFileSync(path.join(root, file), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gmu, '');
	return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`/gu)]
		.map(([, single, double, template]) => single ?? double ?? template?.replaceAll(/\$\{[^}]*\}/gu, '…') ?? '')
		.filter((text) => text.includes(' '));
}

function offIn(texts: readonly string[], banned = BANNED): readonly string[] {
	return texts.flatMap((text) => [
		...banned.flatMap(([pattern, instead]) => (pattern.test(text) ? [`“${text}”: ${instead}`] : [])),
		...(BRITISH.test(text) ? [`“${text}”: US spelling`] : []),
	]);
}

test.each(FILES.filter(isForPeople).map((file) => [file]))('%s', (file) => {
	expect(offIn(textsOf(file))).toEqual([]);
});

test('package.nls.json', () => {
	const texts = Object.values(JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as object);
	expect(texts.length).toBeGreaterThan(100);
	expect(offIn(texts.map(String))).toEqual([]);
});

test('everything that the editor says calls things by their names of now', () => {
	const titles = Object.values(JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as object);
	const texts = [...l10nTexts(), ...titles.map(String)];
	expect(texts.length).toBeGreaterThan(500);
	expect(offIn(texts, OLD_NAMES)).toEqual([]);
	const old = ['Ratify', 'No ratified drafts', 'Resume Latest', 'Run Hooks Doctor', 'Turn on Idle Reflection'];
	expect(old.filter((text) => offIn([text], OLD_NAMES).length > 0)).toEqual(old);
});

test('a text that is off is found', () => {
	const texts = [
		'Somebody else was faster.',
		'There is no finding x.',
		'Mended: it',
		'Say which one.',
		'x is no date: y',
		'the settings of Claude Code',
		'the colour of it',
		// What people stumbled over.
		'last message now ago',
		'1 compactions',
		'Backups that wait no more: 2',
		'Mended: No line of MEMORY.md leads to x.md',
		'ended otherwise',
		'No hooks of ours are installed.',
		'Found: 1',
		'tomorrow is no date',
		'who waits first',
		'a hook by hand',
	];
	expect(texts.filter((text) => offIn([text]).length > 0)).toEqual(texts);
});
