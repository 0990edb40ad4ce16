// A session: a pure fold over the entries of its transcript. Folding all lines at once, in batches or one by one gives the
// same session, and an older session stays valid.
import { type ChangedFiles, NO_FILES, createChangedFilesDraft } from './changedFiles';
import type { TranscriptEntry, Usage } from './entry';
import { type SessionFacts, closeFacts, createFacts, createFactsFrom } from './facts';
import { type Layers, createLayersDraft } from './layers';
import { noteEntry } from './noteFacts';
import { NO_TASKS, type TaskLists, foldTasks } from './tasks';
import { NO_TREE, type Tree, createTreeDraft } from './tree';

export interface Session {
	readonly facts: SessionFacts;
	readonly changed: ChangedFiles;
	readonly tasks: TaskLists;
	readonly tree: Tree;
	/** How many entries belong to other sessions, by session. */
	readonly foreign: ReadonlyMap<string, number>;
	/** What each answer was counted with: the fold goes on from it. */
	readonly usage: Layers<Usage>;
}

/** @param id entries of other sessions are counted and left out; entries that name none belong to this one. */
export function emptySession(id: string): Session {
	return {
		facts: closeFacts(createFacts(id)),
		changed: NO_FILES,
		tasks: NO_TASKS,
		tree: NO_TREE,
		foreign: new Map(),
		usage: [],
	};
}

/** The session after some more entries, in file order. */
export function foldEntries(session: Session, entries: Iterable<TranscriptEntry>): Session {
	const id = session.facts.sessionId;
	const facts = createFactsFrom(session.facts);
	const usage = createLayersDraft(session.usage);
	const changed = createChangedFilesDraft(session.changed);
	const tree = createTreeDraft(session.tree);
	const foreign = new Map(session.foreign);
	let { tasks } = session;

	for (const entry of entries) {
		if (entry.sessionId !== undefined && entry.sessionId !== id) {
			foreign.set(entry.sessionId, (foreign.get(entry.sessionId) ?? 0) + 1);
			continue;
		}
		// Compaction of old versions wrote the history again, under the same ids.
		if ('uuid' in entry && entry.uuid !== undefined && tree.has(entry.uuid)) continue;
		noteEntry(facts, entry, usage);
		tree.note(entry);
		tasks = foldTasks(tasks, entry);
		if (entry.type === 'assistant') changed.noteCalls(entry);
		else if (entry.type === 'user') changed.noteResults(entry);
	}
	return {
		facts: closeFacts(facts),
		changed: changed.close(),
		tasks,
		tree: tree.close(),
		foreign,
		usage: usage.close(),
	};
}
