// Which sessions meet a question, and where: the index is read term by term, and only for what is asked.
import type { Slot } from '../../core/recall/question';
import { type Scored, type SlotWeight, rarity, scoreOf } from '../../core/recall/score';
import type { Postings } from '../../core/recall/postings';
import { nearWords } from '../../core/recall/typos';
import { stemOf, termHash } from '../../core/recall/words';
import type { OpenIndex } from './recallIndex';
import type { Row } from './segment';
import type { LiveFile } from './segmentBuilder';

/** An exchange that meets a question. */
export interface Candidate extends Scored {
	readonly file: LiveFile;
	/** Which of its segment's rows it is. */
	readonly number: number;
	readonly row: Row;
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
	const total = exchangesIn(index);
	const found = slots.map((slot) => metBy(index, slot, total)).filter((each) => each !== undefined);
	const sessions = new Map<string, { numbers: number[]; sum: number }>();
	index.files.forEach((file, number) => {
		let sum = 0;
		for (const { best } of found) sum += best[number] ?? 0;
		if (sum === 0 || !isWanted(file)) return;
		const known = sessions.get(file.at.session) ?? { numbers: [], sum: 0 };
		known.numbers.push(number);
		known.sum = Math.max(known.sum, sum);
		sessions.set(file.at.session, known);
	});
	const looked = [...sessions.values()].sort((a, b) => b.sum - a.sum).slice(0, LOOKED_AT);
	const rows = rowsOf(
		index,
		found,
		looked.flatMap(({ numbers }) => numbers),
	);
	return looked
		.map(({ numbers }) => bestExchanges(index, numbers, found, rows, most))
		.filter((exchanges) => exchanges.length > 0)
		.sort((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0));
}

const MOST_EXCHANGES = 20_000;

/** All exchanges that `isMeant`, newest first, so many at most: for a question whose words tell none from another. */
export function allExchanges(
	{ segments, files }: OpenIndex,
	isWanted: (file: LiveFile) => boolean,
	isMeant: (exchange: Candidate) => boolean,
): readonly Candidate[] {
	const all: Candidate[] = [];
	for (const file of files.filter(isWanted))
		for (let number = file.at.firstRow; number < file.at.firstRow + file.rows; number++) {
			const row = segments[file.segment]?.row(number);
			const exchange = row && { file, number, row, score: 1, cover: 1, hasAll: true };
			if (exchange !== undefined && isMeant(exchange)) all.push(exchange);
		}
	return all.sort((a, b) => b.row.atMs - a.row.atMs).slice(0, MOST_EXCHANGES);
}

const exchangesIn = ({ segments }: OpenIndex): number => segments.reduce((sum, { rows }) => sum + rows, 0);

/** What a word counts that one exchange alone has: none that is there counts more. */
export const rarest = (index: OpenIndex): number => rarity(exchangesIn(index), 1);

/** A term by which a slot is met. */
interface MetTerm {
	/** What a hundredth of its impact counts. */
	readonly factor: number;
	readonly bySegment: readonly Postings[];
}

interface Found {
	readonly weight: SlotWeight;
	readonly terms: readonly MetTerm[];
	/** What it counts most in each file, what the session is called included; by the file's place in the index. */
	readonly best: Float32Array;
}

function metBy(index: OpenIndex, slot: Slot, total: number): Found | undefined {
	const own = read(index, slot.terms, total);
	if (own.having > 0) return { weight: { weight: rarity(total, own.having), quality: 1 }, ...own };
	if (slot.isWhole) return undefined;
	const near = nearWords(slot.word, index.words());
	const typed = near.flatMap(({ word, weight }) => [
		[stemOf(word, 'en'), weight] as const,
		[stemOf(word, 'de'), weight] as const,
	]);
	const others = read(index, [...slot.terms, ...typed], total);
	return { weight: { weight: rarity(total, 0), quality: near[0]?.weight ?? OWN }, ...others };
}

/** Reads some terms as one: the one that counts most in an exchange counts. */
function read(
	{ segments, files, fileOf }: OpenIndex,
	wanted: readonly (readonly [term: string, weight: number])[],
	total: number,
): Omit<Found, 'weight'> & { readonly having: number } {
	const seen = new Set<string>();
	const best = new Float32Array(files.length);
	let having = 0;
	const terms: MetTerm[] = [];
	for (const [term, weight] of wanted) {
		if (seen.has(term)) continue;
		seen.add(term);
		const bySegment = segments.map((segment) => segment.postings(termHash(term)));
		const own = bySegment.reduce((sum, each) => sum + each.length, 0);
		if (own === 0) continue;
		if (weight > OWN) having = Math.max(having, own);
		// What is rarer than the word itself tells no more than that does.
		const telling =
			weight > OWN || having === 0 ? rarity(total, own) : Math.min(rarity(total, own), rarity(total, having));
		const factor = (weight * telling) / 100;
		terms.push({ factor, bySegment });
		bySegment.forEach((postings, segment) => {
			const fileAt = fileOf[segment];
			for (const posting of postings) {
				const file = fileAt?.[Math.floor(posting / 256)] ?? -1;
				const value = factor * (posting % 256);
				if (file >= 0 && value > (best[file] ?? 0)) best[file] = value;
			}
		});
	}
	return { having, terms, best };
}

/** What each slot counts in each row that meets any: of some files alone, because most meet little. */
interface Rows {
	/** By segment, then by row: which of the rows that are known it is, from 1 on. */
	readonly known: readonly Int32Array[];
	/** A number for each slot of each. */
	readonly values: readonly number[];
}

function rowsOf({ segments, files: all, fileOf }: OpenIndex, found: readonly Found[], files: readonly number[]): Rows {
	const isLooked = new Uint8Array(all.length);
	for (const file of files) isLooked[file] = 1;
	const known = segments.map(({ rows }) => new Int32Array(rows));
	const values: number[] = [];
	found.forEach(({ terms }, slot) => {
		for (const { factor, bySegment } of terms)
			bySegment.forEach((postings, segment) => {
				const [fileAt, knownAt] = [fileOf[segment], known[segment]];
				if (fileAt === undefined || knownAt === undefined) return;
				for (const posting of postings) {
					const row = Math.floor(posting / 256);
					if (isLooked[fileAt[row] ?? -1] !== 1) continue;
					let number = knownAt[row] ?? 0;
					if (number === 0) {
						for (let each = 0; each < found.length; each++) values.push(0);
						knownAt[row] = number = values.length / found.length;
					}
					const at = (number - 1) * found.length + slot;
					const value = factor * (posting % 256);
					if (value > (values[at] ?? 0)) values[at] = value;
				}
			});
	});
	return { known, values };
}

function bestExchanges(
	index: OpenIndex,
	numbers: readonly number[],
	found: readonly Found[],
	{ known, values }: Rows,
	most: number,
): readonly Candidate[] {
	const files = numbers.flatMap((number) => index.files[number] ?? []);
	const weights = found.map(({ weight }) => weight);
	const own = new Float32Array(found.length);
	/** Fills in what each slot counts in a row. @returns whether it meets any. */
	const take = (segment: number, row: number): boolean => {
		const number = known[segment]?.[row] ?? 0;
		for (let slot = 0; slot < own.length; slot++)
			own[slot] = number === 0 ? 0 : (values[(number - 1) * own.length + slot] ?? 0);
		return number !== 0;
	};
	const title = new Float32Array(found.length);
	for (const { segment, at, isLatest } of files)
		if (isLatest && take(segment, at.firstRow + at.rows - 1))
			own.forEach((value, slot) => (title[slot] = Math.max(title[slot] ?? 0, value)));
	const session = Float32Array.from(found, ({ best }) => Math.max(0, ...numbers.map((each) => best[each] ?? 0)));
	const best: (Scored & { readonly file: LiveFile; readonly number: number })[] = [];
	const put = (file: LiveFile, number: number): void => {
		const scored = scoreOf(weights, own, title, session);
		let place = best.length;
		while (place > 0 && (best[place - 1]?.score ?? 0) < scored.score) place--;
		if (place === most) return;
		best.splice(place, 0, { file, number, ...scored });
		if (best.length > most) best.pop();
	};
	for (const file of files)
		for (let row = file.at.firstRow; row < file.at.firstRow + file.rows; row++)
			if ((known[file.segment]?.[row] ?? 0) !== 0 && take(file.segment, row)) put(file, row);
	// A session that is only called so is shown by how it begins.
	const first = files.find(({ rows }) => rows > 0);
	own.fill(0);
	if (first !== undefined && best.length === 0) put(first, first.at.firstRow);
	return best.flatMap(({ file, number, ...scored }): Candidate[] => {
		const row = index.segments[file.segment]?.row(number);
		return row === undefined ? [] : [{ file, number, row, ...scored }];
	});
}
