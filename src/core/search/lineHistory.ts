// Which edit of Claude's brought a line into a file: what to look for, what an edit is, and whether it did it.
import { asRecord, asText } from '../base/result';
import type { TranscriptEntry } from '../transcript/entry';

/** A line of a file as it stands now. */
export interface LineTarget {
	/** Absolute path. */
	readonly file: string;
	/** The checkouts that the file may be in; its path below one of them is the same in every worktree. */
	readonly roots: readonly string[];
	readonly line: string;
	/** The lines above and below, nearest last and first; a few are enough. */
	readonly before: readonly string[];
	readonly after: readonly string[];
}

export type LinePlan =
	/** Blank, or a line such as `}` between others like it: it could be from anywhere. */
	| { readonly kind: 'tooCommon' }
	| {
			readonly kind: 'search';
			/** Texts that every edit of it holds, without white space around them. */
			readonly terms: readonly string[];
			/** Whether an edit brought the line in: it is in the new text more often than in the old one. */
			isBroughtInBy(edit: FileEdit): boolean;
	  };

/** What a tool use did, or was to do, to one file. */
export interface FileEdit {
	readonly toolUseId: string;
	/** As Claude wrote it. */
	readonly file: string;
	readonly tool: string | undefined;
	/** Pieces of the new text; a piece is a run of lines. */
	readonly newText: readonly string[];
	/** Pieces of the old text; empty where that is not known. */
	readonly oldText: readonly string[];
	/** The tool has answered: this is what it did. A mere tool use may have been refused. */
	readonly isDone: boolean;
}

/** Letters and digits that a line needs to be looked for by itself. */
const TELLING = 8;
/** Neighbours further away than this are not asked. */
const NEAR = 3;

/** Decides how to look for a line. White space around lines never counts: indentation changes, and line ends do. */
export function planLine(target: LineTarget): LinePlan {
	const line = target.line.trim();
	if (line === '') return { kind: 'tooCommon' };
	const name = baseName(target.file);
	if (isTelling(line)) return { kind: 'search', terms: [line, name], isBroughtInBy: (edit) => brings(edit, [line]) };
	// A line such as `return;` is told by the nearest line that says more, and by all lines in between.
	const above = telling(target.before.slice(-NEAR).reverse());
	const below = telling(target.after.slice(0, NEAR));
	const runs = [...(above ? [[...above].reverse().concat(line)] : []), ...(below ? [[line, ...below]] : [])];
	const [run] = runs.sort((a, b) => a.length - b.length);
	if (run === undefined) return { kind: 'tooCommon' };
	const term = run.find(isTelling) ?? line;
	return { kind: 'search', terms: [term, name], isBroughtInBy: (edit) => brings(edit, run) };
}

/** The lines up to and with the first one that tells something, trimmed; nothing where none does. */
function telling(lines: readonly string[]): readonly string[] | undefined {
	const trimmed = lines.map((line) => line.trim());
	const at = trimmed.findIndex(isTelling);
	return at < 0 ? undefined : trimmed.slice(0, at + 1);
}

function isTelling(line: string): boolean {
	return (line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= TELLING;
}

function brings({ newText, oldText }: FileEdit, run: readonly string[]): boolean {
	return occurrences(newText, run) > occurrences(oldText, run);
}

/** How often a run of trimmed lines stands in pieces of text. */
function occurrences(pieces: readonly string[], run: readonly string[]): number {
	let count = 0;
	for (const piece of pieces) {
		const lines = piece.split('\n').map((line) => line.trim());
		for (let i = 0; i + run.length <= lines.length; i++) if (run.every((line, k) => lines[i + k] === line)) count++;
	}
	return count;
}

const EDITS: Readonly<Record<string, { readonly path: string; readonly next: string; readonly old?: string }>> = {
	Write: { path: 'file_path', next: 'content' },
	Edit: { path: 'file_path', next: 'new_string', old: 'old_string' },
	NotebookEdit: { path: 'notebook_path', next: 'new_source' },
};

/** The edits of one line of a transcript: tool uses, or the answer to one. */
export function editsOf(entry: TranscriptEntry): readonly FileEdit[] {
	if (entry.type === 'user') {
		const result = asRecord(entry.toolUseResult);
		const toolUseId = entry.toolResults[0]?.toolUseId;
		return result && toolUseId !== undefined ? doneEdit(result, toolUseId) : [];
	}
	if (entry.type !== 'assistant') return [];
	return entry.blocks.flatMap((block): readonly FileEdit[] => {
		if (block.type !== 'tool_use') return [];
		const { id: toolUseId, name: tool, input } = block;
		const shape = Object.hasOwn(EDITS, tool) ? EDITS[tool] : undefined;
		const file = asText(input[shape?.path ?? 'file_path']);
		const parts = tool === 'MultiEdit' && Array.isArray(input['edits']) ? input['edits'].map(asRecord) : [input];
		if (file === undefined || (shape === undefined && tool !== 'MultiEdit')) return [];
		const texts = (key: string | undefined): readonly string[] =>
			key === undefined ? [] : parts.flatMap((part) => asText(part?.[key]) ?? []);
		const { next, old } = shape ?? { next: 'new_string', old: 'old_string' };
		return [{ toolUseId, file, tool, newText: texts(next), oldText: texts(old), isDone: false }];
	});
}

/** From the structured result: the patch says exactly what changed; a new file has none, all of it is new. */
function doneEdit(result: Readonly<Record<string, unknown>>, toolUseId: string): readonly FileEdit[] {
	const file = asText(result['filePath']) ?? asText(result['notebook_path']);
	if (file === undefined) return [];
	const hunks = Array.isArray(result['structuredPatch']) ? result['structuredPatch'].map(asRecord) : [];
	const side = (mark: string): readonly string[] =>
		hunks.map((hunk) =>
			(Array.isArray(hunk?.['lines']) ? hunk['lines'] : [])
				.filter((line): line is string => typeof line === 'string' && (line.startsWith(mark) || line.startsWith(' ')))
				.map((line) => line.slice(1))
				.join('\n'),
		);
	const whole = asText(result['content']) ?? asText(result['new_source']);
	return [
		{
			toolUseId,
			file,
			tool: undefined,
			newText: hunks.length > 0 ? side('+') : whole === undefined ? [] : [whole],
			oldText: hunks.length > 0 ? side('-') : [],
			isDone: true,
		},
	];
}

/**
 * Whether a path in a transcript is the file: the same path, or the same path below another checkout, in which the session
 * ran. A worktree that is gone or was renamed still counts.
 * @param cwd where the session was when it wrote the path.
 */
export function isSameFile(target: Pick<LineTarget, 'file' | 'roots'>, file: string, cwd: string | undefined): boolean {
	const [wanted, base] = [slashes(target.file), cwd === undefined ? undefined : slashes(cwd)];
	const given = slashes(/^(?:\/|[a-z]:|\\\\)/iu.test(file) || base === undefined ? file : `${base}/${file}`);
	if (given === wanted) return true;
	return target.roots.map(slashes).some((root) => {
		if (!wanted.startsWith(`${root}/`)) return false;
		const tail = wanted.slice(root.length);
		const other = given.slice(0, -tail.length);
		return given.endsWith(tail) && base !== undefined && (base === other || base.startsWith(`${other}/`));
	});
}

/** Forward slashes, a drive letter in lower case, no slash at the end. */
function slashes(path: string): string {
	return path
		.replace(/\\/gu, '/')
		.replace(/^[A-Z]:/u, (drive) => drive.toLowerCase())
		.replace(/(?<=.)\/$/u, '');
}

function baseName(path: string): string {
	return slashes(path).replace(/^.*\//u, '');
}
