// A session: a pure fold over the entries of its transcript. Folding all lines at once, in batches or one by one gives the
// same session, and an older session stays valid.
import { type Activity, NO_ACTIVITY, openActivity } from './activity';
import type { TranscriptEntry, Usage } from './entry';
import { type SessionFacts, closeFacts, createFacts, openFacts } from './facts';
import { type Layers, openLayers } from './layers';
import { noteEntry } from './noteFacts';
import { parseLine } from './parseEntry';
import type { Problem } from './problem';
import { type Subagent, foldSubagents } from './subagents';
import { NO_TASKS, type TaskLists, foldTasks } from './tasks';
import { NO_TREE, type Tree, openTree } from './tree';

export interface Session {
	readonly facts: SessionFacts;
	readonly activity: Activity;
	readonly tasks: TaskLists;
	readonly subagents: readonly Subagent[];
	readonly tree: Tree;
	readonly totalCostUsd: number | undefined;
	readonly report: ReadReport;
	/** What each answer was counted with: the fold goes on from it. */
	readonly usage: Layers<Usage>;
}

/** What was read, and what of it could not be used. For the log at debug level. */
interface ReadReport {
	readonly lines: number;
	/** Entries that belong to other sessions, by session. */
	readonly foreign: ReadonlyMap<string, number>;
	/** Types that we have never heard of. A sudden count is how we learn that Claude Code changed. */
	readonly unknownTypes: ReadonlyMap<string, number>;
	/** Lines that came a second time. */
	readonly repeated: number;
	readonly problemCount: number;
	/** The first `MAX_PROBLEMS` of them. */
	readonly problems: readonly Problem[];
}

const MAX_PROBLEMS = 100;

/** @param id entries of other sessions are counted and left out; entries that name none belong to this one. */
export function emptySession(id: string): Session {
	return {
		facts: closeFacts(createFacts(id)),
		activity: NO_ACTIVITY,
		tasks: NO_TASKS,
		subagents: [],
		tree: NO_TREE,
		totalCostUsd: undefined,
		report: { lines: 0, foreign: new Map(), unknownTypes: new Map(), repeated: 0, problemCount: 0, problems: [] },
		usage: [],
	};
}

/** The session after some more lines of text. Blank lines are nothing; broken ones are problems in the report. */
export function foldLines(session: Session, lines: Iterable<string>): Session {
	let number = session.report.lines;
	const problems: Problem[] = [];
	const entries: TranscriptEntry[] = [];
	for (const line of lines) {
		const parsed = parseLine(line, ++number);
		if (parsed === undefined) continue;
		if ('problem' in parsed) problems.push(parsed.problem);
		else entries.push(parsed.entry);
	}
	const folded = foldEntries(session, entries);
	const { report } = folded;
	return {
		...folded,
		report: {
			...report,
			lines: number,
			problemCount: report.problemCount + problems.length,
			problems: [...report.problems, ...problems].slice(0, MAX_PROBLEMS),
		},
	};
}

/** The session after some more entries, in file order. */
export function foldEntries(session: Session, entries: Iterable<TranscriptEntry>): Session {
	const id = session.facts.sessionId;
	const facts = openFacts(session.facts);
	const usage = openLayers(session.usage);
	const activity = openActivity(session.activity);
	const tree = openTree(session.tree);
	const foreign = new Map(session.report.foreign);
	const unknownTypes = new Map(session.report.unknownTypes);
	let { tasks, subagents, totalCostUsd } = session;
	let { repeated } = session.report;

	for (const entry of entries) {
		if (entry.sessionId !== undefined && entry.sessionId !== id) {
			increment(foreign, entry.sessionId);
			continue;
		}
		// Compaction of old versions wrote the history again, under the same ids.
		if ('uuid' in entry && entry.uuid !== undefined && tree.has(entry.uuid)) {
			repeated++;
			continue;
		}
		noteEntry(facts, entry, usage);
		tree.note(entry);
		tasks = foldTasks(tasks, entry);
		subagents = foldSubagents(subagents, entry);
		if (entry.type === 'assistant') activity.noteCalls(entry);
		else if (entry.type === 'user') activity.noteResults(entry);
		else if (entry.type === 'cost-state') totalCostUsd = entry.totalCostUsd ?? totalCostUsd;
		else if (entry.type === 'unknown') increment(unknownTypes, entry.originalType);
	}
	return {
		facts: closeFacts(facts),
		activity: activity.close(),
		tasks,
		subagents,
		tree: tree.close(),
		totalCostUsd,
		report: { ...session.report, foreign, unknownTypes, repeated },
		usage: usage.close(),
	};
}

function increment(counts: Map<string, number>, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}
