// The built-in scanner in threads: they tell which files hold a match, so that a search of gigabytes neither waits for one
// core nor keeps the extension host busy.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type FileToSearch, type SearchEngine, builtinEngine } from './engine';
import type { Needle } from './searchFile';

/** Files that a thread looks at before it answers. */
const BATCH = 8;

/** Fewer files are searched before a thread has started. */
const WORTH = 4 * BATCH;
const THREADS = Math.max(1, Math.min(4, availableParallelism()));

/** @param workerFile the bundled worker, `dist/searchWorker.js`. */
export function createThreadEngine(workerFile: string): SearchEngine {
	return {
		name: 'builtin',
		async *candidates(files, needle, signal) {
			if (files.length < WORTH) return yield* builtinEngine.candidates(files, needle, signal);
			const batches = Array.from({ length: Math.ceil(files.length / BATCH) }, (_, i) =>
				files.slice(i * BATCH, (i + 1) * BATCH),
			);
			const stop = new AbortController();
			const answers = run(workerFile, batches, needle, AbortSignal.any([signal, stop.signal]));
			try {
				for (const answer of answers) yield* await answer;
			} finally {
				stop.abort();
			}
		},
	};
}

/** An answer for each batch. None of them fails: a batch that no thread answers is all candidates, or nothing once aborted. */
function run(
	workerFile: string,
	batches: readonly (readonly string[])[],
	needle: Needle,
	signal: AbortSignal,
): readonly Promise<readonly FileToSearch[]>[] {
	const settle: ((answer: readonly FileToSearch[]) => void)[] = [];
	const answers = batches.map((_, i) => new Promise<readonly FileToSearch[]>((resolve) => (settle[i] = resolve)));
	const left = batches.entries();
	const work = async (): Promise<void> => {
		const worker = new Worker(workerFile, { workerData: needle.source });
		const ended = new AbortController();
		worker.on('error', () => ended.abort());
		worker.on('exit', () => ended.abort());
		signal.addEventListener('abort', () => void worker.terminate(), { once: true });
		try {
			for (const [i, files] of left) {
				worker.postMessage(files);
				const [offsets] = (await once(worker, 'message', { signal: ended.signal })) as [readonly number[]];
				settle[i]?.(files.flatMap((file, k) => ((offsets[k] ?? 0) < 0 ? [] : [{ file, from: offsets[k] ?? 0 }])));
			}
		} catch {
			// The thread is gone; what it did not answer is answered below.
		}
		await worker.terminate();
	};
	const all = (files: readonly string[]): readonly FileToSearch[] => files.map((file) => ({ file, from: 0 }));
	void Promise.allSettled(Array.from({ length: THREADS }, work)).then(() => {
		for (const [i, files] of batches.entries()) settle[i]?.(signal.aborted ? [] : all(files));
	});
	return answers;
}
