// What lies in the folder of an export after each of several runs.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TableRow, TABLE_NAMES, type TableName } from '../../core/insights/tables';
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
import { type Place, NOW_MS, newPlace } from '../testing/places';
import { type Exported, exportTables } from './exportTables';
import type { TableFormat } from './partFile';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const B = 'bbbbbbbb-0000-4000-8000-000000000002';
const SECRET = ['ghp', '0123456789abcdefABCDEF0123456789abcd'].join('_');

let place: Place;
let repo: string;
let to: string;
beforeEach(() => {
	place = newPlace();
	repo = place.folder('home/app');
	to = path.join(place.root, 'tables');
});
afterEach(() => place.remove());

const fileOf = (id: string): string => path.join(place.claude.projectsDir, '-app', `${id}.jsonl`);
const own = (id: string, lines: readonly Line[], month = '2026-10'): readonly Line[] =>
	lines.map((line, n) => ({
		...line,
		sessionId: id,
		cwd: repo,
		timestamp: `${month}-05T12:00:${String(n).padStart(2, '0')}.000Z`,
	}));
const write = (id: string, lines: readonly Line[]): void =>
	void place.write(path.relative(place.root, fileOf(id)), jsonl(chained(lines)));
const talk = (id: string, said: string, month?: string): readonly Line[] =>
	own(
		id,
		[
			userLine(said),
			assistantLine(
				{ tool: 'Edit', id: `call-${id}`, input: { file_path: `${repo}/a.ts`, old_string: 'a', new_string: said } },
				{ usage: [10, 5, 2, 3] },
			),
			resultLine(`call-${id}`, `Edited: ${said}`),
			assistantLine('Done.', { usage: [20, 6, 0, 0] }),
		],
		month,
	);

async function run(format: TableFormat = 'jsonl', isAll = true): Promise<Exported> {
	const { claude } = place;
	const project = isAll ? undefined : await findProject(claude, repo);
	const redactor = await openRedactor(claude);
	return exportTables({ claude, project, redactor, cacheFolder: path.join(place.root, 'cache'), to, format });
}
const files = (below = to): readonly string[] =>
	readdirSync(below, { recursive: true, withFileTypes: true })
		.filter((each) => each.isFile())
		.map((each) => path.relative(to, path.join(each.parentPath, each.name)).split(path.sep).join('/'))
		.sort();
const parts = (): readonly string[] => files().filter((file) => file.includes('month='));
const rows = <T extends TableName>(table: T): readonly TableRow<T>[] =>
	parts()
		.filter((file) => file.startsWith(`${table}/`))
		.flatMap((file) => readFileSync(path.join(to, file), 'utf8').split('\n'))
		.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as TableRow<T>]));
/** All that is in the folder but what changes by itself. */
const whole = (): unknown => parts().map((file) => [file, readFileSync(path.join(to, file), 'utf8')]);
const textOfAll = (): string =>
	files()
		.map((file) => readFileSync(path.join(to, file), 'latin1'))
		.join('\n');

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

describe('the next run', () => {
	const times = (): ReadonlyMap<string, number> =>
		new Map(parts().map((file) => [file, statSync(path.join(to, file)).mtimeMs]));

	test('writes nothing where nothing has changed, and only the months of what has', async () => {
		write(A, talk(A, 'First'));
		write(B, talk(B, 'Second', '2026-11'));
		await run();
		const before = times();
		expect(await run()).toMatchObject({ written: 0, removed: 0, read: 0, kept: before.size });
		expect(times()).toEqual(before);
		appendFileSync(fileOf(B), jsonl(own(B, [userLine('And more')], '2026-12')));
		expect(await run()).toMatchObject({ read: 1 });
		const changed = [...times()].flatMap(([file, ms]) => (before.get(file) === ms ? [] : [file]));
		expect(changed).toEqual([
			'messages/month=2026-11/messages.jsonl',
			'messages/month=2026-12/messages.jsonl',
			'sessions/month=2026-11/sessions.jsonl',
			'tool_calls/month=2026-11/tool_calls.jsonl',
			'tool_calls/month=2026-12/tool_calls.jsonl',
		]);
		const after = whole();
		rmSync(to, { recursive: true });
		await run();
		expect(whole()).toEqual(after);
	});

	test('is whole again where a file is gone, was changed, or is of nothing any more', async () => {
		write(A, talk(A, 'First'));
		await run();
		const before = whole();
		rmSync(path.join(to, 'messages/month=2026-10/messages.jsonl'));
		writeFileSync(path.join(to, 'tokens/month=2026-10/tokens.jsonl'), 'x');
		place.write('tables/tokens/month=2020-01/tokens.jsonl', 'x');
		await run();
		expect(whole()).toEqual(before);
		writeFileSync(path.join(to, '.session-keeper-export.json'), '{"torn":');
		await run();
		expect(whole()).toEqual(before);
	});

	test.each<readonly [string, () => Promise<void>]>([
		['was deleted', () => rm(fileOf(B))],
		[
			'became private',
			() =>
				writeLabels(place.claude, { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) }, B, [
					{ mark: 'private', on: true },
				]),
		],
	])('has nothing of a session that %s', async (_what, vanish) => {
		write(A, talk(A, 'First'));
		write(B, talk(B, 'Unheard-of', '2026-11'));
		await run();
		expect(textOfAll()).toContain('Unheard-of');
		await vanish();
		expect(await run()).toMatchObject({ sessions: 1, removed: 4 });
		expect(textOfAll()).not.toMatch(/Unheard-of|bbbbbbbb/u);
		expect(existsSync(path.join(to, 'messages/month=2026-11'))).toBe(false);
		const after = whole();
		rmSync(to, { recursive: true });
		await run();
		expect(whole()).toEqual(after);
	});

	test('reads a transcript that was rewritten', async () => {
		write(A, talk(A, 'First'));
		await run();
		write(A, talk(A, 'Something else'));
		await run();
		expect(rows('messages').map(({ text }) => text)).toEqual(['Something else', 'Done.']);
	});
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
	expect(rows('messages').map(({ session, is_side_chain }) => [session, is_side_chain])).toEqual(
		[
			[A, false],
			[A, false],
			[A, true],
			[A, true],
		].sort(() => 0),
	);
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
	await run();
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
	await expect(run('jsonl', true)).rejects.toMatchObject({
		code: 'exists',
		message: expect.stringContaining('holds an export of') as string,
	});
	rmSync(to, { recursive: true });
	expect((await run()).sessions).toBe(2);
	expect(rows('sessions').map(({ project }) => project)).toEqual(['~/app', '~/other']);
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

describe('a folder', () => {
	test('that holds something else, or an export of another kind, is left as it is', async () => {
		write(A, talk(A, 'First'));
		place.write('tables/mine.txt', 'mine');
		await expect(run()).rejects.toMatchObject({ code: 'exists', message: `${to} is not empty and holds no export.` });
		expect(files()).toEqual(['mine.txt']);
		rmSync(to, { recursive: true });
		await run();
		const before = whole();
		await expect(run('parquet')).rejects.toMatchObject({ code: 'exists' });
		expect(whole()).toEqual(before);
	});

	test('in a repository is ignored by git, and refused where git tracks it', async () => {
		const git = (...words: readonly string[]): string =>
			execFileSync('git', [...words], { cwd: repo, encoding: 'utf8', env: { ...place.env, GIT_CONFIG_NOSYSTEM: '1' } });
		git('init', '-q');
		to = path.join(repo, 'tables');
		write(A, talk(A, 'First'));
		await run();
		expect(git('status', '--porcelain')).toBe('');
		git('add', '-f', 'tables');
		await expect(run()).rejects.toMatchObject({ code: 'exists', message: `Git tracks files in ${to}.` });
	});

	test('is written by one at a time', async () => {
		write(A, talk(A, 'First'));
		place.write('tables/.gitignore', '*\n');
		const [first, second] = await Promise.allSettled([run(), run()]);
		const failed = [first, second].filter(({ status }) => status === 'rejected');
		expect(failed).toMatchObject([{ reason: { code: 'busy' } }]);
		expect(rows('sessions')).toHaveLength(1);
		expect(TABLE_NAMES.every((table) => existsSync(path.join(to, table)))).toBe(true);
	});
});
