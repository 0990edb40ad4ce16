// How long the thread that everything waits for stands still.
import { readFileSync } from 'node:fs';

export interface Pause {
	/** The longest time in which a timer of one millisecond did not come. Milliseconds. */
	readonly pauseMs: number;
	/** The same without what the thread waited for a processor, which others had; where the system does not tell, all of it. */
	readonly ownPauseMs: number;
}

/** Watches from now on. `take` tells of the time since it was asked last. */
export function watchPauses(): { take(): Pause; dispose(): void } {
	let lastMs = performance.now();
	let waitedMs = waitedFor();
	let longest: Pause = { pauseMs: 0, ownPauseMs: 0 };
	const timer = setInterval(() => {
		const [nowMs, nowWaitedMs] = [performance.now(), waitedFor()];
		const pauseMs = nowMs - lastMs;
		const ownPauseMs = Math.max(0, pauseMs - (nowWaitedMs - waitedMs));
		longest = {
			pauseMs: Math.max(longest.pauseMs, pauseMs),
			ownPauseMs: Math.max(longest.ownPauseMs, ownPauseMs),
		};
		[lastMs, waitedMs] = [nowMs, nowWaitedMs];
	}, 1);
	return {
		take() {
			const took = longest;
			longest = { pauseMs: 0, ownPauseMs: 0 };
			[lastMs, waitedMs] = [performance.now(), waitedFor()];
			return took;
		},
		dispose: () => clearInterval(timer),
	};
}

/** How long this thread could have run and did not, because others had the processors. Milliseconds. */
function waitedFor(): number {
	try {
		return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6;
	} catch {
		return 0;
	}
}
