// A list to walk on a terminal: arrows, letters that filter, a preview, enter. Loaded for that alone, with its library.
import search, { Separator } from '@inquirer/search';
import { singleLine } from '../../core/base/text';
import type { Caller } from '../caller';
import { cutToWidth, sightOf, tableLines } from './look';
import { type Table, told } from './table';

/** What a person chooses from. */
interface Walk {
	readonly question: string;
	readonly table: Table;
}

const KEYS = 'Type to filter, ↑↓ move, Enter chooses, Esc leaves';

/** The question, the headings, the gap, the line that names the keys. */
const FRAME_LINES = 6;

/** @returns the row that was chosen; nothing where the person left (Esc, Ctrl-C). */
export async function walk({ input, output, remarks, waiting }: Caller, to: Walk): Promise<number | undefined> {
	const { columns, rows: lines } = output.size();
	// Two cells for the pointer, one for terminals that break a full line.
	const { heading, rows } = tableLines(to.table, sightOf(false, {}, columns - 3));
	const previews = to.table.rows.map((_, row) => previewOf(to, row, columns - 1));
	const longest = Math.max(1, ...previews.map((each) => each.split('\n').length));
	const choices = rows.map((name, row) => ({
		name: cutToWidth(name, columns - 3),
		value: row,
		description: previews[row] ?? '',
	}));
	const stop = new AbortController();
	const leave = (_: unknown, key: { readonly name?: string } | undefined): void => {
		if (key?.name === 'escape') stop.abort();
	};
	input.on('keypress', leave);
	try {
		return await waiting.during(() =>
			search(
				{
					message: to.question,
					theme: { style: { keysHelpTip: () => KEYS } },
					pageSize: Math.max(3, Math.min(rows.length + 1, lines - FRAME_LINES - longest)),
					source: (typed) => {
						const shown = matching(to.table, typed ?? '').flatMap((row) => choices[row] ?? []);
						return shown.length === 0 ? [] : [...(heading === '' ? [] : [new Separator(` ${heading}`)]), ...shown];
					},
				},
				{ input, output: remarks, signal: stop.signal, clearPromptOnDone: true },
			),
		);
	} catch (error) {
		if (error instanceof Error && /^(?:Exit|Abort)PromptError$/u.test(error.name)) return undefined;
		throw error;
	} finally {
		input.off('keypress', leave);
	}
}

/** The rows in which each of the words stands somewhere, whatever their case, also where a cell is cut. */
export function matching({ rows }: Table, typed: string): readonly number[] {
	const words = typed.toLowerCase().split(/\s+/u);
	return [...rows.keys()].filter((at) => {
		const text = (rows[at] ?? []).map((cell) => `${told(cell).shown} ${told(cell).plain ?? ''}`).join(' ');
		return words.every((word) => text.toLowerCase().includes(word));
	});
}

/** All cells of a row in full, then what else there is of it. */
function previewOf({ table }: Walk, row: number, columns: number): string {
	const cells = (table.rows[row] ?? []).map(told);
	const facts = cells.flatMap(({ shown, plain, file }, at) => {
		const isLong = table.long.includes(table.columns[at] ?? '');
		// Of an id the whole, of a time what people say.
		const text = plain?.startsWith(shown) === true ? plain : shown;
		return text === '' || plain === '' ? [] : [{ text: file ?? text, isLong }];
	});
	const title = facts.filter(({ isLong }) => isLong).map(({ text }) => text);
	const rest = facts.filter(({ isLong }) => !isLong).map(({ text }) => text);
	return [...title, rest.join(' · ')]
		.filter((line) => line.trim() !== '')
		.map((line) => cutToWidth(singleLine(line), columns))
		.join('\n');
}
