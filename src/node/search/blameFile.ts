// The same question about a line of a file as it stands, by its number.
import type { Project } from '../project/project';
import { readRegularFile } from '../base/regularFile';
import type { SearchEngine } from './engine';
import { filesToSearch } from './filesToSearch';
import { type LineBlame, blameLine } from './lineBlame';

/** Larger files are not written by hand, and not by Claude. */
const LIMIT_BYTES = 16 * 1024 * 1024;
/** So many lines around it help to tell a short line. */
const AROUND = 8;

interface FileLine {
	/** Absolute path. */
	readonly file: string;
	/** From 1. */
	readonly line: number;
	/** The text as an editor has it; by default what is on disk. */
	readonly text?: string;
}

type FileLineBlame = LineBlame | { readonly kind: 'noFile' } | { readonly kind: 'noLine'; readonly lines: number };

/**
 * Finds the edits that brought a line in, in the transcripts of some sessions and their subagents.
 * @throws the file system's error where the file is not ours to read.
 */
export async function blameFileLine(
	{ file, line, text }: FileLine,
	project: Project,
	sessions: readonly { readonly file: string }[],
	options: { readonly engine?: SearchEngine; readonly signal?: AbortSignal } = {},
): Promise<FileLineBlame> {
	const source = text ?? (await textOf(file));
	if (source === undefined) return { kind: 'noFile' };
	const lines = source.split(/\r?\n/u);
	const wanted = lines[line - 1];
	if (wanted === undefined) return { kind: 'noLine', lines: lines.length };
	const target = {
		file,
		roots: [...new Set([...project.launchRoots, project.checkout, project.root])],
		line: wanted,
		before: lines.slice(Math.max(0, line - 1 - AROUND), line - 1),
		after: lines.slice(line, line + AROUND),
	};
	return blameLine(await filesToSearch(sessions), target, options);
}

async function textOf(file: string): Promise<string | undefined> {
	const read = await readRegularFile(file, LIMIT_BYTES);
	return read === undefined || read.sizeBytes > LIMIT_BYTES ? undefined : read.bytes.toString('utf8');
}
