// Something that is done after hints that it may be needed: a while later, once for all that came meanwhile, and never
// twice at a time.
import type { IDisposable } from '../../core/base/disposable';
import type { Clock, Logger } from '../../core/base/ports';
import { queuedRunner } from './queuedRunner';

export interface HintedTaskOptions {
	readonly clock: Clock;
	readonly logger: Logger;
	/** Hints that come within this time after the first are one. */
	readonly settleMs: number;
	/** What the log says where a run after a hint fails. */
	readonly failure: string;
}

export class HintedTask implements IDisposable {
	private settle: IDisposable | undefined;
	private isDisposed = false;
	/** Runs it at once, after a run that is under way. Rejects with what it throws. */
	readonly run: () => Promise<void>;

	constructor(
		private readonly options: HintedTaskOptions,
		task: () => Promise<void>,
	) {
		this.run = queuedRunner(async () => (this.isDisposed ? undefined : task()));
	}

	hint(): void {
		if (this.isDisposed) return;
		const { clock, logger, settleMs, failure } = this.options;
		this.settle ??= clock.schedule(clock.now() + settleMs, () => {
			this.settle = undefined;
			void this.run().catch((error: unknown) => logger.error(failure, error));
		});
	}

	/** A run that is under way comes to its end; no other begins. */
	dispose(): void {
		this.isDisposed = true;
		this.settle?.dispose();
	}
}
