import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { DAY_MS, HOUR_MS } from '../../core/base/dates';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { soon } from '../../core/testing/soon';
import { POLL_MS } from '../base/folderWatcher';
import { NOW_MS, type Place, git, itemText, newPlace, newRepository, watchedInodes } from '../testing/places';
import { openRedactor } from '../privacy/openRedactor';
import { SessionsStore } from '../sessions/sessionsStore';
import { type ProjectState, WorkspaceStore } from './workspaceStore';

const isLinux = process.platform === 'linux';
const watchesBefore = isLinux ? watchedInodes().length : 0;

let place: Place;
let repo: string;
let memoryDir: string;
let clock: FakeClock;
let logger: RecordingLogger;
let store: WorkspaceStore;
let sessions: SessionsStore;
let fired: number;
let may: { expire: boolean; trust: boolean };
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	memoryDir = path.join(place.claude.projectsDir, projectSlug(repo), 'memory');
	clock = new FakeClock(NOW_MS);
	logger = new RecordingLogger();
	may = { expire: true, trust: true };
	sessions = new SessionsStore({ claude: place.claude, clock, logger, redactor: () => openRedactor(place.claude) });
	store = newStore();
	fired = 0;
	store.onDidChange(() => fired++);
});
afterEach(async () => {
	store.dispose();
	sessions.dispose();
	place.remove();
	// They are let go of a moment later, and the next test counts its own.
	if (isLinux) await soon(() => expect(watchedInodes().length).toBe(watchesBefore));
});

const newStore = (): WorkspaceStore =>
	new WorkspaceStore({
		claude: place.claude,
		sessions,
		clock,
		logger,
		mayExpire: () => may.expire,
		isTrusted: () => may.trust,
	});
const park = (name: string, ageDays = 0, text = itemText(name)): string =>
	place.write(path.relative(place.root, path.join(memoryDir, `session-open-${name}.md`)), text, ageDays);
function only(): ProjectState {
	const [state] = store.state.projects;
	if (state === undefined) throw new Error('no project');
	return state;
}
const parked = (): readonly string[] => only().parked.map((item) => `${item.name} ${item.state}`);
/** Lets what the watchers told settle, and waits for a state. */
const until = (check: () => void): Promise<void> =>
	soon(() => {
		clock.advance(100);
		check();
	});
const register = (own: Record<string, unknown> = {}): string =>
	place.write(
		`home/.claude/sessions/${process.pid}.json`,
		JSON.stringify({ pid: process.pid, sessionId: 's1', cwd: repo, entrypoint: 'cli', status: 'idle', ...own }),
	);
const transcript = (timestamp: string, own: Record<string, unknown> = {}): string =>
	place.write(
		`home/.claude/projects/${projectSlug(repo)}/s1.jsonl`,
		jsonl([userLine('hello', { sessionId: 's1', cwd: repo, timestamp, ...own })]),
	);

describe('what is shown', () => {
	test('is loading until it is read, and then all of it', async () => {
		park('a', 1);
		const asked = [userLine('what is it?'), userLine('and why?'), userLine('since when?')];
		place.write('repo/.claude/memory/raw/20261120_091500_exit.jsonl', jsonl(asked));
		const greeting = [userLine('hi', { sessionId: 's2' })];
		place.write('repo/.claude/memory/raw/20261119_091500_exit.jsonl', jsonl(greeting));
		expect(store.state).toEqual({ kind: 'loading', projects: [] });
		await store.open([repo]);
		expect(store.state.kind).toBe('ready');
		expect(parked()).toEqual(['a fresh']);
		expect(only().backups).toMatchObject([{ raw: '20261120_091500_exit.jsonl', title: 'what is it?' }]);
		expect(only().folded).toMatchObject([{ raw: '20261119_091500_exit.jsonl', title: 'hi', isCovered: false }]);
		expect(fired).toBe(1);
	});

	test('has the sessions whose transcripts are gone, as soon as they are, and until they are back', async () => {
		const file = transcript('2026-11-21T09:00:00Z');
		const text = readFileSync(file, 'utf8');
		const raw = '20261121_091500_exit.jsonl';
		place.write(`repo/.claude/memory/raw/${raw}`, text);
		await store.open([repo]);
		await sessions.open(store.projects);
		expect(only().deleted).toEqual([]);
		rmSync(file);
		sessions.hint(file);
		await until(() => expect(only().deleted).toMatchObject([{ id: 's1', title: 'hello', backups: [{ raw }] }]));
		writeFileSync(file, text);
		await store.refresh();
		expect(only().deleted).toEqual([]);
	});

	test('can be waited for: the first reading, one that fails, and the end', async () => {
		let isKnown = false;
		void store.whenKnown.then(() => (isKnown = true));
		await Promise.resolve();
		expect(isKnown).toBe(false);
		const opened = store.open([repo]);
		await store.whenKnown;
		expect(store.state.kind).not.toBe('loading');
		await opened;

		const broken = newStore();
		vi.spyOn(place.claude, 'projectsDir', 'get').mockImplementation(() => {
			throw new Error('no home');
		});
		await broken.open([repo]);
		await broken.whenKnown;
		expect(broken.state.kind).toBe('loading');
		broken.dispose();

		const closed = newStore();
		closed.dispose();
		await closed.whenKnown;
	});

	test.each([
		['no folder is open', [], 'noFolder'],
		['Claude Code was never here', ['repo'], 'noClaude'],
	])('is that %s', async (_name, folders, kind) => {
		await store.open(folders.map((folder) => path.join(place.root, folder)));
		expect(store.state.kind).toBe(kind);
	});

	test('several folders of one project are one project', async () => {
		git(repo, 'worktree', 'add', '-q', path.join(place.root, 'wt'));
		park('a');
		await store.open([repo, place.folder('repo/packages/api'), path.join(place.root, 'wt'), place.folder('other')]);
		expect(store.state.projects.map((state) => state.project.root)).toEqual([repo, path.join(place.root, 'other')]);
		expect(store.state.projects.map((state) => state.parked.length)).toEqual([1, 0]);
	});
});

describe('it tells of a change', () => {
	test('only where there is one', async () => {
		park('a', 1);
		await store.open([repo]);
		await store.refresh();
		await store.refresh();
		expect(fired).toBe(1);
		park('b', 1);
		await store.refresh();
		expect(fired).toBe(2);
		// The same bytes at the same time are no change, whatever the system says.
		park('b', 1);
		await store.refresh();
		expect(fired).toBe(2);
	});

	test('once, though many ask at once', async () => {
		park('a', 1);
		await Promise.all([store.open([repo]), store.refresh(), store.refresh(), store.refresh()]);
		expect(fired).toBe(1);
	});

	test('when a file comes, changes or goes, without being asked', async () => {
		mkdirSync(memoryDir, { recursive: true });
		await store.open([repo]);
		const file = park('a', 1);
		await until(() => expect(parked()).toEqual(['a fresh']));
		writeFileSync(file, itemText('renamed'));
		utimesSync(file, 1, NOW_MS / 1000);
		await until(() => expect(parked()).toEqual(['renamed fresh']));
		rmSync(file);
		await until(() => expect(parked()).toEqual([]));
	});

	test('when the first item of a project comes whose folders do not exist', async () => {
		await store.open([repo]);
		park('a', 1);
		await until(() => expect(parked()).toEqual(['a fresh']));
		place.write('repo/.claude/memory/raw/20261120_091500_exit.jsonl', '{}');
		await until(() => expect(only().backups).toHaveLength(1));
	});

	test('when an item turns stale, though no file changes', async () => {
		may.expire = false;
		park('a', 13.9);
		await store.open([repo]);
		expect(parked()).toEqual(['a fresh']);
		clock.advance(0.1 * DAY_MS - 1_000);
		await store.refresh();
		expect(parked()).toEqual(['a fresh']);
		clock.advance(2_000);
		await soon(() => expect(parked()).toEqual(['a stale']));
	});

	test('when a due day comes, though no file changes', async () => {
		park('a', 1, itemText('a', 'x', 'due: 2026-11-22\n'));
		await store.open([repo]);
		expect(only().parked[0]?.isDue).toBe(false);
		clock.advance(40 * HOUR_MS);
		await soon(() => expect(only().parked[0]?.isDue).toBe(true));
	});

	test('by the poll, where the system tells nothing', async () => {
		const hints = vi.spyOn(sessions, 'hint');
		await store.open([repo]);
		hints.mockClear();
		clock.advance(POLL_MS);
		expect(hints).toHaveBeenCalledWith(undefined);
	});
});

describe('expired items', () => {
	test('go where the list is shown and trusted, to the trash', async () => {
		park('old', 31);
		park('young', 1);
		await store.open([repo]);
		expect(parked()).toEqual(['young fresh']);
		expect((await only().lot.taken()).map((item) => item.name)).toEqual(['old']);
		expect(logger.count('1 expired items')).toBe(1);
	});

	test('stay where they may not go, and are shown as what they are', async () => {
		may = { expire: false, trust: false };
		park('old', 31);
		await store.open([repo]);
		await store.refresh();
		expect(parked()).toEqual(['old expired']);
	});

	test.each([
		['go', { trust: true }, []],
		['stay, in an untrusted workspace,', { trust: false }, ['old expired']],
		['stay, where it was a program’s,', { trust: true, entrypoint: 'sdk-ts' }, ['old expired']],
		['stay, where it ran in another folder,', { trust: true, cwd: '/elsewhere' }, ['old expired']],
	])('%s when a session ends, though the list is not shown', async (_name, own, expected) => {
		may = { expire: false, trust: own.trust };
		park('old', 31);
		const { entrypoint, cwd } = { entrypoint: 'cli', cwd: repo, ...own };
		transcript('2026-11-21T09:00:00Z', { entrypoint, cwd });
		const entry = register({ entrypoint, cwd });
		await store.open([repo]);
		await sessions.open(store.projects);
		expect(parked()).toEqual(['old expired']);
		const ended = vi.fn();
		sessions.onDidEnd(ended);
		rmSync(entry);
		await until(() => expect(ended).toHaveBeenCalledTimes(1));
		await store.refresh();
		expect(parked()).toEqual(expected);
	});

	test('go though the session ends while another look is under way', async () => {
		may.expire = false;
		park('old', 31);
		transcript('2026-11-21T09:00:00Z');
		const entry = register();
		await store.open([repo]);
		await sessions.open(store.projects);
		rmSync(entry);
		const look = store.refresh();
		await sessions.refreshRegistry();
		await look;
		await until(() => expect(parked()).toEqual([]));
	});

	test('that cannot go are shown, and the reason is in the log', async () => {
		park('old', 31);
		symlinkSync('/nowhere/at/all', path.join(repo, '.claude'));
		await store.open([repo]);
		expect(parked()).toEqual(['old expired']);
		expect(logger.count('expired items could not be removed')).toBe(1);
	});
});

// T32: what cannot be read is said, not shown as empty.
describe('a folder that cannot be read', () => {
	test('is a problem in words, and none any more when it can', async () => {
		place.folder('outside');
		place.folder('repo/.claude');
		const link = path.join(repo, '.claude/memory');
		symlinkSync(path.join(place.root, 'outside'), link);
		park('a', 1);
		await store.open([repo]);
		expect(only().problems.backups).toMatch(/^Refused: .* leads outside the project$/);
		expect(parked()).toEqual(['a fresh']);
		rmSync(link);
		await store.refresh();
		expect(only().problems).toEqual({});
	});

	test('does not take the other half with it', async () => {
		const tooLong = `/${'x'.repeat(300)}`;
		place.write('home/.claude/settings.json', JSON.stringify({ autoMemoryDirectory: tooLong }));
		place.write('repo/.claude/memory/raw/20261120_091500_exit.jsonl', '{}');
		await store.open([repo]);
		expect(only().problems.parked).toContain('ENAMETOOLONG');
		expect(only().backups).toHaveLength(1);
	});

	test.runIf(process.platform === 'linux')('and leads out of the project is not watched', async () => {
		const outside = place.folder('outside/raw');
		place.folder('repo/.claude');
		symlinkSync(path.join(place.root, 'outside'), path.join(repo, '.claude/memory'));
		await store.open([repo]);
		await soon(() => expect(watchedInodes().length).toBeGreaterThan(0));
		const { statSync } = await import('node:fs');
		for (const folder of [outside, path.dirname(outside)]) expect(watchedInodes()).not.toContain(statSync(folder).ino);
	});
});

describe('sessions are another store’s, which is told', () => {
	test('of a transcript that grows, by its path', async () => {
		const file = transcript('2026-11-21T09:00:00Z');
		const hints = vi.spyOn(sessions, 'hint');
		await store.open([repo]);
		let n = 0;
		await soon(() => {
			transcript(`2026-11-21T09:00:0${n++ % 10}Z`);
			expect(hints).toHaveBeenCalledWith(file);
		});
	});

	test('of a registry entry that changes', async () => {
		transcript('2026-11-21T09:00:00Z');
		register();
		await store.open([repo]);
		await until(() => expect(sessions.latest()?.live?.status).toBe('idle'));
		register({ status: 'waiting', waitingFor: 'permission prompt' });
		await until(() => expect(sessions.latest()?.live?.waitingFor).toBe('permission prompt'));
	});
});

describe('letting go', () => {
	test.runIf(process.platform === 'linux')('leaves no watch and no timer, and tells nothing more', async () => {
		const before = watchedInodes().length;
		park('a', 1);
		await store.open([repo]);
		await soon(() => expect(watchedInodes().length).toBeGreaterThan(before));
		const pending = store.refresh();
		store.dispose();
		sessions.dispose();
		await pending;
		await soon(() => expect(watchedInodes().length).toBe(before));
		expect(clock.waiting).toEqual([]);
		park('b', 1);
		clock.advance(10 * POLL_MS);
		await store.refresh();
		expect(fired).toBe(1);
	});

	test('in the middle of a look leaves nothing, either', async () => {
		park('a', 1);
		await store.open([repo]);
		store.dispose();
		// Each time a little later, until it is too late.
		for (let turns = 0; turns < 1_000; turns += 1 + Math.floor(turns / 8)) {
			const short = newStore();
			const opened = short.open([repo]);
			for (let n = 0; n < turns; n++) await new Promise((resolve) => setImmediate(resolve));
			short.dispose();
			await opened;
		}
		sessions.dispose();
		expect(clock.waiting).toEqual([]);
	});
});
