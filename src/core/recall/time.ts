// The time that a question speaks of, by the calendar or by something that happened. It is taken out of the question, so that
// no word of it is looked for.
import { DAY_MS } from '../base/dates';
import { lazyPattern } from '../base/once';
import { matchesOf } from '../base/patterns';
import { NUMBERS, type TimeSpan, atWallClock, wallClock } from './calendar';
import { ABOUT, TIME_FORMS, LETTER, UNIT, countOf, either } from './timeForms';

export interface TimedQuestion {
	/** Without the words for the time. */
	readonly rest: string;
	readonly span: TimeSpan | undefined;
	readonly event: TimeEvent | undefined;
	/** Of several times, the first or the last is asked for: `originally`, `the most recent`. */
	readonly end: 'first' | 'last' | undefined;
}

/** `before we had CI`: what the time is told by, where no calendar tells it. */
export interface TimeEvent {
	readonly text: string;
	readonly side: 'before' | 'after' | 'around';
	/** How far from it at most. */
	readonly days: number;
}

/** How near, said before `before`: `shortly`, `a few days`, `the week`. */
const NEAR = lazyPattern(
	String.raw`(?<![${LETTER}])(?:(?:shortly|right|just|soon|directly|immediately|kurz|direkt|gleich|bald)|${ABOUT}(?:(?:an?|the|ein|der|die|dem)\s+)?(?:(\d{1,3}|${either(Object.keys(NUMBERS))})\s+(?:of\s+)?)?${UNIT})\s+$`,
	'i',
);
/** What `shortly` means: days. How far off people are: times. */
const [SHORTLY, OFF] = [60, 2];
/** Who names what was going on does not mean a day. */
const AROUND = 45;

/** What stands before a time. */
const SIDE = lazyPattern(
	`(?<![${LETTER}])(?:(before|until|prior to|vor|bis)|(after|nach)|(?:since|seit|ab))\\s+(?:(?:the|dem|den|der)\\s+)?$`,
	'i',
);
/** Something that happened, told as `the switch to pnpm` or `we had CI`: up to where the sentence goes on. */
const EVENT = lazyPattern(
	String.raw`(?<![${LETTER}])(?:(before|until|prior to|bevor|vor|bis)|(after|since|nachdem|nach|seit)|around the time (?:of|when|that)|at the time (?:of|when)|back when|damals,? als)\s+((?:the|our|we|i|they|it|der|die|das|dem|den|unser[${LETTER}]*|wir|ich)\s+[^,;?.!]{3,60})`,
	'i',
);
const CAN_BE_EVENT = /before|until|prior to|vor|bis|after|since|nach|seit|the time|back when|damals/;

const FIRST =
	'(?:the\\s+|das\\s+|zum\\s+|beim\\s+)?(?:very\\s+)?(?:first time(?![\\s-]*(?:out|stamp|zone|step|user|setup|slot|limit))|earliest|early on|erste[ns]? mal)|in the (?:very )?beginning(?! of)|at first(?!\\s+(?!we|i|it|the|they|there)[a-z])|at the (?:very )?(?:start|beginning)(?! of)|(?<!not )initially|originally|ursprünglich|anfangs|ganz am anfang|ganz zu beginn';
const FINAL =
	'(?:the\\s+)?(?:most recent(?:ly)?|last time(?![\\s-]*(?:out|stamp|zone|step|slot|limit)))|(?:das|zum|beim) letzte[ns]? mal|zuletzt';
const END = lazyPattern(`(?<![${LETTER}])(?:(${FIRST})|${FINAL})(?![${LETTER}])`, '');
const CAN_BE_END =
	/first|earliest|early on|beginning|start|initially|originally|recent|last time|mal|zuletzt|anfang|beginn|urspr/;

/** @param nowMs milliseconds since 1970; what is said of a time is meant from there. @param hasEvent events are looked for. */
export function timeIn(question: string, nowMs: number, hasEvent = true): TimedQuestion {
	const lower = question.toLowerCase();
	// Where a letter becomes two, all that stand behind it are elsewhere.
	const isAsLong = lower.length === question.length;
	const found = isAsLong && CAN_BE_END.test(lower) ? END().exec(lower) : null;
	const left = found === null ? question : without(question, found.index, found.index + found[0].length);
	const rest = left.trim() === '' ? question : left;
	const timed =
		(isAsLong ? spanIn(rest, nowMs) : undefined) ??
		(hasEvent ? eventIn(rest) : { rest, span: undefined, event: undefined });
	return { ...timed, end: found === null ? undefined : found[1] === undefined ? 'last' : 'first' };
}

const without = (text: string, from: number, to: number): string => `${text.slice(0, from)} ${text.slice(to)}`;

type Timed = Omit<TimedQuestion, 'end'>;

function spanIn(question: string, nowMs: number): Timed | undefined {
	const lower = question.toLowerCase();
	for (const { has, pattern, read } of TIME_FORMS)
		for (const found of has.test(lower) ? matchesOf(lower, pattern()) : []) {
			const said = read(found, new Date(wallClock(nowMs)));
			if (said === undefined) continue;
			const span = { from: atWallClock(said.from), to: atWallClock(said.to) };
			const side = SIDE().exec(lower.slice(0, found.index));
			const from = side?.index ?? found.index;
			// Feasts have their own `before`.
			const own = /^(?:(before|vor)|after|nach)\s/.exec(found[0]);
			const near = side !== null || own !== null ? nearIn(lower.slice(0, from)) : undefined;
			const rest = without(question, near?.at ?? from, found.index + found[0].length);
			const isSince = side === null ? /^(?:since|seit)\s/.test(found[0]) : (side[1] ?? side[2]) === undefined;
			if (isSince) return { rest, span: since(span, nowMs), event: undefined };
			const days = near?.days ?? Infinity;
			if (side !== null)
				return { rest, span: beside(span, side[1] === undefined ? 'after' : 'before', days), event: undefined };
			return {
				rest,
				span: near === undefined || days === SHORTLY ? span : asFar(span, own?.[1] !== undefined, days),
				event: undefined,
			};
		}
	return undefined;
}

function eventIn(question: string): Timed {
	const found = CAN_BE_EVENT.test(question.toLowerCase()) ? EVENT().exec(question) : null;
	const near = found === null ? undefined : nearIn(question.slice(0, found.index));
	const rest = found === null ? '' : without(question, near?.at ?? found.index, found.index + found[0].length);
	if (found === null || rest.trim() === '') return { rest: question, span: undefined, event: undefined };
	const [, before, after, text = ''] = found;
	const side = before !== undefined ? 'before' : after !== undefined ? 'after' : 'around';
	return { rest, span: undefined, event: { text, side, days: near?.days ?? (side === 'around' ? AROUND : Infinity) } };
}

/** @returns where it begins at the end of a text, and how many days are meant at most. */
function nearIn(text: string): { readonly at: number; readonly days: number } | undefined {
	const found = NEAR().exec(text);
	if (found === null) return undefined;
	const [, count = 'one', unit] = found;
	return {
		at: found.index,
		days: unit === undefined ? SHORTLY : OFF * Math.max(7, countOf(count.toLowerCase(), unit.toLowerCase())),
	};
}

/** `Since monday` goes on until today. What began in a season or a year was then. */
const since = (span: TimeSpan, nowMs: number): TimeSpan =>
	span.to - span.from > LONG_DAYS * DAY_MS ? span : { from: span.from, to: nowMs + DAY_MS };
const LONG_DAYS = 40;

/** A span that ends, or begins, with a feast, as long as it has to be. */
const asFar = ({ from, to }: TimeSpan, isBefore: boolean, days: number): TimeSpan =>
	isBefore ? { from: Math.min(from, to - days * DAY_MS), to } : { from, to: Math.max(to, from + days * DAY_MS) };

/** What is on one side of a time, or around it. @param days how far at most */
export function beside({ from, to }: TimeSpan, side: TimeEvent['side'], days: number): TimeSpan {
	const most = days * DAY_MS;
	return {
		from: side === 'after' ? to : Math.max(0, from - most),
		to: side === 'before' ? from : Math.min(Number.MAX_SAFE_INTEGER, to + most),
	};
}
