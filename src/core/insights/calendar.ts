// Days, weeks and hours of a time zone, for hundreds of thousands of moments: asking for each what its offset is takes seconds.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/dates';

/** Offsets of all time zones are multiples of it: what is counted by it falls into one hour anywhere. */
export const QUARTER_MS = 15 * MINUTE_MS;

/** The beginning of the quarter of an hour that a moment is in. */
export const quarterOf = (ms: number): number => Math.floor(ms / QUARTER_MS) * QUARTER_MS;

export interface Calendar {
	/** `YYYY-MM-DD` */
	dateOf(ms: number): string;
	/** From 1 for Monday. */
	weekdayOf(ms: number): number;
	/** From 0 to 23. */
	hourOf(ms: number): number;
}

/** @param timeZone IANA name, such as `Europe/Berlin` @throws RangeError where there is none of that name */
export function calendarOf(timeZone: string): Calendar {
	const format = new Intl.DateTimeFormat('en-US', {
		...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
		...{ hour: 'numeric', minute: 'numeric' },
	});
	const askOffset = (ms: number): number => {
		const part: Record<string, number> = {};
		for (const { type, value } of format.formatToParts(ms)) part[type] = Number(value);
		const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
		return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
	};
	const known = new Map<number, number>();
	const remembered = (ms: number): number => {
		const offset = known.get(ms) ?? askOffset(ms);
		known.set(ms, offset);
		return offset;
	};
	/** Begins and ends of days in UTC, and only in a day on which clocks are changed each of its quarters. */
	const local = (ms: number): number => {
		const day = Math.floor(ms / DAY_MS) * DAY_MS;
		const before = remembered(day);
		if (before === remembered(day + DAY_MS)) return ms + before;
		return ms + remembered(quarterOf(ms));
	};
	const dates = new Map<number, string>();
	return {
		dateOf(ms) {
			const day = Math.floor(local(ms) / DAY_MS);
			const date = dates.get(day) ?? dateOfDay(day);
			dates.set(day, date);
			return date;
		},
		// 1970 began on a Thursday.
		weekdayOf: (ms) => ((Math.floor(local(ms) / DAY_MS) + 3) % 7) + 1,
		hourOf: (ms) => Math.floor((local(ms) % DAY_MS) / HOUR_MS),
	};
}

const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const dayOf = (date: string): number => Math.floor(Date.parse(date) / DAY_MS);

export type Period = 'day' | 'week' | 'month';

/** The date so many days later, or earlier. */
export const daysAfter = (date: string, days: number): string => dateOfDay(dayOf(date) + days);

/** The date on which the period begins that a date is in. Weeks begin on Monday. */
export function beginOf(period: Period, date: string): string {
	if (period === 'day') return date;
	if (period === 'month') return `${date.slice(0, 7)}-01`;
	return daysAfter(date, -((dayOf(date) + 3) % 7));
}

/** The beginnings of all periods from that of one date to that of another, in order. */
export function periodsBetween(period: Period, first: string, last: string): readonly string[] {
	const begins: string[] = [];
	// No period is shorter than a day, none longer than 31.
	const step = { day: 1, week: 7, month: 31 }[period];
	for (let begin = beginOf(period, first); begin <= last; begin = beginOf(period, daysAfter(begin, step)))
		begins.push(begin);
	return begins;
}
