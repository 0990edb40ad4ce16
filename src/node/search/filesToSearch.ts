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
	const found = await Promise.all(
		[...files].map(async ([file, lastMessageMs]) => {
			const modifiedMs = (await stat(file).catch(() => undefined))?.mtimeMs;
			return modifiedMs === undefined ? [] : [{ file, modifiedMs: lastMessageMs ?? modifiedMs }];
		}),
	);
	return found.flat();
}

/** All transcripts of some project folders. */
export async function listAll(
	folders: readonly string[],
	isAsked: (session: string) => boolean = () => true,
): Promise<readonly SearchedFile[]> {
	const files = (await Promise.all(folders.map(transcriptsIn))).flat();
	return filesToSearch(files.filter((file) => isAsked(path.basename(file, '.jsonl'))).map((file) => ({ file })));
}
