import type { IDisposable } from '../base/disposable';
import type { Clock } from '../base/ports';

/** A clock that stands still until a test moves it. It counts, so that a test can tell what was asked of it. */
export class FakeClock implements Clock {
	private readonly timers = new Map<object, { readonly atMs: number; readonly run: () => void }>();
	/** How often anything was scheduled, ever. */
	scheduled = 0;

	constructor(private nowMs: number) {}

	now(): number {
		return this.nowMs;
	}

	schedule(atMs: number, run: () => void): IDisposable {
		this.scheduled++;
		const key = {};
		this.timers.set(key, { atMs, run });
		return { dispose: () => this.timers.delete(key) };
	}

	/** Moments of the calls that still wait, earliest first. */
	get waiting(): readonly number[] {
		return [...this.timers.values()].map((timer) => timer.atMs).sort((a, b) => a - b);
	}

	/** Moves on, and makes every call that falls due on the way, in the order of their moments, each at its own moment. */
	advance(ms: number): void {
		const endMs = this.nowMs + ms;
		for (;;) {
			const due = [...this.timers].filter(([, timer]) => timer.atMs <= endMs);
			const next = due.sort(([, a], [, b]) => a.atMs - b.atMs)[0];
			if (next === undefined) break;
			const [key, { atMs, run }] = next;
			this.timers.delete(key);
			this.nowMs = Math.max(this.nowMs, atMs);
			run();
		}
		this.nowMs = endMs;
	}

	/** Sets the time without making any call: the machine slept, or its clock was corrected. */
	jump(toMs: number): void {
		this.nowMs = toMs;
	}
}
