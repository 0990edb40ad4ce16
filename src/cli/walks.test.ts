// Lists to walk: what a person types on a terminal, and what becomes of it.
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../core/claude/slug';
import { chained, jsonl } from '../core/testing/transcripts';
import { queueMemories } from '../node/testing/memoryQueue';
import { NOW_MS, snapshot } from '../node/testing/places';
import { work } from '../node/testing/timelinePlace';
import { matching } from './base/walk';
import type { Caller } from './caller';
import { CommandError, noteFailure } from './io';
import { Waiting } from './progress';
import { json, open, park, place, raw, repo, run, useCliPlace } from './testing/cliPlace';

useCliPlace();

const FIRST = 'aaaaaaaa-0000-4000-8000-000000000001';
const SECOND = 'bbbbbbbb-0000-4000-8000-000000000002';
const [DOWN, ESC, INTERRUPT, ENTER] = ['\u001b[B', '\u001b', '\u0003', '\r'];

type Keys = readonly (readonly [RegExp, string])[];
const walk = (words: readonly string[], keys: Keys, env: NodeJS.ProcessEnv = {}) =>
	run(words, { columns: 100, keys, env: { TERM: 'xterm-256color', ...env } });

function talk(sessionId: string, minutesAgo: number, about: string): void {
	const timestamp = new Date(NOW_MS - minutesAgo * 60_000).toISOString();
	place.write(
		`home/.claude/projects/${projectSlug(repo)}/${sessionId}.jsonl`,
		jsonl(chained(work(about).map((line) => ({ ...line, sessionId, cwd: repo, timestamp })))),
	);
}

describe('sessions', () => {
	beforeEach(() => {
		talk(FIRST, 5, 'Rate limits for the login');
		talk(SECOND, 600, 'Mend the parser');
	});

	test('enter shows the one that the arrows are at', async () => {
		const { code, out } = await walk(
			['sessions'],
			[
				[/Esc leaves/u, DOWN],
				[/parser/u, ENTER],
			],
		);
		expect([code, out]).toEqual([0, expect.stringContaining(`id       ${SECOND}`)]);
	});

	test('letters filter, by words of any column', async () => {
		const { code, out } = await walk(
			['sessions'],
			[
				[/Esc leaves/u, 'PARSER bbbb'],
				[/PARSER bbbb/u, ENTER],
			],
		);
		expect([code, out]).toEqual([0, expect.stringContaining(`id       ${SECOND}`)]);
	});

	test.each([
		['Esc', ESC],
		['Ctrl-C', INTERRUPT],
	])('%s leaves without a change', async (_, key) => {
		for (const group of ['sessions', 'documents']) await run([group, 'list']);
		const before = snapshot(place.root);
		for (const group of ['sessions', 'resume'])
			expect(await walk([group], [[/Esc leaves/u, key]])).toMatchObject({ code: 130, out: '' });
		expect(snapshot(place.root)).toEqual(before);
	});

	test('no file steers the terminal', async () => {
		talk(FIRST, 5, 'Rate\u001b[2J limits\u202e');
		const { err } = await walk(['sessions'], [[/Esc leaves/u, ESC]]);
		expect(err).toContain('Rate limits');
		expect(err).not.toMatch(/\u001b\[2J|\u202e/u);
	});
});

describe('resume', () => {
	beforeEach(() => {
		talk(FIRST, 5, 'Rate limits for the login');
		talk(SECOND, 600, 'Mend the parser');
	});

	test.skipIf(process.platform === 'win32')('enter starts Claude Code in the folder of the session', async () => {
		const started = path.join(place.root, 'started');
		const claude = place.write('bin/claude', `#!/bin/sh\npwd > '${started}'\necho "$2" >> '${started}'\nexit 7\n`);
		chmodSync(claude, 0o755);
		const env = { PATH: `${path.dirname(claude)}:${place.env['PATH'] ?? ''}` };
		expect(
			(
				await walk(
					['resume'],
					[
						[/Esc leaves/u, DOWN],
						[/parser/u, ENTER],
					],
					env,
				)
			).code,
		).toBe(7);
		expect(readFileSync(started, 'utf8')).toMatch(new RegExp(`^${repo}\n.*parser`, 'u'));
	});

	test('enter prints where it is not installed', async () => {
		const { code, out } = await walk(['resume'], [[/Esc leaves/u, ENTER]], { PATH: place.home });
		expect([code, out]).toEqual([0, expect.stringContaining('Resumed: Rate limits for the login')]);
	});

	test('each row is another session, however many documents there are', async () => {
		for (const hour of ['07', '08']) {
			const front = `session: ${FIRST}\ndate: 2026-11-21T${hour}:00:00Z\ntopic: At ${hour}`;
			place.write(`repo/.claude/memory/session-2026-11-21-${hour}00.md`, `---\n${front}\n---\n# It\n`);
		}
		const { out } = await walk(
			['resume'],
			[
				[/Esc leaves/u, DOWN],
				[/parser/u, ENTER],
			],
			{ PATH: place.home },
		);
		expect(out).toContain('Resumed: Mend the parser');
	});

	test('a backup whose session nobody knows is resumed, too', async () => {
		raw('20261121_075000_exit.jsonl', jsonl(chained(work('Lost words')).map(({ sessionId: _, ...line }) => line)));
		const { code, out } = await walk(
			['resume'],
			[
				[/Esc leaves/u, 'words'],
				[/\? words/u, ENTER],
			],
			{ PATH: place.home },
		);
		expect([code, out]).toEqual([0, expect.stringContaining('Resumed: Lost words')]);
	});

	test('a name, an option, a document or Claude asks for no list', async () => {
		for (const words of [['latest'], ['--prompt'], ['--json']])
			expect((await walk(['resume', ...words], [])).code, words.join(' ')).toBe(0);
		expect((await walk(['resume'], [], { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SECOND })).code).toBe(0);
	});
});

describe('parked', () => {
	test('asks what becomes of an item, again and again', async () => {
		for (const name of ['rates', 'closed']) park(name);
		const { code, err } = await walk(
			['parked'],
			[
				[/Esc leaves/u, 'rates'],
				[/\? rates|item\? rates/u, ENTER],
				[/becomes of it/u, ENTER],
				[/Archived: rates(?:.*\n)*.*Esc leaves/u, ENTER],
				[/becomes of it/u, DOWN],
				[/Later/u, ENTER],
				[/Which item(?:.*\n)*.*Esc leaves/u, ESC],
			],
		);
		expect([code, open()]).toEqual([0, [expect.stringContaining('closed')]]);
		expect(err).toContain('Archived: rates\n');
	});

	test('is over with the last item', async () => {
		park('rates');
		const { code, out } = await walk(
			['parked'],
			[
				[/Esc leaves/u, ENTER],
				[/becomes of it/u, ENTER],
			],
		);
		expect([code, out, open()]).toEqual([0, 'No pending session items.\n', []]);
	});
});

test('review shows what would be written, and asks', async () => {
	queueMemories(place, { session: FIRST, cwd: repo }, ['Always deploy on Fridays.']);
	const { code, err } = await walk(
		['review'],
		[
			[/Esc leaves/u, ENTER],
			[/becomes of it(?:.*\n)*.*Esc leaves/u, DOWN],
			[/Never offer/u, ENTER],
		],
	);
	expect(code).toBe(0);
	expect(err).toMatch(/1 file, \+\d+ −0/u);
	expect(err).toContain('Rejected: Always deploy on Fridays.');
	expect((await json('review', 'decided')).document).toMatchObject({ decisions: [{ verdict: 'rejected' }] });
});

test.each(['sessions', 'parked', 'review'])('%s prints its list where nobody sits at a terminal', async (group) => {
	talk(FIRST, 5, 'Rate limits');
	park('rates');
	expect(await run([group])).toEqual(await run([group, 'list']));
	expect(await run([group, '--plain'])).toEqual(await run([group, 'list', '--plain']));
});

test('what goes wrong with a row is said whole, without empty lines', () => {
	let err = '';
	const caller = { waiting: new Waiting(), remarks: { write: (text: string) => (err += text) } } as unknown as Caller;
	noteFailure({ caller }, new CommandError('ambiguous', 'Two.', 'Name one.', { text: '- a\n- b', json: {} }));
	noteFailure({ caller }, new CommandError('cancelled', 'Cancelled.', ''));
	expect(err).toBe('- a\n- b\nTwo.\nName one.\nCancelled.\n');
});

test('a filter takes words in any order and case, of cells that are cut, too', () => {
	const rows = [
		['aaaa', 'Rate limits'],
		[{ shown: 'bbbb', plain: 'bbbb-cccc' }, 'The parser'],
	];
	const of = (typed: string) => matching({ columns: ['ID', 'TITLE'], long: ['TITLE'], rows }, typed);
	expect(['', 'LIMITS aa', 'parser cccc', 'rate parser'].map(of)).toEqual([[0, 1], [0], [1], []]);
});
