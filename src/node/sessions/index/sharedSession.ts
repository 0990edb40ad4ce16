// A session whose lines are in several files, or that shares some with another session: one value, made from the records of
// all files that say something about it.
import { isProgrammatic } from '../../../core/claude/registry';
import { truncate } from '../../../core/base/text';
import { displayName } from '../../../core/transcript/displayName';
import type { Usage } from '../../../core/transcript/entry';
import {
	type FactsDraft,
	type Fork,
	NO_TOKENS,
	type SessionFacts,
	addUsage,
	mostUsage,
} from '../../../core/transcript/facts';
import type { FileRecord } from './fileRecord';
import { type IndexedSession, indexedSession } from './indexedSession';

/** What a reading of several files together said about a session. */
export interface SharedFacts {
	/** All of it, where its lines are in more than one file. */
	readonly facts: FactsDraft | undefined;
	readonly ownTokens: Usage;
	readonly ownPrompts: number;
	/** The first message, and the first prompt, that no other session has: of a fork, its own beginning. */
	readonly ownFirstMs: number | undefined;
	readonly ownPrompt: string | undefined;
	/** Whose these are: of a fork, who made it. */
	readonly ownEntrypoint: string | undefined;
	/** The oldest session that begins as this one does, if that is another one. */
	readonly origin: string | undefined;
}

const NAME_LIMIT = 80;
const FORK = ' (fork)';

/**
 * A session as all of its files show it.
 * @param own the records of the files that have lines of the session, subagents' transcripts left out.
 * @param agents the records of its subagents' transcripts.
 * @returns nothing where no file has anything of it but titles and the like of a session that was never used.
 */
export function combineFiles(
	id: string,
	own: readonly FileRecord[],
	agents: readonly FileRecord[],
	combined: SharedFacts | undefined,
): IndexedSession | undefined {
	const home = own.find((r) => r.mainId === id) ?? own[0];
	const alone = home?.sessions.find((s) => s.sessionId === id);
	if (home === undefined || alone === undefined) return undefined;
	// Lines may lack their time stamps; a prompt is one all the same.
	if (alone.firstMessageMs === undefined && alone.prompts + alone.turns === 0) return undefined;
	if (agents.length === 0 && combined === undefined && alone.fork === undefined) return alone;
	const summary = combined?.facts ? indexedSession(combined.facts, home) : alone;
	// Subagents that went on after Claude Code's last count are not in that, and those before it are.
	const ofAgents = agents.flatMap((each) => each.sessions.filter((s) => s.sessionId === id).map((s) => s.tokens));
	const besides = mostUsage(summary.besides ?? NO_TOKENS, ofAgents.reduce(addUsage, NO_TOKENS));
	return {
		...summary,
		...forkOf({ ...summary, fork: alone.fork }, combined),
		subagents: agents.length,
		usedTokens: addUsage(summary.tokens, besides),
		ownTokens: addUsage(combined?.ownTokens ?? summary.tokens, besides),
		ownPrompts: combined?.ownPrompts ?? summary.prompts,
	};
}

/** What is different of a fork: its file repeats its origin's lines (SPEC 5). */
function forkOf(
	{ firstMessageMs, lastMessageMs, titles, name, fork }: IndexedSession,
	combined: SharedFacts | undefined,
): Partial<Pick<IndexedSession, 'firstMessageMs' | 'forkedMs' | 'forkedFrom' | 'isProgram' | 'name'>> {
	if (firstMessageMs === undefined) return fork ? { forkedFrom: fork.origin } : {};
	if (fork) {
		const forkedMs = ownBeginning(fork, combined) ?? lastMessageMs;
		// Whoever made it has named it.
		const named = titles.custom === undefined ? { name: forkName(name, titles, fork.own?.prompt) } : {};
		return { firstMessageMs: forkedMs, forkedMs, forkedFrom: fork.origin, ...named };
	}
	if (combined === undefined || combined.facts !== undefined) return {};
	const { ownFirstMs: forkedMs, origin: forkedFrom, ownPrompt, ownEntrypoint } = combined;
	// Nothing was said in it yet: all of it is its origin's.
	if (forkedMs === undefined)
		return forkedFrom === undefined ? {} : { forkedFrom, name: forkName(name, titles, undefined) };
	if (forkedMs <= firstMessageMs) return {};
	const isProgram = isProgrammatic(ownEntrypoint);
	return { firstMessageMs: forkedMs, forkedMs, forkedFrom, isProgram, name: forkName(name, titles, ownPrompt) };
}

/** When a fork first said something that is no copy. Nothing of one that has not: its newest message stands for it, and mostly that is the last copy, which bears the time of the copying. */
function ownBeginning({ own }: Fork, combined: SharedFacts | undefined): number | undefined {
	if (own?.firstMs === undefined || combined === undefined) return own?.firstMs;
	// The copy of a copy says no more than the first one did; what the others say first is theirs.
	return combined.ownFirstMs === undefined ? undefined : Math.max(own.firstMs, combined.ownFirstMs);
}

/** Two rows that are called the same could not be told apart. */
function forkName(name: string, titles: SessionFacts['titles'], ownPrompt: string | undefined): string {
	const own = Object.keys(titles).length > 0 ? undefined : displayName({ firstPrompt: ownPrompt });
	return own ?? `${truncate(name, NAME_LIMIT - FORK.length)}${FORK}`;
}
