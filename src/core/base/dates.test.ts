import { afterEach, describe, expect, test } from 'vitest';
import {
	DAY_MS,
	localDate,
	localTime,
	readableSize,
	shortDuration,
	startOfLocalDay,
	utcMilliseconds,
	utcSeconds,
} from './dates';

const zone = process.env['TZ'];
afterEach(() => {
	if (zone === undefined) delete process.env['TZ'];
	else process.env['TZ'] = zone;
});

describe('dates for people are those of their own calendar', () => {
	test.each([
		['UTC', '2026-11-20', '23:30'],
		['Asia/Tokyo', '2026-11-21', '08:30'],
		['America/Los_Angeles', '2026-11-20', '15:30'],
	])('in %s', (tz, date, time) => {
		process.env['TZ'] = tz;
		const ms = Date.UTC(2026, 10, 20, 23, 30);
		expect([localDate(ms), localTime(ms)]).toEqual([date, time]);
	});

	test.each([
		['Europe/Berlin', '2026-03-29', 23],
		['Europe/Berlin', '2026-10-25', 25],
		// Midnight itself does not exist on this day.
		['America/Sao_Paulo', '2018-11-04', 23],
	])('in %s, %s has %i hours and still one beginning', (tz, date, hours) => {
		process.env['TZ'] = tz;
		const start = startOfLocalDay(date) ?? Number.NaN;
		expect(localDate(start)).toBe(date);
		expect(localDate(start - 1)).not.toBe(date);
		expect(localDate(start + hours * 3_600_000 - 1)).toBe(date);
		expect(localDate(start + hours * 3_600_000)).not.toBe(date);
	});
});

test.each(['2026-02-30', '2026-13-01', '2026-1-1', '2026-11-21T10:00', ' 2026-11-21', '', 'tomorrow', '0000-00-00'])(
	'%j is no day of the calendar',
	(text) => expect(startOfLocalDay(text)).toBeUndefined(),
);

// R10: files carry UTC.
test.each([0, 1, 999, 951_782_399_999, 1_795_208_431_058, 253_402_300_799_999])(
	'%i in milliseconds is what the language itself makes of it',
	(ms) => expect(utcMilliseconds(ms)).toBe(new Date(ms).toISOString()),
);

test('a time stamp in a file is UTC in whole seconds, wherever the machine is', () => {
	process.env['TZ'] = 'Asia/Tokyo';
	expect(utcSeconds(Date.UTC(2026, 10, 21, 10, 0, 0, 999))).toBe('2026-11-21T10:00:00Z');
});

test.each([
	[-DAY_MS, 'now'],
	[0, 'now'],
	[59_999, 'now'],
	[60_000, '1m'],
	[3_599_999, '59m'],
	[3_600_000, '1h'],
	[DAY_MS - 1, '23h'],
	[DAY_MS, '1d'],
	[400 * DAY_MS, '400d'],
])('%i milliseconds are %s', (ms, expected) => expect(shortDuration(ms)).toBe(expected));

test.each([
	[0, '0 B'],
	[1_023, '1023 B'],
	[1_024, '1.0 KB'],
	[14_540, '14.2 KB'],
	[1_048_575, '1.0 MB'],
	[1_048_576, '1.0 MB'],
	[4 * 1024 ** 3, '4.0 GB'],
	[5 * 1024 ** 5, '5120.0 TB'],
])('%i bytes are %s', (bytes, expected) => expect(readableSize(bytes)).toBe(expected));
