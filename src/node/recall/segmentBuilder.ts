// A segment in the making: exchanges of transcripts, in memory until there are enough of them, and segments that are made
// one.
import { groupBy } from '../../core/base/groupBy';
import { displayName } from '../../core/transcript/displayName';
import { type TalkExchange, type SessionWords, addTerms } from '../../core/recall/exchanges';
import { BLOCK_BYTES, pairFilter } from '../../core/recall/pairs';
import type { Postings } from '../../core/recall/postings';
import { termsOf } from '../../core/recall/words';
import type { NewRow, SegmentFile, SegmentParts, SegmentReader } from './segment';

/** So many postings are held in memory: about 150 MB. */
const MOST_POSTINGS = 4_000_000;

/** Exchanges of a transcript share a filter up to so many pairs of words: they say much the same, so it is smaller. */
const FILTERED = 32_000;
const NO_FILTER = new Uint8Array();

/** BM25: how soon a word that is repeated counts no more, how much a long exchange is held back, and what is long. Terms. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.4;
const USUAL_LENGTH = 150;

/** What a word counts at most is 2.2; an impact is a hundredth. */
const IMPACTS = 100;

/** How much a term counts in an exchange, whatever else there is: 1 to 220. */
function impactOf(count: number, length: number): number {
	const held = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / USUAL_LENGTH);
	return Math.max(1, Math.round((IMPACTS * count * (SATURATION + 1)) / (count + held)));
}

export class SegmentBuilder {
	private readonly postings = new Map<number, number[]>();
	/** Each with the number of its filter. */
	private readonly rows: (readonly [row: Omit<NewRow, 'filter'>, filter: number])[] = [];
	private readonly filters: Uint8Array[] = [];
	/** What stands side by side in the exchanges that the next filter is of. */
	private pairs = new Set<number>();
	private readonly files: SegmentFile[] = [];
	readonly spoken = new Set<string>();
	private size = 0;
	private firstRow = 0;

	get isFull(): boolean {
		return this.size >= MOST_POSTINGS;
	}
	get isEmpty(): boolean {
		return this.files.length === 0;
	}

	addExchange(exchange: TalkExchange): void {
		for (const pair of exchange.pairs) this.pairs.add(pair);
		this.addRow(exchange, exchange.counts, exchange.length);
		if (this.pairs.size > FILTERED) this.closeFilter();
	}

	/** The exchanges since the last call are a file's. */
	closeFile(file: Omit<SegmentFile, 'firstRow' | 'rows' | 'last'>): void {
		const last = this.rows.at(-1)?.[0].begin ?? file.from;
		const isEmpty = this.rows.length === this.firstRow;
		const title = { counts: new Map<number, number>(), length: 0 };
		addTerms(title, termsOf(nameFromWords(file.words)), 1);
		this.addRow({ begin: 0, end: 0, atMs: 0, key: 0, hasWork: false }, title.counts, title.length);
		const { firstRow } = this;
		this.files.push({ ...file, last: isEmpty ? file.from : last, firstRow, rows: this.rows.length - firstRow });
		this.firstRow = this.rows.length;
		this.closeFilter();
	}

	parts(): SegmentParts {
		const { postings } = this;
		const hashes = Float64Array.from(postings.keys()).sort();
		const terms = function* (): Generator<{ hash: number; postings: Postings }, void> {
			for (const hash of hashes) yield { hash, postings: postings.get(hash) ?? [] };
		};
		const rows = function* (filters: readonly Uint8Array[], all: typeof own): Generator<NewRow, void> {
			for (const [row, filter] of all) yield { ...row, filter: filters[filter] ?? NO_FILTER };
		};
		const own = this.rows;
		return { terms: terms(), rows: rows(this.filters, own), files: this.files, words: [...this.spoken].join('\n') };
	}

	private closeFilter(): void {
		this.filters.push(pairFilter(this.pairs));
		this.pairs = new Set();
	}

	private addRow(row: Omit<NewRow, 'filter'>, counts: ReadonlyMap<number, number>, length: number): void {
		const at = this.rows.length;
		const { begin, end, atMs, key, hasWork } = row;
		this.rows.push([{ begin, end, atMs, key, hasWork }, this.filters.length]);
		for (const [hash, count] of counts) {
			const list = this.postings.get(hash);
			const posting = at * 256 + impactOf(count, length);
			if (list === undefined) this.postings.set(hash, [posting]);
			else list.push(posting);
		}
		this.size += counts.size;
	}
}

/** What a session is called. */
export function nameFromWords({ titles, firstPrompt, cwd }: SessionWords): string {
	const { custom, ai, summary, agent } = titles;
	const sources = { customTitle: custom, aiTitle: ai, summary, agentName: agent, firstPrompt, cwd };
	return displayName(sources) ?? '';
}

/** What still counts of a file of a segment. */
export interface LiveFile {
	readonly segment: number;
	readonly at: SegmentFile;
	/** Rows from its first on; what comes behind them was read again later. */
	readonly rows: number;
	/** No later one has lines of the same transcript: its last row is what the session is called. */
	readonly isLatest: boolean;
}

/** What still counts of some segments, the oldest first. */
export function liveFiles(segments: readonly SegmentReader[]): readonly LiveFile[] {
	const from = new Map<string, number>();
	const live: LiveFile[] = [];
	for (let segment = segments.length - 1; segment >= 0; segment--) {
		const reader = segments[segment];
		for (const at of reader?.files.toReversed() ?? []) {
			const end = from.get(at.file);
			from.set(at.file, Math.min(end ?? Infinity, at.from));
			const exchanges = at.rows - 1;
			live.push({
				segment,
				at,
				rows: end === undefined ? exchanges : rowsBefore(reader, at, end),
				isLatest: end === undefined,
			});
		}
	}
	return live.reverse();
}

/** How many of a file's exchanges begin before the byte at `end`. */
function rowsBefore(reader: SegmentReader | undefined, { firstRow, rows, to, from }: SegmentFile, end: number): number {
	if (reader === undefined || end <= from) return 0;
	if (end >= to) return rows - 1;
	let low = 0;
	for (let high = rows - 1; low < high;) {
		const middle = (low + high) >> 1;
		if (reader.row(firstRow + middle).begin < end) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Several segments as one, without what does not count any more. @param isThere whether a transcript still exists */
export function mergedParts(segments: readonly SegmentReader[], isThere: (file: string) => boolean): SegmentParts {
	const byFile = groupBy(liveFiles(segments), ({ at }) => at.file);
	const numbers = segments.map(({ rows }) => new Int32Array(rows).fill(-1));
	const files: SegmentFile[] = [];
	const sources: (readonly [segment: number, row: number])[] = [];
	for (const [file, parts] of byFile) {
		const latest = parts.find(({ isLatest }) => isLatest);
		if (latest === undefined || !isThere(file)) continue;
		const firstRow = sources.length;
		const keep = (segment: number, row: number): void => {
			const known = numbers[segment];
			if (known !== undefined) known[row] = sources.length;
			sources.push([segment, row]);
		};
		for (const { segment, at, rows } of parts)
			for (let row = at.firstRow; row < at.firstRow + rows; row++) keep(segment, row);
		keep(latest.segment, latest.at.firstRow + latest.at.rows - 1);
		const from = Math.min(...parts.map(({ at }) => at.from));
		files.push({ ...latest.at, from, firstRow, rows: sources.length - firstRow });
	}
	const rows = function* (): Generator<NewRow, void> {
		let last: { readonly from: number; readonly at: number; readonly filter: Uint8Array } | undefined;
		for (const [from, number] of sources) {
			const segment = segments[from];
			const row = segment?.row(number);
			if (segment === undefined || row === undefined) continue;
			// Where there is no filter, the next one begins at the same place.
			const { firstBlock: at, blocks } = row.filter;
			if (last?.from !== from || last.at !== at || last.filter.length !== blocks * BLOCK_BYTES)
				last = { from, at, filter: segment.filter(row.filter) };
			yield { ...row, filter: last.filter };
		}
	};
	return {
		terms: mergedTerms(segments, numbers),
		rows: rows(),
		files,
		words: [...new Set(segments.flatMap((segment) => segment.words().split('\n')))].join('\n'),
	};
}

function* mergedTerms(
	segments: readonly SegmentReader[],
	numbers: readonly Int32Array[],
): Generator<{ hash: number; postings: Postings }, void> {
	const heads = segments.map((segment, at) => {
		const terms = segment.terms();
		return { terms, next: terms.next(), numbers: numbers[at] };
	});
	for (;;) {
		let hash = Infinity;
		for (const { next } of heads) if (next.done !== true) hash = Math.min(hash, next.value.hash);
		if (hash === Infinity) return;
		const postings: number[] = [];
		for (const head of heads) {
			if (head.next.done === true || head.next.value.hash !== hash) continue;
			for (const posting of head.next.value.postings) {
				const row = head.numbers?.[Math.floor(posting / 256)] ?? -1;
				if (row >= 0) postings.push(row * 256 + (posting % 256));
			}
			head.next = head.terms.next();
		}
		yield { hash, postings: postings.sort((a, b) => a - b) };
	}
}
