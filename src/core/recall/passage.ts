// What of an exchange is shown: what was asked, where the question is met, and what came of it.
import { singleLine, truncate } from '../base/text';
import type { Redact } from '../privacy/redaction';
import { SECRET_MARGIN } from '../privacy/secretMargin';
import { commitsIn } from '../handoff/shell';
import { NO_FILES, createChangedFilesDraft } from '../transcript/changedFiles';
import type { TranscriptEntry } from '../transcript/entry';
import { passagesOf, type PassageRole } from '../search/passages';
import type { Question } from './question';
import { indexedWords, looseForm, termsIn } from './words';

/** An exchange as it was said, and what of it meets a question. */
export interface Passage {
	/** Of the message that meets the question best; nothing where the line says none. */
	readonly message: string | undefined;
	readonly role: PassageRole;
	/** One printable line each: what the person asked, the message where it meets the question, what Claude said last. */
	readonly prompt: string;
	readonly text: string;
	readonly conclusion: string;
	/** Paths as Claude wrote them. */
	readonly files: readonly string[];
	readonly commits: readonly string[];
}

/** How well an exchange fits a question, by its texts. */
interface Fit {
	/** How many neighbours of the question are neighbours in it, too. */
	readonly together: number;
	/** It has all that the question has in quotes. */
	readonly hasPhrases: boolean;
}

const PROMPT_LENGTH = 200;
const TEXT_LENGTH = 400;
const CONCLUSION_LENGTH = 300;
/** Text that is longer is looked at so far. UTF-16 units. */
const LOOK_AT = 40_000;
/** So much of an exchange is taken apart to see how it fits; of what tools print a quarter at most. UTF-16 units. */
const FIT_LENGTH = 12_000;

/** Less than a word of the same meaning counts. */
const SAID = 0.1;

/** By so many of their first letters words are told apart. */
const HEAD = 3;

/** What a question wants, and the terms of texts that it looked at: those that fit are looked at again to be shown. */
interface Wanted {
	/** Each term with what it counts. */
	readonly slots: readonly ReadonlyMap<string, number>[];
	termsOf(text: string): readonly string[];
}
const wanted = new WeakMap<Question, Wanted>();

function wantedBy(question: Question): Wanted {
	const known = wanted.get(question);
	if (known !== undefined) return known;
	const texts = new Map<string, readonly string[]>();
	const slots = question.slots.map(({ terms }) => {
		// Of two that are alike the first counts more, and a map keeps the last.
		return new Map([...terms].reverse());
	});
	// But for its last letter a stem begins as its word does. Stemming all words takes longer than finding them.
	const heads = new Set(
		slots.flatMap((terms) => [...terms.keys()].map((term) => term.slice(0, Math.min(HEAD, term.length - 1)))),
	);
	const short = [0, 1, 2].filter((length) => [...heads].some((head) => head.length === length));
	const isAsked = (word: string): boolean =>
		heads.has(word.slice(0, HEAD)) || (short.length > 0 && short.some((length) => heads.has(word.slice(0, length))));
	const made: Wanted = {
		slots,
		termsOf(text) {
			const terms = texts.get(text) ?? termsIn(indexedWords(text), isAsked);
			texts.set(text, terms);
			return terms;
		},
	};
	wanted.set(question, made);
	return made;
}

/** @param entries of the exchange, in file order. */
export function fitOf(entries: readonly TranscriptEntry[], question: Question): Fit {
	const passages = entries.flatMap(passagesOf);
	const missing = new Set(question.phrases);
	for (const { text } of passages) {
		if (missing.size === 0) break;
		const loose = ` ${looseForm(text)} `;
		for (const phrase of missing) if (loose.includes(` ${phrase} `)) missing.delete(phrase);
	}
	// Words take twenty times as long as phrases, and most exchanges do not have these.
	if (missing.size > 0) return { together: 0, hasPhrases: false };
	const wanted = wantedBy(question);
	let together = 0;
	let left = FIT_LENGTH;
	for (const { role, text } of passages) {
		if (together >= wanted.slots.length - 1) break;
		const isTool = role === 'toolUse' || role === 'toolResult';
		const looked = text.slice(0, isTool ? left / 4 : left);
		left -= looked.length;
		together = Math.max(together, togetherIn(wanted.termsOf(looked), wanted.slots));
	}
	return { together, hasPhrases: true };
}

/** @param entries of the exchange, in file order. @param redact what is shown goes through it before it is cut. */
export function passageOf(entries: readonly TranscriptEntry[], question: Question, redact: Redact): Passage {
	const wanted = wantedBy(question);
	const files = createChangedFilesDraft(NO_FILES);
	let best = { count: -1, message: undefined as string | undefined, role: 'user' as PassageRole, text: '' };
	let prompt = '';
	let conclusion = '';
	const commits: string[] = [];
	for (const entry of entries) {
		if (entry.type === 'assistant') files.noteCalls(entry);
		if (entry.type === 'user') {
			files.noteResults(entry);
			for (const { text } of entry.toolResults) commits.push(...commitsIn(text).map(({ hash }) => hash));
		}
		for (const { role, text } of passagesOf(entry)) {
			if (role === 'user') prompt ||= text;
			if (role === 'assistant') conclusion = text;
			const met = metIn(text.slice(0, LOOK_AT), wanted);
			// What was said is shown rather than what a tool printed, where both meet as much.
			const count = met + (met > 0 && (role === 'user' || role === 'assistant') ? SAID : 0);
			if (count > best.count) best = { count, message: 'uuid' in entry ? entry.uuid : undefined, role, text };
		}
	}
	return {
		message: best.message,
		role: best.role,
		prompt: beginningOf(prompt, PROMPT_LENGTH, redact),
		text: excerptOf(redact(aroundBest(best.text, wanted)), wanted),
		conclusion: beginningOf(conclusion, CONCLUSION_LENGTH, redact),
		files: [...files.close().files.keys()],
		commits: [...new Set(commits)],
	};
}

/** How much of what is wanted a text has. */
function metIn(text: string, wanted: Wanted): number {
	const terms = new Set(wanted.termsOf(text));
	let met = 0;
	for (const forms of wanted.slots) {
		let most = 0;
		for (const [form, weight] of forms) if (weight > most && terms.has(form)) most = weight;
		met += most;
	}
	return met;
}

function togetherIn(terms: readonly string[], wanted: Wanted['slots']): number {
	let pairs = 0;
	for (let slot = 1; slot < wanted.length; slot++) {
		const [a, b] = [wanted[slot - 1], wanted[slot]];
		if (
			terms.some(
				(term, at) =>
					a?.has(term) === true && (b?.has(terms[at + 1] ?? '') === true || b?.has(terms[at + 2] ?? '') === true),
			)
		)
			pairs++;
	}
	return pairs;
}

/** What was asked at the beginning of an exchange, as it is shown. */
export function promptOf(entries: readonly TranscriptEntry[], redact: Redact): string {
	const asked = entries.flatMap(passagesOf).find(({ role }) => role === 'user');
	return beginningOf(asked?.text ?? '', PROMPT_LENGTH, redact);
}

/** More than is shown is looked through: what is cut in two is no secret that anybody could tell. */
function beginningOf(text: string, length: number, redact: Redact): string {
	return truncate(singleLine(redact(text.slice(0, length + SECRET_MARGIN))), length);
}

/** A text, or of a long one what stands around the best place. */
function aroundBest(text: string, wanted: Wanted): string {
	if (text.length <= 3 * SECRET_MARGIN) return text;
	const { at, pieces } = bestPiece(text.slice(0, LOOK_AT), wanted);
	const start = pieces.slice(0, at).join('').length;
	return text.slice(Math.max(0, start - SECRET_MARGIN), start + TEXT_LENGTH + SECRET_MARGIN);
}

/** The lines of a text from the one on that meets the question best. */
function excerptOf(text: string, wanted: Wanted): string {
	const whole = singleLine(text);
	if (whole.length <= TEXT_LENGTH) return whole;
	const { at, pieces } = bestPiece(text, wanted);
	return truncate(`${at > 0 ? '… ' : ''}${singleLine(pieces.slice(at, at + 20).join(''))}`, TEXT_LENGTH);
}

/** The sentence or line that meets the question best. */
function bestPiece(text: string, wanted: Wanted): { readonly at: number; readonly pieces: readonly string[] } {
	const pieces = text.match(/[^.!?\n]+[.!?\n]*|[.!?\n]+/gu) ?? [];
	let best = { count: -1, at: 0 };
	pieces.forEach((piece, at) => {
		const count = metIn(piece, wanted);
		if (count > best.count) best = { count, at };
	});
	return { at: best.at, pieces };
}
