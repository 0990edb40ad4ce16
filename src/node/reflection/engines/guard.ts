// Runs a program so that nothing of it outlives us. The program and all it starts are a process group of their own, which
// a small guard ends when we say so, when the time is up, or when we are gone without a word: its standard input is a
// pipe of ours, and the system closes that whatever happens to us.
import { spawn } from 'node:child_process';

interface GuardedRun {
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** Written to the program's standard input, which is then closed. */
	readonly input: string;
	readonly timeoutMs: number;
}

export interface GuardedResult {
	/** Exit code; nothing where a signal or the guard ended it. */
	readonly code: number | undefined;
	readonly stdout: string;
	readonly stderr: string;
	/** `flooded`: it printed more than anybody would read. */
	readonly ended: 'itself' | 'timeout' | 'aborted' | 'flooded' | 'unstartable';
}

/** How long a program has to end by itself, once it is asked to. */
const GRACE_MS = 2_000;
/** Nothing that is asked for is longer. */
const OUTPUT_LIMIT = 4 * 1024 * 1024;

/**
 * The guard, plain Node. It is told what to start on the first line of its standard input, as JSON, and goes on reading:
 * the end of that pipe is the end of the program. It prints one line of JSON when all is over.
 */
const GUARD = `'use strict';
const { spawn, spawnSync } = require('child_process');
const isWindows = process.platform === 'win32';
let child, out = [], err = [], size = 0, ended = 'itself', text = '', timer;
function kill(signal) {
	if (!child || child.pid === undefined) return;
	if (isWindows) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true });
	else try { process.kill(-child.pid, signal); } catch (e) {}
}
function stop(why) {
	if (ended !== 'itself') return;
	ended = why;
	// Asked first, so that it takes its own traces away; then ended, whatever it does.
	kill('SIGTERM');
	setTimeout(() => kill('SIGKILL'), ${GRACE_MS});
}
function report(code) {
	clearTimeout(timer);
	kill('SIGKILL');
	const line = JSON.stringify({ code, ended, stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8') });
	process.stdout.write(line + '\\n', () => process.exit(0));
}
function take(list) {
	return (data) => { size += data.length; if (size <= ${OUTPUT_LIMIT}) list.push(data); else stop('flooded'); };
}
function start(run) {
	child = spawn(run.command, run.args, { cwd: run.cwd, env: run.env, detached: !isWindows, windowsHide: true, stdio: ['pipe', 'pipe', 'pipe'] });
	timer = setTimeout(() => stop('timeout'), run.timeoutMs);
	child.stdout.on('data', take(out));
	child.stderr.on('data', take(err));
	child.on('error', () => { ended = 'unstartable'; report(null); });
	child.on('close', (code) => report(code));
	child.stdin.on('error', () => {});
	child.stdin.end(run.input);
}
process.stdin.setEncoding('utf8');
process.stdin.on('data', (data) => {
	if (child) return;
	text += data;
	const end = text.indexOf('\\n');
	if (end >= 0) start(JSON.parse(text.slice(0, end)));
});
for (const event of ['end', 'close', 'error']) process.stdin.on(event, () => { stop('aborted'); if (!child) process.exit(0); });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop('aborted'));
process.stdout.on('error', () => { stop('aborted'); process.exit(0); });
`;

/** Runs a program under the guard. Never throws. */
export async function runGuarded(run: GuardedRun, signal: AbortSignal): Promise<GuardedResult> {
	const nothing = { code: undefined, stdout: '', stderr: '' };
	if (signal.aborted) return { ...nothing, ended: 'aborted' };
	return new Promise((resolve) => {
		// The guard is Node whatever we are: inside VS Code this program is Electron.
		const env = { ...run.env, ELECTRON_RUN_AS_NODE: '1' };
		const guard = spawn(process.execPath, ['-e', GUARD], {
			env,
			cwd: run.cwd,
			windowsHide: true,
			stdio: ['pipe', 'pipe', 'ignore'],
		});
		const chunks: Buffer[] = [];
		const abort = (): void => void guard.stdin.destroy();
		const done = (result: GuardedResult): void => {
			signal.removeEventListener('abort', abort);
			resolve(result);
		};
		signal.addEventListener('abort', abort);
		guard.on('error', () => done({ ...nothing, ended: 'unstartable' }));
		guard.stdin.on('error', () => undefined);
		guard.stdout.on('data', (data: Buffer) => chunks.push(data));
		guard.on('close', () => done(resultOf(Buffer.concat(chunks).toString('utf8'), signal)));
		guard.stdin.write(`${JSON.stringify(run)}\n`);
	});
}

function resultOf(text: string, signal: AbortSignal): GuardedResult {
	try {
		const { code, stdout, stderr, ended } = JSON.parse(text) as GuardedResult & { readonly code: number | null };
		return { code: code ?? undefined, stdout, stderr, ended };
	} catch {
		return { code: undefined, stdout: '', stderr: '', ended: signal.aborted ? 'aborted' : 'unstartable' };
	}
}
