// A session as a row: what the index says of it, and the sums of its files and answers.
import type { SessionFacts } from '../transcript/facts';
import { type TranscriptDigest, countedUsd } from './digest';
import type { TableRow } from './tables';

/** What the index says of a session. Texts are redacted already. */
export interface SessionToSum extends Pick<
	SessionFacts,
	'state' | 'ended' | 'gitBranch' | 'firstMessageMs' | 'lastMessageMs' | 'compactions'
> {
	readonly id: string;
	readonly title: string;
	readonly project: string | null;
	readonly isProgram: boolean;
	readonly ownPrompts: number;
	readonly isFork: boolean;
}

/**
 * @param digests of all its files. @param answers those that count for it, over all files.
 */
export function sessionRow(
	session: SessionToSum,
	digests: readonly TranscriptDigest[],
	answers: readonly TableRow<'tokens'>[],
): TableRow<'sessions'> {
	const parts = digests.flatMap((each) => each.sessions[session.id] ?? []);
	const sum = (of: (row: TableRow<'tokens'>) => number): number => answers.reduce((all, row) => all + of(row), 0);
	return {
		session: session.id,
		project: session.project,
		title: session.title,
		first_time: session.firstMessageMs ?? null,
		last_time: session.lastMessageMs ?? null,
		state: session.state,
		has_ended: session.ended ?? null,
		branch: session.gitBranch ?? null,
		is_program: session.isProgram,
		prompts: session.ownPrompts,
		messages: parts.reduce((all, part) => all + part.messages, 0),
		tool_calls: parts.reduce((all, part) => all + part.toolCalls, 0),
		compactions: session.compactions,
		files_changed: new Set(parts.flatMap(({ changed }) => changed)).size,
		input: sum((row) => row.input),
		output: sum((row) => row.output),
		cache_write_5m: sum((row) => row.cache_write_5m),
		cache_write_1h: sum((row) => row.cache_write_1h),
		cache_read: sum((row) => row.cache_read),
		// What Claude Code counted in a fork has the cost of its origin in it.
		...costOf(session.isFork ? undefined : countedUsd(digests).get(session.id), answers),
	};
}

/** One answer without a price leaves the sum unknown. */
function costOf(
	usd: number | undefined,
	answers: readonly TableRow<'tokens'>[],
): Pick<TableRow<'sessions'>, 'cost_usd' | 'cost_from'> {
	if (usd !== undefined) return { cost_usd: usd, cost_from: 'claude' };
	if (answers.length === 0 || answers.some((row) => row.cost_usd === null)) return { cost_usd: null, cost_from: null };
	const cost_from = answers.every((row) => row.cost_from === 'claude') ? 'claude' : 'estimate';
	return { cost_usd: answers.reduce((all, row) => all + (row.cost_usd ?? 0), 0), cost_from };
}
