// What Claude Code writes to a hook's standard input: a socket, of which it closes its end at once. Neither is promised.
import { fstatSync, readSync } from 'node:fs';
import path from 'node:path';
import { type HookPayload, PAYLOAD_LIMIT_BYTES, parseHookPayload } from '../../core/claude/payload';

/** How long a hook waits for it: Claude Code writes it before anything else. Milliseconds. */
export const INPUT_MS = 1_000;
const CHUNK_BYTES = 64 * 1024;
/** How long to wait for more of a payload before looking again. Milliseconds. */
const PAUSE_MS = 2;
const STDIN = 0;
const CLOSING_BRACE = 125;

/**
 * The payload on our own standard input. A whole one is taken as soon as it is there, for nobody promises that the writer
 * closes its end, and after the deadline nobody waits any more.
 * @param deadlineMs in milliseconds. @returns nothing where no payload came. Never throws.
 */
export async function readHookInput(deadlineMs: number): Promise<HookPayload | undefined> {
	return neverBlocks() ? readAtOnce(deadlineMs) : readHookStream(process.stdin, deadlineMs);
}

/** The folder in which the session was launched: its own `cwd` follows every `cd`. */
export function launchFolder(env: NodeJS.ProcessEnv, payload: HookPayload | undefined, current: () => string): string {
	const named = [env['CLAUDE_PROJECT_DIR'], payload?.cwd];
	return named.find((each) => each !== undefined && path.isAbsolute(each)) ?? current();
}

/** The same out of a stream of Node's. */
export function readHookStream(input: NodeJS.ReadableStream, deadlineMs: number): Promise<HookPayload | undefined> {
	return new Promise((resolve) => {
		const collected = new Collected();
		const finish = (payload: HookPayload | undefined): void => {
			clearTimeout(timer);
			input.removeAllListeners('data').removeAllListeners('end').removeAllListeners('error');
			input.on('error', () => undefined).pause();
			resolve(payload);
		};
		const timer = setTimeout(() => finish(collected.parse()), deadlineMs);
		input.on('data', (chunk: Buffer | string) => {
			const payload = collected.add(Buffer.from(chunk));
			if (payload !== undefined || collected.isTooLarge) finish(payload);
		});
		input.on('end', () => finish(collected.parse()));
		input.on('error', () => finish(undefined));
	});
}

/** What came so far. */
class Collected {
	readonly #chunks: Buffer[] = [];
	#bytes = 0;

	get isTooLarge(): boolean {
		return this.#bytes > PAYLOAD_LIMIT_BYTES;
	}

	/** @param chunk is kept. @returns the payload where it is whole now. */
	add(chunk: Buffer): HookPayload | undefined {
		this.#chunks.push(chunk);
		this.#bytes += chunk.length;
		// A closing brace may be the last one.
		return chunk.includes(CLOSING_BRACE, -8) ? this.parse() : undefined;
	}

	parse(): HookPayload | undefined {
		const [first] = this.#chunks;
		const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
		return this.isTooLarge ? undefined : parseHookPayload(bytes.toString('utf8'));
	}
}

/** Nothing else is to be done meanwhile, so this one waits. */
function readAtOnce(deadlineMs: number): HookPayload | undefined {
	const collected = new Collected();
	const until = Date.now() + deadlineMs;
	while (!collected.isTooLarge) {
		const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
		let got: number;
		try {
			got = readSync(STDIN, chunk);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return undefined;
			if (Date.now() > until) return collected.parse();
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
			continue;
		}
		const payload = got === 0 ? collected.parse() : collected.add(chunk.subarray(0, got));
		if (payload !== undefined || got === 0) return payload;
	}
	return undefined;
}

interface PipeWrap {
	readonly Pipe: new (kind: number) => { open(handle: number): number };
	readonly constants: { readonly SOCKET: number };
}

/**
 * Whether a read of standard input comes back at once, with or without something. A file's does; a pipe and a socket are
 * told to. Only `process.stdin` does that in public, and it loads the network and its streams: 5.6 ms of processor time,
 * where bare Node takes 27 and a hook of every turn may take a quarter more (docs/PERFORMANCE.md). So this asks what lies
 * below it, which is deprecated (DEP0111); where that is not as we know it, the stream is used after all.
 */
function neverBlocks(): boolean {
	if (process.platform === 'win32') return false;
	try {
		const kind = fstatSync(STDIN);
		if (kind.isFile()) return true;
		if (!kind.isSocket() && !kind.isFIFO()) return false;
		const { Pipe, constants } = pipeWrap();
		return new Pipe(constants.SOCKET).open(STDIN) === 0;
	} catch {
		return false;
	}
}

/** With `--pending-deprecation`, which a person may have in `NODE_OPTIONS`, Node would warn here, and a hook prints nothing. */
function pipeWrap(): PipeWrap {
	const node = process as unknown as { noDeprecation?: boolean; binding(name: 'pipe_wrap'): PipeWrap };
	const before = node.noDeprecation ?? false;
	node.noDeprecation = true;
	try {
		return node.binding('pipe_wrap');
	} finally {
		node.noDeprecation = before;
	}
}
