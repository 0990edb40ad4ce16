// A thread that asks past sessions for an editor, which must not stand still for it. It keeps the index open.
import { parentPort } from 'node:worker_threads';
import { type AskedSessions, type SessionsAnswer, askSessions, openRecallIndex } from './askSessions';
import type { RecallIndex } from './recallIndex';

/** A question to the thread, and what comes back for it. */
export interface ThreadQuestion {
	readonly id: number;
	readonly asked: Omit<AskedSessions, 'onProgress'>;
}
export type ThreadAnswer = { readonly id: number } & (
	{ readonly answer: SessionsAnswer } | { readonly error: unknown } | { readonly read: readonly [number, number] }
);

if (parentPort) {
	const port = parentPort;
	let index: RecallIndex | undefined;
	/** One after the other: who asked first is told how far the reading is. */
	let last: Promise<unknown> = Promise.resolve();
	const tell = (said: ThreadAnswer): void => port.postMessage(said);
	port.on('message', ({ id, asked }: ThreadQuestion) => {
		const kept = (index ??= openRecallIndex(asked.claude));
		const onProgress = (done: number, total: number): void => tell({ id, read: [done, total] });
		last = last
			.then(() => askSessions({ ...asked, onProgress }, kept))
			.then(
				(answer) => tell({ id, answer }),
				(error: unknown) => tell({ id, error }),
			);
	});
}
