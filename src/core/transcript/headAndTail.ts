// What the first and the last lines of a transcript say about the session, without the ones between.
import { tellingEntrypoint } from '../claude/registry';
import { displayName } from './displayName';
import { type TitleKind, type TranscriptEntry, type UserEntry, isMessage } from './entry';
import { NO_TASKS, type TaskLists, foldTasks } from './tasks';
import { typedText } from './userText';

export interface HeadAndTail {
	/** One printable line of at most 80 characters. */
	readonly title: string | undefined;
	/** Where the session was started. */
	readonly cwd: string | undefined;
	readonly entrypoint: string | undefined;
	/** Times of the first and last thing that was said. Milliseconds since 1970. */
	readonly firstMessageMs: number | undefined;
	readonly lastMessageMs: number | undefined;
	/** Subjects of the tasks that were completed in the lines that were read. */
	readonly completedTasks: readonly string[];
}

/** @param entries of the head and then of the tail of a file, in file order. */
export function foldHeadAndTail(entries: Iterable<TranscriptEntry>): HeadAndTail {
	const titles: Partial<Record<TitleKind, string>> = {};
	let cwd, entrypoint: string | undefined;
	let firstMessageMs, lastMessageMs: number | undefined;
	let firstPrompt, lastPrompt, lastPromptLine: string | undefined;
	let tasks: TaskLists = NO_TASKS;
	for (const entry of entries) {
		if (entry.type === 'title') titles[entry.kind] = entry.text;
		if (entry.type === 'last-prompt') lastPromptLine = entry.text ?? lastPromptLine;
		if (!isMessage(entry)) continue;
		cwd ??= entry.cwd;
		// What was copied says whose the origin was.
		if (entry.copyOf === undefined) entrypoint = tellingEntrypoint(entrypoint, entry.entrypoint);
		tasks = foldTasks(tasks, entry);
		if (entry.type !== 'user' && entry.type !== 'assistant') continue;
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
		title: displayName(sources),
		cwd,
		entrypoint,
		firstMessageMs,
		lastMessageMs,
		completedTasks: tasks.completed,
	};
}

function isTyped(entry: UserEntry): boolean {
	return !entry.isSidechain && entry.text !== '' && (entry.kind === 'prompt' || entry.kind === 'command');
}
