// What the bench runs in processes of its own: the product's index as the extension uses it. Prints one line of JSON.
// usage: node host.cjs <mode> <folder with projects> [...]
import { appendFileSync, createReadStream, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SessionIndex } from '../../src/node/sessions/index/sessionIndex';
import { createTranscriptReader } from '../../src/node/sessions/index/transcriptReader';
import type { FileRecord } from '../../src/node/sessions/index/fileRecord';
import { watchPauses } from './pauses';

const [mode = '', projects = '', extra = ''] = process.argv.slice(2);
const workerFile = path.join(__dirname, 'indexWorker.js');
const folders = (): string[] => readdirSync(projects).map((name) => path.join(projects, name));

async function indexAll(cacheFolder?: string): Promise<unknown> {
	// A watch wakes a thousand times a second: whoever measures the whole process goes without.
	const isWatched = extra !== 'bare';
	const pauses = isWatched ? watchPauses() : undefined;
	if (isWatched) await new Promise((resolve) => setTimeout(resolve, 300));
	const idleMs = pauses?.take().pauseMs ?? 0;
	const [began, spent] = [performance.now(), process.cpuUsage()];
	const index = new SessionIndex({ workerFile, cacheFolder });
	let listedMs = 0;
	index.onDidChange((changes) => {
		if (changes.some(({ kind }) => kind === 'added')) listedMs = performance.now() - began;
	});
	await index.start(folders());
	const { user, system } = process.cpuUsage(spent);
	pauses?.dispose();
	return {
		ms: performance.now() - began,
		/** When the last session came into the list. */
		listedMs,
		cpu: (user + system) / 1_000,
		idleMs,
		...pauses?.take(),
		sessions: index.sessions.size,
		rssMb: process.resourceUsage().maxRSS / 1_024,
	};
}

/** What the index keeps in memory when everything is read and the threads are gone. */
async function resident(): Promise<unknown> {
	collect();
	const beforeMb = process.memoryUsage().rss / 1e6;
	const pauses = watchPauses();
	await new Promise((resolve) => setTimeout(resolve, 300));
	const idleMs = pauses.take().pauseMs;
	const index = new SessionIndex({ workerFile });
	await index.start(folders());
	const pause = pauses.take();
	pauses.dispose();
	collect();
	await new Promise((resolve) => setTimeout(resolve, 500));
	collect();
	const residentMb = process.memoryUsage().rss / 1e6 - beforeMb;
	return { residentMb, ...pause, idleMs, sessions: index.sessions.size };
}

/** A host collects when it has time to; a bench says when. */
function collect(): void {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
}

async function dump(): Promise<unknown> {
	const index = new SessionIndex({ workerFile });
	await index.start(folders());
	return [...index.sessions.values()];
}

/** What most programs do: every line through `JSON.parse`. */
async function parseAll(): Promise<unknown> {
	let lines = 0;
	for (const file of readdirSync(projects, { recursive: true, encoding: 'utf8' })) {
		if (!file.endsWith('.jsonl')) continue;
		for await (const line of createInterface({ input: createReadStream(path.join(projects, file)) })) {
			try {
				JSON.parse(line);
				lines++;
			} catch {
				// The store has broken lines on purpose.
			}
		}
	}
	return { lines };
}

/** Appends to a long transcript, and measures from the append to the new model. */
async function append(): Promise<unknown> {
	const folder = mkdtempSync(path.join(tmpdir(), 'bench-append-'));
	try {
		const file = path.join(folder, 's.jsonl');
		const line = (n: number, pad: number): string =>
			`${JSON.stringify({ parentUuid: null, isSidechain: false, message: { id: `m${n}`, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [{ type: 'text', text: 'x'.repeat(pad) }], stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 1, cache_creation_input_tokens: 1, cache_read_input_tokens: 1, output_tokens: 1 } }, type: 'assistant', uuid: `u${n}`, timestamp: new Date(1_795_000_000_000 + n * 1_000).toISOString(), cwd: '/home/dev/app', sessionId: 's', gitBranch: 'main' })}\n`;
		for (let n = 0; n < 100; n++)
			writeFileSync(file, Array.from({ length: 100 }, (_, i) => line(n * 100 + i, 10_000)).join(''), { flag: 'a' });
		let record: FileRecord | undefined;
		const reader = createTranscriptReader(() => record);
		const read = async (): Promise<number> => {
			const outcome = await reader.read(file);
			if (outcome.kind !== 'read') return 0;
			record = outcome.record;
			return outcome.bytesRead;
		};
		await read();
		const times: number[] = [];
		let extraBytes = 0;
		for (let n = 0; n < 300; n++) {
			const text = line(10_000 + n, 2_000);
			appendFileSync(file, text);
			const began = performance.now();
			const bytes = await read();
			times.push(performance.now() - began);
			extraBytes += Math.abs(bytes - Buffer.byteLength(text));
		}
		times.sort((a, b) => a - b);
		return { p50Ms: times[150], p95Ms: times[285], extraBytes, outputTokens: record?.sessions[0]?.tokens.output };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const MODES: Readonly<Record<string, () => Promise<unknown>>> = {
	cold: () => indexAll(),
	warm: () => indexAll(extra),
	resident,
	dump,
	parse: parseAll,
	append,
};

void (MODES[mode] ?? (() => Promise.resolve({ error: `no mode ${mode}` })))().then((result) => {
	process.stdout.write(`${JSON.stringify(result)}\n`);
});
