// No text of ours names a command that is not there, to Claude or to a person: neither one of the command line, nor an option of
// it, nor a slash command. The command line itself says what it knows.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandName } from '../core/claude/commandName';
import { SLASH_COMMANDS, commandText } from '../core/claude/slashCommands';
import { permissionRules } from '../core/hooks/permissionRules';
import { call } from './testing/inProcess';

const root = path.resolve(import.meta.dirname, '../..');
const PROGRAM = 'session-keeper';

function filesBelow(folder: string, ending: RegExp): readonly string[] {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => ending.test(name) && !/\.test\.ts$|(?:^|[\\/])testing[\\/]/u.test(name))
		.map((name) => path.join(folder, name));
}
const FILES = [
	...filesBelow('src', /\.ts$/u),
	...filesBelow('docs', /\.md$/u),
	...filesBelow('l10n', /\.json$/u),
	...filesBelow('media', /\.md$/u),
	...['README.md', 'package.json', ...readdirSync(root).filter((name) => /^package\.nls.*\.json$/u.test(name))],
];
/** By name: every text that Claude or a person reads, and the code that puts the others together. */
const TEXTS: readonly (readonly [string, string])[] = [
	...FILES.map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const),
	...SLASH_COMMANDS.map((name) => [`/${name}`, commandText(name, { program: PROGRAM, prefix: '' })] as const),
	['permission rules', permissionRules(PROGRAM).join('\n')],
	[
		'commands by the program’s words',
		SLASH_COMMANDS.flatMap((name) =>
			name === 'managing-session-continuity'
				? []
				: commandName(name, { names: new Set(), prefix: '', program: PROGRAM }),
		).join('\n'),
	],
];

/** The program by its name, or what a template puts there; a verb; what may be options. Up to the end of what is quoted. */
const CALL = /(?:session-keeper|\$\{(?:\w+\.)?program\})["']? (?<words>[a-z][^`'"\n)|;:,]*)/gu;
/** Words behind the name of the program where it is the subject of a sentence. */
const SENTENCES = new Set(['needs']);

/** Calls that a text names: group and verb, and the options of each. */
function callsIn(text: string): readonly { words: readonly string[]; options: readonly string[] }[] {
	return [...text.matchAll(CALL)].flatMap(({ groups }) => {
		const parts = (groups?.['words'] ?? '').trim().split(/\s+/u);
		if (SENTENCES.has(parts[0] ?? '')) return [];
		const options = parts.flatMap((part) => /^\[?(--[a-z-]+)/u.exec(part)?.[1] ?? []);
		const words = parts.slice(0, 2).filter((part) => /^[a-z][a-z-]*$/u.test(part));
		return [{ words, options }];
	});
}

test('every call of the command line that a text names is there, with its options', async () => {
	const around = { cwd: root, env: {} };
	const answers = new Map<string, Promise<{ code: number | null; out: string; err: string }>>();
	const help = (words: readonly string[]): Promise<{ code: number | null; out: string; err: string }> => {
		const key = words.join(' ');
		const answer = answers.get(key) ?? call([...words, '--help'], around);
		answers.set(key, answer);
		return answer;
	};
	const dead: string[] = [];
	for (const [name, text] of TEXTS)
		for (const { words, options } of callsIn(text)) {
			const { code, out } = await help(words);
			if (code !== 0) dead.push(`${name}: ${words.join(' ')}`);
			for (const option of options) if (!out.includes(option)) dead.push(`${name}: ${words.join(' ')} ${option}`);
		}
	expect(dead).toEqual([]);
	expect(answers.size).toBeGreaterThan(30);
});

/** Of Claude Code itself, or of a person's own. */
const NOT_OURS = new Set(['resume']);

test('every slash command that a text names is one of ours', () => {
	const ours =
		/(?<![\w/.~*)<-])\/(?:session-keeper:)?((?:document|resume|session(?!-keeper|-open)|discard|save|load)(?:-[a-z]+)*)(?![\w/*-]|\.\w)/gu;
	const dead = TEXTS.flatMap(([name, text]) =>
		[...text.matchAll(ours)].flatMap(([, command = '']) =>
			NOT_OURS.has(command) || (SLASH_COMMANDS as readonly string[]).includes(command) ? [] : `${name}: /${command}`,
		),
	);
	expect(dead).toEqual([]);
});
