// What English and German call the parts of a year.
import { DAY_MS, MINUTE_MS } from '../base/dates';

/** Milliseconds since 1970; `to` does not belong to it. */
export interface TimeSpan {
	readonly from: number;
	readonly to: number;
}

/** By month, from January on. */
export const MONTHS: readonly (readonly string[])[] = [
	['january', 'januar', 'jänner', 'jan'],
	['february', 'februar', 'feb'],
	['march', 'märz', 'maerz', 'mar'],
	['april', 'apr'],
	['may', 'mai'],
	['june', 'juni', 'jun'],
	['july', 'juli', 'jul'],
	['august', 'aug'],
	['september', 'sept', 'sep'],
	['october', 'oktober', 'oct', 'okt'],
	['november', 'nov'],
	['december', 'dezember', 'dec', 'dez'],
];

/** First month, from 0. Of the northern half of the world, as calendars say it. */
export const SEASONS: Readonly<Record<string, number>> = {
	...named(['spring', 'frühling', 'frühjahr'], 2),
	...named(['summer', 'sommer', 'sommers'], 5),
	...named(['autumn', 'fall', 'herbst', 'herbsts'], 8),
	...named(['winter', 'winters'], 11),
};

/** From Sunday on. */
export const WEEKDAYS: readonly (readonly string[])[] = [
	['sunday', 'sonntag'],
	['monday', 'montag'],
	['tuesday', 'dienstag'],
	['wednesday', 'mittwoch'],
	['thursday', 'donnerstag'],
	['friday', 'freitag'],
	['saturday', 'samstag', 'sonnabend'],
];

/** Days. */
export const UNITS: Readonly<Record<string, number>> = {
	...named(['day', 'tag'], 1),
	...named(['week', 'woche'], 7),
	...named(['sprint'], 14),
	...named(['month', 'monat'], 30.4),
	...named(['quarter', 'quartal'], 91),
	...named(['year', 'jahr'], 365),
};

export const NUMBERS: Readonly<Record<string, number>> = {
	...named(['a', 'an', 'one', 'ein', 'eine', 'einer', 'einem', 'einen'], 1),
	...named(['two', 'couple', 'zwei'], 2),
	...named(['three', 'few', 'several', 'drei', 'paar', 'einigen', 'mehreren'], 3),
	...named(['four', 'vier'], 4),
	...named(['five', 'fünf'], 5),
	...named(['six', 'sechs'], 6),
	...named(['seven', 'sieben'], 7),
	...named(['eight', 'acht'], 8),
	...named(['nine', 'neun'], 9),
	...named(['ten', 'zehn'], 10),
	...named(['eleven', 'elf'], 11),
	...named(['twelve', 'zwölf'], 12),
};

export const ORDINALS: Readonly<Record<string, number>> = {
	...named(['first', 'erstes', 'ersten'], 1),
	...named(['second', 'zweites', 'zweiten'], 2),
	...named(['third', 'drittes', 'dritten'], 3),
	...named(['fourth', 'viertes', 'vierten'], 4),
};

/** When they begin in a year: milliseconds since 1970. */
export const FEASTS: Readonly<Record<string, (year: number) => number>> = {
	...named(['christmas', 'xmas', 'holidays', 'weihnachten'], (year) => Date.UTC(year, 11, 25)),
	...named(['new year', "new year's", 'the turn of the year', 'neujahr', 'silvester', 'jahreswechsel'], (year) =>
		Date.UTC(year, 11, 31),
	),
	...named(['carnival', 'karneval', 'fasching'], (year) => easter(year) - 48 * DAY_MS),
	...named(['good friday', 'karfreitag'], (year) => easter(year) - 2 * DAY_MS),
	...named(['easter', 'ostern'], easter),
	...named(['ascension', 'himmelfahrt', 'christi himmelfahrt'], (year) => easter(year) + 39 * DAY_MS),
	...named(['pentecost', 'whitsun', 'pfingsten'], (year) => easter(year) + 49 * DAY_MS),
	...named(['corpus christi', 'fronleichnam'], (year) => easter(year) + 60 * DAY_MS),
	...named(["valentine's", 'valentinstag'], (year) => Date.UTC(year, 1, 14)),
	...named(['independence day'], (year) => Date.UTC(year, 6, 4)),
	...named(['halloween'], (year) => Date.UTC(year, 9, 31)),
	...named(['thanksgiving'], thanksgiving),
	...named(['black friday'], (year) => thanksgiving(year) + DAY_MS),
	...named(['cyber monday'], (year) => thanksgiving(year) + 4 * DAY_MS),
};

function named<T>(names: readonly string[], value: T): Readonly<Record<string, T>> {
	return Object.fromEntries(names.map((name) => [name, value]));
}

/** The fourth Thursday of November. */
function thanksgiving(year: number): number {
	const first = new Date(Date.UTC(year, 10)).getUTCDay();
	return Date.UTC(year, 10, 22 + ((11 - first) % 7));
}

/** Easter Sunday, by the rule that Meeus, Jones and Butcher published (Astronomical Algorithms, 1991). */
function easter(year: number): number {
	const [golden, century, inCentury] = [year % 19, Math.floor(year / 100), year % 100];
	const corrected = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
	const moon = (19 * golden + corrected + 15) % 30;
	const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7;
	const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
	return Date.UTC(year, 2, 22 + moon + weekday - 7 * late);
}

/** @param month from 0 on */
export const months = (year: number, month: number, count: number): TimeSpan => ({
	from: Date.UTC(year, month),
	to: Date.UTC(year, month + count),
});

/** Of weeks that begin on Monday, the first is the one that has the 4th of January (ISO 8601). */
export function isoWeek(year: number, week: number): TimeSpan {
	const fourth = new Date(Date.UTC(year, 0, 4));
	const first = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * DAY_MS;
	return { from: first + (week - 1) * 7 * DAY_MS, to: first + week * 7 * DAY_MS };
}

/** What the clock on the wall says, as if it were UTC: the forms of time reckon in that. Milliseconds since 1970. */
export const wallClock = (ms: number): number => ms - new Date(ms).getTimezoneOffset() * MINUTE_MS;

/** When the clock on the wall says that. */
export function atWallClock(ms: number): number {
	const at = new Date(ms);
	const [date, time] = [
		[at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()] as const,
		[at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), at.getUTCMilliseconds()] as const,
	];
	return new Date(...date, ...time).getTime();
}
