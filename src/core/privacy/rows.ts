// Secrets in rows: of a table of Markdown, of a list with commas, and of what is put into a database.
import { matchesOf } from '../base/patterns';
import { shownKind } from './assignments';
import { isSigned } from './names';
import type { Found } from './noise';
import { isData } from './programForms';
import { nameAtEnd } from './surroundings';

/** Words may stand before a table's first row. */
const ROW = /\|(?<=(?:^|\n)(?<words>[^\n|]{0,400})\|)[^\n]{3,2000}/gu;

/** Tables of Markdown: a column whose head is a name, or a cell behind a name. */
export function inTables(text: string): readonly Found[] {
	if (!text.includes('|')) return [];
	const found: Found[] = [];
	let heads: readonly (string | undefined)[] = [];
	let last = -2;
	for (const row of matchesOf(text, ROW)) {
		const cells = cellsOf(row);
		const line = row.index - (row.groups?.['words'] ?? '').length;
		// A table begins where the line above is no row.
		if (line !== last + 1 && !/^\n[ +-]{3,2000}\n$/u.test(text.slice(Math.max(0, last), Math.min(line, last + 2_002))))
			heads = cells.map(({ value }) => nameAtEnd(value));
		last = row.index + row[0].length;
		cells.forEach(({ value, start }, at) => {
			const name = heads[at] ?? nameAtEnd(cells[at - 1]?.value ?? '');
			if (
				name !== undefined &&
				/^\S{3,512}$/u.test(value) &&
				isData(value, name) &&
				(/\d/u.test(value) || isSigned(value))
			)
				found.push({ start, end: start + value.length, kind: shownKind(name) });
		});
	}
	return found;
}

/** What is put into columns that are named. */
const INSERT =
	/\binsert into [^\s(]{1,128}\s{0,8}\((?<heads>[^()]{1,1024})\)\s{0,8}values\s{0,8}(?<rows>\([^()]{1,4096}\)(?:\s{0,8},\s{0,8}\([^()]{1,4096}\)){0,200})/gi;

/** The first line of a list with commas, semicolons or tabs: it names the columns. */
const HEADS = /\n(?<=(?:^|[\n"])(?<heads>["\w .-]{1,40}(?:(?<sign>[,;\t])["\w .-]{1,40}){1,24})\r?\n)/gu;
/** So many rows of a list are looked at. */
const ROWS = 200;
const namesOf = (heads: string, sign: string): readonly (string | undefined)[] =>
	heads.split(sign).map((head) => nameAtEnd(head.replace(/["'\x60\s]{1,8}$/u, '')));

/** Lists with commas, semicolons or tabs, and what is put into the columns of a database. */
export function inLists(text: string): readonly Found[] {
	const found: Found[] = [];
	const inRow = (names: readonly (string | undefined)[], cells: readonly string[], start: number): void => {
		let at = start;
		names.forEach((name, column) => {
			const cell = cells[column] ?? '';
			const value = /^[\s"']{0,8}(?<value>[^\s"']{4,512})\s{0,8}(?:["']|$)/u.exec(cell)?.groups?.['value'] ?? '';
			const from = at + cell.indexOf(value);
			if (name !== undefined && /\d/u.test(value) && isData(value, name))
				found.push({ start: from, end: from + value.length, kind: shownKind(name) });
			at += cell.length + 1;
		});
	};
	let start = 0;
	for (const { index, groups } of matchesOf(text, HEADS)) {
		const { heads = '', sign = ',' } = groups ?? {};
		if (index < start) continue;
		const names = namesOf(heads, sign);
		if (names.every((name) => name === undefined)) continue;
		start = index + 1;
		for (let row = 0; row < ROWS && start < text.length; row++) {
			const end = (text.indexOf('\n', start) + 1 || text.length + 1) - 1;
			const cells = text.slice(start, end).split(sign);
			if (cells.length < names.length) break;
			inRow(names, cells, start);
			start = end + 1;
		}
	}
	if (!/insert into/iu.test(text)) return found;
	for (const { 0: insert, index, groups } of matchesOf(text, INSERT)) {
		const { heads = '', rows = '' } = groups ?? {};
		for (const row of matchesOf(rows, /\((?<cells>[^()]{1,4096})\)/gu))
			inRow(
				namesOf(heads, ','),
				(row.groups?.['cells'] ?? '').split(','),
				index + insert.length - rows.length + row.index + 1,
			);
	}
	return found;
}

function cellsOf({ 0: row, index }: RegExpExecArray): readonly { readonly value: string; readonly start: number }[] {
	return matchesOf(row, /[^|]{1,2048}/gu).map((cell) => {
		const value = cell[0].replace(/^[\s`*]{1,2048}|[\s`*]{1,2048}$/gu, '');
		return { value, start: index + cell.index + cell[0].indexOf(value) };
	});
}
