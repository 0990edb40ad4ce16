// A list as an answer has it: rows for a terminal (look.ts) and for programs (`--plain`). Nothing here is loaded that a piped
// list does not need.
import { agoInWords, utcMilliseconds } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';

/** What a word means; colour only repeats it. */
export type Tone = 'good' | 'warn' | 'bad' | 'dim' | 'strong';

interface ToldCell {
	/** What a person reads. */
	readonly shown: string;
	/** What a program reads, where that is something else. */
	readonly plain?: string;
	readonly tone?: Tone | undefined;
	/** A file that a click opens. */
	readonly file?: string | undefined;
}
export type Cell = string | ToldCell;

export interface Table {
	/** Headings. */
	readonly columns: readonly string[];
	/** Those that take what the others leave, and are cut where that is too little. */
	readonly long: readonly string[];
	/** Those that only programs are given. */
	readonly plainOnly?: readonly string[];
	/** A cell for each column. */
	readonly rows: readonly (readonly Cell[])[];
	/** What a person is told below it. */
	readonly notes?: readonly string[];
	/** People are given the answer's text, also on a terminal. */
	readonly isForPrograms?: true;
}

/** Between two cells that people read. */
export const GAP = '  ';

export const told = (cell: Cell): ToldCell => (typeof cell === 'string' ? { shown: cell } : cell);

/** When something was: as people say it, and as an ISO 8601 stamp in UTC. */
export const timeCell = (atMs: number, nowMs: number): Cell => ({
	shown: agoInWords(atMs, nowMs),
	plain: utcMilliseconds(atMs),
	tone: 'dim',
});

/** An id, of which people need the beginning. @param file that is meant by it */
export const idCell = (id: string, file?: string): Cell => ({ shown: id.slice(0, 8), plain: id, file });

/**
 * A list where nobody sits at a terminal: a row to a line, as people read it and whole, then what is told below it.
 * @param none what is said in place of rows
 */
export function listText({ columns, rows, plainOnly = [], notes = [] }: Table, none: string): string {
	const lines = rows.map((row) =>
		row
			.map((cell, at) => (plainOnly.includes(columns[at] ?? '') ? '' : singleLine(told(cell).shown)))
			.filter((shown) => shown !== '')
			.join(GAP),
	);
	return [...(lines.length === 0 ? [none] : lines), ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}

/** One row per line, tabs between the cells, without headings: fields never hold a tab or a line break. */
export function plainRows({ rows }: Table): string {
	return rows
		.map((row) => {
			const cells = row.map(told);
			return `${cells.map(({ shown, plain }) => singleLine(plain ?? shown)).join('\t')}\n`;
		})
		.join('');
}
