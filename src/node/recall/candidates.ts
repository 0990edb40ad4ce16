// Which sessions meet a question, and where: the index is read term by term, and only for what is asked.
import type { Slot } from '../../core/recall/question';
import { type SlotWeight, rarity, scoreOf } from '../../core/recall/score';
import { nearWords } from '../../core/recall/typos';
import { stemOf, termHash } from '../../core/recall/words';
import type { OpenIndex } from './recallIndex';
import type { Row } from './segment';
import type { LiveFile } from './segmentBuilder';

/** An exchange that meets a question. */
export interface Candidate {
	readonly file: LiveFile;
	readonly row: Row;
	/** The exchanges before and after it, where the file has them. */
	readonly before: Row | undefined;
	readonly after: Row | undefined;
	readonly score: number;
	/** How much of the question it meets, by weight: 0 to 1. */
	readonly cover: number;
}

/** The rows of a segment in which a slot is met, growing, and how much it counts there. */
interface Met {
	readonly rows: Int32Array;
	readonly values: Float32Array;
}

/** What counts less is another word of the same meaning. */
const OWN = 0.5;
/** So many sessions are looked at closely. */
const LOOKED_AT = 200;
/** So many exchanges of a session are, where nobody asks for more. */
const EXCHANGES = 3;

/**
 * The sessions' best exchanges, best session first.
 * @param isWanted which files may be answered with. @param most exchanges of a session.
 */
export function candidatesFor(
	index: OpenIndex,
	slots: readonly Slot[],
	isWanted: (file: LiveFile) => boolean,
	most = EXCHANGES,
): readonly (readonly Candidate[])[] {
	const total = index.segments.reduce((sum, { rows }) => sum + rows, 0);
	const found = slots.map((slot) => metBy(index, slot, total)).filter((each) => each !== undefined);
	const weights = found.map(({ weight }) => weight);
	const sessions = new Map<string, { files: LiveFile[]; sum: number }>();
	for (const file of index.files) {
		if (!isWanted(file)) continue;
		let sum = 0;
		for (const { met } of found) sum += bestIn(met[file.segment], file);
		if (sum === 0) continue;
		const known = sessions.get(file.at.session) ?? { files: [], sum: 0 };
		known.files.push(file);
		known.sum = Math.max(known.sum, sum);
		sessions.set(file.at.session, known);
	}
	return [...sessions.values()]
		.sort((a, b) => b.sum - a.sum)
		.slice(0, LOOKED_AT)
		.map(({ files }) => bestExchanges(index, files, weights, found, most))
		.filter((exchanges) => exchanges.length > 0)
		.sort((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0));
}

interface Found {
	readonly weight: SlotWeight;
	/** By segment. */
	readonly met: readonly Met[];
}

function metBy(index: OpenIndex, slot: Slot, total: number): Found | undefined {
	const own = read(index, slot.terms, total);
	if (own.having > 0) return { weight: { weight: rarity(total, own.having), quality: 1 }, met: own.met };
	if (slot.isWhole) return undefined;
	const near = nearWords(slot.word, index.words());
	const typed = near.flatMap(({ word, weight }) => [
		[stemOf(word, 'en'), weight] as const,
		[stemOf(word, 'de'), weight] as const,
	]);
	const { met } = read(index, [...slot.terms, ...typed], total);
	return { weight: { weight: rarity(total, 0), quality: near[0]?.weight ?? OWN }, met };
}

/** Reads some terms as one: the one that counts most in an exchange counts. */
function read(
	{ segments }: OpenIndex,
	terms: readonly (readonly [term: string, weight: number])[],
	total: number,
): { readonly having: number; readonly met: readonly Met[] } {
	const seen = new Set<string>();
	const lists = terms.flatMap(([term, weight]) => {
		if (seen.has(term)) return [];
		seen.add(term);
		const bySegment = segments.map((segment) => segment.postings(termHash(term)));
		return [{ weight, bySegment, having: bySegment.reduce((sum, each) => sum + each.length, 0) }];
	});
	const having = Math.max(0, ...lists.flatMap((each) => (each.weight > OWN ? [each.having] : [])));
	const met = segments.map((_, at): Met => {
		const best = new Map<number, number>();
		for (const { weight, bySegment, having: own } of lists) {
			const factor = (weight * rarity(total, own)) / 100;
			for (const posting of bySegment[at] ?? []) {
				const row = Math.floor(posting / 256);
				const value = factor * (posting % 256);
				if (value > (best.get(row) ?? 0)) best.set(row, value);
			}
		}
		const rows = Int32Array.from(best.keys()).sort();
		return { rows, values: Float32Array.from(rows, (row) => best.get(row) ?? 0) };
	});
	return { having, met };
}

function bestIn(met: Met | undefined, file: LiveFile): number {
	let best = 0;
	for (const [, value] of within(met, file)) best = Math.max(best, value);
	return best;
}

/** What counts of a file: its exchanges by their numbers, and what it is called as -1. */
function* within(
	met: Met | undefined,
	{ at, rows, isLatest }: LiveFile,
): Generator<readonly [row: number, value: number], void> {
	if (met === undefined) return;
	const title = at.firstRow + at.rows - 1;
	for (let place = lowest(met.rows, at.firstRow); ; place++) {
		const row = met.rows[place];
		if (row === undefined || row > title) return;
		if (row === title) {
			if (isLatest) yield [-1, met.values[place] ?? 0];
		} else if (row < at.firstRow + rows) yield [row, met.values[place] ?? 0];
	}
}

function lowest(rows: Int32Array, wanted: number): number {
	let low = 0;
	for (let high = rows.length; low < high;) {
		const middle = (low + high) >> 1;
		if ((rows[middle] ?? 0) < wanted) low = middle + 1;
		else high = middle;
	}
	return low;
}

function bestExchanges(
	index: OpenIndex,
	files: readonly LiveFile[],
	weights: readonly SlotWeight[],
	found: readonly Found[],
	most: number,
): readonly Candidate[] {
	const title = new Float32Array(found.length);
	const session = new Float32Array(found.length);
	const exchanges = new Map<LiveFile, Map<number, Float32Array>>();
	found.forEach(({ met }, slot) => {
		for (const file of files) {
			const rows = exchanges.get(file) ?? new Map<number, Float32Array>();
			exchanges.set(file, rows);
			for (const [row, value] of within(met[file.segment], file)) {
				session[slot] = Math.max(session[slot] ?? 0, value);
				if (row < 0) title[slot] = Math.max(title[slot] ?? 0, value);
				else {
					const values = rows.get(row) ?? new Float32Array(found.length);
					values[slot] = value;
					rows.set(row, values);
				}
			}
		}
	});
	// A session that is only called so is shown by how it begins.
	const first = files.find(({ rows }) => rows > 0);
	if (first !== undefined && [...exchanges.values()].every((rows) => rows.size === 0))
		exchanges.get(first)?.set(first.at.firstRow, new Float32Array(found.length));
	return [...exchanges]
		.flatMap(([file, rows]) =>
			[...rows].map(([row, met]) => ({ file, number: row, ...scoreOf(weights, met, title, session) })),
		)
		.sort((a, b) => b.score - a.score)
		.slice(0, most)
		.flatMap(({ file, number, score, cover }): Candidate[] => {
			const { at, rows, segment } = file;
			const isIn = (each: number): boolean => each >= at.firstRow && each < at.firstRow + rows;
			const [before, row, after] = [number - 1, number, number + 1].map((each) =>
				isIn(each) ? index.segments[segment]?.row(each) : undefined,
			);
			return row === undefined ? [] : [{ file, row, before, after, score, cover }];
		});
}
