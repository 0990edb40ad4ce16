// In which order sessions answer: by what they meet, when they were, and which of those that are alike is the newest.
import { DAY_MS } from '../base/dates';
import type { Question } from './question';
import type { TimeSpan } from './calendar';

/** A session that meets a question. */
export interface Met {
	readonly session: string;
	readonly score: number;
	/** How much of the question is met, by weight: 0 to 1. */
	readonly cover: number;
	/** When the exchange ended. Milliseconds since 1970. */
	readonly atMs: number;
	/** Of the first message of the exchange: forks share it. */
	readonly key: number;
	/** Something was changed in it. */
	readonly hasWork: boolean;
	/** How much Claude says last in it, from 0 to 1: none where nobody has read it yet. */
	readonly answered: number;
}

interface Asked {
	readonly question: Question;
	readonly span: TimeSpan | undefined;
	readonly nowMs: number;
}

/** What is not of the time that was asked for counts so much. */
const OUT_OF_TIME = 0.12;
const WORK = 1.03;
/** Who only names a thing is answered in a word. */
const ANSWERED = 0.3;

/** What a session of today counts more than one that is long past, and how soon that fades. */
const FRESH = 0.08;
const FRESH_DAYS = 120;

/** Asked for how things are now, the newest of those that meet as much is meant. */
const NOW = 0.25;
const NOW_DAYS = 430;
const AS_MUCH = 0.6;
/** Asked for the first or the last time of something. */
const END = 0.5;

/** The best first. Of forks that share the exchange, the newest alone. */
export function bestFirst<T extends Met>(met: readonly T[], { question, span, nowMs }: Asked): readonly T[] {
	const valued = met.map((each) => ({ each, value: each.score * inTime(each, span) * signals(each, nowMs) }));
	const top = Math.max(0, ...valued.map(({ value }) => value));
	const asMuch = valued.filter(({ value }) => value > AS_MUCH * top);
	for (const one of asMuch) one.value += top * inOrder(one.each, question, nowMs);
	const kept = new Map<number | T, (typeof valued)[number]>();
	for (const one of valued) {
		const key = one.each.key === 0 ? one.each : one.each.key;
		const known = kept.get(key);
		if (known === undefined || one.each.atMs > known.each.atMs)
			kept.set(key, { each: one.each, value: Math.max(one.value, known?.value ?? 0) });
	}
	return [...kept.values()].sort((a, b) => b.value - a.value || b.each.atMs - a.each.atMs).map(({ each }) => each);
}

function signals({ hasWork, answered, atMs }: Met, nowMs: number): number {
	return (
		(hasWork ? WORK : 1) *
		(1 + ANSWERED * answered) *
		(1 + FRESH * Math.exp(-Math.max(0, nowMs - atMs) / (FRESH_DAYS * DAY_MS)))
	);
}

/** What one of those that meet as much counts for being the first or the last. @returns a share of the best. */
function inOrder({ atMs }: Met, { asksForNow, end }: Question, nowMs: number): number {
	// Nobody knows when it was.
	if (atMs === 0) return 0;
	const age = Math.min(1, Math.max(0, (nowMs - atMs) / (NOW_DAYS * DAY_MS)));
	if (end !== undefined) return END * (end === 'first' ? age : 1 - age);
	return asksForNow ? NOW * (1 - age) : 0;
}

const inTime = (met: Met, span: TimeSpan | undefined): number => (isInTime(met, span) ? 1 : OUT_OF_TIME);

/** Whether something was said in the time that was asked for, if one was. */
export function isInTime({ atMs }: Pick<Met, 'atMs'>, span: TimeSpan | undefined): boolean {
	return span === undefined || (atMs > 0 && atMs >= span.from && atMs < span.to);
}
