// Words that are nearly the one that was typed: for those that no session has.
import { typosBetween } from '../base/nearest';

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
