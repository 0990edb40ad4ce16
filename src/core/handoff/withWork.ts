// Whether a session did or settled something, so that the next one has something to go on with. A greeting or one question
// leaves nothing: such a session folds away in lists, is never announced, and is never the one that is resumed.
import { isMessage, type TranscriptEntry } from '../transcript/entry';
import { NO_FILES, createChangedFilesDraft } from '../transcript/changedFiles';
import type { SessionExtract } from './extract';
import { OwnTurns } from './ownTurns';

/** So many prompts are work, whatever came of them. */
const MANY_PROMPTS = 3;

/** The whole rule: a file changed, a commit, a task, a plan, a put-off or a decision, or so many prompts. */
export function hasWork(extract: SessionExtract): boolean {
	const { files, commits, tasks, plans, deferred, decisions, prompts } = extract;
	const own = tasks.filter(({ isCopy }) => !isCopy);
	return prompts >= MANY_PROMPTS || [files, commits, own, plans, deferred, decisions].some((list) => list.length > 0);
}

interface WorkSigns {
	/** The next entry, in file order. @returns whether the session has work for certain, whatever follows. */
	note(entry: TranscriptEntry): boolean;
}

/**
 * Decides early where it can, so that a large transcript need not be read to its end: nearly each has several prompts or
 * a changed file. Without such a sign the whole rule decides.
 * @param session its id: a file may hold lines of others.
 */
export function createWorkSigns(session: string): WorkSigns {
	const seen = new Set<string>();
	const changed = createChangedFilesDraft(NO_FILES);
	let prompts = 0;
	const ownTurns = new OwnTurns<undefined>();
	return {
		note(entry) {
			if (!isMessage(entry) || entry.isSidechain || (entry.sessionId ?? session) !== session) return false;
			if (entry.uuid !== undefined) {
				// When older versions compacted, they wrote the history again, under the same ids.
				if (seen.has(entry.uuid)) return false;
				seen.add(entry.uuid);
			}
			if (entry.type !== 'user' && entry.type !== 'assistant') return false;
			for (const [heard] of ownTurns.note(entry, undefined)) {
				if (heard.type === 'assistant') changed.noteCalls(heard);
				else if (heard.toolResults.length > 0) changed.noteResults(heard);
			}
			if (entry.type === 'user' && entry.kind === 'prompt') prompts++;
			return prompts >= MANY_PROMPTS || changed.hasAny();
		},
	};
}
