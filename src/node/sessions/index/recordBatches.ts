// Records on their way from a thread to the host: a batch at a time, because each message costs, and none for long.
import { monotonicMs } from '../../base/systemClock';
import type { PassStep, Teller } from './indexFolders';
import { BATCH } from './indexLine';

/** Records as a list in JSON, all of one folder. */
export interface Records {
	readonly kind: 'records';
	readonly folder: string;
	readonly text: string;
}

/** Somebody waits for the first rows: an unfinished batch is sent after this many milliseconds. */
const PATIENCE_MS = 50;

/** Sends what is told of one folder. */
export function batchRecords(
	send: (message: Records | Exclude<PassStep, { readonly kind: 'records' }>) => void,
): Teller & { flush(): void } {
	let waiting: { readonly folder: string; readonly lines: string[]; readonly sinceMs: number } | undefined;
	const flush = (): void => {
		const { folder = '', lines = [] } = waiting ?? {};
		for (let at = 0; at < lines.length; at += BATCH)
			send({ kind: 'records', folder, text: `[${lines.slice(at, at + BATCH).join(',')}]` });
		waiting = undefined;
	};
	const passOn = (): void => {
		if (waiting === undefined) return;
		if (waiting.lines.length >= BATCH || monotonicMs() - waiting.sinceMs >= PATIENCE_MS) flush();
	};
	return {
		flush,
		passOn,
		take(step) {
			if (step.kind !== 'records') return send(step);
			waiting ??= { folder: step.folder, lines: [], sinceMs: monotonicMs() };
			waiting.lines.push(...step.lines);
			passOn();
		},
	};
}
