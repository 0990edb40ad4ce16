// What the session did: which tools, on which files, and what was refused. Calls count when they are made, files when the
// call's result says that it worked.
import { asRecord, asText } from '../base/result';
import type { AssistantEntry, ToolResult, UserEntry } from './entry';

interface FileTouch {
	readonly reads: number;
	/** Edits and rewrites. */
	readonly changes: number;
	/** The session made the file. */
	readonly isCreated: boolean;
}

export interface Activity {
	/** How often each tool was called. */
	readonly tools: ReadonlyMap<string, number>;
	/** Paths as Claude wrote them, in the order of first touch. At most `MAX_FILES`: those first touched. */
	readonly files: ReadonlyMap<string, FileTouch>;
	readonly toolErrors: number;
	/** Calls that a person refused. */
	readonly rejections: number;
	/** Calls that a rule or a hook refused. */
	readonly blocked: number;
	/** Calls on files whose result has not been seen. */
	readonly calls: ReadonlyMap<string, FileCall>;
}

interface FileCall {
	readonly path: string;
	readonly isChange: boolean;
}

const MAX_FILES = 5_000;
const MAX_CALLS = 200;

export const NO_ACTIVITY: Activity = {
	tools: new Map(),
	files: new Map(),
	toolErrors: 0,
	rejections: 0,
	blocked: 0,
	calls: new Map(),
};

/** Tools that name a file, and where they name it. MultiEdit is of old versions. */
const FILE_TOOLS: Readonly<Record<string, { readonly key: string; readonly isChange: boolean }>> = {
	Read: { key: 'file_path', isChange: false },
	Write: { key: 'file_path', isChange: true },
	Edit: { key: 'file_path', isChange: true },
	MultiEdit: { key: 'file_path', isChange: true },
	NotebookEdit: { key: 'notebook_path', isChange: true },
};

interface ActivityDraft {
	noteCalls(entry: AssistantEntry): void;
	noteResults(entry: UserEntry): void;
	close(): Activity;
}

/** Opens a copy that can be added to; `from` stays as it is. */
export function openActivity(from: Activity): ActivityDraft {
	const tools = new Map(from.tools);
	const files = new Map(from.files);
	const calls = new Map(from.calls);
	let { toolErrors, rejections, blocked } = from;

	const touch = (path: string, change: boolean, isCreated: boolean): void => {
		const old = files.get(path) ?? { reads: 0, changes: 0, isCreated: false };
		if (files.size >= MAX_FILES && !files.has(path)) return;
		files.set(path, {
			reads: old.reads + (change ? 0 : 1),
			changes: old.changes + (change ? 1 : 0),
			isCreated: old.isCreated || isCreated,
		});
	};
	const noteResult = (entry: UserEntry, result: ToolResult): void => {
		const call = calls.get(result.toolUseId);
		calls.delete(result.toolUseId);
		if (entry.toolDenialKind !== undefined) {
			if (entry.toolDenialKind === 'user-rejected') rejections++;
			else blocked++;
		} else if (result.isError) toolErrors++;
		else if (call) touch(call.path, call.isChange, asRecord(entry.toolUseResult)?.['type'] === 'create');
	};
	return {
		noteCalls(entry) {
			for (const block of entry.blocks) {
				if (block.type !== 'tool_use') continue;
				tools.set(block.name, (tools.get(block.name) ?? 0) + 1);
				const tool = Object.hasOwn(FILE_TOOLS, block.name) ? FILE_TOOLS[block.name] : undefined;
				const path = tool && asText(block.input[tool.key]);
				if (path !== undefined) calls.set(block.id, { path, isChange: tool?.isChange === true });
				const oldest = calls.size > MAX_CALLS ? calls.keys().next().value : undefined;
				if (oldest !== undefined) calls.delete(oldest);
			}
		},
		noteResults(entry) {
			for (const result of entry.toolResults) noteResult(entry, result);
		},
		close: () => ({ tools, files, toolErrors, rejections, blocked, calls }),
	};
}
