// Chance that can be repeated: a test that fails names its seed.

export interface Random {
	/** A whole number from `low` to `high`, both included. */
	int(low: number, high: number): number;
	pick<T>(items: readonly [T, ...T[]]): T;
	chance(probability: number): boolean;
	/** The same items in another order. */
	shuffle<T>(items: readonly T[]): T[];
}

/** The mulberry32 generator: small, fast, and good enough to vary test data. */
export function seeded(seed: number): Random {
	let state = seed | 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
	};
	const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
	return {
		int,
		pick: (items) => items[int(0, items.length - 1)] ?? items[0],
		chance: (probability) => next() < probability,
		shuffle: (items) => {
			const result = [...items];
			for (let i = result.length - 1; i > 0; i--) {
				const j = int(0, i);
				const [a, b] = [result[i], result[j]];
				if (a !== undefined && b !== undefined) [result[i], result[j]] = [b, a];
			}
			return result;
		},
	};
}
