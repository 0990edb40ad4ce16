// How an answer looks on a terminal: colour, tables that fit, links. Loaded for a terminal, and where colour is asked for.
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import cutWidth from 'fast-string-truncated-width';
import { printable, singleLine } from '../../core/base/text';
import { paintDiffs } from './paintDiff';
import { type Cell, GAP, type Table, type Tone, told } from './table';

/** What the terminal can show. */
interface Sight {
	readonly hasColour: boolean;
	readonly hasLinks: boolean;
	/** Cells in a line; Infinity where nothing is to be cut. */
	readonly columns: number;
}

/** Terminals that open a link (OSC 8), by what they say of themselves. */
const LINKING = /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio|Tabby|WarpTerminal)$/u;

/** @param columns of the terminal; nothing where it is none. */
export function sightOf(hasColour: boolean, env: NodeJS.ProcessEnv, columns: number | undefined): Sight {
	const { TERM = '', TERM_PROGRAM = '', VTE_VERSION, WT_SESSION, KONSOLE_VERSION, FORCE_HYPERLINK } = env;
	const opensLinks =
		LINKING.test(TERM_PROGRAM) ||
		/kitty|alacritty|ghostty|foot/u.test(TERM) ||
		Number(VTE_VERSION) >= 5_000 ||
		[WT_SESSION, KONSOLE_VERSION].some((each) => (each ?? '') !== '');
	const isWanted = FORCE_HYPERLINK === undefined ? opensLinks : !['', '0'].includes(FORCE_HYPERLINK);
	return { hasColour, hasLinks: hasColour && columns !== undefined && isWanted, columns: columns ?? Infinity };
}

const STYLES = {
	good: 'green',
	warn: 'yellow',
	bad: 'red',
	dim: 'dim',
	strong: 'bold',
} as const satisfies Readonly<Record<Tone, Parameters<typeof styleText>[0]>>;

type Style = (tone: Tone | undefined, text: string) => string;
const styleOf =
	({ hasColour }: Pick<Sight, 'hasColour'>): Style =>
	(tone, text) =>
		hasColour && tone !== undefined && text !== '' ? styleText(STYLES[tone], text, { validateStream: false }) : text;

/** People's text in colour: headings, marks in front of a line, changes. Control characters are taken out before. */
export function paintedText(text: string, sight: Sight): string {
	if (!sight.hasColour) return printable(text);
	const style = styleOf(sight);
	return paintDiffs(printable(text))
		.replace(/^#+ .*$/gmu, (line) => style('strong', line))
		.replace(/^[✓✗⚠]/gmu, (mark) => style(MARKS[mark], mark))
		.replaceAll('⚠ stale', style('warn', '⚠ stale'));
}

const MARKS: Readonly<Record<string, Tone>> = { '✓': 'good', '✗': 'bad', '⚠': 'warn' };

/** Before a long column gets less than this, columns at the end are left out. */
const LEAST = 24;

/** A table that fits into the width, with its headings, and what is told below it. */
export function paintedTable(table: Table, sight: Sight): string {
	const { heading, rows } = tableLines(table, sight);
	const notes = (table.notes ?? []).map((note) => styleOf(sight)('dim', singleLine(note)));
	return [heading, ...rows, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}

/** The lines of a table, none longer than the width as far as its first column is not. */
export function tableLines(table: Table, sight: Sight): { readonly heading: string; readonly rows: readonly string[] } {
	const style = styleOf(sight);
	const all = table.columns.map((heading, at) => {
		const cells = table.rows.map((row) => shownCell(row[at] ?? ''));
		const width = Math.max(widthOf(heading), ...cells.map(({ shown }) => widthOf(shown)));
		return { heading, cells, width, isLong: table.long.includes(heading) };
	});
	const filled = all.filter(
		({ heading, cells }) => table.plainOnly?.includes(heading) !== true && cells.some(({ shown }) => shown !== ''),
	);
	const columns = fitted(filled, sight.columns);
	const line = (paint: (column: (typeof columns)[number], isLast: boolean) => string): string =>
		columns
			.map((column, at) => paint(column, at === columns.length - 1))
			.join(GAP)
			.trimEnd();
	const cellText = (shown: string, width: number, isLast: boolean): readonly [text: string, rest: string] => {
		const text = cutToWidth(shown, width);
		return [text, isLast ? '' : ' '.repeat(Math.max(0, width - widthOf(text)))];
	};
	const heading = line(({ heading: name, width }, isLast) => cellText(name, width, isLast).join(''));
	const rows = table.rows.map((_, at) =>
		line(({ cells, width }, isLast) => {
			const { shown = '', tone, file } = cells[at] ?? {};
			const [text, rest] = cellText(shown, width, isLast);
			return link(style(tone, text), file, sight) + rest;
		}),
	);
	return { heading: style('dim', heading), rows };
}

function shownCell(cell: Cell): ReturnType<typeof told> {
	const { shown, ...rest } = told(cell);
	return { ...rest, shown: singleLine(shown) };
}

interface Fitting {
	readonly isLong: boolean;
	/** What it needs; then what it gets. */
	readonly width: number;
}

/** Gives long columns what the others leave, and leaves out columns at the end where that is next to nothing. */
function fitted<C extends Fitting>(columns: readonly C[], available: number): readonly C[] {
	const gaps = GAP.length * (columns.length - 1);
	const sum = (of: readonly C[]): number => of.reduce((total, { width }) => total + width, 0);
	if (sum(columns) + gaps <= available) return columns;
	const long = columns.filter(({ isLong }) => isLong);
	let rest = available - gaps - sum(columns.filter(({ isLong }) => !isLong));
	const least = long.reduce((total, { width }) => total + Math.min(width, LEAST), 0);
	const last = columns.findLastIndex(({ isLong }, at) => !isLong && at > 0);
	if (rest < least && last > 0)
		return fitted(
			columns.filter((_, at) => at !== last),
			available,
		);
	// The shortest first: what one does not need goes to the others.
	let left = long.length;
	const widths = new Map<C, number>();
	for (const column of [...long].sort((a, b) => a.width - b.width)) {
		const width = Math.max(1, Math.min(column.width, Math.floor(rest / left--)));
		widths.set(column, width);
		rest -= width;
	}
	return columns.map((column) => ({ ...column, width: widths.get(column) ?? column.width }));
}

export const widthOf = (text: string): number => cutWidth(text).width;

/** At most so many cells of a line of printable text; a cut text ends in `…`. Letters of the east take two cells. */
export function cutToWidth(text: string, width: number): string {
	const { index, ellipsed } = cutWidth(text, { limit: width, ellipsis: '…', ellipsisWidth: 1 });
	return ellipsed ? `${text.slice(0, index).trimEnd()}…` : text;
}

function link(text: string, file: string | undefined, { hasLinks }: Sight): string {
	if (!hasLinks || file === undefined || text === '') return text;
	return `\u001b]8;;${pathToFileURL(file).href}\u001b\\${text}\u001b]8;;\u001b\\`;
}
