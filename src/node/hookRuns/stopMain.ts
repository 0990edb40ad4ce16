// The Stop hook as a program: the same promises as the other hooks, with less behind them. It exits 0 whatever happens.
import { appendFileSync, closeSync, constants, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { isAttended } from '../../core/hooks/attended';
import { hookLogLine } from '../../core/hooks/hookLog';
import { type HookPayload, PAYLOAD_LIMIT_BYTES, parseHookPayload } from '../../core/hooks/payload';
import { findClaudeHome } from '../claudeHome';
import { readHookInput } from './hookInput';
import { catchTurn } from './stop';

/** Claude Code writes the payload before anything else. Milliseconds. */
const INPUT_MS = 1_000;
/** The other hooks turn the log over, long before it is so large. Bytes. */
const LOG_LIMIT_BYTES = 4 * 1024 * 1024;

export async function stopMain(): Promise<void> {
	const { env } = process;
	const leave = (): never => process.exit(0);
	process.on('uncaughtException', leave).on('unhandledRejection', leave);
	if (!isAttended(env)) return leave();
	const began = Date.now();
	const payload = readAtOnce() ?? (await readHookInput(process.stdin, INPUT_MS));
	const nowMs = nowOf(env);
	const claude = findClaudeHome(env);
	const folder = folderOf(env, payload);
	let outcome: string;
	try {
		outcome = payload === undefined ? 'failed: no payload came' : catchTurn({ claude, payload, folder, nowMs });
	} catch (error) {
		outcome = `failed: ${error instanceof Error ? error.message : String(error)}`;
	}
	const ms = Date.now() - began;
	const line = hookLogLine({
		ts: new Date(nowMs).toISOString(),
		event: 'Stop',
		session: payload?.session,
		project: folder,
		ms,
		outcome,
	});
	try {
		appendLog(claude.keeperHome, line);
	} catch {
		// A full disk, a folder that is not ours: the conversation goes on.
	}
	leave();
}

function appendLog(keeperHome: string, line: string): void {
	const file = path.join(keeperHome, 'hooks.log');
	try {
		if (statSync(file).size > LOG_LIMIT_BYTES) return;
	} catch {
		mkdirSync(keeperHome, { recursive: true, mode: 0o700 });
	}
	appendFileSync(file, `${line}\n`, { mode: 0o600 });
}

/**
 * The payload out of a file or a pipe, without the streams of Node, which cost more than the rest of the hook.
 * @returns nothing where standard input is something else, or nothing whole came in time.
 */
function readAtOnce(): HookPayload | undefined {
	if (process.platform !== 'linux') return undefined;
	let handle: number | undefined;
	try {
		const kind = fstatSync(0);
		if (!kind.isFIFO() && !kind.isFile()) return undefined;
		// Opened anew, so that waiting for a writer that never writes has an end.
		handle = openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK);
		return readWhole(handle);
	} catch {
		return undefined;
	} finally {
		if (handle !== undefined) closeSync(handle);
	}
}

function readWhole(handle: number): HookPayload | undefined {
	const chunks: Buffer[] = [];
	let bytes = 0;
	const until = Date.now() + INPUT_MS;
	const parse = (): HookPayload | undefined => parseHookPayload(Buffer.concat(chunks).toString('utf8'));
	while (bytes <= PAYLOAD_LIMIT_BYTES) {
		const chunk = Buffer.allocUnsafe(64 * 1024);
		let got = 0;
		try {
			got = readSync(handle, chunk);
			if (got === 0) return parse();
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
			if (Date.now() > until) return parse();
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
			continue;
		}
		chunks.push(chunk.subarray(0, got));
		bytes += got;
		const isEnd = chunk.subarray(Math.max(0, got - 8), got).includes('}');
		const payload = isEnd ? parse() : undefined;
		if (payload !== undefined) return payload;
	}
	return undefined;
}

function folderOf(env: NodeJS.ProcessEnv, payload: HookPayload | undefined): string {
	return (
		[env['CLAUDE_PROJECT_DIR'], payload?.cwd].find((each) => each !== undefined && path.isAbsolute(each)) ??
		process.cwd()
	);
}

/** `SESSION_KEEPER_NOW` stands in for the clock, as everywhere. */
function nowOf(env: NodeJS.ProcessEnv): number {
	const given = Date.parse(env['SESSION_KEEPER_NOW'] ?? '');
	return Number.isNaN(given) ? Date.now() : given;
}
