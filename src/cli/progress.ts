// Progress on standard error, for whatever takes over a second: one line, drawn anew, and gone at the end.
import type { Clock } from '../core/base/ports';

const MB = 1024 * 1024;
const LOOK_MS = 250;
const PATIENCE_MS = 1_000;
/** Cells of the bar. */
const BAR = 20;
/** To the beginning of the line, and nothing behind it. */
const ERASE = '\r\u001b[K';

/** What waits for a person or a pipe: that is their time, not ours. And what the command says of how far it is. */
export class Waiting {
	#count = 0;
	#far: { readonly done: number; readonly total: number; readonly unit: string } | undefined;
	/** Of the work so far, and of what was done when another part of it began: that has a rate of its own. */
	#workedMs = 0;
	#fromMs = 0;
	/** Takes the line of progress away, for whoever writes to the terminal. */
	erase: () => void = () => undefined;

	get isOn(): boolean {
		return this.#count > 0;
	}

	/** Runs what waits for somebody else. */
	async during<T>(wait: () => Promise<T>): Promise<T> {
		this.erase();
		this.#count++;
		try {
			return await wait();
		} finally {
			this.#count--;
		}
	}

	/** @param done of `total` things are done. @param unit of both: ` MB` */
	report(done: number, total: number, unit = ''): void {
		if (this.#far?.total !== total) this.#fromMs = this.#workedMs;
		this.#far = { done, total, unit };
	}

	/** The same of bytes, in megabytes. */
	reportBytes(done: number, total: number): void {
		this.report(Math.floor(done / MB), Math.ceil(total / MB), ' MB');
	}

	/** @param workedMs for so long now */
	inWords(workedMs: number): string {
		this.#workedMs = workedMs;
		const seconds = Math.floor(workedMs / 1_000);
		if (this.#far === undefined) return `working… ${seconds} s`;
		const { done, total, unit } = this.#far;
		const share = total === 0 ? 1 : Math.min(1, done / total);
		const full = Math.round(share * BAR);
		const rate = done / (Math.max(LOOK_MS, workedMs - this.#fromMs) / 1_000);
		return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${done} of ${total}${unit}, ${rate.toFixed(rate < 10 ? 1 : 0)}${unit}/s, ${seconds} s`;
	}
}

/**
 * Draws that a command is at it once a second has passed, how long it has been, and how far it is where it says so. By the
 * command's clock: where that stands still, nothing takes any time.
 * @param waiting for somebody else, which does not count.
 * @param draw on a terminal; nothing where nobody is to be told.
 * @returns what ends it.
 */
export function showProgress(
	command: string,
	{ clock, waiting }: { readonly clock: Clock; readonly waiting: Waiting },
	draw: ((text: string) => void) | undefined,
): () => void {
	if (draw === undefined) return () => undefined;
	let waitedMs = 0;
	let isDrawn = false;
	let lastMs = clock.now();
	const startMs = lastMs;
	waiting.erase = () => {
		if (isDrawn) draw(ERASE);
		isDrawn = false;
	};
	const timer = setInterval(() => {
		const nowMs = clock.now();
		if (waiting.isOn) waitedMs += nowMs - lastMs;
		lastMs = nowMs;
		const workedMs = nowMs - startMs - waitedMs;
		if (waiting.isOn || workedMs < PATIENCE_MS) return;
		draw(`${ERASE}${command}: ${waiting.inWords(workedMs)}`);
		isDrawn = true;
	}, LOOK_MS);
	timer.unref();
	return () => {
		clearInterval(timer);
		waiting.erase();
	};
}
