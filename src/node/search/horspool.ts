// Looks for a piece of plain text in bytes, in either case, without looking at every byte (Horspool's search). For long
// pieces it is several times as fast as a regular expression, for short ones slower.

/** Shorter pieces are found faster by a regular expression. */
const WORTH = 10;

/** The index of the first place between two indexes, -1 where there is none. */
export type FindPlain = (buffer: Buffer, from: number, to: number) => number;

/** @param text ASCII, in lower case; letters are found in either case. Nothing comes back for a text that is too short. */
export function createFindPlain(text: string): FindPlain | undefined {
	const length = text.length;
	if (length < WORTH) return undefined;
	const lower = Buffer.from(text, 'latin1');
	const upper = Buffer.from(text.toUpperCase(), 'latin1');
	const last = length - 1;
	/** By byte: how far to go on when it is met where the last one should be. 0 for the last one itself. */
	const steps = new Uint8Array(256).fill(length);
	for (let i = 0; i < last; i++) steps[lower[i] ?? 0] = steps[upper[i] ?? 0] = last - i;
	const afterLast = steps[lower[last] ?? 0] ?? 1;
	steps[lower[last] ?? 0] = steps[upper[last] ?? 0] = 0;

	return (buffer, from, to) => {
		for (let i = from + last; i < to;) {
			const step = steps[buffer[i] ?? 0] ?? 1;
			i += step;
			if (step > 0) continue;
			let k = last - 1;
			for (let c = buffer[i - 1]; k >= 0 && (c === lower[k] || c === upper[k]); c = buffer[i - last + k]) k--;
			if (k < 0) return i - last;
			i += afterLast;
		}
		return -1;
	};
}
