// Words that are nearly the one that was typed: for those that no session has.

/** A word of the index, and how much a match by it counts. */
export interface NearWord {
	readonly word: string;
	/** Of 1. */
	readonly weight: number;
}

const SHORTEST = 4;
const MOST = 6;

/**
 * The nearest of some words, best first.
 * @param word folded. @param all folded, each once.
 */
export function nearWords(word: string, all: Iterable<string>): readonly NearWord[] {
	if (word.length < SHORTEST) return [];
	const near: NearWord[] = [];
	const allowed = word.length < 6 ? 1 : 2;
	const letters = lettersOf(word);
	for (const other of all) {
		const weight =
			Math.abs(other.length - word.length) <= allowed && bitsIn(letters ^ lettersOf(other)) <= 2 * allowed
				? byTypo(word, other, allowed)
				: byPart(word, other);
		if (weight > 0) near.push({ word: other, weight });
	}
	return near.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1)).slice(0, MOST);
}

/** Which letters a word has, as bits: comparing these is most of what comparing words takes. */
function lettersOf(word: string): number {
	let bits = 0;
	for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
	return bits;
}

function bitsIn(bits: number): number {
	let count = 0;
	for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
	return count;
}

function byTypo(word: string, other: string, allowed: number): number {
	const distance = typosBetween(word, other, allowed);
	return distance > allowed ? byPart(word, other) : 0.85 * (1 - distance / word.length);
}

/** A compound and its part: `Rechnungsnummer` and `Rechnung`. */
function byPart(word: string, other: string): number {
	const [short, long] = word.length < other.length ? [word, other] : [other, word];
	return short.length >= 5 && (long.startsWith(short) || long.endsWith(short)) ? 0.5 * (short.length / long.length) : 0;
}

/** Letters that were changed, left out, added or swapped with the next. @param limit more than it is enough to know */
export function typosBetween(a: string, b: string, limit: number): number {
	let before: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const isSame = a[i - 1] === b[j - 1];
			let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
				least = Math.min(least, (before[j - 2] ?? 0) + 1);
			row.push(least);
		}
		if (Math.min(...row) > limit) return limit + 1;
		before = last;
		last = row;
	}
	return last[b.length] ?? 0;
}
