// Each example of the help is run, in a place where there is something to do, and ends as it should.
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectSlug } from '../core/claude/slug';
import { assistantLine, chained, jsonl, userLine } from '../core/testing/transcripts';
import { NOW_MS } from '../node/testing/places';
import type { GroupDescription } from './base/description';
import { DESCRIPTIONS } from './commands';
import { NOW, json, park, place, raw, repo, useCliPlace } from './testing/cliPlace';
import { type Ended, call } from './testing/inProcess';

useCliPlace();

const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';
const RAW = '20261120_091500_exit.jsonl';

const HOOK_INPUT = JSON.stringify({ session_id: SESSION, source: 'startup', reason: 'other', trigger: 'manual' });

/** Commands that go before an example, the examples of a verb, or those of all verbs of a group. */
const BEFORE: Readonly<Record<string, readonly (readonly string[])[]>> = {
	'parked restore': [['parked', 'archive', 'closed']],
	'documents open': [['documents', 'save']],
	'documents keep': [['documents', 'save']],
	protocol: [['protocol', 'save', '--add']],
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

/** What ends otherwise than with 0, and why that is right. */
const OTHERWISE: Readonly<Record<string, number>> = {
	'memory health': 1, // MEMORY.md points to a file that is gone,
	'memory health --json': 1,
	'hooks doctor': 1, // and no hooks are installed.
	'hooks doctor --json': 1,
	'resume --start': 1, // No Claude Code is on the PATH.
};

/** The last line of what changes something: what undoes it. Of other verbs, why they have none. */
const LAST_LINES: Readonly<Record<string, RegExp | 'looks' | 'says it itself'>> = {
	status: 'looks',
	// It goes on where somebody left off; what it prints is the record.
	resume: 'says it itself',
	'documents resume': 'says it itself',
	'parked list': 'looks',
	'parked park': /^Undo: session-keeper parked archive \S+$/u,
	'parked archive': /^Undo: session-keeper parked restore .+$/u,
	'parked restore': /^Undo: session-keeper parked archive \S+$/u,
	'parked suggestions': 'looks',
	'parked summary': 'looks',
	// Claude says after it what it prints.
	'parked session': 'says it itself',
	'backups list': 'looks',
	'backups create': /^Undo: session-keeper backups discard \S+$/u,
	'backups verify': 'looks',
	'backups restore': /^Continue: /u,
	'backups discard': /^Undo: session-keeper backups discard( --undo| \S+)$/u,
	// A copy more; only --older makes it.
	'backups archive': 'looks',
	'backups purge': /cannot be undone\.$/u,
	'sessions list': 'looks',
	'sessions show': 'looks',
	'sessions search': 'looks',
	'sessions blame': 'looks',
	// New files, which they name.
	'sessions export': 'says it itself',
	'sessions archive': /^Archived: .+ → .+$/u,
	'sessions private': /^Undo: session-keeper sessions private \S+( --off)?$/u,
	'documents list': 'looks',
	'documents save': /^To resume: /u,
	'documents open': 'looks',
	'documents keep': 'says it itself',
	// Its report is fixed to the letter; the way back is said on standard error.
	'protocol save': 'says it itself',
	'protocol load': 'looks',
	'protocol check': 'looks',
	'protocol undo': /^Undone: /u,
	'review list': 'looks',
	'review show': 'looks',
	'review accept': /^Undo: session-keeper review undo \S+$/u,
	'review edit': /^Undo: session-keeper review edit --undo \S+$/u,
	'review reject': /^Undo: session-keeper review undo \S+$/u,
	'review ratify': /^Undo: session-keeper review undo \S+$/u,
	'review discard': /^Undo: session-keeper review undo \S+$/u,
	'review decided': 'looks',
	'review undo': /^Undone: /u,
	'memory list': 'looks',
	'memory health': 'looks',
	'memory fix': /^Undo: session-keeper memory undo$/u,
	'memory adopt': 'says it itself',
	'memory undo': /^Undone: /u,
	'hooks install': /^Undo: session-keeper hooks uninstall --scope \w+$/u,
	'hooks uninstall': 'says it itself',
	'hooks cleanup-days': /^Undo: edit cleanupPeriodDays in \S+$/u,
	'hooks status': 'looks',
	'hooks doctor': 'looks',
	hook: 'looks',
	'config list': 'looks',
	'config get': 'looks',
	'config set': /^Undo: session-keeper config \w+ \S+/u,
	'config unset': /^Undo: session-keeper config set \S+ \S+$/u,
	reflect: /^Drafted: .+$/u,
	'reflect schedule': /^Undo: session-keeper reflect unschedule$/u,
	'reflect unschedule': /^Undo: session-keeper reflect schedule$/u,
	'reflect ledger': 'looks',
	update: 'looks',
	completion: 'looks',
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
		assistantLine('Exports now go to a folder per month. All tests pass.'),
	];
	const lines = jsonl(chained(said.map((line) => ({ ...line, sessionId: SESSION, cwd: repo }))));
	raw(RAW, lines);
	// What is put back is not there.
	if (!example.startsWith('backups restore')) place.write(`${folder}/${SESSION}.jsonl`, lines);
	place.write(`${folder}/memory/MEMORY.md`, '- [gone](gone.md) — it was here\n');
	place.write(
		`home/.claude/memory_queue/${SESSION}-1.json`,
		JSON.stringify({
			schemaVersion: 1,
			session: SESSION,
			turn: 1,
			ts: new Date(NOW_MS - 60_000).toISOString(),
			cwd: repo,
			candidates: ['Always deploy on Fridays.', 'Never deploy on Mondays.', 'Ask before each release.'].map((text) => ({
				type: 'feedback',
				text,
				rule: 'always',
				message: 'u1',
			})),
		}),
	);
	// What schedules timers, so that nothing of the machine's own is touched.
	for (const name of ['systemctl', 'launchctl']) chmodSync(place.write(`home/bin/${name}`, '#!/bin/sh\n'), 0o755);
	for (const event of ['sessionStart', 'sessionEnd', 'preCompact', 'stop'])
		place.write(`program/hooks/${event}.js`, '');
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

const EXAMPLES = Object.entries<GroupDescription>(DESCRIPTIONS).flatMap(([group, { verbs }]) =>
	Object.entries(verbs).flatMap(([name, { examples }]) =>
		examples.map((example) => ({
			example,
			verb: `${group} ${name}`.trim(),
			before: BEFORE[example] ?? BEFORE[`${group} ${name}`.trim()] ?? BEFORE[group] ?? [],
		})),
	),
);

test.each(EXAMPLES)('session-keeper $example', async ({ example, verb, before }) => {
	const program = prepare(example);
	const end = async (words: readonly string[]): Promise<Ended> =>
		call(await withIds(words), {
			cwd: repo,
			env: {
				...place.env,
				SESSION_KEEPER_NOW: NOW,
				PATH: `${path.join(place.home, 'bin')}:${place.env['PATH'] ?? ''}`,
			},
			input: words.includes('--add') ? '{"tasks":[{"title":"Move the sessions"}]}' : HOOK_INPUT,
			program,
		});
	for (const words of before) expect(await end(words), words.join(' ')).toMatchObject({ code: 0 });
	const { code, out, err } = await end(wordsOf(example));
	expect({ code, err: code === (OTHERWISE[example] ?? 0) ? '' : err }).toEqual({
		code: OTHERWISE[example] ?? 0,
		err: '',
	});
	if (code === 0 && !example.startsWith('hook ')) expect(out).not.toBe('');
	const last = LAST_LINES[verb.startsWith('hook ') ? 'hook' : verb];
	expect(last, `a last line of ${verb}`).toBeDefined();
	const isChange = code === 0 && !/--(?:json|dry-run|idle|output)/u.test(example) && !example.endsWith('purge');
	if (last instanceof RegExp && isChange) expect(out.trimEnd().split('\n').at(-1)).toMatch(last);
	if (last === 'looks') expect(out).not.toContain('\nUndo: ');
});
