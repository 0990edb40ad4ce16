// Which files the session changed: by the result of a call, which says whether it worked.
import { asRecord, asText } from '../base/result';
import type { AssistantEntry, UserEntry } from './entry';

interface ChangedFile {
	/** Edits and rewrites. */
	readonly changes: number;
	/** The session made the file. */
	readonly isCreated: boolean;
}

export interface ChangedFiles {
	/** Paths as Claude wrote them, in the order of the first change. At most `MAX_FILES`: those first changed. */
	readonly files: ReadonlyMap<string, ChangedFile>;
	/** Paths of calls whose result has not been seen. */
	readonly calls: ReadonlyMap<string, string>;
}

const MAX_FILES = 5_000;
const MAX_CALLS = 200;

export const NO_FILES: ChangedFiles = { files: new Map(), calls: new Map() };

/** Tools that change a file, and where they name it. MultiEdit is of old versions. */
const PATH_KEYS = new Map([
	['Write', 'file_path'],
	['Edit', 'file_path'],
	['MultiEdit', 'file_path'],
	['NotebookEdit', 'notebook_path'],
]);

/** The file that a call changes, as Claude wrote it; nothing for other calls. @param tool its name. */
export const changedFileOf = (tool: string, input: Readonly<Record<string, unknown>>): string | undefined =>
	asText(input[PATH_KEYS.get(tool) ?? '']);

const COMMIT = /\bgit\b[^;&|\n]*\bcommit\b/u;

/** Whether a call changes a file, or commits. */
export const makesChange = ({
	name,
	input,
}: {
	readonly name: string;
	readonly input: Readonly<Record<string, unknown>>;
}): boolean => PATH_KEYS.has(name) || (name === 'Bash' && COMMIT.test(asText(input['command']) ?? ''));

/** @param tool its name. */
export const changesFiles = (tool: string): boolean => PATH_KEYS.has(tool);

interface ChangedFilesDraft {
	noteCalls(entry: AssistantEntry): void;
	/** @returns the paths that were changed, as Claude wrote them. */
	noteResults(entry: UserEntry): readonly string[];
	/** Whether a file was changed. */
	hasAny(): boolean;
	close(): ChangedFiles;
}

/** A copy that can be added to; `from` stays as it is. */
export function createChangedFilesDraft(from: ChangedFiles): ChangedFilesDraft {
	const files = new Map(from.files);
	const calls = new Map(from.calls);
	return {
		noteCalls(entry) {
			for (const block of entry.blocks) {
				if (block.type !== 'tool_use') continue;
				const path = changedFileOf(block.name, block.input);
				if (path !== undefined) calls.set(block.id, path);
				const oldest = calls.size > MAX_CALLS ? calls.keys().next().value : undefined;
				if (oldest !== undefined) calls.delete(oldest);
			}
		},
		noteResults(entry) {
			const isCreated = asRecord(entry.toolUseResult)?.['type'] === 'create';
			return entry.toolResults.flatMap(({ toolUseId, isError }) => {
				const path = calls.get(toolUseId);
				calls.delete(toolUseId);
				if (path === undefined || isError || entry.toolDenialKind !== undefined) return [];
				const old = files.get(path);
				if (old === undefined && files.size >= MAX_FILES) return [];
				files.set(path, { changes: (old?.changes ?? 0) + 1, isCreated: old?.isCreated === true || isCreated });
				return [path];
			});
		},
		hasAny: () => files.size > 0,
		close: () => ({ files, calls }),
	};
}
