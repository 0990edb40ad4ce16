// A question as the index is asked: its words with their forms, its phrases, the time that it speaks of.
import { relatedTo } from './synonyms';
import { type TimedQuestion, timeIn } from './time';
import { type Word, fileNameOf, indexedWords, isSmall, looseForm, stemOf } from './words';

/** One thing that a question names, and the terms by which it is found. */
export interface Slot {
	/** As it was typed, folded. */
	readonly word: string;
	/** Any of them will do; the weight says how much a match by it counts. */
	readonly terms: readonly (readonly [term: string, weight: number])[];
	/** Its parts are asked for as well: where nobody has the whole, it is no loss. */
	readonly isWhole: boolean;
}

export interface Question extends Omit<TimedQuestion, 'rest'> {
	readonly slots: readonly Slot[];
	/** How many words name the slots: `refreshToken` is one, and two slots with itself. */
	readonly wordCount: number;
	/** All its words say nothing about a subject: few of them are in an index. */
	readonly namesNothing: boolean;
	/** What stood in quotes, and must be there to the letter, folded. */
	readonly phrases: readonly string[];
	/** It asks how things are now: the newest answer is the right one. */
	readonly asksForNow: boolean;
	/** It asks what was: the newest answer may be none. */
	readonly asksForPast: boolean;
}

/** What a word of the same meaning counts, where it has that meaning alone. */
const RELATED = 0.5;

/** Words that ask, and say nothing of what is asked for. */
const ASKING = new Set(
	(
		'again ago already also anything ask asked chat come conversation could did discuss discussed do ever everything get go going got ' +
		'happened hey just know last like look look make me mean need please problem question remember said say see session show some ' +
		'somebody someone something tell thing things think use used want was went were whats work would yet ' +
		'thread talked talk today once back one now current currently latest newest nowadays ' +
		'bitte damals doch eigentlich etwas frage gab gemacht gesagt haben hatten irgendwas irgendwie jetzt mal nochmal ' +
		'schon sitzung sprechen wieder wissen zeig heute zurzeit'
	).split(' '),
);
/** In lower case: V8 takes four times as long to ignore it. */
const NOW =
	/(?<!\p{L})(?:now|nowadays|currently|current|these days|today|latest|newest|at the moment|do we|are we|is the|are the|still|jetzt|zurzeit|heute|aktuell\p{L}*|momentan|inzwischen|mittlerweile|derzeit|neueste\p{L}*)(?!\p{L})/u;
const PAST = /(?<!\p{L})(?:was|were|did|had|again|war|waren|hatten?|haben|wurden?|gab)(?!\p{L})/u;
const MASK = 0xe000;
const MASKED = /[\ue000-\uf8ff]/gu;
const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»]/gu;

/** @param nowMs milliseconds since 1970. @param hasEvent something that happened may tell the time. */
export function readQuestion(text: string, nowMs: number, { hasEvent = true } = {}): Question {
	// What is quoted is no time: while one is looked for, a character of nobody's stands in its place.
	const quoted: string[] = [];
	const masked = text.replace(QUOTED, (_, phrase: string) => String.fromCharCode(MASK + quoted.push(phrase) - 1));
	const phraseOf = (mask: string): string => quoted[mask.charCodeAt(0) - MASK] ?? '';
	const plain = (from: string): string => from.replace(MASKED, (mask) => ` ${phraseOf(mask)} `);
	const { rest, span, event, end } = timeIn(masked, nowMs, hasEvent);
	const phrases = (rest.match(MASKED) ?? []).map((mask) => looseForm(phraseOf(mask))).filter((phrase) => phrase !== '');
	const words = indexedWords(plain(rest));
	const telling = words.filter(isTelling);
	const naming = telling.length > 0 ? telling : words;
	return {
		slots: slotsOf(naming),
		wordCount: new Set(naming.map(({ whole, parts }) => whole ?? parts.join(' '))).size,
		namesNothing: telling.length === 0,
		phrases,
		span,
		end,
		event: event && { ...event, text: plain(event.text).trim() },
		asksForNow: NOW.test(masked.toLowerCase()),
		asksForPast: PAST.test(masked.toLowerCase()),
	};
}

/** An order to a terminal, in JSON: nobody sees it. Longer ones are rare. What begins an escape of JSON ends none. */
const ORDER = String.raw`\\u001[bB]\[[0-?]*(?:[ !#-/]|\\")*(?:[@-[\]-~]|\\\\)`;

/** What may stand between two words of a phrase, in JSON as well: each of it in one way, or long gaps would take for ever. */
const GAP = String.raw`(?:${ORDER}|(?!${ORDER})\\(?:[nrtbf]|u00[01][\da-fA-F])|[^\da-zA-Z])+`;

/** Letters that are others once they are folded, and what may follow each, as UTF-8: those of Latin. */
const ACCENTED = String.raw`[\xc3-\xc9][\x80-\xbf]|\xe1[\xb8-\xbb][\x80-\xbf]|\xe2\x84[\xaa\xab]`;
const MARKS = String.raw`(?:[\xcc\xcd][\x80-\xbf]|${ORDER})*`;

/** An escape in JSON that may be a letter, and a longer order. */
const ESCAPED = /\\u(?:(?!00[01])|001[bB]\])/;

/**
 * A quick look for phrases in JSON, before it is read: most of what has all words of a phrase has it nowhere.
 * @param phrases as a question has them. @returns for bytes of UTF-8, each a character: no where one of them is surely not there.
 */
export function phraseFinder(phrases: readonly string[]): (bytes: string) => boolean {
	const patterns = phrases
		.filter((phrase) => /^[a-z0-9 ]*$/.test(phrase))
		.map((phrase) => new RegExp(phrase.replace(/ |ss+|./g, writtenAs)));
	return (bytes) => patterns.every((pattern) => pattern.test(bytes)) || ESCAPED.test(bytes);
}

/** Capitals, too: a pattern that names both is faster than a text that is folded first. */
function writtenAs(letter: string): string {
	if (letter === ' ') return GAP;
	// An `ß` is two.
	if (letter.length > 1) return `(?:${writtenAs('s')})+`;
	return `(?:[${letter}${letter.toUpperCase()}]|${ACCENTED})${MARKS}`;
}

const isTelling = ({ parts }: Word): boolean => !parts.every((part) => isSmall(part) || ASKING.has(part));

/** What words name, each once. */
function slotsOf(words: readonly Word[]): readonly Slot[] {
	const slots = new Map<string, Slot>();
	const put = (slot: Slot): void => void (slots.has(slot.word) || slots.set(slot.word, slot));
	words.forEach((word, at, all) => {
		for (const part of word.parts)
			if (word.parts.length === 1 || !isSmall(part)) put(slotOf(part, word, all[at - 1], all[at + 1]));
		if (word.whole === undefined) return;
		const name = fileNameOf(word.whole);
		put({
			word: word.whole,
			terms: [[word.whole, 1], ...(name === undefined ? [] : [[name, 0.8] as const])],
			isWhole: true,
		});
	});
	return [...slots.values()];
}

function slotOf(part: string, word: Word, before: Word | undefined, after: Word | undefined): Slot {
	const forms = new Set([stemOf(part, 'en'), stemOf(part, 'de')]);
	// `time zone` is also written as one word.
	const pairs = word.parts.length > 1 ? [] : [[before, word] as const, [word, after] as const];
	const joined = pairs.flatMap(([a, b]) =>
		a?.parts.length === 1 && b?.parts.length === 1 ? [stemOf(`${a.parts[0] ?? ''}${b.parts[0] ?? ''}`, 'en')] : [],
	);
	return {
		word: part,
		terms: [
			...[...forms].map((form) => [form, 1] as const),
			...joined.map((form) => [form, 0.9] as const),
			...relatedTo(forms).map(([form, n]) => [form, RELATED * n] as const),
		],
		isWhole: false,
	};
}
