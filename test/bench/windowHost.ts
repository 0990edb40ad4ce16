// What one window runs of ours, in a process of its own: the sessions with their view, what is watched, parked items, backups
// and memories. The editor is a stand-in that asks for rows as VS Code does (`scripts/lib/scale/bundles.mjs`). It does what
// it is told over a channel, and tells what came of it.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { findClaudeHome } from '../../src/node/claude/claudeHome';
import { cacheFolderOf } from '../../src/node/keeper/cacheFolder';
import { systemClock } from '../../src/node/base/systemClock';
import { MemoryState } from '../../src/node/workspace/memoryState';
import { sessionsStoreOf } from '../../src/node/workspace/openSessions';
import { WorkspaceStore } from '../../src/node/workspace/workspaceStore';
import { VIEWS } from '../../src/vscode/contributions';
import { createListView } from '../../src/vscode/listView';
import { SESSIONS_PAGE, sessionRows } from '../../src/vscode/sessions/sessionsTree';
import { watchPauses } from './pauses';

/** So many rows fill a screen. */
const SCREEN = 50;
/** What is seen of a window that does nothing is taken for as long. Milliseconds. */
const IDLE_MS = 300;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const megabytes = (bytes: number): number => bytes / 1e6;

const claude = findClaudeHome(process.env);
const problems: string[] = [];
const note = (message: string, error?: unknown): void => void problems.push(`${message} ${String(error ?? '')}`);
const logger = { debug: () => undefined, info: () => undefined, warn: note, error: note };
const pauses = watchPauses();

/** The stand-in shows what is on the screen. */
const { screen } = vscode as unknown as { readonly screen: { rows: number; onDidDraw: () => void } };

interface Opened {
	readonly sessions: ReturnType<typeof sessionsStoreOf>;
	readonly workspace: WorkspaceStore;
	readonly memory: MemoryState;
	dispose(): void;
}
let opened: Opened | undefined;
/** How old the newest message of a session was when the list said it, at most since the last look. Milliseconds. */
let lagMs = 0;
const lastSaid = new Map<string, number>();

function openWindow(): Opened {
	const sessions = sessionsStoreOf({
		claude,
		clock: systemClock,
		logger,
		workerFile: path.join(__dirname, 'indexWorker.js'),
		cacheFolder: cacheFolderOf(claude),
	});
	const workspace = new WorkspaceStore({
		claude,
		sessions,
		clock: systemClock,
		logger,
		isTrusted: () => true,
		mayExpire: () => false,
	});
	const memory = new MemoryState({ claude, clock: systemClock, logger, workspace });
	const shown = { limit: SESSIONS_PAGE, hidden: false, programs: false, grouping: 'day' } as const;
	const rows = sessionRows({ sessions, clock: systemClock, workspace }, () => shown);
	const home = { revealed: () => undefined };
	const list = createListView(VIEWS.sessions, rows, { clock: systemClock, home });
	sessions.onDidChange(() => {
		for (const { id, lastMessageMs = 0, live } of sessions.list()) {
			if (live === undefined || lastSaid.get(id) === lastMessageMs) continue;
			if (lastSaid.has(id)) lagMs = Math.max(lagMs, Date.now() - lastMessageMs);
			lastSaid.set(id, lastMessageMs);
		}
		list.refresh();
	});
	const all = [list, memory, workspace, sessions];
	return { sessions, workspace, memory, dispose: () => all.forEach((each) => each.dispose()) };
}

/** Opens folders, and waits until everything is in the list. */
async function open(folders: readonly string[]): Promise<object> {
	collect();
	const emptyMb = megabytes(process.memoryUsage().rss);
	pauses.take();
	await waitFor(IDLE_MS);
	const idle = pauses.take();
	const [beganMs, spent] = [performance.now(), process.cpuUsage()];
	const cpuMs = (): number => {
		const { user, system } = process.cpuUsage(spent);
		return (user + system) / 1_000;
	};
	let screenMs: number | undefined;
	let screenCpuMs: number | undefined;
	const window = (opened = openWindow());
	screen.onDidDraw = () => {
		if (screen.rows < SCREEN || screenMs !== undefined) return;
		[screenMs, screenCpuMs] = [performance.now() - beganMs, cpuMs()];
	};
	await window.workspace.open(folders);
	while (!window.sessions.hasReadAll) await waitFor(5);
	const [allMs, allCpuMs] = [performance.now() - beganMs, cpuMs()];
	const { pauseMs, ownPauseMs } = pauses.take();
	const pause = {
		pauseMs: Math.max(0, pauseMs - idle.pauseMs),
		ownPauseMs: Math.max(0, ownPauseMs - idle.ownPauseMs),
	};
	await waitFor(IDLE_MS);
	const peakMb = process.resourceUsage().maxRSS / 1_024;
	const { length: unreadable } = window.sessions.unreadable;
	// What was read is let go of once, and then what that held.
	collect();
	await waitFor(2 * IDLE_MS);
	const { rssMb, ...now } = sample();
	const { size: count } = new Set(window.sessions.all().map(({ id }) => id));
	return {
		screenMs,
		screenCpuMs,
		allMs,
		allCpuMs,
		...now,
		...pause,
		peakMb,
		residentMb: rssMb - emptyMb,
		sessions: count,
		unreadable,
	};
}

/** What it takes to look at parked items and memories once more, with what was read of them. */
async function look(): Promise<object> {
	if (opened === undefined) throw new Error('no window is open');
	const { workspace, memory } = opened;
	pauses.take();
	const beganMs = performance.now();
	await workspace.refresh();
	const parkedMs = performance.now() - beganMs;
	const [known] = await memory.read();
	const memoryMs = performance.now() - beganMs - parkedMs;
	const parked = workspace.state.projects.reduce((sum, each) => sum + each.parked.length, 0);
	const memories = (await memory.read()).reduce((sum, { overview }) => sum + overview.memories.length, 0);
	return { parkedMs, memoryMs, ...pauses.take(), parked, memories, isKnown: known !== undefined };
}

/** What the process holds now: after a collection, so that garbage does not count. */
function sample(): { readonly rssMb: number } & Readonly<Record<string, number | undefined>> {
	const pause = pauses.take();
	collect();
	const { rss, heapUsed, external } = process.memoryUsage();
	const { libuv } = process.report.getReport() as unknown as { readonly libuv: readonly { readonly type: string }[] };
	const handles = libuv.filter(({ type }) => type !== 'loop');
	const now = {
		rssMb: megabytes(rss),
		heapMb: megabytes(heapUsed + external),
		handles: handles.length,
		watches: handles.filter(({ type }) => type === 'fs_event').length,
		descriptors: descriptors(),
		...pause,
		lagMs,
	};
	lagMs = 0;
	pauses.take();
	return now;
}

/** How many files are open; nothing where the system does not tell. */
function descriptors(): number | undefined {
	try {
		return readdirSync('/proc/self/fd').length;
	} catch {
		return undefined;
	}
}

/** Lets go of everything. @returns what is left */
async function close(): Promise<object> {
	opened?.dispose();
	opened = undefined;
	await waitFor(IDLE_MS);
	return sample();
}

const TASKS: Readonly<Record<string, (folders: readonly string[]) => object | Promise<object>>> = {
	open,
	look,
	sample,
	close,
};

process.on('message', ({ task, folders = [] }: { readonly task: string; readonly folders?: readonly string[] }) => {
	const told = problems.splice(0);
	const done = (answer: object): void => void process.send?.({ ...answer, problems: [...told, ...problems.splice(0)] });
	void Promise.resolve(TASKS[task]?.(folders) ?? {}).then(done, (error: unknown) =>
		done({ failed: String(error instanceof Error ? error.stack : error) }),
	);
});
process.send?.('ready');
process.once('disconnect', () => process.exit());
