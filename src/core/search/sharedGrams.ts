// Which of some texts another one was made of: the one that shares most of its grams.
import { type CodeTokens, GRAM, gramAt } from './codeTokens';

/** A later text that is so much like it is the one; earlier ones are not looked at. */
const NEARLY = 0.9;

/** The text that shares most with another one; of equal ones the last. @param least share that counts, of 1 */
export function likest<T extends { readonly tokens: CodeTokens }>(
	states: readonly T[],
	tokens: CodeTokens,
	least: number,
): T | undefined {
	if (states.length === 1 && least === 0) return states[0];
	const shared = new SharedGrams(tokens);
	let [best, most] = [undefined as T | undefined, least];
	for (const state of states.toReversed()) {
		const share = shared.with(state.tokens);
		if (share > most || (best === undefined && share === most)) [best, most] = [state, share];
		if (share >= NEARLY) break;
	}
	return best;
}

/** Counts the grams that other texts share with one. Each text differs little from the one before: only that is counted anew. */
class SharedGrams {
	private readonly own: ReadonlySet<number>;
	/** How often each gram stands in the other text, and how many there are, and of one's own. */
	private readonly counts = new Map<number, number>();
	private distinct = 0;
	private common = 0;
	private before: CodeTokens | undefined;

	constructor({ ids }: CodeTokens) {
		const own = new Set<number>();
		for (let at = 0; at + GRAM <= ids.length; at++) own.add(gramAt(ids, at));
		this.own = own;
	}

	/** Of all grams of the two, so many are in both: 0 to 1. */
	with(other: CodeTokens): number {
		const { before } = this;
		this.before = other;
		if (before?.like?.ids === other.ids) {
			this.count(before.ids, before.like, -1);
			this.count(other.ids, before.like, 1);
		} else {
			this.counts.clear();
			[this.distinct, this.common] = [0, 0];
			this.count(other.ids, { first: 0, last: 0 }, 1);
		}
		return this.common / Math.max(1, this.own.size + this.distinct - this.common);
	}

	/** Counts the grams between what is the same at both ends. */
	private count(ids: Int32Array, { first, last }: { readonly first: number; readonly last: number }, by: 1 | -1): void {
		const end = Math.min(ids.length - last, ids.length - GRAM + 1);
		for (let at = Math.max(0, first - GRAM + 1); at < end; at++) {
			const gram = gramAt(ids, at);
			const count = this.counts.get(gram) ?? 0;
			this.counts.set(gram, count + by);
			if (count !== 0 && count + by !== 0) continue;
			this.distinct += by;
			if (this.own.has(gram)) this.common += by;
		}
	}
}
