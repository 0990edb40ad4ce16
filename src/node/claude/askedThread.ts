// A thread that answers questions one after the other, started with the first: for what would keep an editor standing still.
import { Worker, parentPort } from 'node:worker_threads';
import type { IDisposable } from '../../core/base/disposable';
import type { ClaudeHome } from './claudeHome';

type OnProgress = (done: number, total: number) => void;

/** What a thread is asked. */
interface Askable {
	readonly claude: ClaudeHome;
	/** Is told of how much of what is to be read was read. */
	readonly onProgress?: OnProgress | undefined;
}
interface Question<Asked> {
	readonly id: number;
	readonly asked: Omit<Asked, 'onProgress'>;
}
type Said<Answer> = { readonly id: number } & (
	{ readonly answer: Answer } | { readonly error: unknown } | { readonly read: readonly [number, number] }
);

interface Waiting<Answer> {
	readonly onProgress: OnProgress | undefined;
	answer(answer: Answer): void;
	fail(error: unknown): void;
}

/** @typeParam Asked values that can be sent to a thread, but for the progress and the environment. @typeParam Answer likewise */
export class AskedThread<Asked extends Askable, Answer> implements IDisposable {
	private worker: Worker | undefined;
	private readonly waiting = new Map<number, Waiting<Answer>>();
	private last = 0;

	/** @param workerFile a bundled worker that calls `answerQuestions`. */
	constructor(private readonly workerFile: string) {}

	/** @throws what the thread threw, also where it ended. */
	ask({ onProgress, claude, ...others }: Asked): Promise<Answer> {
		const id = ++this.last;
		// The environment of a process is no value that can be sent.
		const asked = { ...others, claude: { ...claude, env: { ...claude.env } } };
		return new Promise((answer, fail) => {
			this.waiting.set(id, { onProgress, answer, fail });
			this.started().postMessage({ id, asked });
		});
	}

	dispose(): void {
		void this.worker?.terminate();
		this.worker = undefined;
	}

	private started(): Worker {
		if (this.worker !== undefined) return this.worker;
		const worker = (this.worker = new Worker(this.workerFile));
		worker.on('message', (said: Said<Answer>) => {
			const waiting = this.waiting.get(said.id);
			if ('read' in said) return waiting?.onProgress?.(...said.read);
			this.waiting.delete(said.id);
			if ('answer' in said) waiting?.answer(said.answer);
			else waiting?.fail(said.error);
		});
		const end = (error: unknown): void => {
			// The next question starts another.
			if (this.worker === worker) this.worker = undefined;
			for (const { fail } of this.waiting.values()) fail(error);
			this.waiting.clear();
		};
		worker.on('error', end);
		worker.on('exit', () => end(new Error('The thread ended.')));
		return worker;
	}
}

/** In the thread: answers each question when those before it are answered. Outside of one it does nothing. */
export function answerQuestions<Asked extends Askable, Answer>(answer: (asked: Asked) => Promise<Answer>): void {
	const port = parentPort;
	if (port === null) return;
	let last: Promise<unknown> = Promise.resolve();
	const tell = (said: Said<Answer>): void => port.postMessage(said);
	port.on('message', ({ id, asked }: Question<Asked>) => {
		last = last
			.then(() => answer({ ...asked, onProgress: (done, total) => tell({ id, read: [done, total] }) } as Asked))
			.then(
				(given) => tell({ id, answer: given }),
				(error: unknown) => tell({ id, error }),
			);
	});
}
