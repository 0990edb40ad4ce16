// Progress on standard error, for whatever takes over a second.
import type { Clock } from '../core/base/ports';

const LOOK_MS = 250;
const PATIENCE_MS = 1_000;
const AGAIN_MS = 10_000;

/** What waits for a person or a pipe: that is their time, not ours. */
export class Waiting {
	#count = 0;

	get isOn(): boolean {
		return this.#count > 0;
	}

	/** Runs what waits for somebody else. */
	async during<T>(wait: () => Promise<T>): Promise<T> {
		this.#count++;
		try {
			return await wait();
		} finally {
			this.#count--;
		}
	}
}

/**
 * Says that a command is at it once a second has passed, and now and then how long it has been. By the command's clock:
 * where that stands still, nothing takes any time.
 * @param waiting for somebody else, which does not count.
 * @returns what ends it.
 */
export function showProgress(
	command: string,
	{ clock, waiting }: { readonly clock: Clock; readonly waiting: Waiting },
	say: (text: string) => void,
): () => void {
	let waitedMs = 0;
	let saidMs: number | undefined;
	let lastMs = clock.now();
	const startMs = lastMs;
	const timer = setInterval(() => {
		const nowMs = clock.now();
		if (waiting.isOn) waitedMs += nowMs - lastMs;
		lastMs = nowMs;
		const workedMs = nowMs - startMs - waitedMs;
		if (waiting.isOn || workedMs < PATIENCE_MS || workedMs - (saidMs ?? -AGAIN_MS) < AGAIN_MS) return;
		say(saidMs === undefined ? `${command}: working…` : `${command}: ${Math.round(workedMs / 1_000)} s so far…`);
		saidMs = workedMs;
	}, LOOK_MS);
	timer.unref();
	return () => clearInterval(timer);
}
