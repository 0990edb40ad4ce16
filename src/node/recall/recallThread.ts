// Asking past sessions from where nothing may stand still: in a thread that is started with the first question.
import { Worker } from 'node:worker_threads';
import type { IDisposable } from '../../core/base/disposable';
import type { AskedSessions, SessionsAnswer } from './askSessions';
import type { ThreadAnswer, ThreadQuestion } from './recallWorker';

interface Waiting {
	readonly onProgress: AskedSessions['onProgress'];
	answer(answer: SessionsAnswer): void;
	fail(error: unknown): void;
}

export class RecallThread implements IDisposable {
	private worker: Worker | undefined;
	private readonly waiting = new Map<number, Waiting>();
	private last = 0;

	/** @param workerFile the bundled worker, `dist/recallWorker.js`. */
	constructor(private readonly workerFile: string) {}

	/** @throws what the thread threw, also where it ended. */
	ask({ onProgress, claude, ...others }: AskedSessions): Promise<SessionsAnswer> {
		const id = ++this.last;
		// The environment of a process is no value that can be sent.
		const asked = { ...others, claude: { ...claude, env: { ...claude.env } } };
		return new Promise((answer, fail) => {
			this.waiting.set(id, { onProgress, answer, fail });
			this.started().postMessage({ id, asked } satisfies ThreadQuestion);
		});
	}

	dispose(): void {
		void this.worker?.terminate();
		this.worker = undefined;
	}

	private started(): Worker {
		if (this.worker !== undefined) return this.worker;
		const worker = (this.worker = new Worker(this.workerFile));
		worker.on('message', (said: ThreadAnswer) => {
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
		worker.on('exit', () => end(new Error('The search ended.')));
		return worker;
	}
}
