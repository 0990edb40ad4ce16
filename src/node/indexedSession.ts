// What the index tells the rest of the program about a session: one value for each session, made from the records of all
// files that have lines of it.
import { displayName } from '../core/transcript/displayName';
import type { Usage } from '../core/transcript/entry';
import { type FactsDraft, NO_TOKENS, type SessionFacts, addUsage, closeFacts } from '../core/transcript/facts';
import type { FileRecord } from './indexRecord';

export interface SessionSummary extends SessionFacts {
	readonly id: string;
	/** One printable line of at most 80 characters. */
	readonly name: string;
	/** Its transcript, as it is called now. */
	readonly file: string;
	readonly sizeBytes: number;
	/** The file's own time stamp: no activity, only what the retention goes by. */
	readonly modifiedMs: number;
	/** A program started it (`sdk-*`), not a person. */
	readonly isProgram: boolean;
	readonly subagents: number;
	/** What the subagents' own transcripts cost; not in `tokens`. */
	readonly subagentTokens: Usage;
	/** What of `tokens` no other session has: a fork repeats the answers of its origin. For totals over sessions. */
	readonly ownTokens: Usage;
}

/** What a reading of several files together said about a session. */
export interface Combined {
	/** All of it, where its lines are in more than one file. */
	readonly facts: FactsDraft | undefined;
	readonly ownTokens: Usage;
}

/**
 * @param own the records of the files that have lines of the session, subagents' transcripts left out.
 * @param agents the records of its subagents' transcripts.
 * @returns nothing where no file has anything of it but titles and the like of a session that was never used.
 */
export function summarize(
	id: string,
	own: readonly FileRecord[],
	agents: readonly FileRecord[],
	combined: Combined | undefined,
): SessionSummary | undefined {
	const home = own.find((r) => r.mainId === id) ?? own[0];
	const draft = combined?.facts ?? home?.sessions.find((s) => s.sessionId === id);
	if (home === undefined || draft === undefined || draft.firstMessageMs === undefined) return undefined;
	const facts = closeFacts(draft);
	const { custom, ai, summary, agent } = facts.titles;
	const name = displayName({
		customTitle: custom,
		aiTitle: ai,
		summary,
		agentName: agent,
		firstPrompt: facts.firstPrompt?.text,
		lastPrompt: facts.lastPrompt?.text,
		cwd: facts.cwd,
	});
	return {
		...facts,
		id,
		name: name ?? id,
		file: home.file,
		sizeBytes: home.stamp.sizeBytes,
		modifiedMs: home.stamp.modifiedMs,
		isProgram: facts.entrypoint?.startsWith('sdk-') === true,
		subagents: agents.length,
		subagentTokens: agents.flatMap((r) => r.sessions.map((s) => s.tokens)).reduce(addUsage, NO_TOKENS),
		ownTokens: combined?.ownTokens ?? facts.tokens,
	};
}
