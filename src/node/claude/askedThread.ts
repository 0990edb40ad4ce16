// A thread that answers questions one after the other, started with the first: for what would keep an editor standing still.
import { Worker, parentPort } from 'node:worker_threads';
import { CancelledError, type IDisposable } from '../../core/base/disposable';
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

interface Running<Answer> {
	readonly worker: Worker;
	/** By the numbers of questions. */
	readonly waiting: Map<number, Waiting<Answer>>;
	/** Fails all that wait. The next question starts another thread. */
	end(error: unknown): void;
}

/** @typeParam Asked values that can be sent to a thread, but for the progress and the environment. @typeParam Answer likewise */
export class AskedThread<Asked extends Askable, Answer> implements IDisposable {
	private running: Running<Answer> | undefined;
	private last = 0;

	/** @param workerFile a bundled worker that calls `answerQuestions`. */
	constructor(private readonly workerFile: string) {}

	/** @throws what the thread threw, also where it ended; CancelledError where this was disposed of. */
	ask({ onProgress, claude, ...others }: Asked): Promise<Answer> {
		const id = ++this.last;
		// The environment of a process is no value that can be sent.
		const asked = { ...others, claude: { ...claude, env: { ...claude.env } } };
		return new Promise((answer, fail) => {
			const { worker, waiting } = (this.running ??= this.start());
			waiting.set(id, { onProgress, answer, fail });
			worker.postMessage({ id, asked });
		});
	}

	dispose(): void {
		const { running } = this;
		running?.end(new CancelledError());
		void running?.worker.terminate();
	}

	private start(): Running<Answer> {
		const worker = new Worker(this.workerFile);
		const waiting: Running<Answer>['waiting'] = new Map();
		worker.on('message', (said: Said<Answer>) => {
			const asker = waiting.get(said.id);
			if ('read' in said) return asker?.onProgress?.(...said.read);
			waiting.delete(said.id);
			if ('answer' in said) asker?.answer(said.answer);
			else asker?.fail(said.error);
		});
		const end = (error: unknown): void => {
			if (this.running?.worker === worker) this.running = undefined;
			for (const { fail } of waiting.values()) fail(error);
			waiting.clear();
		};
		worker.on('error', end);
		worker.on('exit', () => end(new Error('Reading the sessions ended before it was done. Try again.')));
		return { worker, waiting, end };
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
