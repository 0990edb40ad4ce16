// Every verb has help and completions, and they say what the parser takes: the scripts are run in the shells that are here.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { COMMON_OPTIONS, type GroupDescription, VALUED, type VerbDescription } from './base/description';
import { parseOptions } from './base/parse';
import { DESCRIPTIONS } from './commands';
import { SHELLS } from './completionCommand';
import { GROUPS } from './groups';
import { helpText } from './help';
import { good, place, run, useCliPlace } from './testing/cliPlace';

useCliPlace();

interface Described {
	readonly group: string;
	readonly name: string;
	readonly verb: VerbDescription;
}
const ALL: readonly Described[] = Object.entries<GroupDescription>(DESCRIPTIONS).flatMap(([group, { verbs }]) =>
	Object.entries(verbs).map(([name, verb]) => ({ group, name, verb })),
);

test('each group has code for the verbs that are described, and for no others', async () => {
	expect(Object.keys(GROUPS).sort()).toEqual(Object.keys(DESCRIPTIONS).sort());
	for (const [group, load] of Object.entries(GROUPS))
		expect(Object.keys(await load()).sort(), group).toEqual(
			Object.keys((DESCRIPTIONS as Readonly<Record<string, GroupDescription>>)[group]?.verbs ?? {}).sort(),
		);
	expect(ALL.length).toBeGreaterThan(50);
});

test.each(ALL)('$group $name: help names each option, and the parser takes it', async ({ group, name, verb }) => {
	const help = helpText(group, ...(name === '' ? [] : [name]));
	expect(help).toContain(`session-keeper ${group}`);
	expect(verb.examples.length).toBeGreaterThan(1);
	for (const example of verb.examples) expect(help).toContain(`$ session-keeper ${example}\n`);
	expect(help).toMatch(/^EXIT CODES\n {2}0 .+\n(?: {2}.*\n)* {2}1 .+\n(?: {2}.*\n)* {2}2 /mu);
	for (const [option, { value, choices }] of Object.entries({ ...COMMON_OPTIONS, ...verb.options })) {
		expect(help).toContain(`--${option}${value === undefined ? ' ' : ` ${value}`}`);
		const said = choices?.[0] ?? 'something';
		const { values } = await parseOptions(value === undefined ? [`--${option}`] : [`--${option}`, said], verb);
		expect(Object.keys(values)).toEqual([option]);
	}
	await expect(parseOptions(['--unicorn'], verb)).rejects.toThrow('Unknown option: --unicorn.');
});

const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', ':']).status === 0;

/** What a shell offers behind some words; the last is the one that is being typed. */
type Offers = (words: readonly string[]) => readonly string[];

const lines = (shell: string, args: readonly string[]): readonly string[] => {
	const done = spawnSync(shell, args, { cwd: place.root, env: place.env, encoding: 'utf8' });
	expect({ shell, status: done.status, err: done.stderr }).toEqual({ shell, status: 0, err: '' });
	return done.stdout.split('\n').filter((line) => line !== '');
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

const OFFERS: Readonly<Record<'bash' | 'zsh' | 'fish', (script: string) => Offers>> = {
	bash: (script) => (words) =>
		lines('bash', [
			'--norc',
			'-c',
			`. '${script}'; COMP_WORDS=(session-keeper ${quoted(words)}); COMP_CWORD=${words.length}; _session_keeper; printf '%s\\n' "\${COMPREPLY[@]}"`,
		]),
	// Outside of its line editor zsh describes nothing: what would be described is printed.
	zsh: (script) => (words) =>
		lines('zsh', [
			'-f',
			'-c',
			`compdef() { : }; compset() { PREFIX=\${PREFIX#*=} }; _files() { ls }
_describe() { [[ $1 == -o ]] && shift; local each; for each in "\${(@P)2}"; do each=\${each%%:*}; [[ $each == $PREFIX* ]] && print -r -- $each; done; return 0 }
. '${script}'; words=(session-keeper ${quoted(words)}); CURRENT=${words.length + 1}; PREFIX='${words.at(-1) ?? ''}'; _session-keeper`,
		]),
	fish: (script) => (words) =>
		lines('fish', ['--no-config', '-c', `source '${script}'; complete -C 'session-keeper ${words.join(' ')}'`]).map(
			(line) => line.split('\t')[0] ?? '',
		),
};

describe.each(['bash', 'zsh', 'fish'] as const)('in %s', (shell) => {
	test.runIf(hasShell(shell))('every group, verb, option and value is offered, and nothing else', async () => {
		const script = place.write(`completion.${shell}`, await good('completion', shell));
		place.write('notes.md', '');
		const offers = OFFERS[shell](script);
		const offered = (...words: readonly string[]): readonly string[] => [...new Set(offers(words))].sort();
		expect(offered('')).toEqual(Object.keys(DESCRIPTIONS).sort());
		expect(offered('pa')).toEqual(['parked']);
		for (const valued of VALUED) expect(offered('--json', valued, 'parked', 'mem'), valued).toEqual(['memory']);
		expect(offered('parked', 'park', '--kind', '')).toEqual(['deferred', 'idea', 'question']);
		expect(offered('parked', 'park', '--name', '')).toEqual([]);
		expect(offered('parked', 'list', '')).toEqual([]);
		expect(offered('reflect', 's')).toEqual(['schedule']);
		expect(offered('reflect', '--engine', 'c')).toEqual(['claude']);
		expect(offered('completion', '')).toEqual([...SHELLS].sort());
		expect(offered('config', 'get', 'sessions.')).toEqual([
			'sessions.archiveOnEnd',
			'sessions.idleMinutes',
			'sessions.maxHours',
		]);
		expect(offered('config', 'set', 'hooks.injectContext', '')).toEqual(['brief', 'full', 'normal', 'off']);
		expect(offered('config', 'set', 'sessions.archiveOnEnd', 't')).toEqual(['true']);
		expect(offered('config', 'get', 'sessions.archiveOnEnd', '')).toEqual(offered('config', 'get', ''));
		expect(offered('protocol', 'check', 'n')).toContain('notes.md');
		// A shell of its own for each is slow: one verb of each group stands for the others, which come from the same table.
		for (const [group, { verbs }] of Object.entries<GroupDescription>(DESCRIPTIONS)) {
			const [name = '', verb] = Object.entries(verbs).at(-1) ?? [];
			const names = Object.keys({ ...COMMON_OPTIONS, ...verb?.options }).map((option) => `--${option}`);
			const words = [group, ...(name === '' ? [] : [name]), '--'];
			expect(offered(...words), words.join(' ')).toEqual(names.sort());
		}
	});
});

test.each(SHELLS)('the script for %s has each verb with its options', async (shell) => {
	const script = await good('completion', shell);
	for (const { group, name, verb } of ALL) {
		expect(script).toContain(`${group} ${name}`.trim());
		for (const option of Object.keys(verb.options ?? {})) expect(script).toContain(option);
	}
	// Each shell has one place that passes over them with their values.
	expect(script).toMatch(new RegExp(VALUED.map((each) => `'?${each}'?`).join('(?: \\| |\\||, | )'), 'u'));
});

test('a shell that there is none for is wrong usage', async () => {
	expect(await run(['completion', 'zhs'])).toMatchObject({
		code: 2,
		err: expect.stringContaining('mean zsh?') as string,
	});
});
