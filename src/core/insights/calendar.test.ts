// Days and hours of time zones, also where clocks are changed and where they are a quarter of an hour off.
import { expect, test } from 'vitest';
import { QUARTER_MS, beginOf, calendarOf, daysAfter, periodsBetween } from './calendar';

const local = (timeZone: string, iso: string): string => {
	const [calendar, ms] = [calendarOf(timeZone), Date.parse(iso)];
	return `${calendar.dateOf(ms)} ${calendar.weekdayOf(ms)} ${calendar.hourOf(ms)}`;
};

test.each([
	['UTC', '2026-11-22T23:59:59Z', '2026-11-22 7 23'],
	['Europe/Berlin', '2026-11-22T23:30:00Z', '2026-11-23 1 0'],
	['America/New_York', '2026-11-23T04:59:00Z', '2026-11-22 7 23'],
	['Asia/Kathmandu', '2026-11-23T18:14:59Z', '2026-11-23 1 23'],
	['Asia/Kathmandu', '2026-11-23T18:15:00Z', '2026-11-24 2 0'],
	['Pacific/Kiritimati', '2026-11-23T10:00:00Z', '2026-11-24 2 0'],
	// The hour that there is twice, and the one that there is not.
	['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25 7 2'],
	['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25 7 2'],
	['Europe/Berlin', '2026-10-25T02:30:00Z', '2026-10-25 7 3'],
	['Europe/Berlin', '2026-03-29T00:59:00Z', '2026-03-29 7 1'],
	['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29 7 3'],
	// Half an hour of summer time; a zone that skipped a whole day.
	['Australia/Lord_Howe', '2026-10-03T15:29:00Z', '2026-10-04 7 1'],
	['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04 7 2'],
	['Pacific/Apia', '2011-12-30T09:59:00Z', '2011-12-29 4 23'],
	['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31 6 0'],
])('%s %s', (timeZone, iso, expected) => {
	expect(local(timeZone, iso)).toBe(expected);
});

test.each(['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'])(
	'%s says what the calendar of the system says, for each quarter of an hour of a year',
	(timeZone) => {
		const calendar = calendarOf(timeZone);
		const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
		const begin = Date.UTC(2026, 0, 1);
		const wrong = Array.from({ length: 365 * 24 * 4 }, (_, at) => begin + at * QUARTER_MS).filter((ms) => {
			const [date, time = ''] = format.format(ms).split(' ');
			return calendar.dateOf(ms) !== date || calendar.hourOf(ms) !== Number(time.slice(0, 2));
		});
		expect(wrong).toEqual([]);
	},
);

test('an unknown time zone is told', () => {
	expect(() => calendarOf('Europe/Atlantis')).toThrow(RangeError);
});

test('periods begin where calendars say', () => {
	expect(beginOf('week', '2026-11-22')).toBe('2026-11-16');
	expect(beginOf('week', '2026-11-23')).toBe('2026-11-23');
	expect(beginOf('month', '2028-02-29')).toBe('2028-02-01');
	expect(daysAfter('2028-02-28', 2)).toBe('2028-03-01');
	expect(periodsBetween('day', '2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
	expect(periodsBetween('week', '2026-11-15', '2026-11-23')).toEqual(['2026-11-09', '2026-11-16', '2026-11-23']);
	expect(periodsBetween('month', '2025-12-31', '2026-02-01')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
});
