// What is left to do when a session has ended, as processes of their own: the hook, what it leaves to another process, and
// the hook of the next session, which tells of it. No editor is there.
import { spawn } from 'node:child_process';
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LoggedBackup, foldBackupLog, parseBackupLog } from '../core/backups/log';
import { projectSlug } from '../core/claude/slug';
import { HOUR_MS } from '../core/base/dates';
import { type HookFiring, parseHookLog } from '../core/keeper/hookLog';
import type { SessionRecord } from '../core/sessions/record';
import { assistantLine, chained, jsonl, resultLine, userLine } from '../core/testing/transcripts';
import { bundle } from '../node/testing/bundle';
import { NOW_MS, type Place, newPlace, newRepository } from '../node/testing/places';

const FIRST = 'aaaaaaaa-0000-4000-8000-000000000001';
const NEXT = 'bbbbbbbb-0000-4000-8000-000000000002';
/** Joined here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

let built: Place;
beforeAll(() => {
	built = newPlace();
	for (const name of ['sessionStart', 'sessionEnd', 'preCompact', 'housekeeping'])
		bundle(`src/hooks/${name}.ts`, built.root);
});
afterAll(() => built.remove());

let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.home, 'app'));
	const own = { sessionId: FIRST, cwd: repo, timestamp: new Date(NOW_MS - HOUR_MS / 2).toISOString() };
	const file = path.join(repo, 'README.md');
	const edit = { tool: 'Edit', id: 't1', input: { file_path: file, old_string: 'a', new_string: 'b' } };
	place.write(
		path.relative(place.root, path.join(place.claude.projectsDir, projectSlug(repo), `${FIRST}.jsonl`)),
		jsonl(
			chained([
				userLine(`Document it. The key is ${SECRET}`, own),
				assistantLine(edit, {}, own),
				resultLine('t1', 'ok', own),
				assistantLine('Done.', {}, own),
			]),
		),
	);
});
afterEach(() => place.remove());

/** Runs a program of ours as Claude Code does. @param nowMs what its clock shows. */
async function run(name: string, args: readonly string[], payload: object, nowMs = NOW_MS, env = {}): Promise<string> {
	const child = spawn(process.execPath, [path.join(built.root, `${name}.js`), ...args], {
		cwd: repo,
		env: { ...place.env, SESSION_KEEPER_NOW: new Date(nowMs).toISOString(), CLAUDE_PROJECT_DIR: repo, ...env },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	let out = '';
	child.stdout.on('data', (data: Buffer) => (out += data.toString()));
	child.stdin.on('error', () => undefined);
	child.stdin.end(JSON.stringify({ cwd: repo, ...payload }));
	const code = await new Promise((resolve) => child.once('close', resolve));
	expect(code).toBe(0);
	return out;
}
const exit = (nowMs = NOW_MS): Promise<string> =>
	run('sessionEnd', [], { session_id: FIRST, reason: 'prompt_input_exit' }, nowMs);
/** What Claude is told at a start. */
const startOf = async (session: string, source: string, nowMs: number): Promise<string> => {
	const out = await run('sessionStart', [], { session_id: session, source }, nowMs);
	if (!out.startsWith('{')) return out;
	const { hookSpecificOutput } = JSON.parse(out) as { hookSpecificOutput: { additionalContext: string } };
	return hookSpecificOutput.additionalContext;
};
const logFile = (): string => path.join(place.claude.keeperHome, 'hooks.log');
const failures = (): readonly HookFiring[] =>
	parseHookLog(existsSync(logFile()) ? readFileSync(logFile(), 'utf8') : '').filter(
		({ event }) => event === 'Housekeeping',
	);
const archive = (): string => path.join(repo, '.claude/memory/sessions/archive');
const archived = (): readonly string[] => (existsSync(archive()) ? readdirSync(archive()) : []);
/** For a process that nobody waits for, on a machine that others use too; a test waits a few times. */
const wait = { timeout: 120_000, interval: 50 };
vi.setConfig({ testTimeout: 600_000 });

test('a session that ends by /exit has its record, and the next session is told what was in it', async () => {
	place.write('home/.claude/session-keeper/settings.json', '{"injectContext":"normal"}');
	expect(await exit()).toBe('');
	await vi.waitFor(() => expect(archived()).toEqual([`2026-11-21_09-30_${FIRST}.json`]), wait);

	const told = await startOf(NEXT, 'startup', NOW_MS + HOUR_MS);
	expect(told).toContain('SESSION_BACKUP_PENDING: A previous session backup exists at .claude/memory/raw/');
	expect(told).toContain(`[SESSION CONTEXT]\nSession: ${FIRST} | Duration: 0m | Events: 5\n`);
	expect(told).toContain("  - [1h ago] Edited ~/app/README.md: 'a' -> 'b'");
	expect(told).toContain('Current task: Document it. The key is [redacted: github-token]');
	expect(told).not.toContain(SECRET);

	const resumed = await startOf(FIRST, 'resume', NOW_MS + HOUR_MS);
	expect(resumed).toMatch(new RegExp(`^Welcome back\\. Session ${FIRST} was idle for `, 'u'));
	expect(failures()).toEqual([]);
});

test('what fails there is a line in the log of the hooks: one, redacted, without the home folder', async () => {
	// A file where the folder should be, under a name that nobody should read.
	const odd = path.join(place.home, `\u001b[31m${SECRET}\n`);
	newRepository(odd);
	repo = odd;
	mkdirSync(path.join(odd, '.claude/memory'), { recursive: true });
	writeFileSync(path.join(odd, '.claude/memory/sessions'), 'a file');
	const folder = path.join(place.claude.projectsDir, projectSlug(odd));
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, `${FIRST}.jsonl`), jsonl([userLine('Go', { sessionId: FIRST, cwd: odd })]));
	await exit();
	await vi.waitFor(() => expect(failures()).toHaveLength(1), wait);
	const [line] = failures();
	expect(line).toMatchObject({
		session: FIRST,
		outcome: expect.stringMatching(/^failed: record: E[A-Z]+: /u) as unknown,
	});
	expect(line?.outcome).toContain('~/');
	for (const hidden of [place.home, SECRET, '\u001b', '\n']) expect(line?.outcome).not.toContain(hidden);
	expect(statSync(logFile()).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
});

test('the line goes into a fresh log where the old one is full, as those of the hooks do', async () => {
	const line = `${JSON.stringify({ ts: new Date(NOW_MS).toISOString(), event: 'Stop', ms: 1, outcome: 'x'.repeat(200) })}\n`;
	place.write(path.relative(place.root, logFile()), line.repeat(Math.ceil((1024 * 1024) / line.length)));
	await run('housekeeping', [repo, '{"no":"jobs"}'], {});
	expect(failures()).toMatchObject([{ outcome: 'failed: nothing was asked for', project: repo }]);
	expect(statSync(logFile()).size).toBeLessThan(1_000);
	expect(existsSync(`${logFile()}.1`)).toBe(true);
});

test('where nobody attends, nothing happens and nothing is logged', async () => {
	await run('housekeeping', [repo, '{"no":"jobs"}'], {}, NOW_MS, { CLAUDE_CODE_SESSION_ATTENDED: '0' });
	expect(existsSync(logFile())).toBe(false);
});

describe('a session that was killed while no editor was open', () => {
	/** What Claude Code leaves behind when it is killed: the entry of a process that is gone. */
	function leaveEntry(more: object = {}): string {
		const pid = 4_000_000; // No system gives so high a number.
		const entry = { pid, sessionId: FIRST, cwd: repo, entrypoint: 'cli', kind: 'interactive', status: 'idle', ...more };
		const file = place.write(`home/.claude/sessions/${pid}.json`, JSON.stringify(entry));
		utimesSync(file, (NOW_MS - HOUR_MS / 2) / 1000, (NOW_MS - HOUR_MS / 2) / 1000);
		return file;
	}
	const started = (): readonly HookFiring[] =>
		parseHookLog(readFileSync(logFile(), 'utf8')).filter(({ event }) => event === 'SessionStart');

	const memory = (): string => path.join(repo, '.claude/memory');
	const transcript = (): string => path.join(place.claude.projectsDir, projectSlug(repo), `${FIRST}.jsonl`);
	const backups = (folder = memory()): readonly LoggedBackup[] => {
		const file = path.join(folder, '.backup-log');
		const { lines } = parseBackupLog(existsSync(file) ? readFileSync(file, 'utf8') : '');
		return [...foldBackupLog(lines).values()].filter(({ isPending }) => isPending);
	};
	const inHome = (): string => place.kept(repo, 'backups');
	const whenSaved = (): Promise<void> =>
		vi.waitFor(() => {
			for (const folder of [memory(), inHome()])
				expect(backups(folder)).toMatchObject([{ session: FIRST, reason: 'missed', isVerified: true }]);
		}, wait);

	test('has its record when the next one starts: suspended at first, in the archive when its time is over', async () => {
		leaveEntry();
		const active = path.join(repo, '.claude/memory/sessions/active', `${FIRST}.json`);
		await startOf(NEXT, 'startup', NOW_MS);
		await vi.waitFor(() => expect(existsSync(active)).toBe(true), wait);
		expect(JSON.parse(readFileSync(active, 'utf8'))).toMatchObject({
			id: FIRST,
			state: 'suspended',
			hot_memory: [{ tool: 'Edit' }],
		});

		await startOf(NEXT, 'startup', NOW_MS + HOUR_MS);
		await vi.waitFor(() => expect(archived()).toEqual([`2026-11-21_09-30_${FIRST}.json`]), wait);
		await vi.waitFor(() => expect(existsSync(active)).toBe(false), wait);
		const record = JSON.parse(readFileSync(path.join(archive(), archived()[0] ?? ''), 'utf8')) as SessionRecord;
		expect(record.state).toBe('ended');
		// Nobody knows why.
		expect(record.metadata['end_reason']).toBeUndefined();

		// The entry stays for good; what has its record and its backup costs no process.
		await startOf(NEXT, 'startup', NOW_MS + 2 * HOUR_MS);
		expect(started().map(({ outcome }) => outcome)).toEqual([
			'nothing pending, 1 told, person told, 1 crashed',
			'1 pending, nothing to copy, 1 told, 1 crashed',
			'1 pending, nothing to copy, 1 told',
		]);
		expect(failures()).toEqual([]);
	});

	test('is backed up when the next one starts, which is told, and so are those after it', async () => {
		leaveEntry();
		const told = await startOf(NEXT, 'startup', NOW_MS);
		await whenSaved();
		const [backup] = backups();
		expect(told).toContain(`.claude/memory/raw/${backup?.raw ?? 'none'}`);
		const text = readFileSync(transcript(), 'utf8');
		for (const folder of [memory(), inHome()])
			expect(readFileSync(path.join(folder, 'raw', backup?.raw ?? ''), 'utf8')).toBe(text);
		// The record is the last that the process writes. Claude Code's clean-up may take the transcript from now on.
		await vi.waitFor(
			() => expect(existsSync(path.join(memory(), 'sessions/active', `${FIRST}.json`))).toBe(true),
			wait,
		);
		rmSync(transcript());
		expect(await startOf(NEXT, 'startup', NOW_MS + HOUR_MS)).toContain(
			`SESSION_BACKUP_PENDING: A previous session backup`,
		);
		expect(backups()).toHaveLength(1);
		expect(failures()).toEqual([]);
	});

	test('is backed up again where the backup that there is does not hold what was said last', async () => {
		await run('preCompact', [], { session_id: FIRST, trigger: 'manual' }, NOW_MS - HOUR_MS);
		expect(backups()).toMatchObject([{ session: FIRST, reason: 'compact', isVerified: true }]);
		const after = { sessionId: FIRST, cwd: repo, timestamp: new Date(NOW_MS - HOUR_MS / 2).toISOString() };
		appendFileSync(transcript(), jsonl([userLine('And then?', after)]));
		leaveEntry();
		await startOf(NEXT, 'startup', NOW_MS);
		await whenSaved();
		expect(readFileSync(path.join(memory(), 'raw', backups()[0]?.raw ?? ''), 'utf8')).toContain('And then?');
	});

	test('is not backed up again where a backup holds all of it, whatever the time of its entry', async () => {
		await run('preCompact', [], { session_id: FIRST, trigger: 'manual' }, NOW_MS - HOUR_MS / 4);
		const before = backups();
		leaveEntry();
		await startOf(NEXT, 'startup', NOW_MS);
		await vi.waitFor(() => expect(existsSync(path.join(memory(), 'sessions/active'))).toBe(true), wait);
		expect(backups()).toEqual(before);
		// Written to since, as Claude Code does with what runs and is asked nothing.
		utimesSync(leaveEntry(), NOW_MS / 1000, NOW_MS / 1000);
		await run('housekeeping', [repo, JSON.stringify({ endedMs: NOW_MS, unsaved: [FIRST] })], {});
		expect(backups()).toEqual(before);
		expect(failures()).toEqual([]);
	});

	test('and was taken up again is neither: it runs', async () => {
		leaveEntry();
		const running = { pid: process.pid, sessionId: FIRST, cwd: repo, entrypoint: 'cli', kind: 'interactive' };
		place.write(`home/.claude/sessions/${process.pid}.json`, JSON.stringify(running));
		await startOf(NEXT, 'startup', NOW_MS);
		await vi.waitFor(() => expect(started()).toHaveLength(1), wait);
		await run('housekeeping', [repo, JSON.stringify({ endedMs: NOW_MS, unsaved: [FIRST] })], {});
		expect(backups()).toEqual([]);
	});

	test('weeks ago, before the hooks were there, is not copied now', async () => {
		const old = leaveEntry();
		utimesSync(old, (NOW_MS - 15 * 24 * HOUR_MS) / 1000, (NOW_MS - 15 * 24 * HOUR_MS) / 1000);
		await startOf(NEXT, 'startup', NOW_MS);
		await vi.waitFor(() => expect(existsSync(path.join(memory(), 'sessions'))).toBe(true), wait);
		expect(backups()).toEqual([]);
	});

	test.each([
		['was a program’s', 'startup', { entrypoint: 'sdk-cli' }],
		['was of another folder', 'startup', { cwd: '/home/dev/elsewhere' }],
		['runs', 'startup', { pid: process.pid }],
		['is the one that is taken up', 'resume', { sessionId: NEXT }],
		['is of another container', 'startup', { pidDomain: 'linux:abc:pid:[1]' }],
	])('is none where it %s', async (_name, source, more) => {
		leaveEntry(more);
		await startOf(NEXT, source, NOW_MS);
		expect(started().map(({ outcome }) => outcome)).toEqual(['nothing pending']);
	});

	test('is looked for when a process begins, and not at /clear or after a compaction', async () => {
		leaveEntry();
		await startOf(NEXT, 'clear', NOW_MS);
		await startOf(NEXT, 'compact', NOW_MS);
		expect(started().map(({ outcome }) => outcome)).toEqual(['nothing pending', 'nothing pending']);
	});
});
