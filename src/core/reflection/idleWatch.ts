// The timer that carries out the decision. It looks when something may have changed and at least every minute, does
// what the decision says, and runs one reflection at a time. It knows nothing about files or VS Code.
import { MINUTE_MS } from '../base/dates';
import { Emitter, type IDisposable } from '../base/disposable';
import type { Clock } from '../base/ports';
import { CATCH_UP, type IdleSession, type Schedule, type Why, type World, decide } from './policy';

/** What the watch has to ask for; the rest it knows itself. */
export type Surroundings = Omit<World, 'nowMs' | 'wokeMs' | 'sinceMs' | 'catchUpLeft'>;

interface IdleWatchPorts {
	readonly clock: Clock;
	/** Reads everything from the disk anew. */
	look(): Promise<{ readonly candidates: readonly IdleSession[]; readonly surroundings: Surroundings }>;
	/**
	 * Reflects on one session. The implementation checks again under the lease: another window may have been faster.
	 */
	reflect(session: string, why: Why): Promise<void>;
	onError(error: unknown): void;
}

/** If a minute takes longer than this, the machine slept. */
const SLEPT_MS = 3 * MINUTE_MS;

export class IdleWatch implements IDisposable {
	private readonly changed = new Emitter<Schedule>((error) => this.ports.onError(error));
	/** Fires when the decision changes. */
	readonly onDidChange = this.changed.event;
	private readonly sinceMs: number;
	private catchUpLeft: number;
	private lastTickMs: number;
	private wokeMs: number | undefined;
	private timer: IDisposable | undefined;
	private looking: Promise<void> | undefined;
	private isAskedAgain = false;
	private isDisposed = false;
	private current: Schedule = { kind: 'nothing', session: undefined, why: undefined };

	/** @param catchUp how many sessions that ended earlier are caught up. */
	constructor(
		private readonly ports: IdleWatchPorts,
		catchUp = CATCH_UP,
	) {
		this.sinceMs = ports.clock.now();
		this.lastTickMs = this.sinceMs;
		this.catchUpLeft = catchUp;
	}

	get decision(): Schedule {
		return this.current;
	}

	/**
	 * Call it when something may have changed. Resolves when everything that follows is done, a reflection included.
	 */
	hint(): Promise<void> {
		if (this.isDisposed) return Promise.resolve();
		if (this.looking !== undefined) {
			this.isAskedAgain = true;
			return this.looking;
		}
		this.looking = this.run()
			.catch((error: unknown) => this.ports.onError(error))
			.finally(() => {
				this.looking = undefined;
				this.schedule();
			});
		return this.looking;
	}

	dispose(): void {
		this.isDisposed = true;
		this.timer?.dispose();
		this.changed.dispose();
	}

	private async run(): Promise<void> {
		// A session is tried only once in a run, whatever the result.
		const tried = new Set<string>();
		do {
			this.isAskedAgain = false;
			const nowMs = this.ports.clock.now();
			this.noteTime(nowMs);
			const { candidates, surroundings } = await this.ports.look();
			if (this.isDisposed) return;
			const { sinceMs, wokeMs, catchUpLeft } = this;
			this.show(decide(candidates, { ...surroundings, nowMs, sinceMs, wokeMs, catchUpLeft }));
			if (this.current.kind !== 'reflect') continue;
			const { session, why } = this.current;
			if (tried.has(session)) return;
			tried.add(session);
			// Counted before it runs, so that one that fails is not retried forever.
			if (why === 'catchUp') this.catchUpLeft--;
			await this.ports.reflect(session, why);
			this.noteTime(this.ports.clock.now(), true);
			this.isAskedAgain = true;
		} while (this.isAskedAgain && !this.isDisposed);
	}

	/** @param isWork the time was spent on a reflection, so the machine did not sleep. */
	private noteTime(nowMs: number, isWork = false): void {
		if (!isWork && nowMs - this.lastTickMs > SLEPT_MS) this.wokeMs = nowMs;
		this.lastTickMs = nowMs;
	}

	private show(decision: Schedule): void {
		const isSame = JSON.stringify(decision) === JSON.stringify(this.current);
		this.current = decision;
		if (!isSame) this.changed.fire(decision);
	}

	private schedule(): void {
		this.timer?.dispose();
		if (this.isDisposed) return;
		const nowMs = this.ports.clock.now();
		const { current } = this;
		const nextMs =
			current.kind === 'counting' ? current.dueMs : 'againMs' in current ? (current.againMs ?? Infinity) : Infinity;
		const atMs = Math.min(nowMs + MINUTE_MS, Math.max(nowMs + 1_000, nextMs));
		this.timer = this.ports.clock.schedule(atMs, () => void this.hint());
	}
}
