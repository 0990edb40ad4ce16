// From rows to what Insights counts: many answers of a session within a quarter of an hour are one.
import type { Draft } from '../base/form';
import type { ApiAnswer } from './answers';
import { QUARTER_MS } from './calendar';
import type { Counted, CountedSession, Happened, UsedQuarter } from './insights';
import { estimateUsd } from './prices';
import type { SessionToSum } from './sessionRow';
import type { TableRow } from './tables';

/** What is counted of one transcript besides its answers, by quarters of an hour. */
export type HappenedQuarter = Pick<Happened, 'atMs' | 'count'> & {
	readonly kind: 'prompts' | 'compactions';
	readonly session: string;
};

/** What a row of `messages` counts as. */
export function happenedOf({
	kind,
	is_side_chain: isSideChain,
}: TableRow<'messages'>): HappenedQuarter['kind'] | undefined {
	if (kind === 'compaction') return 'compactions';
	return !isSideChain && (kind === 'prompt' || kind === 'command') ? 'prompts' : undefined;
}

interface Gathered {
	readonly sessions: readonly SessionToSum[];
	/** Each once over all files: `CountedOnce`. */
	readonly answers: readonly ApiAnswer[];
	/** What sessions cost by Claude Code's own count, in US dollars. */
	readonly usd: ReadonlyMap<string, number>;
	readonly happened: readonly Happened[];
}

/** The beginning of the quarter of an hour that a moment is in. */
export const quarterOf = (ms: number): number => Math.floor(ms / QUARTER_MS) * QUARTER_MS;

/** Claude Code counts a session as a whole: its count is shared out among the answers by what each is estimated at. */
export function countedOf({ sessions, answers, usd, happened }: Gathered): Counted {
	const quarters = new Map<string, Map<string, Draft<UsedQuarter>>>();
	const estimates = new Map<string, number>();
	let isEstimate = false;
	for (const answer of answers) {
		const { session, atMs, model, input, output, cache_read: cacheRead } = answer;
		const cacheWrite = answer.cache_write_5m + answer.cache_write_1h;
		const cost = answer.usd ?? estimateUsd(model, answer) ?? 0;
		if (answer.usd === undefined && !usd.has(session)) isEstimate = true;
		estimates.set(session, (estimates.get(session) ?? 0) + cost);
		const own = quarters.get(session) ?? new Map<string, Draft<UsedQuarter>>();
		quarters.set(session, own);
		const key = `${quarterOf(atMs)} ${model ?? ''}`;
		const before = own.get(key);
		if (before === undefined) {
			own.set(key, { session, model: model ?? '', atMs: quarterOf(atMs), input, output, cacheWrite, cacheRead, cost });
			continue;
		}
		before.input += input;
		before.output += output;
		before.cacheWrite += cacheWrite;
		before.cacheRead += cacheRead;
		before.cost += cost;
	}
	const used = [...quarters.values()].flatMap((own) => [...own.values()]);
	for (const each of used) {
		const [claude, estimate = 0] = [usd.get(each.session), estimates.get(each.session)];
		if (claude !== undefined && estimate > 0) each.cost *= claude / estimate;
	}
	return { sessions: sessions.flatMap(countedSession), used, happened, isEstimate };
}

/** One without a message has no day. */
function countedSession(session: SessionToSum): readonly CountedSession[] {
	const { id, project, isProgram, state, firstMessageMs: firstMs, lastMessageMs: lastMs } = session;
	if (firstMs === undefined || lastMs === undefined) return [];
	return [{ id, project: project ?? '', isProgram, firstMs, lastMs, state }];
}
