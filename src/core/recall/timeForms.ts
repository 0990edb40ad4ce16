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
const IN = `${AT}?\\s*(?:the\\s+|den\\s+|dem\\s+|der\\s+)?`;
/** What a library, or something that falls, does not have before it. */
const IN_SEASON = /^(?:in|during|since|im|seit)\s|(?:^|\s)(?:this|dies[a-z]*)\s/;
/** What makes a library, or a thing that falls, of a season before it. */
const OF_NAME = '(?:back|batch|boot|cloud|cms|data|framework|mvc|security|through|webflux)';
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
const OTHER_YEAR = `(?:this|dieses|${LAST_WORD})\\s+(?:year|jahr(?:es)?)`;
/** Which year, behind what comes each year. */
const OF_YEAR = `(?:,?\\s+(?:of\\s+|in\\s+|im\\s+|des\\s+jahres\\s+)?(20\\d\\d|${OTHER_YEAR}))?(?:/\\d\\d)?`;
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

/** The latest of a yearly span that has begun; with `isOver`, one that is over. */
function latest(span: (year: number) => TimeSpan, now: Date, isOver: boolean): TimeSpan {
	for (let year = now.getUTCFullYear(); ; year--) {
		const each = span(year);
		if ((isOver ? each.to : each.from) <= now.getTime()) return each;
	}
}

/** @param said as `OF_YEAR` finds it; without it, the latest. */
function inYear(span: (year: number) => TimeSpan, said: string | undefined, now: Date, isOver = false): TimeSpan {
	if (said === undefined) return latest(span, now, isOver);
	const thisYear = now.getUTCFullYear();
	return span(/^\d/.test(said) ? Number(said) : /^(?:this|dies)/.test(said) ? thisYear : thisYear - 1);
}

const monthOf = (name: string): number => MONTHS.findIndex((names) => names.includes(name));
export const countOf = (count: string, unit: string): number => (NUMBERS[count] ?? Number(count)) * (UNITS[unit] ?? 1);

/** A day that the calendar has: `2026-13` is a number of something, as `2026-02-31` is. @param month from 0 on */
function dateOf(year: number, month: number, date: number): TimeSpan | undefined {
	const at = new Date(Date.UTC(year, month, date));
	return at.getUTCMonth() === month && at.getUTCDate() === date ? day(at, 0) : undefined;
}

/** @param said as `OF_YEAR` finds it */
function dateIn(month: number, date: number, said: string | undefined, now: Date): TimeSpan | undefined {
	if (dateOf(2024, month, date) === undefined) return undefined;
	return inYear((year) => day(new Date(Date.UTC(year, month, date)), 0), said, now);
}

/** One form of time: looked for where a question may have it, because patterns take longer to be made than to be used. */
interface Form {
	readonly has: RegExp;
	readonly pattern: () => RegExp;
	readonly read: Reading;
}
const form = (has: RegExp, pattern: string, read: Reading): Form => ({
	has,
	pattern: once(() => new RegExp(`(?<![${LETTER}])(?:${pattern})(?![${LETTER}])`, 'g')),
	read,
});
const UNIT_NEAR = /day|tag|week|woche|sprint|mon|quart|year|jahr/;
const SEASON_NEAR = new RegExp(either(Object.keys(SEASONS)));
const MONTH_NEAR = new RegExp(MONTH);
const FEAST_NEAR = new RegExp(`holidays|${either(Object.keys(FEASTS))}`);

/** The more special before the more general: the first that is found counts. */
export const FORMS: readonly Form[] = [
	form(/\d-w\d/, `${IN}(\\d{4})-w(\\d\\d)`, ([, year, week]) => isoWeek(Number(year), Number(week))),
	form(/\d[-.]/, `${IN}(\\d{4})-(\\d\\d)(?:-(\\d\\d))?`, ([, year, month, date]) => {
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
		([, date, name = '', year], now) => dateIn(monthOf(name), Number(date), year, now),
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
		(_, now) => day(now, 0),
	),
	form(/other day|neulich|kürzlich|kurzem/, `(?:the\\s+)?(?:other day|neulich|kürzlich)|vor kurzem`, (_, now) =>
		day(now, -21, 22),
	),
	form(
		/recent|lately|weeks|months|letzter/,
		`recently|lately|in (?:recent|the last few) (?:weeks|months)|in letzter zeit`,
		(_, now) => day(now, -60, 61),
	),
	form(/week|woche/, `(?:the\\s+)?week before last|vorletzte woche`, (_, now) => ({
		from: now.getTime() - 22 * DAY_MS,
		to: now.getTime() - 9 * DAY_MS,
	})),
	form(/fortnight/, `(?:a\\s+)?fortnight ago`, (_, now) => day(now, -20, 12)),
	form(/half|halben/, `${ABOUT}half a year (?:ago|back)|vor ${ABOUT}einem halben jahr`, (_, now) =>
		day(now, -240, 120),
	),
	form(
		/time|zeit/,
		`(?:${AT}\\s+)?(?:this|the same) time\\s+(?:of\\s+)?last year|um diese zeit\\s+(?:im\\s+)?(?:letzten|letztes|vorigen|voriges) jahr`,
		(_, now) => day(now, -410, 90),
	),
	form(
		/between|zwischen/,
		`(?:between the years|between christmas and new year(?:'s)?|zwischen den jahren)${OF_YEAR}`,
		([, year], now) => inYear((each) => ({ from: Date.UTC(each, 11, 23), to: Date.UTC(each + 1, 0, 7) }), year, now),
	),
	form(
		/week|woche|kw|cw/,
		`${IN}(?:(?:calendar week|kalenderwoche|kw|cw)\\s*(\\d{1,2})${OF_YEAR}|week\\s+(\\d{1,2})\\s+(?:of\\s+)?(20\\d\\d|${OTHER_YEAR}))`,
		([, week, year, other, ofYear], now) => inYear((each) => isoWeek(each, Number(week ?? other)), year ?? ofYear, now),
	),
	form(
		UNIT_NEAR,
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
	form(/weekend|wochenende/, `${IN}(?:last|letztes|am (?:letzten )?)\\s*(?:weekend|wochenende)`, (_, now) =>
		day(now, -((now.getUTCDay() + 6) % 7) - 3, 4),
	),
	form(UNIT_NEAR, `(vor\\s+)?${ABOUT}${COUNT}(\\s+(?:ago|back|her))?`, ([, vor, count = '', unit = '', ago], now) => {
		if (ago === undefined && vor === undefined) return undefined;
		const days = countOf(count, unit);
		const slack = Math.max(0.6, 0.3 * days, Math.min(30, UNITS[unit] ?? 1) * 0.7);
		return { from: now.getTime() - (days + slack) * DAY_MS, to: now.getTime() - (days - slack) * DAY_MS };
	}),
	form(
		SEASON_NEAR,
		`${IN}${LAST}${PART}(?:this\\s+|dieses\\s+|diesen\\s+)?${LAST}(${either(Object.keys(SEASONS))})(?!\\s+${OF_NAME}(?![${LETTER}]))${OF_YEAR}`,
		([text, last, part, again, season = '', year], now) => {
			// A spring is a library, too, and things fall.
			if ((last ?? part ?? again ?? year) === undefined && !IN_SEASON.test(text)) return undefined;
			const first = SEASONS[season] ?? 0;
			return partOf(
				inYear((each) => months(each, first, 3), year, now, (last ?? again) !== undefined),
				part,
			);
		},
	),
	form(
		MONTH_NEAR,
		`(?:(?:(?:in|of|from|during|since|around|about|this|im|vom|seit|um)\\s+(?:the\\s+|den\\s+|dem\\s+|der\\s+)?${PART}|${A_PART})(?:(?:this|dieses|diesen|last|letzten)\\s+)?(?:of\\s+)?|(?:last|letzten|dieser|diesen)\\s+|(?<=(?:before|after|until|by|vor|nach|bis)\\s))(${MONTH})${OF_YEAR}|(${either(BARE)})${OF_YEAR}|(${MONTH})\\s+(20\\d\\d)`,
		([text, part, other, told, year, bare, ofYear, short = '', inThat], now) =>
			partOf(
				inYear(
					(each) => months(each, monthOf(told ?? bare ?? short), 1),
					year ?? ofYear ?? inThat,
					now,
					/(?:^|\s)(?:last|letzten)\s+\S+$/.test(text),
				),
				part ?? other,
			),
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
		FEAST_NEAR,
		`(?:before|around|at|over|on|last|after|since|vor|um|an|zu|zum|über|nach|seit|letzte[ns]?|letztes)\\s+(?:last\\s+|dem\\s+|(the)\\s+)?(${either(Object.keys(FEASTS))}|holidays)(?:\\s+(?:day|eve))?(\\s+${FREE_DAYS})?${OF_YEAR}(?=(\\s+[${LETTER}])?)`,
		([text, the, name = '', free, year, noun], now) => {
			// Of *the easter egg* it is no time, and *over holidays* is nothing without *the*.
			if (name === 'holidays' ? the === undefined : the !== undefined && free === undefined && noun !== undefined)
				return undefined;
			const begins = FEASTS[name] ?? FEASTS['christmas'];
			const isLate = /christmas|xmas|weih|year|neujahr|silvester|jahres|holidays/.test(name);
			const from = (each: number): TimeSpan => ({ from: begins?.(each) ?? 0, to: Date.UTC(each + 1, 0) });
			const at = inYear(from, year, now, isLate).from;
			if (/^(?:after|since|nach|seit)/.test(text)) return { from: at, to: at + 30 * DAY_MS };
			return { from: at - 28 * DAY_MS, to: at + (/^(?:before|vor)/.test(text) ? 0 : 10 * DAY_MS) };
		},
	),
	form(
		/q\d|quart/,
		`${IN}(?:q([1-4])|(${either(Object.keys(ORDINALS))})\\s+(?:quarter|quartal)(?!\\s+of\\s+(?!20|this|last)))${OF_YEAR}`,
		([, quarter, ordinal = '', year], now) => {
			const number = Number(quarter ?? ORDINALS[ordinal]);
			return inYear((each) => months(each, 3 * (number - 1), 3), year, now);
		},
	),
	form(/quart/, `${IN}(?:last|previous|letztes|im (?:letzten|vorigen))\\s+(?:quarter|quartal)`, (_, now) =>
		months(now.getUTCFullYear(), 3 * Math.floor(now.getUTCMonth() / 3) - 3, 3),
	),
	form(
		/year|jahres/,
		`(?:${AT}\\s+|zum\\s+)?(?:year['’]s end|year end|jahresende|(jahresanfang|jahresbeginn))${OF_YEAR}`,
		([, begin, year], now) =>
			inYear((each) => months(each, begin === undefined ? 10 : 0, 2), year, now, begin === undefined),
	),
	form(/h\d/, `${IN}h([12])\\s+(20\\d\\d)`, ([, half, year]) => months(Number(year), half === '1' ? 0 : 6, 6)),
	form(
		/20\d\d/,
		`(?:${A_PART}|(?:in|of|from|since|im jahr|aus|seit)\\s+|(?<=(?:before|after|until|vor|nach|bis)\\s))(20\\d\\d)`,
		([, part, year]) => partOf(months(Number(year), 0, 12), part),
	),
	form(
		/year|jahr/,
		`${IN}(?:earlier\\s+)?(?:${A_PART}(?:year|jahr(?:es)?)|${PART}(?:this\\s+year|dieses\\s+jahr(?:es)?))`,
		([, bare, part], now) => partOf(months(now.getUTCFullYear(), 0, 12), bare ?? part),
	),
	form(
		UNIT_NEAR,
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
