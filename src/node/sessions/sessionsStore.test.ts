import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { MINUTE_MS } from '../../core/base/dates';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { soon } from '../../core/testing/soon';
import { openRedactor } from '../privacy/openRedactor';
import { findProject } from '../project/project';
import { INDEXED_KEYS } from './index/indexedSession';
import { readLabels, writeLabels } from './sessionLabels';
import { SessionsStore } from './sessionsStore';
import { NOW_MS, type Place, newPlace, newRepository } from '../testing/places';

/** Joined here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

let place: Place;
let repo: string;
let clock: FakeClock;
let store: SessionsStore;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	clock = new FakeClock(NOW_MS);
	store = new SessionsStore({
		claude: place.claude,
		clock,
		logger: new RecordingLogger(),
		redactor: () => openRedactor(place.claude),
	});
});
afterEach(() => {
	store.dispose();
	place.remove();
});

function transcript(sessionId: string, minutesAgo: number, prompt: string, more = {}): string {
	const folder = path.join(place.claude.projectsDir, projectSlug(repo));
	mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${sessionId}.jsonl`);
	writeFileSync(
		file,
		jsonl([
			userLine(prompt, {
				sessionId,
				cwd: repo,
				timestamp: new Date(NOW_MS - minutesAgo * MINUTE_MS).toISOString(),
				...more,
			}),
		]),
	);
	return file;
}
function register(sessionId: string, more: { readonly pid?: number; readonly [field: string]: unknown } = {}): string {
	mkdirSync(place.claude.sessionsDir, { recursive: true });
	const { pid = process.pid } = more;
	const file = path.join(place.claude.sessionsDir, `${pid}.json`);
	writeFileSync(file, JSON.stringify({ pid, sessionId, cwd: repo, entrypoint: 'cli', ...more }));
	return file;
}
const open = async (): Promise<void> => store.open([await findProject(place.claude, repo)]);
const ids = (): readonly string[] => store.list().map((session) => session.id);

describe('the sessions of the open projects', () => {
	test('are there after the first reading, without one that was asked for twice', async () => {
		transcript('older', 60, 'One');
		transcript('newer', 5, 'Two');
		await open();
		await open();
		expect(store.hasReadAll).toBe(true);
		expect(ids()).toEqual(['newer', 'older']);
	});

	test('have all that the index says of them, with what was typed made safe', async () => {
		transcript('one', 5, `Use ${SECRET} here`);
		store.onDidChange(() => undefined);
		const told = vi.fn();
		void store.whenAny.then(told);
		await open();
		expect(told).not.toHaveBeenCalled();
		const row = store.get('one');
		for (const key of INDEXED_KEYS) expect(row, key).toHaveProperty(key);
		expect(row).toMatchObject({ id: 'one', prompts: 1, cwd: repo, isProgram: false, marks: new Set() });
		expect(JSON.stringify([row?.name, row?.saidName, row?.lastPrompt])).not.toContain(SECRET);
		clock.advance(MINUTE_MS);
		await store.whenAny;
	});

	test('are not all read while another folder is being read, which was opened later', async () => {
		// More than is read in one go.
		for (let n = 0; n < 500; n++) transcript(`s${n}`, 5, 'One');
		await open();
		const other = path.join(place.root, 'other');
		mkdirSync(other);
		mkdirSync(path.join(place.claude.projectsDir, projectSlug(other)));
		const both = [await findProject(place.claude, repo), await findProject(place.claude, other)];
		const seen = new Set<boolean>();
		let isOpen = false;
		void store.open(both).then(() => (isOpen = true));
		while (!isOpen) {
			await new Promise((resolve) => setImmediate(resolve));
			seen.add(store.hasReadAll);
		}
		expect(seen.has(false)).toBe(true);
		expect(store.hasReadAll).toBe(true);
	});

	test('are there, too, where a hint comes before they were opened', async () => {
		transcript('only', 5, 'One');
		const projects = [await findProject(place.claude, repo)];
		const opened = store.open(projects);
		store.hint(undefined);
		await opened;
		await soon(() => expect(ids()).toEqual(['only']));
		expect(store.hasReadAll).toBe(true);
	});

	test('leave no timer where they are let go of while they are read', async () => {
		transcript('only', 5, 'One');
		const opened = open();
		store.dispose();
		await opened;
		store.hint(undefined);
		expect([clock.waiting, store.hasReadAll]).toEqual([[], false]);
	});

	test('a running one comes first, is never ended by time, and tells when its process is gone', async () => {
		transcript('running', 24 * 60, 'One');
		transcript('newer', 5, 'Two');
		const entry = register('running', { status: 'idle' });
		await open();
		expect(ids()).toEqual(['running', 'newer']);
		const running = store.get('running');
		expect(running && store.stateOf(running)).toBe('idle');
		expect(store.latest()?.id).toBe('running');

		const ended: string[] = [];
		store.onDidEnd((id) => ended.push(id));
		rmSync(entry);
		await store.refreshRegistry();
		expect(ended).toEqual(['running']);
		const gone = store.get('running');
		expect(gone && store.stateOf(gone)).toBe('ended');
		expect(store.latest()?.id).toBe('newer');
	});

	test('one that waits for a person counts, though a newer one is busy, and a program’s never does', async () => {
		transcript('waits', 60, 'One');
		transcript('busy', 5, 'Two');
		const waiting = register('waits', { status: 'waiting', waitingFor: 'permission prompt' });
		register('busy', { status: 'busy', pid: process.ppid });
		await open();
		expect(store.latest()?.id).toBe('waits');
		rmSync(waiting);
		await store.refreshRegistry();
		expect(store.latest()?.id).toBe('busy');
		register('waits', { status: 'waiting', entrypoint: 'sdk-cli' });
		await store.refreshRegistry();
		expect(store.latest()?.id).toBe('busy');
	});

	test('without a registry a session is there while it speaks, then idle, then over', async () => {
		const state = (): string | undefined => {
			const session = store.get('running');
			return session && store.stateOf(session);
		};
		transcript('running', 2, 'One');
		await open();
		expect(state()).toBe('active');
		clock.advance(30 * MINUTE_MS);
		expect(state()).toBe('idle');
		clock.advance(30 * MINUTE_MS);
		expect(state()).toBe('ended');
	});

	test('a registry that cannot be read any more is the end of nobody', async () => {
		transcript('running', 5, 'One');
		register('running');
		await open();
		const ended: string[] = [];
		store.onDidEnd((id) => ended.push(id));
		rmSync(place.claude.sessionsDir, { recursive: true });
		await store.refreshRegistry();
		expect(ended).toEqual([]);
		const session = store.get('running');
		expect(session && store.stateOf(session)).toBe('active');
	});

	test('a line that is appended moves its session, and listeners hear of it once things settle', async () => {
		const file = transcript('older', 60, 'One');
		transcript('newer', 5, 'Two');
		await open();
		clock.advance(1_000);
		let changes = 0;
		store.onDidChange(() => changes++);
		appendFileSync(
			file,
			jsonl([userLine('And now this', { sessionId: 'older', cwd: repo, timestamp: new Date(NOW_MS).toISOString() })]),
		);
		store.hint(file);
		await expect.poll(() => ids()).toEqual(['older', 'newer']);
		clock.advance(1_000);
		expect(changes).toBe(1);
	});

	test('marks are shared by what is on disk, and a project that appears later is read', async () => {
		await open();
		expect(ids()).toEqual([]);
		transcript('first', 5, 'One');
		store.hint(undefined);
		await expect.poll(() => ids()).toEqual(['first']);
		await store.label('first', [{ mark: 'pinned', on: true }]);
		expect(store.get('first')?.marks).toEqual(new Set(['pinned']));
		const other = new SessionsStore({
			claude: place.claude,
			clock,
			logger: new RecordingLogger(),
			redactor: () => openRedactor(place.claude),
		});
		await other.open([await findProject(place.claude, repo)]);
		expect(other.get('first')?.marks).toEqual(new Set(['pinned']));
		other.dispose();
	});

	test('not private opens what begins as a private one does, until that is taken back', async () => {
		const own = { cwd: repo, timestamp: new Date(NOW_MS - 60_000).toISOString() };
		const lines = [userLine('One', own), assistantLine('Done.', {}, own)];
		for (const [sessionId, more] of [
			['origin', []],
			['copy', [userLine('And on', own)]],
		] as const) {
			const text = jsonl([...lines, ...more].map((line) => ({ ...line, sessionId })));
			place.write(`home/.claude/projects/${projectSlug(repo)}/${sessionId}.jsonl`, text);
		}
		await open();
		const isPrivate = (): readonly boolean[] => ['origin', 'copy'].map((id) => store.isPrivate(id));
		await store.label('origin', [{ mark: 'private', on: true }]);
		expect(isPrivate()).toEqual([true, true]);
		const off = [{ mark: 'private', on: false }] as const;
		await store.label('copy', off);
		expect(isPrivate()).toEqual([true, false]);
		await store.labelBack('copy', off);
		expect(isPrivate()).toEqual([true, true]);
		await store.label('origin', off);
		expect(isPrivate()).toEqual([false, false]);
	});

	test('a list never shows a secret or a home path that somebody typed', async () => {
		transcript('secret', 5, `Use ${SECRET} here`);
		transcript('home', 5, `Use ${place.claude.userHome}/notes`);
		await open();
		expect(store.get('secret')?.name).toBe('Use [redacted: github-token] here');
		expect(store.get('secret')?.lastPrompt?.text).not.toContain(SECRET);
		expect(store.get('home')?.name).toBe('Use ~/notes');
	});
});

test('how a private session begins is written down when it is seen, and never in Restricted Mode', async () => {
	const trusted = new SessionsStore({
		claude: place.claude,
		clock,
		logger: new RecordingLogger(),
		cacheFolder: path.join(place.root, 'cache'),
		redactor: () => openRedactor(place.claude),
	});
	const begins = async (): Promise<string | undefined> => (await readLabels(place.claude)).get('one')?.begins;
	const file = transcript('one', 5, 'Rate limits');
	await writeLabels(place.claude, clock, 'one', [{ mark: 'private', on: true }]);
	await trusted.open([await findProject(place.claude, repo)]);
	appendFileSync(file, jsonl([assistantLine('Done.', {}, { sessionId: 'one', cwd: repo })]));
	await open();
	expect(await begins()).toBeUndefined();
	trusted.hint(undefined);
	await expect.poll(begins).toBeDefined();
	trusted.dispose();
});

test('a list whose texts cannot be made safe is told of all the same, now and later', async () => {
	const { text, ...redactor } = await openRedactor(place.claude);
	const failing = new RecordingLogger();
	const broken = new SessionsStore({
		claude: place.claude,
		clock,
		logger: failing,
		redactor: () =>
			Promise.resolve({
				...redactor,
				text: (said) => {
					if (said.startsWith('Broken')) throw new Error('no');
					return text(said);
				},
			}),
	});
	for (let n = 0; n < 25; n++) transcript(`session-${n}`, n, `Broken ${n}`);
	const told = vi.fn();
	broken.onDidChange(told);
	await broken.open([await findProject(place.claude, repo)]);
	for (const times of [1, 2]) {
		if (times === 2) await broken.label('session-3', [{ mark: 'pinned', on: true }]);
		clock.advance(MINUTE_MS);
		await expect.poll(() => told).toHaveBeenCalledTimes(times);
	}
	expect(failing.count('could not be made safe')).toBeGreaterThan(0);
	broken.dispose();
});

// 100 rows fill a screen.
test.each([
	{ own: 5, programs: 0 },
	{ own: 30, programs: 120 },
])(
	'what a list begins with is safe when it is told of ($own, behind $programs of programs)',
	async ({ own, programs }) => {
		const { text, ...redactor } = await openRedactor(place.claude);
		let made = 0;
		const counting = new SessionsStore({
			claude: place.claude,
			clock,
			logger: new RecordingLogger(),
			redactor: () => Promise.resolve({ ...redactor, text: (said) => (made++, text(said)) }),
		});
		for (let n = 0; n < programs; n++) transcript(`program-${n}`, n, `Run ${n}`, { entrypoint: 'sdk-cli' });
		for (let n = 0; n < own; n++) transcript(`own-${n}`, 200 + n, `Do ${n}`);
		const madeThen: number[] = [];
		counting.onDidChange(() => {
			const before = made;
			const shown = counting.list().filter(({ isProgram }) => !isProgram);
			expect(shown.map(({ name }) => name)).toContain('Do 0');
			madeThen.push(made - before);
		});
		await counting.open([await findProject(place.claude, repo)]);
		clock.advance(MINUTE_MS);
		await expect.poll(() => madeThen).toEqual([0]);
		counting.dispose();
	},
);
