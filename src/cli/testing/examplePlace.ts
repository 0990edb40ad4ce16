// A place in which each example of the help has something to do.
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { HOOKS, hookProgram } from '../../core/hooks/launcherCommand';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { queueMemories } from '../../node/testing/memoryQueue';
import type { GroupDescription } from '../base/description';
import { DESCRIPTIONS } from '../commands';
import { NOW, json, park, place, raw, repo } from './cliPlace';
import { type Ended, call } from './inProcess';

const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';
const RAW = '20261120_091500_exit.jsonl';

const REMEMBERED = ['Always deploy on Fridays.', 'Never deploy on Mondays.', 'Ask before each release.'];

const HOOK_INPUT = JSON.stringify({ session_id: SESSION, source: 'startup', reason: 'other', trigger: 'manual' });

/** Commands that go before an example, the examples of a verb, or those of all verbs of a group. */
const BEFORE: Readonly<Record<string, readonly (readonly string[])[]>> = {
	'parked restore': [['parked', 'archive', 'closed']],
	'sessions done 1d15ee69 --off': [['sessions', 'done', '1d15ee69']],
	'sessions private 1d15ee69 --off': [['sessions', 'private', '1d15ee69']],
	'documents open': [['documents', 'save']],
	'documents keep': [['documents', 'save']],
	protocol: [['protocol', 'save', '--add']],
	undo: [['documents', 'save']],
	'memory undo': [['memory', 'fix', 'deadPointer:gone.md']],
	'review undo': [['review', 'reject', 'ID']],
	'review ratify': [['reflect', '--session', SESSION, '--yes']],
	'review discard': [['reflect', '--session', SESSION, '--yes']],
	'config unset': [
		['config', 'set', 'sessions.idleMinutes', '45'],
		['config', 'set', 'reflection.privateFolders', 'taxes'],
	],
	'backups discard --undo': [['backups', 'discard', RAW, '--yes']],
	'backups purge --yes': [['backups', 'archive', '--session', SESSION]],
	'reflect unschedule': [['reflect', 'schedule', '--yes']],
	'protocol undo': [['protocol', 'save', '--add']],
};

/** @returns the file that counts as the program: what is shipped lies beside it. */
function prepare(example: string): string {
	park('rates');
	park('rate limits');
	park('closed');
	place.write('repo/README.md', 'We deploy on Fridays.\n');
	const folder = `home/.claude/projects/${projectSlug(repo)}`;
	const said = [
		userLine('Where should the exports go? We deploy on Fridays.'),
		assistantLine("I'd suggest a folder per month."),
		userLine('ok fine'),
		assistantLine({ tool: 'Bash', id: 'toolu_1', input: { command: 'npm test' } }),
		resultLine('toolu_1', 'all pass'),
		assistantLine('Exports now go to a folder per month. All tests pass.'),
	];
	const lines = jsonl(chained(said.map((line) => ({ ...line, sessionId: SESSION, cwd: repo }))));
	raw(RAW, lines);
	// What is put back is not there.
	if (!example.startsWith('backups restore')) place.write(`${folder}/${SESSION}.jsonl`, lines);
	place.write(`${folder}/memory/MEMORY.md`, '- [gone](gone.md) — it was here\n');
	queueMemories(place, { session: SESSION, cwd: repo }, REMEMBERED);
	// What schedules timers, so that nothing of the machine's own is touched.
	for (const name of ['systemctl', 'launchctl']) chmodSync(place.write(`home/bin/${name}`, '#!/bin/sh\n'), 0o755);
	for (const event of HOOKS.map(hookProgram)) place.write(`program/hooks/${event}.js`, '');
	return place.write('program/cli.js', '// the command line');
}

/** A line of the help as words, as a shell would have them. */
function wordsOf(line: string): readonly string[] {
	return [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, phrase, word]) => phrase ?? word ?? '');
}

/** `ID` and `DRAFT` stand for what waits for a review just then: ids are made of the words. */
async function withIds(words: readonly string[]): Promise<readonly string[]> {
	if (!words.includes('ID') && !words.includes('DRAFT')) return words;
	const { document } = await json('review', 'list');
	const entries = document['entries'] as readonly { readonly id: string; readonly kind: string }[];
	const idOf = (kind: string): string => entries.find((each) => each.kind === kind)?.id ?? `no ${kind}`;
	return words.map((word) => (word === 'ID' ? idOf('memory') : word === 'DRAFT' ? idOf('draft') : word));
}

/** Each example of the help, with the commands that go before it. */
export const EXAMPLES = Object.entries<GroupDescription>(DESCRIPTIONS).flatMap(([group, { verbs }]) =>
	Object.entries(verbs).flatMap(([name, { examples }]) =>
		examples.map((example) => ({
			verb: `${group} ${name}`.trim(),
			example,
			before: BEFORE[example] ?? BEFORE[`${group} ${name}`.trim()] ?? BEFORE[group] ?? [],
		})),
	),
);

/** Those that are others with `--json`. */
export const IN_JSON: ReadonlySet<string> = new Set(
	EXAMPLES.map(({ example }) => `${example} --json`).filter((name) => EXAMPLES.some(({ example }) => example === name)),
);

/** What ends otherwise than with 0, and why that is right. */
export const OTHERWISE: Readonly<Record<string, number>> = {
	'memory health': 1, // MEMORY.md points to a file that is gone,
	'memory health --json': 1,
	'hooks doctor': 1, // and no hooks are installed.
	'hooks doctor --json': 1,
	'resume --start': 1, // No Claude Code is on the PATH.
};

interface Ran extends Ended {
	readonly words: readonly string[];
}

/** Runs an example as the help has it, with what goes before it. @param more words behind it, and of what the terminal is. */
export async function runExample(
	{ example, before }: (typeof EXAMPLES)[number],
	{ more = [], columns }: { readonly more?: readonly string[]; readonly columns?: number } = {},
): Promise<Ran> {
	const program = prepare(example);
	const around = {
		cwd: repo,
		env: {
			...place.env,
			SESSION_KEEPER_NOW: NOW,
			PATH: `${path.join(place.home, 'bin')}:${place.env['PATH'] ?? ''}`,
		},
		program,
	};
	const end = (words: readonly string[], terminal = {}): Promise<Ended> =>
		call(words, {
			...around,
			...terminal,
			input: words.includes('--add') ? '{"tasks":[{"title":"Move the sessions"}]}' : HOOK_INPUT,
		});
	for (const each of before) {
		const words = await withIds(each);
		expect(await end(words), words.join(' ')).toMatchObject({ code: 0 });
	}
	const words = [...(await withIds(wordsOf(example))), ...more];
	return { words, ...(await end(words, columns === undefined ? {} : { columns })) };
}
