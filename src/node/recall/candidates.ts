// Which sessions meet a question, and where: the index is read term by term, and only for what is asked.
import type { Slot } from '../../core/recall/question';
import { type Scored, type SlotWeight, rarity, scoreOf } from '../../core/recall/score';
import { nearWords } from '../../core/recall/typos';
import { stemOf, termHash } from '../../core/recall/words';
import type { OpenIndex } from './recallIndex';
import type { Row } from './segment';
import type { LiveFile } from './segmentBuilder';

/** An exchange that meets a question. */
export interface Candidate {
	readonly file: LiveFile;
	/** Which of its segment's rows it is. */
	readonly number: number;
	readonly row: Row;
	readonly score: number;
	/** How much of the question it meets, by weight: 0 to 1. */
	readonly cover: number;
}

/** How much a slot counts in each row of a segment: 0 where it is not there. */
type Met = Float32Array;

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
	const met = segments.map(({ rows }, at): Met => {
		const values = new Float32Array(rows);
		for (const { weight, bySegment, having: own } of lists) {
			const factor = (weight * rarity(total, own)) / 100;
			for (const posting of bySegment[at] ?? []) {
				const row = Math.floor(posting / 256);
				const value = factor * (posting % 256);
				if (value > (values[row] ?? 0)) values[row] = value;
			}
		}
		return values;
	});
	return { having, met };
}

/** What counts most of a file, with what it is called. */
function bestIn(met: Met | undefined, file: LiveFile): number {
	let best = titleIn(met, file);
	for (let row = file.at.firstRow; row < file.at.firstRow + file.rows; row++) best = Math.max(best, met?.[row] ?? 0);
	return best;
}

const titleIn = (met: Met | undefined, { at, isLatest }: LiveFile): number =>
	isLatest ? (met?.[at.firstRow + at.rows - 1] ?? 0) : 0;

function bestExchanges(
	index: OpenIndex,
	files: readonly LiveFile[],
	weights: readonly SlotWeight[],
	found: readonly Found[],
	most: number,
): readonly Candidate[] {
	const largest = (of: typeof bestIn): Float32Array =>
		Float32Array.from(found, ({ met }) => Math.max(0, ...files.map((file) => of(met[file.segment], file))));
	const [title, session] = [largest(titleIn), largest(bestIn)];
	const own = new Float32Array(found.length);
	const best: (Scored & { readonly file: LiveFile; readonly number: number })[] = [];
	const take = (file: LiveFile, number: number): void => {
		const scored = scoreOf(weights, own, title, session);
		let place = best.length;
		while (place > 0 && (best[place - 1]?.score ?? 0) < scored.score) place--;
		if (place === most) return;
		best.splice(place, 0, { file, number, ...scored });
		if (best.length > most) best.pop();
	};
	for (const file of files) {
		const met = found.map((each) => each.met[file.segment]);
		for (let row = file.at.firstRow; row < file.at.firstRow + file.rows; row++) {
			let isMet = false;
			for (let slot = 0; slot < met.length; slot++) {
				own[slot] = met[slot]?.[row] ?? 0;
				isMet ||= own[slot] !== 0;
			}
			if (isMet) take(file, row);
		}
	}
	// A session that is only called so is shown by how it begins.
	const first = files.find(({ rows }) => rows > 0);
	own.fill(0);
	if (first !== undefined && best.length === 0) take(first, first.at.firstRow);
	return best.flatMap(({ file, number, score, cover }): Candidate[] => {
		const row = index.segments[file.segment]?.row(number);
		return row === undefined ? [] : [{ file, number, row, score, cover }];
	});
}
