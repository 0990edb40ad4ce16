// What rows and columns are called, and how numbers read, in the person's language.
import type { ShownPlot } from '../../core/insights/insightsMessages';

/** In the order of the plot. */
export interface Names {
	readonly rows: readonly string[];
	readonly columns: readonly string[];
}

type Unit = 'count' | 'usd';

const language = (): string => document.documentElement.lang;
/** Formats cost more than what they say. */
const formats = new Map<string, Intl.NumberFormat>();

function format(unit: Unit, isShort: boolean): Intl.NumberFormat {
	const key = `${unit} ${isShort}`;
	const known =
		formats.get(key) ??
		new Intl.NumberFormat(language(), {
			...(unit === 'usd' ? { style: 'currency', currency: 'USD' } : { maximumFractionDigits: 0 }),
			...(isShort ? { notation: 'compact', maximumFractionDigits: 1 } : {}),
		});
	formats.set(key, known);
	return known;
}

/** `1,234,567`, `$12.30` */
export const wholeAmount = (value: number, unit: Unit): string => format(unit, false).format(value);

/** `1.2M`, `$12.30`, `$12K` */
export const shortAmount = (value: number, unit: Unit): string =>
	format(unit, unit === 'count' || value >= 1_000).format(value);

/** A Monday. */
const MONDAY_MS = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

export function namesOf({ by, rows, rowNames, columns, columnNames }: ShownPlot): Names {
	const dates = new Intl.DateTimeFormat(language(), {
		timeZone: 'UTC',
		...(by === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }),
	});
	const weekdays = new Intl.DateTimeFormat(language(), { timeZone: 'UTC', weekday: 'short' });
	const hours = new Intl.DateTimeFormat(language(), { timeZone: 'UTC', hour: 'numeric' });
	const rowName = (row: string): string =>
		by === 'weekday' ? weekdays.format(MONDAY_MS + (Number(row) - 1) * DAY_MS) : dates.format(new Date(row));
	return {
		rows: rowNames ?? rows.map(rowName),
		columns: columnNames ?? columns.map(({ key }) => hours.format(Number(key) * 3_600_000)),
	};
}
