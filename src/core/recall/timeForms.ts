// The forms in which a question speaks of a time: `in autumn`, `last week`, `Ende März`, `2026-03`.
import { DAY_MS } from '../base/dates';
import { once } from '../base/once';
import {
	FEASTS,
	MONTHS,
	NUMBERS,
	ORDINALS,
	SEASONS,
	type TimeSpan,
	UNITS,
	WEEKDAYS,
	isoWeek,
	months,
} from './calendar';

/** What is nothing but a month, whatever stands before it. People are called April and August. */
const NAMES = ['march', 'april', 'august'];
const BARE = MONTHS.flatMap((names) => names.filter((name) => name.length > 4 && !NAMES.includes(name)));

/** Of English and German, in lower case, and figures: what a word is made of, between brackets of a pattern. */
export const LETTER = 'a-z0-9ß-ÿ';
export const either = (words: Iterable<string>): string => [...words].join('|');
const MONTH = either(MONTHS.flat());
const AT = '(?:in|of|from|during|since|at|around|over|this|im|vom|am|seit|um)';
const IN = `(?:${AT}\\s+)?(?:the\\s+|den\\s+|dem\\s+|der\\s+)?`;
/** Before a season alone, for `spring` is a library, too, and things `fall`. */
const IN_SEASON = /^(?:in|during|since|im|seit)\s|(?:^|\s)(?:this|dies[a-z]*)\s/;
/** After one of these a season is a name: `spring boot`, `fall through`. */
const OF_NAME = '(?:back|batch|boot|cloud|cms|data|framework|mvc|security|through|webflux|\\d{1,3}(?!\\d))';
/** After four figures: these are no year. */
const COUNTED =
	'(?:bytes?|[kmg]i?b|ms|px|rows?|requests?|tokens?|items?|lines?|files?|times|users?|seconds?|entries|characters?|calls?|messages?|records?|zeilen|zeichen|dateien|anfragen|einträge)(?![a-z])';
/** Nobody had sessions before. */
const OLDEST_YEAR = 2015;
const FREE_DAYS = '(?:break|days|holidays?|period|season|vacation|weekend)';
const LAST_WORD =
	'(?:last|previous|past|letzten|letztes|letzte|letzter|vorigen|voriges|vorige|vergangenen|vergangene[sr]?)';
const LAST = `(?:(${LAST_WORD})\\s+)?`;
/** Which part of a span, as shares of it. */
const PARTS: readonly (readonly [words: string, from: number, to: number])[] = [
	['first half of|erste[rn]? hälfte', 0, 1 / 2],
	['second half of|zweite[rn]? hälfte', 1 / 2, 1],
	['(?:very )?first (?:few )?(?:days|weeks?) of|erste[nr]? (?:tagen?|wochen?)', 0, 1 / 4],
	['last (?:few )?(?:days|weeks?) of|letzte[nr]? (?:tagen?|wochen?)', 3 / 4, 1],
	['early|beginning of|start of|anfang', 0, 1 / 3],
	['mid|middle of|mitte', 1 / 3, 2 / 3],
	['late|end of|ende', 2 / 3, 1],
];
const A_PART = `(${either(PARTS.map(([words]) => words))})[\\s-]+(?:the\\s+|des\\s+|im\\s+|in\\s+)?`;
const PART = `(?:${A_PART})?`;
const OTHER_YEAR = `(?:this|dieses|diesen|${LAST_WORD})\\s+(?:year|jahr(?:es)?)`;
/** Which year, behind what comes each year. */
const OF_YEAR = `(?:(?:,?\\s+(?:of\\s+|in\\s+|im\\s+|des\\s+(?:jahres\\s+)?)?|\\s?/\\s?)(20\\d\\d|${OTHER_YEAR})(?:/\\d\\d)?)?`;
export const ABOUT =
	'(?:(?:about|around|roughly|approximately|exactly|almost|nearly|some|just|over|more than|ungefähr|etwa|rund|circa|ca\\.?|fast|genau|knapp|gut|über)\\s+)*';
export const UNIT = `(${either(Object.keys(UNITS))})(?:s|e|en|n)?`;
const COUNT = `(?:(?:a|ein|the)\\s+)?(\\d{1,3}|${either(Object.keys(NUMBERS))})\\s+(?:of\\s+|good\\s+)?${UNIT}`;

/** Finds one form of time: the text is what it says, in lower case. */
type Reading = (found: RegExpExecArray, now: Date) => TimeSpan | undefined;

const day = (at: Date, days: number, length = 1): TimeSpan => {
	const from = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + days);
	return { from, to: from + length * DAY_MS };
};

/** People are not that exact. Of a span. */
const SLACK = 1 / 9;

/** @param said where a part of the span was named. */
function partOf({ from, to }: TimeSpan, said: string | undefined): TimeSpan {
	const part = said === undefined ? undefined : PARTS.find(([words]) => new RegExp(`^(?:${words})$`).test(said));
	if (part === undefined) return { from, to };
	const [, first, last] = part;
	return { from: from + (first - SLACK) * (to - from), to: from + (last + SLACK) * (to - from) };
}

/** The latest of a yearly span (or of the part of it that is named) that has begun; with `isOver`, one that is over. */
function latest(span: (year: number) => TimeSpan, now: Date, isOver: boolean): TimeSpan {
	for (let year = now.getUTCFullYear(); ; year--) {
		const each = span(year);
		if ((isOver ? each.to : each.from) <= now.getTime()) return each;
	}
}

/** @param said as `OF_YEAR` finds it; without it, the latest. */
function inYear(span: (year: number) => TimeSpan, said: string | undefined, now: Date, isOver = false): TimeSpan {
	return said === undefined ? latest(span, now, isOver) : span(yearOf(said, now));
}

/** @param said a number, or `last year` */
function yearOf(said: string, now: Date): number {
	if (/^\d/.test(said)) return Number(said);
	return now.getUTCFullYear() - (/^(?:this|dies)/.test(said) ? 0 : 1);
}

const monthOf = (name: string): number => MONTHS.findIndex((names) => names.includes(name));
export const countOf = (count: string, unit: string): number => (NUMBERS[count] ?? Number(count)) * (UNITS[unit] ?? 1);

/** A day that the calendar has: `2026-13` is a number of something, as `2026-02-31` is. @param month from 0 on */
function dateOf(year: number, month: number, date: number): TimeSpan | undefined {
	const at = new Date(Date.UTC(year, month, date));
	return at.getUTCMonth() === month && at.getUTCDate() === date ? day(at, 0) : undefined;
}

/** The latest that has begun, where no year is said. @param said as `OF_YEAR` finds it */
function dateIn(month: number, date: number, said: string | undefined, now: Date): TimeSpan | undefined {
	if (said !== undefined) return dateOf(yearOf(said, now), month, date);
	const years = [0, 1, 2, 3, 4].map((back) => now.getUTCFullYear() - back);
	return years
		.map((year) => dateOf(year, month, date))
		.find((each) => each !== undefined && each.from <= now.getTime());
}

/** One form of time: looked for where a question may have it, because patterns take longer to be made than to be used. */
interface Form {
	readonly has: RegExp;
	readonly pattern: () => RegExp;
	readonly read: Reading;
}
const form = (has: RegExp, pattern: string, read: Reading): Form => ({
	has,
	pattern: once(() => new RegExp(`(?<![${LETTER}_/.-])(?:${pattern})(?![${LETTER}_/]|[-.][${LETTER}])`, 'g')),
	read,
});
const PRESENT = /(?:^|\s)(?:do|does|is|are|can|should|macht?|machen|ist|sind|läuft|laufen|geht)\s/;
const CAN_BE_UNIT = /day|tag|week|woche|sprint|mon|quart|year|jahr/;
const CAN_BE_SEASON = new RegExp(either(Object.keys(SEASONS)));
const CAN_BE_MONTH = new RegExp(MONTH);
/** `new year's` before `new year`. */
const FEAST_NAMES = Object.keys(FEASTS).toSorted((a, b) => b.length - a.length);
const CAN_BE_FEAST = new RegExp(either(FEAST_NAMES));

/** The more special before the more general: the first that is found counts. */
export const TIME_FORMS: readonly Form[] = [
	form(/\d-w\d/, `${IN}(20\\d\\d)-w(\\d\\d)`, ([, year, week]) => isoWeek(Number(year), Number(week))),
	form(/\d[-.]/, `${IN}(20\\d\\d)-(\\d\\d)(?:-(\\d\\d)(?:[t ]\\d\\d:\\d\\d[\\d:.]*z?)?)?`, ([, year, month, date]) => {
		if (dateOf(Number(year), Number(month) - 1, Number(date ?? 1)) === undefined) return undefined;
		if (date === undefined) return months(Number(year), Number(month) - 1, 1);
		return dateOf(Number(year), Number(month) - 1, Number(date));
	}),
	form(/\d[-.]/, `${IN}(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?(20\\d\\d)`, ([, date, month, year]) =>
		dateOf(Number(year), Number(month) - 1, Number(date)),
	),
	form(
		/\d/,
		`${IN}(\\d{1,2})(?:st|nd|rd|th|\\.)\\s+(?:of\\s+)?(${MONTH})${OF_YEAR}`,
		([text, date, name = '', year], now) =>
			// `step 2. may fail`
			/\.\s+ma[ry]$/.test(text) ? undefined : dateIn(monthOf(name), Number(date), year, now),
	),
	form(
		/\d/,
		`(?:on\\s+)?(${MONTH})\\s+(\\d{1,2})(?:(st|nd|rd|th)(?:,?\\s+(20\\d\\d))?|,?\\s+(20\\d\\d))`,
		([, name = '', date, , year, other], now) => dateIn(monthOf(name), Number(date), year ?? other, now),
	),
	form(/\d/, `on\\s+(${MONTH})\\s+(\\d{1,2})`, ([, name = '', date], now) =>
		dateIn(monthOf(name), Number(date), undefined, now),
	),
	form(/day|gestern/, `(?:the\\s+)?day before yesterday|vorgestern`, (_, now) => day(now, -2)),
	form(/night|nacht/, `last night|letzte nacht`, (_, now) => day(now, -1, 2)),
	form(
		/yesterday|gestern/,
		`(?:yesterday|gestern)(?:\\s+(?:morning|afternoon|evening|night|früh|morgen|mittag|abend|nacht))?`,
		(_, now) => day(now, -1),
	),
	form(
		/today|heute|this/,
		`(?:today|heute)(?:\\s+(?:früh|morgen|mittag|abend))?|(?:earlier\\s+)?this (?:morning|afternoon|evening)`,
		// How things are is asked for in the present tense.
		({ input }, now) => (PRESENT.test(input) ? undefined : day(now, 0)),
	),
	form(
		/other day|neulich|kürzlich|kurzem/,
		`(?:the\\s+)?(?:(?<!every\\s)other day|neulich|kürzlich)|vor kurzem`,
		(_, now) => day(now, -21, 22),
	),
	form(
		/recent|lately|weeks|months|letzter/,
		`recently(?!\\s+(?:used|opened|viewed|added|changed|closed))|lately|in (?:recent|the last few) (?:weeks|months)|in letzter zeit`,
		(_, now) => day(now, -60, 61),
	),
	form(
		/week|woche/,
		`(?:the\\s+)?week before last(?!\\s+(?!the|we|i|when|and|in|for|with|on)[a-z])|vorletzte woche`,
		(_, now) => ({
			from: now.getTime() - 22 * DAY_MS,
			to: now.getTime() - 9 * DAY_MS,
		}),
	),
	form(/fortnight/, `(?:a\\s+)?fortnight ago`, (_, now) => day(now, -20, 12)),
	form(/half|halben/, `${ABOUT}half a year (?:ago|back)|vor ${ABOUT}einem halben jahr`, (_, now) =>
		day(now, -240, 120),
	),
	form(
		/time|zeit/,
		`(?:${AT}\\s+)?(?:this|the same) time\\s+(?:of\\s+)?last year|um diese zeit\\s+(?:im\\s+)?(?:letzten|letztes|vorigen|voriges) jahr`,
		(_, now) => day(now, -410, 90),
	),
	form(/between|zwischen/, `(?:between christmas and new year(?:'s)?|zwischen den jahren)${OF_YEAR}`, ([, year], now) =>
		inYear((each) => ({ from: Date.UTC(each, 11, 23), to: Date.UTC(each + 1, 0, 7) }), year, now),
	),
	form(
		/week|woche|kw|cw/,
		`${IN}(?:(?:calendar week|kalenderwoche|kw|cw)\\s*(\\d{1,2})${OF_YEAR}|week\\s+(\\d{1,2})\\s+(?:of\\s+)?(20\\d\\d|${OTHER_YEAR}))`,
		([, week, year, other, ofYear], now) => {
			const number = Number(week ?? other);
			if (number < 1 || number > 53) return undefined;
			return inYear((each) => isoWeek(each, number), year ?? ofYear, now);
		},
	),
	form(
		CAN_BE_UNIT,
		`(?:(?:in|over|within|during|for|from|of)\\s+)?(?:the\\s+|den\\s+|der\\s+)?${LAST_WORD}\\s+${COUNT}`,
		([, count = '', unit = ''], now) =>
			day(now, -Math.ceil(1.15 * countOf(count, unit)), Math.ceil(1.15 * countOf(count, unit)) + 1),
	),
	form(
		/week|woche|mon/,
		`(?:earlier\\s+)?this\\s+(week|month)|dies(?:e|en)\\s+(woche|monat)`,
		([, unit, deutsch = ''], now) => {
			if (/^mon/.test(unit ?? deutsch)) return months(now.getUTCFullYear(), now.getUTCMonth(), 1);
			return day(now, -((now.getUTCDay() + 6) % 7), 7);
		},
	),
	form(
		/weekend|wochenende/,
		`(?:(?:over|on|at|during)\\s+(?:the|last)|last|letztes|am(?:\\s+letzten)?|übers)\\s+(?:weekend|wochenende)`,
		(_, now) => day(now, -((now.getUTCDay() + 6) % 7) - 3, 4),
	),
	form(CAN_BE_UNIT, `(vor\\s+)?${ABOUT}${COUNT}(\\s+(?:ago|back|her))?`, ([, vor, count = '', unit = '', ago], now) => {
		if (ago === undefined && vor === undefined) return undefined;
		const days = countOf(count, unit);
		const slack = Math.max(0.6, 0.3 * days, Math.min(30, UNITS[unit] ?? 1) * 0.7);
		return { from: now.getTime() - (days + slack) * DAY_MS, to: now.getTime() - (days - slack) * DAY_MS };
	}),
	form(
		CAN_BE_SEASON,
		`(?:(${OTHER_YEAR}),?\\s+)?${IN}${LAST}${PART}(?:this\\s+|dieses\\s+|diesen\\s+)?${LAST}(${either(Object.keys(SEASONS))})(?!\\s+${OF_NAME}(?![${LETTER}]))${OF_YEAR}`,
		({ 0: text, 1: before, 2: last, 3: part, 4: again, 5: season = '', 6: year, index, input }, now) => {
			const isBeside = /(?:before|after|until|vor|nach|bis)\s+$/.test(input.slice(0, index));
			const isNamed = (before ?? last ?? part ?? again ?? year) !== undefined;
			if (!isNamed && !isBeside && !IN_SEASON.test(text)) return undefined;
			const first = SEASONS[season] ?? 0;
			return inYear((each) => partOf(months(each, first, 3), part), year ?? before, now, (last ?? again) !== undefined);
		},
	),
	form(
		CAN_BE_MONTH,
		`(?:(${OTHER_YEAR}),?\\s+)?(?:(?:(?:in|of|from|during|since|around|about|this|im|vom|seit|um)\\s+(?:the\\s+|den\\s+|dem\\s+|der\\s+)?${PART}|${A_PART})(?:(?:this|dieses|diesen|last|letzten)\\s+)?(?:of\\s+)?|(?:last|letzten|dieser|diesen)\\s+|(?<=(?:before|after|until|vor|nach|bis)\\s))(${MONTH})${OF_YEAR}`,
		([text, before, part, other, name = '', year], now) => {
			// People have such names, and much may be.
			if (name.length < 4 && (year ?? before) === undefined && /^(?:of|from|this|last|about|around)\s/.test(text))
				return undefined;
			const isOver = /(?:^|\s)(?:last|letzten)\s+\S+$/.test(text);
			const of = (each: number): TimeSpan => partOf(months(each, monthOf(name), 1), part ?? other);
			return inYear(of, year ?? before, now, isOver);
		},
	),
	form(
		CAN_BE_MONTH,
		`(${either(BARE)})${OF_YEAR}|(${MONTH})\\s+(20\\d\\d)`,
		([, name, year, short = '', ofYear], now) =>
			inYear((each) => months(each, monthOf(name ?? short), 1), year ?? ofYear, now),
	),
	form(
		/day|tag|mittwoch|sonnabend/,
		`(?:on|last|since|am|letzten|seit)\\s+(${either(WEEKDAYS.flat())})`,
		([, name = ''], now) => {
			const weekday = WEEKDAYS.findIndex((names) => names.includes(name));
			const back = (now.getUTCDay() - weekday + 7) % 7;
			return day(now, -(back === 0 ? 7 : back));
		},
	),
	form(
		CAN_BE_FEAST,
		`(?:before|around|at|over|on|last|after|since|vor|um|an|zu|zum|über|nach|seit|letzte[ns]?|letztes)\\s+(?:last\\s+|dem\\s+|(the)\\s+)?(${either(FEAST_NAMES)})(?:\\s+(?:day|eve))?(\\s+${FREE_DAYS})?${OF_YEAR}(?=(\\s+[${LETTER}])?)`,
		([text, the, name = '', free, year, noun], now) => {
			// Of *the easter egg* it is no time, and *over holidays* is nothing without *the*.
			if (name === 'holidays' ? the === undefined : the !== undefined && free === undefined && noun !== undefined)
				return undefined;
			const begins = (each: number): TimeSpan => day(new Date(FEASTS[name]?.(each) ?? 0), 0);
			const at = inYear(begins, year, now).from;
			if (/^(?:after|since|nach|seit)/.test(text)) return { from: at, to: at + 30 * DAY_MS };
			return { from: at - 28 * DAY_MS, to: at + (/^(?:before|vor)/.test(text) ? 0 : 10 * DAY_MS) };
		},
	),
	form(
		/q\d|quart/,
		`${IN}(?:q([1-4])|(last|${either(Object.keys(ORDINALS))})\\s+(?:quarter|quartal)(?!\\s+of\\s+(?!20|this|last)))${OF_YEAR}`,
		([text, quarter, ordinal = '', year], now) => {
			// Without a year, `q4` alone is a name, and `the last quarter` is another form.
			if (year === undefined && (ordinal === 'last' || /^(?:the\s+)?q/.test(text))) return undefined;
			const number = Number(quarter ?? ORDINALS[ordinal] ?? 4);
			return inYear((each) => months(each, 3 * (number - 1), 3), year, now);
		},
	),
	form(/quart/, `${IN}(?:last|previous|letztes|im (?:letzten|vorigen))\\s+(?:quarter|quartal)`, (_, now) =>
		months(now.getUTCFullYear(), 3 * Math.floor(now.getUTCMonth() / 3) - 3, 3),
	),
	form(
		/year|jahres/,
		`(?:${AT}|by|zum)\\s+(?:the\\s+)?(?:year['’]s end|year end|jahresende|(jahresanfang|jahresbeginn))${OF_YEAR}`,
		([, begin, year], now) =>
			inYear((each) => months(each, begin === undefined ? 10 : 0, 2), year, now, begin === undefined),
	),
	form(/h\d/, `${IN}h([12])\\s+(20\\d\\d)`, ([, half, year]) => months(Number(year), half === '1' ? 0 : 6, 6)),
	form(
		/20\d\d/,
		`(?:${A_PART}|(?:in|of|from|since|im jahr|aus|seit)\\s+|(?<=(?:before|after|until|vor|nach|bis)\\s))(20\\d\\d)(?!\\s+${COUNTED})`,
		([, part, year], now) => {
			const isYear = Number(year) >= OLDEST_YEAR && Number(year) <= now.getUTCFullYear();
			return isYear ? partOf(months(Number(year), 0, 12), part) : undefined;
		},
	),
	form(
		/year|jahr/,
		`${IN}(?:earlier\\s+)?(?:${A_PART}(?:year|jahr(?:es)?)|${PART}(?:this\\s+year|dieses\\s+jahr(?:es)?))`,
		([, bare, part], now) => {
			const of = (each: number): TimeSpan => partOf(months(each, 0, 12), bare ?? part);
			return bare === undefined ? of(now.getUTCFullYear()) : inYear(of, undefined, now);
		},
	),
	form(
		CAN_BE_UNIT,
		`${IN}${PART}${LAST}(day|days|week|weeks|month|months|year|tag|tage|tagen|woche|wochen|monat|monats|monate|jahr|jahres)`,
		([, part, last, unit = ''], now) => {
			if (last === undefined) return undefined;
			if (/^(?:week|woche)/.test(unit)) return { from: now.getTime() - 14 * DAY_MS, to: now.getTime() - 2 * DAY_MS };
			if (/^mon/.test(unit)) return partOf(months(now.getUTCFullYear(), now.getUTCMonth() - 1, 1), part);
			if (/^(?:year|jahr)/.test(unit)) return partOf(months(now.getUTCFullYear() - 1, 0, 12), part);
			return { from: now.getTime() - 5 * DAY_MS, to: now.getTime() };
		},
	),
];
