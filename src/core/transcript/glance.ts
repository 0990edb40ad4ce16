// What the first and the last lines of a transcript say about the session, without the ones between.
import { displayName } from './displayName';
import { type TitleKind, type TranscriptEntry, type UserEntry, isMessage } from './entry';
import { NO_TASKS, type TaskLists, foldTasks } from './tasks';
import { typedText } from './userText';

export interface Glance {
	/** Of the first line that has one. */
	readonly sessionId: string | undefined;
	/** One printable line of at most 80 characters. */
	readonly title: string | undefined;
	/** Where the session was started. */
	readonly cwd: string | undefined;
	/** The newest one; `undefined` outside of a repository. */
	readonly gitBranch: string | undefined;
	readonly entrypoint: string | undefined;
	/** Times of the first and last thing that was said. Milliseconds since 1970. */
	readonly firstMessageMs: number | undefined;
	readonly lastMessageMs: number | undefined;
	/** As typed and uncut; shorten for display. */
	readonly firstPrompt: string | undefined;
	readonly lastPrompt: string | undefined;
	/** Subjects of the tasks that were completed in the lines that were read. */
	readonly completedTasks: readonly string[];
	/** `true`: an end is recorded after the last message. `false`: one was recorded and the session went on. Else unknown. */
	readonly ended: boolean | undefined;
}

/** @param entries of the head and then of the tail of a file, in file order. */
export function glanceAt(entries: Iterable<TranscriptEntry>): Glance {
	const titles: Partial<Record<TitleKind, string>> = {};
	let sessionId, cwd, gitBranch, entrypoint: string | undefined;
	let firstMessageMs, lastMessageMs: number | undefined;
	let firstPrompt, lastPrompt, lastPromptLine: string | undefined;
	let ended: boolean | undefined;
	let tasks: TaskLists = NO_TASKS;
	for (const entry of entries) {
		sessionId ??= entry.sessionId;
		if (entry.type === 'title') titles[entry.kind] = entry.text;
		if (entry.type === 'last-prompt') lastPromptLine = entry.text ?? lastPromptLine;
		if (entry.type === 'cost-state') ended = true;
		if (!isMessage(entry)) continue;
		cwd ??= entry.cwd;
		gitBranch = entry.gitBranch ?? gitBranch;
		entrypoint = entry.entrypoint ?? entrypoint;
		tasks = foldTasks(tasks, entry);
		if (entry.type !== 'user' && entry.type !== 'assistant') continue;
		if (ended === true) ended = false;
		if (entry.timestampMs !== undefined) {
			firstMessageMs = Math.min(firstMessageMs ?? Infinity, entry.timestampMs);
			lastMessageMs = Math.max(lastMessageMs ?? -Infinity, entry.timestampMs);
		}
		if (entry.type === 'user' && isTyped(entry)) {
			firstPrompt ??= typedText(entry.text);
			lastPrompt = typedText(entry.text);
		}
	}
	// Claude Code's own note of the last prompt can lie further back in the file than the prompt itself.
	lastPrompt ??= lastPromptLine;
	const { custom, ai, summary, agent } = titles;
	const sources = { customTitle: custom, aiTitle: ai, summary, agentName: agent, firstPrompt, lastPrompt, cwd };
	return {
		sessionId,
		title: displayName(sources),
		cwd,
		gitBranch: gitBranch === 'HEAD' ? undefined : gitBranch,
		entrypoint,
		firstMessageMs,
		lastMessageMs,
		firstPrompt,
		lastPrompt,
		completedTasks: tasks.completed,
		ended,
	};
}

function isTyped(entry: UserEntry): boolean {
	return !entry.isSidechain && entry.text !== '' && (entry.kind === 'prompt' || entry.kind === 'command');
}
