// A repository with sessions for each test, and the hooks as Claude Code runs them: the bundles of the release, as
// processes of their own.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { buildHooks } from '../../../scripts/lib/hookBundles.mjs';
import { parseHookPayload } from '../../core/claude/payload';
import { type HookEvent, hookProgram } from '../../core/hooks/launcherCommand';
import { parseHookLog } from '../../core/keeper/hookLog';
import { BackupWriter } from '../../node/backups/backupWriter';
import { clockOfHook } from '../../node/base/systemClock';
import { findClaudeHome } from '../../node/claude/claudeHome';
import { runHook } from '../../node/hooks/run/hookRun';
import { housekeep } from '../../node/hooks/run/housekeeping';
import { preCompact } from '../../node/hooks/run/preCompact';
import { sessionEnd } from '../../node/hooks/run/sessionEnd';
import { sessionStart } from '../../node/hooks/run/sessionStart';
import { findProject } from '../../node/project/project';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../../node/testing/backupPlace';
import { bundlesOfThisRun } from '../../node/testing/bundle';
import { NOW_MS, type Place, newPlace } from '../../node/testing/places';

let built: Place;
export let place: BackupTestPlace;
const children = new Set<ChildProcessWithoutNullStreams>();

/** The hooks, built once in a run of the tests. Where two files want them at once, each builds, and one comes too late. */
async function builtHooks(): Promise<string> {
	const folder = path.join(bundlesOfThisRun(), 'hooks');
	if (existsSync(folder)) return folder;
	const mine = `${folder}.${process.pid}`;
	await buildHooks(mine);
	if (existsSync(folder)) return mine;
	renameSync(mine, folder);
	return folder;
}

/** Gives a file of tests the hooks, gives each test a place of its own, and ends what a test left running. */
export function useHookPlace(): void {
	beforeAll(async () => {
		built = newPlace();
		cpSync(await builtHooks(), built.root, { recursive: true });
	});
	afterAll(() => built.remove());
	beforeEach(() => {
		place = newBackupPlace();
	});
	afterEach(() => {
		for (const child of children) child.kill('SIGKILL');
		children.clear();
		place.remove();
	});
}

interface Outcome {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}
export const SILENT: Outcome = { code: 0, stdout: '', stderr: '' };

/**
 * Starts a hook as Claude Code does: the payload on standard input, its own variables in the environment.
 * @param isClosed whether standard input is closed behind the payload.
 */
export function start(
	event: HookEvent,
	text: string,
	env: NodeJS.ProcessEnv = {},
	isClosed = true,
): [ChildProcessWithoutNullStreams, Promise<Outcome>] {
	const child = spawn(process.execPath, [path.join(built.root, `${hookProgram(event)}.js`)], {
		cwd: place.repo,
		env: { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(), CLAUDE_PROJECT_DIR: place.repo, ...env },
	});
	children.add(child);
	let [stdout, stderr] = ['', ''];
	child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
	child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
	child.stdin.on('error', () => undefined);
	child.stdin.write(text);
	if (isClosed) child.stdin.end();
	return [
		child,
		new Promise((resolve) =>
			child.once('close', (code) => {
				children.delete(child);
				resolve({ code, stdout, stderr });
			}),
		),
	];
}

/** What Claude Code says to each hook, and more. */
export const payload = (more: object = {}, session = SESSION): string =>
	JSON.stringify({ session_id: session, transcript_path: place.transcript(session), cwd: place.repo, ...more });

/** Runs a hook to its end. */
export const run = (event: HookEvent, more: object = {}, env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
	start(event, payload(more), env)[1];

const ACTIONS = { SessionStart: sessionStart, SessionEnd: sessionEnd, PreCompact: preCompact } as const;

/** The same within the process, which takes a tenth of the time: for what a hook tells and leaves, once a process has shown that it does. */
export async function fire(
	event: keyof typeof ACTIONS,
	more: object = {},
	session = SESSION,
	env: NodeJS.ProcessEnv = {},
): Promise<string> {
	const around = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(), ...env };
	const clock = clockOfHook(around);
	const claude = findClaudeHome(around);
	let told = '';
	await runHook(event, ACTIONS[event], {
		env: { CLAUDE_PROJECT_DIR: place.repo, ...around },
		clock,
		folder: () => place.repo,
		read: () => Promise.resolve(parseHookPayload(payload(more, session))),
		print: (text) => (told += `${text}\n`),
		detach: async (root) =>
			void (await (await BackupWriter.open(claude, await findProject(claude, root), clock)).finish()),
		housekeep: (root, jobs) => housekeep(claude, root, jobs, clock),
	});
	return told;
}

/** The log of the hooks. */
export const firings = (): ReturnType<typeof parseHookLog> =>
	parseHookLog(readFileSync(path.join(place.claude.keeperHome, 'hooks.log'), 'utf8'));

/** For a test that waits for a process of its own, on a machine that others use too. Milliseconds. */
export const LIMIT_MS = 300_000;
/** Shorter, so that a failure says what it waited for. Milliseconds. */
const WAIT_MS = 270_000;

/** Waits for what a process of its own does. */
export async function until(isSo: () => boolean): Promise<void> {
	const limitMs = performance.now() + WAIT_MS;
	while (!isSo()) {
		if (performance.now() > limitMs) throw new Error(`It never came to be: ${String(isSo)}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
