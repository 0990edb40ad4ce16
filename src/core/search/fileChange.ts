// What a line of a transcript says of a change to a file, and which file it is.
import { BETWEEN_PIECES, type TextChange, changeOf } from '../sessions/ownChanges';
import { asText } from '../base/result';
import { changedFileOf } from '../transcript/changedFiles';
import type { TranscriptEntry } from '../transcript/entry';

/** A call that changes a file. */
export interface FileCall {
	readonly toolUseId: string;
	readonly tool: string;
	/** As Claude wrote it. */
	readonly file: string;
	/** What it is to do, as far as it says. */
	readonly texts: readonly TextChange[];
}

/** The calls of one line that change a file. */
export function fileCallsOf(entry: TranscriptEntry): readonly FileCall[] {
	if (entry.type !== 'assistant') return [];
	return entry.blocks.flatMap((block): readonly FileCall[] => {
		if (block.type !== 'tool_use') return [];
		const { id: toolUseId, name: tool, input } = block;
		const file = changedFileOf(tool, input);
		if (file === undefined) return [];
		const edits: unknown[] = Array.isArray(input['edits']) ? input['edits'] : [input];
		return [{ toolUseId, tool, file, texts: edits.flatMap((edit) => intendedBy(edit as typeof input | null)) }];
	});
}

function intendedBy(edit: Readonly<Record<string, unknown>> | null): readonly TextChange[] {
	const after = asText(edit?.['new_string']) ?? asText(edit?.['content']) ?? asText(edit?.['new_source']);
	return after === undefined ? [] : [{ before: asText(edit?.['old_string']) ?? '', after, isWhole: false }];
}

/** What a call did: the file, or pieces of it. @param toolUseResult of a call that worked; subagents' say nothing. */
export function changesOf(toolUseResult: unknown): readonly TextChange[] {
	const done = changeOf(toolUseResult);
	if (done === undefined) return [];
	if (done.isWhole) return [done];
	const after = done.after.split(BETWEEN_PIECES);
	return done.before.split(BETWEEN_PIECES).map((before, at) => ({ before, after: after[at] ?? '', isWhole: false }));
}

/** A file, and the checkouts that it may be in; its path below one of them is the same in every worktree. */
export interface FilePlace {
	/** Absolute path. */
	readonly file: string;
	readonly roots: readonly string[];
}

/** Where Claude Code puts worktrees. */
const OWN_WORKTREE = /\/\.claude\/worktrees\/[^/]+$/u;

/**
 * Whether a path in a transcript is the file: the same path, or the same path below another checkout, in which the session
 * ran. A worktree that is gone or was renamed still counts; a folder of a checkout is no other one.
 * @param cwd where the session was when it wrote the path.
 */
export function isSameFile(target: FilePlace, file: string, cwd: string | undefined): boolean {
	const [wanted, base] = [slashes(target.file), cwd === undefined ? undefined : slashes(cwd)];
	const given = absolute(file, base);
	if (given === wanted) return true;
	const roots = target.roots.map(slashes);
	const isCheckout = (folder: string): boolean =>
		roots.includes(folder) || OWN_WORKTREE.test(folder) || !roots.some((root) => folder.startsWith(`${root}/`));
	return roots.some((root) => {
		if (!wanted.startsWith(`${root}/`)) return false;
		const tail = wanted.slice(root.length);
		const other = given.slice(0, -tail.length);
		if (!given.endsWith(tail) || base === undefined || !isCheckout(other)) return false;
		return base === other || base.startsWith(`${other}/`);
	});
}

/** One name for a file in all checkouts: its path below the innermost of them, or below the folder of the session. */
export function commonName(roots: readonly string[], file: string, cwd: string | undefined): string {
	const base = cwd === undefined ? undefined : slashes(cwd);
	const given = absolute(file, base);
	const around = roots.map(slashes).filter((root) => given.startsWith(`${root}/`));
	const own = base !== undefined && around.length === 0 && given.startsWith(`${base}/`) ? [base] : [];
	const root = [...around, ...own].sort((a, b) => b.length - a.length)[0];
	return root === undefined ? given : given.slice(root.length + 1);
}

function absolute(file: string, base: string | undefined): string {
	return slashes(/^(?:\/|[a-z]:|\\\\)/iu.test(file) || base === undefined ? file : `${base}/${file}`);
}

/** Forward slashes, a drive letter in lower case, no slash at the end. */
function slashes(path: string): string {
	return path
		.replace(/\\/gu, '/')
		.replace(/^[A-Z]:/u, (drive) => drive.toLowerCase())
		.replace(/(?<=.)\/$/u, '');
}
