// The time that a question speaks of: `in autumn`, `last week`, `Ende März`, `2026-03`. It is taken out of the question, so
// that no word of it is looked for.
import { DAY_MS } from '../base/dates';
import { lazyPattern, once } from '../base/once';
import { matchesOf } from '../base/patterns';

/** Milliseconds since 1970; `to` does not belong to it. */
export interface TimeSpan {
	readonly from: number;
	readonly to: number;
}

export interface TimedQuestion {
	/** Without the words for the time. */
	readonly rest: string;
	readonly span: TimeSpan | undefined;
	/** `before we had CI`: what the time is told by, where no calendar tells it. */
	readonly event: { readonly text: string; readonly side: 'before' | 'after' } | undefined;
}

const MONTHS: readonly (readonly string[])[] = [
	['january', 'januar', 'jan'],
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
/** What is nothing but a month, whatever stands before it. People are called April and August. */
const NAMES = ['march', 'april', 'august'];
const BARE = MONTHS.flatMap((names) => names.filter((name) => name.length > 4 && !NAMES.includes(name)));

/** First month, from 0. Of the northern half of the world, as calendars say it. */
const SEASONS: Readonly<Record<string, number>> = {
	spring: 2,
	frühling: 2,
	frühjahr: 2,
	summer: 5,
	sommer: 5,
	autumn: 8,
	fall: 8,
	herbst: 8,
	winter: 11,
};
const NUMBERS: Readonly<Record<string, number>> = {
	a: 1,
	an: 1,
	one: 1,
	two: 2,
	three: 3,
	four: 4,
	five: 5,
	six: 6,
	ein: 1,
	einer: 1,
	einem: 1,
	zwei: 2,
	drei: 3,
	vier: 4,
	fünf: 5,
	sechs: 6,
	couple: 2,
	few: 3,
	several: 4,
	paar: 3,
};
/** When they begin in a year: milliseconds since 1970. */
const FEASTS: Readonly<Record<string, (year: number) => number>> = {
	...named(['christmas', 'weihnachten'], (year) => Date.UTC(year, 11, 25)),
	...named(['new year', "new year's", 'neujahr', 'silvester'], (year) => Date.UTC(year, 11, 31)),
	...named(['easter', 'ostern'], easter),
	...named(['pentecost', 'whitsun', 'pfingsten'], (year) => easter(year) + 49 * DAY_MS),
	...named(['carnival', 'karneval', 'fasching'], (year) => easter(year) - 48 * DAY_MS),
	...named(['halloween'], (year) => Date.UTC(year, 9, 31)),
	...named(['thanksgiving'], thanksgiving),
	...named(['black friday'], (year) => thanksgiving(year) + DAY_MS),
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

const WEEKDAYS: readonly (readonly string[])[] = [
	['sunday', 'sonntag'],
	['monday', 'montag'],
	['tuesday', 'dienstag'],
	['wednesday', 'mittwoch'],
	['thursday', 'donnerstag'],
	['friday', 'freitag'],
	['saturday', 'samstag'],
];

const either = (words: Iterable<string>): string => [...words].join('|');
const AT = '(?:in|of|from|during|since|at|around|over|this|im|vom|am|seit|um)';
const IN = `${AT}?\\s*(?:the\\s+|den\\s+|dem\\s+|der\\s+)?`;
/** What a library, or something that falls, does not have before it. */
const IN_SEASON = /^(?:in|during|since|this|im|seit)\s/u;
/** What makes a library, or a thing that falls, of a season before it. */
const OF_NAME = '(?:back|batch|boot|cloud|cms|data|framework|mvc|security|through|webflux)';
const FREE_DAYS = '(?:break|days|holidays?|period|season|vacation|weekend)';
const PART = '(?:(early|mid|middle of|late|end of|beginning of|start of|anfang|mitte|ende)[\\s-]+(?:the\\s+)?)?';
const LAST = '(?:(last|previous|past|letzten|letztes|letzte|letzter|vorigen|voriges|vorige)\\s+)?';
const UNITS: Readonly<Record<string, number>> = {
	day: 1,
	tag: 1,
	week: 7,
	woche: 7,
	month: 30.4,
	monat: 30.4,
	year: 365,
	jahr: 365,
};

/** Finds one form of time: the text is what it says, in lower case. */
type Reading = (found: RegExpExecArray, now: Date) => TimeSpan | undefined;

const day = (at: Date, days: number, length = 1): TimeSpan => {
	const from = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + days);
	return { from, to: from + length * DAY_MS };
};
const months = (year: number, month: number, count: number): TimeSpan => ({
	from: Date.UTC(year, month),
	to: Date.UTC(year, month + count),
});

/** A third of a span, where a part of it was named. */
function partOf({ from, to }: TimeSpan, part: string | undefined): TimeSpan {
	if (part === undefined) return { from, to };
	const third = (to - from) / 3;
	const at = /^(?:early|beginning|start|anfang)/u.test(part) ? 0 : /^(?:mid|mitte)/u.test(part) ? 1 : 2;
	// People are not that exact.
	return { from: from + at * third - third / 3, to: from + (at + 1) * third + third / 3 };
}

/** The latest of a yearly span that has begun; with `last`, one that is over. */
function latest(span: (year: number) => TimeSpan, now: Date, isOver: boolean): TimeSpan {
	for (let year = now.getUTCFullYear(); ; year--) {
		const each = span(year);
		if ((isOver ? each.to : each.from) <= now.getTime()) return each;
	}
}

const FORMS: readonly (readonly [pattern: string, read: Reading])[] = [
	[
		`${IN}(\\d{4})-(\\d\\d)(?:-(\\d\\d))?`,
		([, year, month, date]) => {
			const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date ?? 1)));
			// `2026-13` is a number of something, as `2026-02-31` is.
			if (at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(date ?? 1)) return undefined;
			return date === undefined ? months(Number(year), Number(month) - 1, 1) : day(at, 0);
		},
	],
	[`(?:yesterday|gestern)`, (_, now) => day(now, -1)],
	[`(?:today|heute)`, (_, now) => day(now, 0)],
	[`(?:the\\s+)?(?:other day|neulich|kürzlich)`, (_, now) => day(now, -21, 22)],
	[
		`(?:the\\s+)?week before last|vorletzte woche`,
		(_, now) => ({ from: now.getTime() - 22 * DAY_MS, to: now.getTime() - 9 * DAY_MS }),
	],
	[`(?:a\\s+)?fortnight ago`, (_, now) => day(now, -20, 12)],
	[`(?:about\\s+)?half a year ago|vor (?:etwa )?einem halben jahr`, (_, now) => day(now, -240, 120)],
	[
		`(?:earlier\\s+)?this\\s+(week|month|year)|dies(?:e|en|es)\\s+(woche|monat|jahr)`,
		([, unit, deutsch = ''], now) => {
			const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
			if (/^(?:year|jahr)/u.test(unit ?? deutsch)) return months(year, 0, 12);
			if (/^mon/u.test(unit ?? deutsch)) return months(year, month, 1);
			return day(now, -((now.getUTCDay() + 6) % 7), 7);
		},
	],
	[
		`${IN}${LAST}(day|days|week|weeks|month|months|year|tag|tage|tagen|woche|wochen|monat|monats|monate|jahr)`,
		([, last, unit = ''], now) => {
			if (last === undefined) return undefined;
			if (/^(?:week|woche)/u.test(unit)) return { from: now.getTime() - 14 * DAY_MS, to: now.getTime() - 2 * DAY_MS };
			if (/^mon/u.test(unit)) return months(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);
			if (/^(?:year|jahr)/u.test(unit)) return months(now.getUTCFullYear() - 1, 0, 12);
			return { from: now.getTime() - 5 * DAY_MS, to: now.getTime() };
		},
	],
	[
		`(?:vor\\s+)?(?:about\\s+|around\\s+|a\\s+|ein\\s+)?(\\d+|${either(Object.keys(NUMBERS))})\\s+(?:of\\s+)?(day|tag|week|woche|month|monat|year|jahr)(?:s|e|en|n)?(\\s+ago|\\s+back|\\s+her)?`,
		([text, count = '', unit = '', ago], now) => {
			if (ago === undefined && !text.startsWith('vor')) return undefined;
			const days = (NUMBERS[count] ?? Number(count)) * (UNITS[unit] ?? 1);
			const slack = Math.max(0.6, 0.3 * days, (UNITS[unit] ?? 1) * 0.7);
			return { from: now.getTime() - (days + slack) * DAY_MS, to: now.getTime() - (days - slack) * DAY_MS };
		},
	],
	[
		`${IN}${LAST}${PART}(?:this\\s+)?${LAST}(${either(Object.keys(SEASONS))})(?!\\s+${OF_NAME}(?![\\p{L}\\p{N}]))(?:\\s+(\\d{4}))?`,
		([text, last, part, again, season = '', year], now) => {
			// A spring is a library, too, and things fall.
			if ((last ?? part ?? again ?? year) === undefined && !IN_SEASON.test(text)) return undefined;
			const first = SEASONS[season] ?? 0;
			const of = (y: number): TimeSpan => months(y, first, 3);
			return partOf(year === undefined ? latest(of, now, (last ?? again) !== undefined) : of(Number(year)), part);
		},
	],
	[
		`(?:(?:in|of|from|during|since|around|about|this|last|early|mid|late|end of|beginning of|im|vom|seit|um|anfang|mitte|ende|dieser|diesen|letzten)[\\s-]+(?:of\\s+)?${PART}(${either(MONTHS.flat())})|(${either(BARE)}))(?:\\s+(\\d{4}))?`,
		([text, part, told, bare = '', year], now) => {
			const name = told ?? bare;
			const month = MONTHS.findIndex((names) => names.includes(name));
			const of = (y: number): TimeSpan => months(y, month, 1);
			const named = part ?? /^(?:early|mid|late|end of|beginning of|anfang|mitte|ende)/u.exec(text)?.[0];
			return partOf(year === undefined ? latest(of, now, false) : of(Number(year)), named);
		},
	],
	[
		`(?:on|last|am|letzten)\\s+(${either(WEEKDAYS.flat())})`,
		([, name = ''], now) => {
			const weekday = WEEKDAYS.findIndex((names) => names.includes(name));
			const back = (now.getUTCDay() - weekday + 7) % 7;
			return day(now, -(back === 0 ? 7 : back));
		},
	],
	[
		`(?:before|around|at|over|on|last|after|since|vor|um|an|zu|über|nach|seit|letzte[ns]?|letztes)\\s+(?:last\\s+|(the)\\s+)?(${either(Object.keys(FEASTS))})(?:\\s+(?:day|eve))?(\\s+${FREE_DAYS})?(?=(\\s+[\\p{L}\\p{N}])?)`,
		([text, the, name = '', free, noun], now) => {
			// Of *the easter egg* it is no time.
			if (the !== undefined && free === undefined && noun !== undefined) return undefined;
			const begins = (year: number): TimeSpan => ({ from: FEASTS[name]?.(year) ?? 0, to: Date.UTC(year + 1, 0) });
			const at = latest(begins, now, /christmas|weih|new year|neujahr|silvester/u.test(name)).from;
			if (/^(?:after|since|nach|seit)/u.test(text)) return { from: at, to: at + 30 * DAY_MS };
			return { from: at - 28 * DAY_MS, to: at + (/^(?:before|vor)/u.test(text) ? 0 : 10 * DAY_MS) };
		},
	],
	[
		`${IN}q([1-4])(?:\\s+(\\d{4}))?`,
		([, quarter, year], now) => {
			const of = (y: number): TimeSpan => months(y, 3 * (Number(quarter) - 1), 3);
			return year === undefined ? latest(of, now, false) : of(Number(year));
		},
	],
	[`(?:in|of|from|im jahr|aus)\\s+(20\\d\\d)`, ([, year]) => months(Number(year), 0, 12)],
];
/** Each form has a digit or one of these. Making the forms ready takes longer than all else that a question is asked for. */
const OF_TIME = [
	...'gestern heute day tag week woche month monat year jahr neulich kürzlich fortnight'.split(' '),
	...[...Object.keys(FEASTS), ...Object.keys(SEASONS), ...MONTHS.flat(), ...WEEKDAYS.flat()],
];
const canBeTime = (lower: string): boolean => /\d/.test(lower) || OF_TIME.some((word) => lower.includes(word));
const PATTERNS = once(() =>
	FORMS.map(
		([pattern, read]) => [new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu'), read] as const,
	),
);

/** Something that happened, told as `the switch to pnpm` or `we had CI`: up to where the sentence goes on. */
const EVENT = lazyPattern(
	String.raw`(?<![\p{L}])(before|after|since|bevor|nachdem|vor|nach|seit)\s+((?:the|our|we|i|they|it|der|die|das|dem|den|unser\p{L}*|wir|ich)\s+[^,;?.!]{3,60})`,
	'iu',
);

const CAN_BE_EVENT = /before|after|since|bevor|nach|vor|seit/;

/** @param nowMs milliseconds since 1970; what is said of a time is meant from there. */
export function timeIn(question: string, nowMs: number): TimedQuestion {
	const lower = question.toLowerCase();
	const now = new Date(nowMs);
	const without = (found: RegExpExecArray): string =>
		`${question.slice(0, found.index)} ${question.slice(found.index + found[0].length)}`;
	for (const [pattern, read] of canBeTime(lower) && lower.length === question.length ? PATTERNS() : [])
		for (const found of matchesOf(lower, pattern)) {
			const span = read(found, now);
			if (span !== undefined) return { rest: without(found), span, event: undefined };
		}
	const found = CAN_BE_EVENT.test(lower) ? EVENT().exec(question) : null;
	const rest = found === null ? '' : without(found);
	if (found === null || rest.trim() === '') return { rest: question, span: undefined, event: undefined };
	const side = /^(?:before|bevor|vor)$/iu.test(found[1] ?? '') ? 'before' : 'after';
	return { rest, span: undefined, event: { text: found[2] ?? '', side } };
}
