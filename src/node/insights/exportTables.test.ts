// What the tables of an export hold.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
	type Line,
	assistantLine,
	chained,
	forkedLines,
	jsonl,
	metaLine,
	resultLine,
	systemLine,
	userLine,
} from '../../core/testing/transcripts';
import { openRedactor } from '../privacy/openRedactor';
import { findProject } from '../project/project';
import { LedgerFile } from '../reflection/ledgerFile';
import { writeLabels } from '../sessions/sessionLabels';
import {
	fileOf,
	files,
	own,
	parts,
	place,
	repo,
	rows,
	run,
	talk,
	textOfAll,
	to,
	useExportPlace,
	write,
} from '../testing/exportPlace';
import { NOW_MS } from '../testing/places';
import { exportTables } from './exportTables';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const B = 'bbbbbbbb-0000-4000-8000-000000000002';
const SECRET = ['ghp', '0123456789abcdefABCDEF0123456789abcd'].join('_');

useExportPlace();

test('a session is rows of each table, private to its owner', async () => {
	write(A, [
		...talk(A, 'First'),
		...own(A, [systemLine('compact_boundary', { content: 'Compacted' })]),
		{ ...metaLine('cost-state'), sessionId: A, totalCostUSD: 0.5 },
	]);
	const done = await run();
	expect(done).toMatchObject({
		sessions: 1,
		read: 1,
		unreadable: [],
		rows: { sessions: 1, messages: 3, tool_calls: 1, tokens: 2, backups: 0, reviews: 0 },
	});
	expect(rows('sessions')).toMatchObject([
		{
			session: A,
			title: 'First',
			state: 'idle',
			has_ended: true,
			is_program: false,
			prompts: 1,
			messages: 3,
			tool_calls: 1,
			files_changed: 1,
			input: 30,
			output: 11,
			cost_usd: 0.5,
			cost_from: 'claude',
		},
	]);
	expect(rows('messages').map(({ role, kind, text }) => [role, kind, text])).toEqual([
		['user', 'prompt', 'First'],
		['assistant', 'reply', 'Done.'],
		['system', 'compaction', 'Compacted'],
	]);
	expect(rows('tool_calls')).toMatchObject([
		{
			session: A,
			name: 'Edit',
			file: '~/app/a.ts',
			changes_file: true,
			has_failed: false,
			result: 'Edited: First',
			time: '2026-10-05T12:00:01.000Z',
		},
	]);
	expect(rows('tokens').map(({ session, input, cost_from }) => [session, input, cost_from])).toEqual([
		[A, 10, 'estimate'],
		[A, 20, 'estimate'],
	]);
	expect(new Set(parts().map((file) => path.posix.dirname(file).split('/')[1]))).toEqual(
		new Set(['month=2026-10', 'month=__HIVE_DEFAULT_PARTITION__']),
	);
	if (process.platform === 'win32') return;
	expect(files().filter((file) => (statSync(path.join(to, file)).mode & 0o77) !== 0)).toEqual([]);
	expect(statSync(to).mode & 0o777).toBe(0o700);
});

test('a fork repeats nothing of its origin, and is whole where that is gone', async () => {
	const said = talk(A, 'First');
	write(A, said);
	// Two files of one millisecond are as old. Copies stand in a file that comes first.
	await new Promise((resolve) => setTimeout(resolve, 20));
	const fork = 'a0000000-0000-4000-8000-000000000003';
	const more = own(fork, [userLine('Another way'), assistantLine('Well.', { usage: [7, 0, 0, 0] })], '2026-11');
	write(fork, [...said.map((line) => ({ ...line, sessionId: fork })), ...more]);
	const byHand = 'c0000000-0000-4000-8000-000000000004';
	writeFileSync(fileOf(byHand), jsonl(forkedLines(chained(said), byHand, Date.UTC(2026, 11, 1))));
	await run();
	expect(
		rows('messages')
			.map(({ session, text }) => [session, text])
			.sort(),
	).toEqual([
		[fork, 'Another way'],
		[fork, 'Well.'],
		[A, 'Done.'],
		[A, 'First'],
	]);
	expect(
		rows('tokens')
			.map(({ session, input }) => [session, input])
			.sort(),
	).toEqual([
		[fork, 7],
		[A, 10],
		[A, 20],
	]);
	expect(rows('sessions').map(({ session, prompts, input }) => [session, prompts, input])).toEqual([
		[A, 1, 30],
		[fork, 1, 7],
		[byHand, 0, 0],
	]);
	rmSync(fileOf(A));
	rmSync(fileOf(byHand));
	await run();
	expect(rows('messages').map(({ session, text }) => [session, text])).toEqual([
		[fork, 'First'],
		[fork, 'Done.'],
		[fork, 'Another way'],
		[fork, 'Well.'],
	]);
	expect(rows('tool_calls')).toHaveLength(1);
});

test('a subagent’s transcript counts for its session', async () => {
	write(A, talk(A, 'First'));
	const side = own(A, [userLine('Look'), assistantLine('Seen.', { usage: [4, 0, 0, 0] })]).map((line) => ({
		...line,
		isSidechain: true,
	}));
	place.write(
		path.relative(place.root, path.join(fileOf(A).replace('.jsonl', ''), 'subagents/agent-1.jsonl')),
		jsonl(side),
	);
	await run();
	expect(rows('messages').map(({ session, is_side_chain }) => [session, is_side_chain])).toEqual([
		[A, false],
		[A, false],
		[A, true],
		[A, true],
	]);
	expect(rows('sessions')).toMatchObject([{ prompts: 1, messages: 4, input: 34 }]);
});

test('damaged lines cost only themselves, and no secret gets through', async () => {
	const lines = talk(A, `The token is ${SECRET}`).map((line) => JSON.stringify(line));
	const long = JSON.stringify(own(A, [userLine(`${'x '.repeat(60_000)}${SECRET}`)])[0]);
	const huge = JSON.stringify(own(A, [resultLine('none', 'y'.repeat(21 * 1024 * 1024))])[0]);
	const bytes = [
		`\u0000\u0000${lines[0]}`,
		'{"type":"user"',
		'garbage \ufffd',
		'',
		'[]',
		huge,
		long,
		...lines.slice(1),
		'{"type":"assistant","mess',
	].join('\n');
	place.write(path.relative(place.root, fileOf(A)), bytes);
	const titled = 'b1000000-0000-4000-8000-000000000005';
	write(titled, [
		...own(titled, [{ type: 'custom-title', customTitle: `Key ${SECRET}` }]),
		...own(titled, [userLine('Hi', { gitBranch: `fix-${SECRET}` })]),
	]);
	write(B, talk(B, 'Half a \ud83d character'));
	const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };
	await writeLabels(place.claude, clock, B, [{ name: `Try ${SECRET}` }]);
	await run();
	expect(rows('sessions').find(({ session }) => session === B)?.title).toMatch(/^Try \S/u);
	expect(textOfAll()).not.toContain(SECRET.slice(4, 30));
	expect(rows('messages').map(({ text }) => text)).toContain('Half a \ufffd character');
	rmSync(fileOf(B));
	await run();
	expect(rows('messages')).toHaveLength(4);
	expect(
		rows('messages')
			.map(({ text }) => text.length)
			.every((length) => length <= 100_000),
	).toBe(true);
	expect(rows('tool_calls')).toHaveLength(1);
	await exportTables({
		claude: place.claude,
		project: undefined,
		redactor: await openRedactor(place.claude),
		cacheFolder: path.join(place.root, 'cache'),
		to: `${to}2`,
		format: 'parquet',
	});
	const all =
		textOfAll() +
		files(`${to}2`)
			.map((file) => readFileSync(path.join(to, file), 'latin1'))
			.join('');
	expect(all).not.toContain(SECRET.slice(4, 30));
	expect(
		rows('messages')
			.map(({ text }) => text)
			.join(''),
	).not.toContain(place.home);
});

test('texts of tools and messages are as long as the tables say, in whole characters', async () => {
	const call = (id: string, length: number): readonly Line[] => [
		assistantLine({ tool: 'Read', id, input: { file_path: 'x'.repeat(length) } }),
		resultLine(id, `${'y'.repeat(1_989)} ${SECRET} ${'z'.repeat(length)}`),
	];
	write(A, own(A, [userLine('Read'), ...call('short', 100), ...call('middle', 3_000), ...call('long', 30_000)]));
	write(B, own(B, [userLine(`${'z'.repeat(99_999)}\ud83d\ude00${'z'.repeat(100)}`), assistantLine('Well.')]));
	await run();
	const lengths = rows('tool_calls').map(({ file, input, result }) => [file?.length, input.length, result?.length]);
	// Of what is very long, what would have been read of it is shorter where a secret was in it.
	const shorter = 1_900 < (lengths[2]?.[2] ?? 0) && (lengths[2]?.[2] ?? 0) <= 2_000;
	expect([lengths.slice(0, 2), lengths[2]?.slice(0, 2), shorter]).toEqual([
		[
			[100, 116, 2_000],
			[2_000, 2_000, 2_000],
		],
		[2_000, 2_000],
		true,
	]);
	expect(textOfAll()).not.toContain(SECRET.slice(0, 10));
	expect(rows('messages').map(({ text }) => text.length)).toContain(99_999);
});

test('a project has its own sessions, all projects have all', async () => {
	write(A, talk(A, 'First'));
	const other = place.folder('home/other');
	place.write(
		`home/.claude/projects/-other/${B}.jsonl`,
		jsonl(talk(B, 'Second').map((line) => ({ ...line, cwd: other }))),
	);
	rmSync(to, { recursive: true, force: true });
	place.write('home/.claude/projects/-home-app/x.txt');
	const slug = repo.replace(/[^a-zA-Z0-9]/gu, '-');
	await rename(path.join(place.claude.projectsDir, '-app'), path.join(place.claude.projectsDir, slug));
	expect((await run('jsonl', false)).sessions).toBe(1);
	expect(rows('sessions')).toMatchObject([{ session: A, project: '~/app' }]);
	// Nor does what it keeps for the next run.
	expect(textOfAll()).not.toContain(place.home);
	expect(textOfAll()).not.toContain(slug);
	expect((await run('jsonl', false)).written).toBe(0);
	await expect(run('jsonl', true)).rejects.toMatchObject({
		code: 'exists',
		message: expect.stringContaining('holds an export of') as string,
	});
	rmSync(to, { recursive: true });
	expect((await run()).sessions).toBe(2);
	expect(rows('sessions').map(({ project }) => project)).toEqual(['~/app', '~/other']);
});

test('what a fork copied of a private session is in no table', async () => {
	const said = talk(A, 'Of nobody’s business');
	write(A, said);
	const fork = 'a0000000-0000-4000-8000-000000000003';
	writeFileSync(fileOf(fork), jsonl(forkedLines(chained(said), fork, Date.UTC(2026, 11, 1))));
	const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };
	await writeLabels(place.claude, clock, A, [{ mark: 'private', on: true }]);
	await run();
	expect(textOfAll()).not.toContain('business');
});

test('backups and decisions are rows, but for private sessions', async () => {
	const project = await findProject(place.claude, repo);
	const line = (session: string, event: string): string =>
		JSON.stringify({
			ts: '2026-11-20T09:15:00Z',
			event,
			session,
			raw: `.claude/memory/raw/2026_${session}.jsonl`,
			reason: 'exit',
			size: 12,
			sha256: 'x',
		});
	place.write(
		path.relative(place.root, path.join(project.filesRoot, '.claude/memory/.backup-log')),
		`${line('s1', 'pending')}\n${line('s1', 'verified')}\n${line('s2', 'pending')}\n`,
	);
	const keeper = path.relative(place.root, place.claude.keeperHome);
	const decision = (event: string, hash: string): string =>
		JSON.stringify({ ts: '2026-11-21T09:15:00Z', project: project.root, hash, event, session: 's1' });
	place.write(
		`${keeper}/review-memory.jsonl`,
		`${decision('accepted', 'a')}\n${decision('edited', 'b')}\n${decision('rejected', 'b')}\nx\n`,
	);
	const ledger = new LedgerFile(place.claude);
	await ledger.begin(
		{ run: 'r', session: 's1', project: project.root, engine: 'builtin', trigger: 'idle', upToMs: 1 },
		NOW_MS,
	);
	await ledger.judge({ session: 's1', verdict: 'ratified', items: [], kept: [] }, NOW_MS);
	await run('jsonl', false);
	expect(rows('backups')).toEqual([
		{
			project: project.root.replace(place.home, '~'),
			session: 's1',
			time: '2026-11-20T09:15:00.000Z',
			kind: 'exit',
			bytes: 12,
			is_verified: true,
			is_pending: true,
		},
		expect.objectContaining({ session: 's2', is_verified: false, bytes: null }),
	]);
	expect(rows('reviews').map(({ kind, verdict, session }) => `${kind} ${verdict} ${session}`)).toEqual([
		'draft accepted s1',
		'memory accepted s1',
		'memory rejected s1',
	]);
	await writeLabels(place.claude, { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) }, 's1', [
		{ mark: 'private', on: true },
	]);
	await run('jsonl', false);
	expect([rows('backups').length, rows('reviews').length]).toEqual([1, 0]);
});
