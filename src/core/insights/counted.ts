// From rows to what Insights counts: many answers of a session within a quarter of an hour are one.
import type { Draft } from '../base/form';
import type { ApiAnswer } from './answers';
import { quarterOf } from './calendar';
import { type Counted, type CountedSession, type Happened, UNKNOWN, type UsedQuarter, tokensUsed } from './insights';
import { estimateUsd } from './prices';
import type { SessionToSum } from './sessionRow';

interface Gathered {
	readonly sessions: readonly SessionToSum[];
	/** Each once over all files: `CountedOnce`. */
	readonly answers: readonly ApiAnswer[];
	/** What sessions cost by Claude Code's own count, in US dollars. */
	readonly usd: ReadonlyMap<string, number>;
	readonly happened: readonly Happened[];
}

/** What is counted, of answers by quarters of an hour. */
export function countedOf({ sessions, answers, usd, happened }: Gathered): Counted {
	const quarters = new Map<string, Map<string, Draft<UsedQuarter>>>();
	let isEstimate = false;
	for (const answer of answers) {
		const { session, atMs, model, input, output, cache_read: cacheRead } = answer;
		const cacheWrite = answer.cache_write_5m + answer.cache_write_1h;
		const cost = answer.usd ?? estimateUsd(model, answer) ?? 0;
		if (answer.usd === undefined && !usd.has(session)) isEstimate = true;
		const own = quarters.get(session) ?? new Map<string, Draft<UsedQuarter>>();
		quarters.set(session, own);
		const name = model ?? UNKNOWN;
		const key = `${quarterOf(atMs)} ${name}`;
		const before = own.get(key);
		if (before === undefined) {
			own.set(key, { session, model: name, atMs: quarterOf(atMs), input, output, cacheWrite, cacheRead, cost });
			continue;
		}
		before.input += input;
		before.output += output;
		before.cacheWrite += cacheWrite;
		before.cacheRead += cacheRead;
		before.cost += cost;
	}
	const used = [...quarters.values()].flatMap((own) => [...own.values()]);
	const counted = sessions.flatMap(countedSession);
	const lasts = new Map(counted.map(({ id, lastMs }) => [id, lastMs]));
	for (const [session, cost] of usd) {
		const [own, lastMs] = [[...(quarters.get(session)?.values() ?? [])], lasts.get(session)];
		if (own.some((each) => tokensUsed(each) > 0)) shareOut(cost, own);
		// Claude Code also spends without an answer.
		else if (cost > 0 && lastMs !== undefined)
			used.push({ session, model: UNKNOWN, atMs: quarterOf(lastMs), ...NO_TOKENS, cost });
	}
	return { sessions: counted, used, happened, isEstimate };
}

const NO_TOKENS = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 };

/**
 * Shares out what Claude Code counted of a session as a whole: by what each is estimated at, and to models without a price
 * what is beyond that, by their tokens.
 */
function shareOut(usd: number, used: readonly Draft<UsedQuarter>[]): void {
	const estimate = used.reduce((sum, { cost }) => sum + cost, 0);
	const tokens = used.reduce((sum, each) => sum + (each.cost === 0 ? tokensUsed(each) : 0), 0);
	const left = tokens === 0 ? 0 : Math.max(0, usd - estimate);
	for (const each of used)
		if (each.cost > 0) each.cost *= (usd - left) / estimate;
		else if (tokens > 0) each.cost = (left * tokensUsed(each)) / tokens;
}

/** One without a message has no day. */
function countedSession(session: SessionToSum): readonly CountedSession[] {
	const { id, project, isProgram, state, firstMessageMs: firstMs, lastMessageMs: lastMs } = session;
	if (firstMs === undefined || lastMs === undefined) return [];
	return [{ id, project: project ?? UNKNOWN, isProgram, firstMs, lastMs, state }];
}
