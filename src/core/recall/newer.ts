// Of sessions that were about the same, the newest: what it concluded holds, and the others say so.
import { DAY_MS } from '../base/dates';
import { ready } from '../base/patterns';
import { once } from '../base/once';
import type { TranscriptEntry } from '../transcript/entry';
import { passagesOf } from '../search/passages';
import type { Met } from './order';
import type { Question } from './question';
import { termsOf } from './words';

/** What a session that answers is about, and what it came to: as terms. */
export interface Stand {
	readonly session: string;
	/** When the exchange ended. Milliseconds since 1970; 0 where nobody knows. */
	readonly atMs: number;
	/** How much of the question is met, by weight: 0 to 1. */
	readonly cover: number;
	/** Which things that the question names are named by its name or by what was asked in it. */
	readonly named: ReadonlySet<number>;
	/** Somebody had to decide: it asks which one, or whether. Few are asked for it. */
	readonly isChoice: () => boolean;
	readonly conclusion: ReadonlySet<string>;
	readonly all: ReadonlySet<string>;
}

/** So much of a text says what it is about. UTF-16 units. */
const BEGINNING = 600;
/** What meets much less of the question is about something else. */
const AS_MUCH = 0.7;
/** Texts that share so much are one; conclusions that share so much are no other. */
const TWINS = 0.85;
const AGREE = 0.5;
/** Fewer terms prove nothing. */
const FEW = 6;

/** Asks what is there, or for work: nothing is to be decided. In lower case: V8 takes four times as long to ignore it. */
const OTHER = once(() =>
	ready(
		/(?<!\p{L})(?:why|how|where|when|what (?:does|is|was|are)|do(?:es)? (?:it|this|that|everything)|(?:can|could|would) you|please|look into|error|fails?|failed|crash\p{L}*|warum|wieso|wie|wo|wann|kannst|bitte|fehler)(?!\p{L})/u,
	),
);
const CHOICE = once(() =>
	ready(
		/(?<!\p{L})(?:which|should|shall|may|can we|could we|or|vs|versus|keep|choose|decide|switch|move|replace|rewrite|welche\p{L}*|sollen|soll|d(?:ü|ue)rfen|oder|statt|wechseln|umstellen|ersetzen|entscheid\p{L}*)(?!\p{L})|\?\s*$/u,
	),
);
/** @param name of the session. @param entries of the exchange, in file order. */
export function standOf(
	{ session, atMs, cover }: Pick<Stand, 'session' | 'atMs' | 'cover'>,
	name: string,
	entries: readonly TranscriptEntry[],
	{ slots }: Question,
): Stand {
	let [prompt, said] = ['', ''];
	for (const { role, text } of entries.flatMap(passagesOf)) {
		if (role === 'user') prompt ||= text.slice(0, BEGINNING);
		if (role === 'assistant') said = text.slice(0, BEGINNING);
	}
	const asked = `${name}\n${prompt}`;
	const subject = new Set(termsOf(asked));
	const conclusion = new Set(termsOf(said));
	return {
		session,
		atMs,
		cover,
		named: new Set(
			slots.flatMap(({ terms }, slot) =>
				terms.some(([term, weight]) => weight > 0.5 && subject.has(term)) ? [slot] : [],
			),
		),
		isChoice: () => CHOICE().test(asked.toLowerCase()) && !OTHER().test(asked.toLowerCase()),
		conclusion,
		all: new Set([...subject, ...conclusion]),
	};
}

/** Two sessions say the same: one of them is enough. */
export const areTwins = (a: Stand, b: Stand): boolean => a.all.size >= FEW && overlap(a.all, b.all) >= TWINS;

/** Whether a session that is newer came to something else, where both were to decide the same. */
export function concludesOtherwise(newer: Stand, older: Stand): boolean {
	if (newer.atMs <= older.atMs || older.atMs === 0 || newer.session === older.session) return false;
	if (Math.min(newer.cover, older.cover) < AS_MUCH * Math.max(newer.cover, older.cover)) return false;
	const isSameSubject = [...newer.named].some((slot) => older.named.has(slot));
	const isDecided = newer.conclusion.size > 0 && older.conclusion.size > 0;
	if (!isSameSubject || !isDecided || overlap(newer.conclusion, older.conclusion) >= AGREE) return false;
	return older.isChoice() && newer.isChoice();
}

/** A session that answers: how well, and what came of it. */
interface Rated extends Pick<Met, 'session' | 'score' | 'atMs' | 'hasWork' | 'answered'> {
	readonly stand: Stand;
}

/** Fitted to which of two was meant by 130 questions that another hand wrote, as a logistic regression. */
const [BIAS, SCORE, NEWER_ANSWERS, OLDER_ANSWERS, SAME_SUBJECT, MUCH_LATER, WORK] = [
	-1.4, 2.4, 1.35, -1.6, 1.4, 1.6, 1.6,
];
/** A month later counts neither for it nor against it: 10 to the power of 1.5 is some thirty days. */
const LATER = 1.5;
/** The logarithm of the odds: three of five. */
const SURE = Math.log(0.6 / 0.4);

/**
 * Whether a newer session is rather meant than an older one that meets the question better, by how much better, what came of
 * each, whether both are called the same, and how much later it is. Both answer the same question. That is no word on whether
 * the older one still holds.
 */
export function isRatherMeant(newer: Rated, older: Rated): boolean {
	if (newer.atMs <= older.atMs || older.atMs === 0 || newer.session === older.session) return false;
	const isSameSubject = [...newer.stand.named].some((slot) => older.stand.named.has(slot));
	const odds =
		BIAS +
		SCORE * Math.log(newer.score / older.score) +
		NEWER_ANSWERS * newer.answered +
		OLDER_ANSWERS * older.answered +
		SAME_SUBJECT * Number(isSameSubject) +
		MUCH_LATER * (Math.log10(1 + (newer.atMs - older.atMs) / DAY_MS) - LATER) +
		WORK * Number(newer.hasWork);
	return odds > SURE;
}

/** What both have, of what either has: 0 to 1. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	let shared = 0;
	for (const each of a) if (b.has(each)) shared++;
	return shared / Math.max(1, a.size + b.size - shared);
}
