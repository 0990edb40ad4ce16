// Which files a search goes through: transcripts and those of their subagents.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { agentTranscripts, transcriptsIn } from '../transcript/locateTranscript';
import type { SearchedFile } from './searchTranscripts';

/** A session's transcript, and when something was last said in it: copying and touching a file makes nothing newer. */
interface SearchedSession {
	readonly file: string;
	/** Milliseconds since 1970; without it, the file's own time counts. */
	readonly lastMessageMs?: number | undefined;
}

/** The transcripts of some sessions, with their subagents'. Files that are gone are left out. */
export async function filesToSearch(sessions: readonly SearchedSession[]): Promise<readonly SearchedFile[]> {
	const files = new Map<string, number | undefined>();
	await Promise.all(
		sessions.map(async ({ file, lastMessageMs }) => {
			for (const each of [file, ...(await agentTranscripts(file))]) files.set(each, lastMessageMs);
		}),
	);
	return stamped(files);
}

/** All transcripts of some project folders. */
export async function listAll(
	folders: readonly string[],
	isAsked: (session: string) => boolean = () => true,
): Promise<readonly SearchedFile[]> {
	const files = (await Promise.all(folders.map(transcriptsIn))).flat();
	return filesToSearch(files.filter((file) => isAsked(path.basename(file, '.jsonl'))).map((file) => ({ file })));
}

async function stamped(files: ReadonlyMap<string, number | undefined>): Promise<readonly SearchedFile[]> {
	const found = await Promise.all(
		[...files].map(async ([file, lastMessageMs]) => {
			const modifiedMs = (await stat(file).catch(() => undefined))?.mtimeMs;
			return { file, modifiedMs: modifiedMs === undefined ? undefined : (lastMessageMs ?? modifiedMs) };
		}),
	);
	return found.flatMap(({ file, modifiedMs }) => (modifiedMs === undefined ? [] : [{ file, modifiedMs }]));
}
