// When does a fact stop holding? Only facts that say so themselves: until a day, by a day, a freeze, a deadline.
import { DAY_MS, localDate, startOfLocalDay } from '../base/dates';

const CUE =
	/\b(?:until|till|through|by|before|deadline|due|expires?|ends?|freez(?:e|es|ing)|frozen|release|launch\w*|on (?:\w+ )?leave|on vacation|on holiday|down|goes live|cut(?:s|ting)?)\b/iu;
const AGAIN = /\b(?:every|each|always|weekly|daily|monthly|yearly|annually)\b/iu;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';

/**
 * The last day on which a text holds, by what it says; nothing where it names no end.
 * @param saidMs when it was written: `Thursday` is the next one after that.
 * @returns `YYYY-MM-DD`.
 */
export function lastDay(text: string, saidMs: number): string | undefined {
	const days = text
		.split(/(?<=[.!?])\s+|\n/u)
		.filter((sentence) => CUE.test(sentence) && !AGAIN.test(sentence))
		.flatMap((sentence) => daysIn(sentence.toLowerCase(), saidMs));
	return days.sort().at(-1);
}

/** Whether a day is over. */
export function isOver(day: string, nowMs: number): boolean {
	const start = startOfLocalDay(day);
	return start !== undefined && start + DAY_MS <= nowMs;
}

function daysIn(text: string, saidMs: number): readonly string[] {
	const said = new Date(saidMs);
	const found: string[] = [];
	const add = (year: number, month: number, day: number): void => {
		const date = new Date(year, month, day).getTime();
		if (!Number.isNaN(date)) found.push(localDate(date));
	};
	for (const [iso] of text.matchAll(/\b\d{4}-\d\d-\d\d\b/gu)) if (startOfLocalDay(iso) !== undefined) found.push(iso);
	const named = [
		...text.matchAll(new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b`, 'gu')),
		...[
			...text.matchAll(new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?${MONTH}(?:,? (\\d{4}))?\\b`, 'gu')),
		].map(([all, day, month, year]) => [all, month, day, year] as const),
	];
	for (const [, month = '', day = '', year] of named) {
		const at = MONTHS.indexOf(month.slice(0, 3));
		// Without a year it is the next such day.
		const next = new Date(said.getFullYear(), at, Number(day)).getTime() + DAY_MS < saidMs ? 1 : 0;
		add(year === undefined ? said.getFullYear() + next : Number(year), at, Number(day));
	}
	if (found.length === 0) {
		const weekday = /\b(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday)\b/u.exec(text)?.[1];
		if (weekday !== undefined) {
			const ahead = (DAYS.indexOf(weekday) - said.getDay() + 7) % 7;
			add(said.getFullYear(), said.getMonth(), said.getDate() + ahead);
		} else if (/\btomorrow\b/u.test(text)) add(said.getFullYear(), said.getMonth(), said.getDate() + 1);
	}
	return found;
}
