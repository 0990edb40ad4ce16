// Which files a session and its subagents changed, and what they did to each.
import path from 'node:path';
import { groupBy } from '../../core/base/groupBy';
import { type TextChange, changeOf, joinChanges } from '../../core/sessions/ownChanges';
import { NO_FILES, createChangedFilesDraft } from '../../core/transcript/changedFiles';
import { agentTranscripts } from '../transcript/locateTranscript';
import { readTranscriptEntries } from '../transcript/transcriptLines';

export interface TouchedFile {
	/** Absolute. */
	readonly path: string;
	/** Edits and rewrites that worked. */
	readonly changes: number;
	readonly isCreated: boolean;
	/** What they come to; empty where nothing is left of it, or where the transcript does not say it. */
	readonly texts: readonly TextChange[];
}

interface Change {
	readonly path: string;
	readonly atMs: number;
	readonly isCreated: boolean;
	readonly text: TextChange | undefined;
}

/**
 * The files in the order of their first change.
 * @param session its id, and its transcript; subagents' lie beside that
 * @param cwd the folder that it ran in, for lines that do not say it
 * @throws the file system's error where the transcript cannot be read.
 */
export async function filesChanged(
	{ id, file }: { readonly id: string; readonly file: string },
	cwd: string,
): Promise<readonly TouchedFile[]> {
	const changes = await changesIn(file, cwd, id);
	for (const agent of await agentTranscripts(file)) changes.push(...(await changesIn(agent, cwd)));
	const byPath = groupBy(
		changes.sort((a, b) => a.atMs - b.atMs),
		(change) => change.path,
	);
	return [...byPath].map(([changed, own]) => ({
		path: changed,
		changes: own.length,
		isCreated: own.some(({ isCreated }) => isCreated),
		texts: joinChanges(own.flatMap(({ text }) => text ?? [])),
	}));
}

/** @param id of the session whose lines count; without it all do */
async function changesIn(file: string, cwd: string, id?: string): Promise<Change[]> {
	const changes: Change[] = [];
	const calls = createChangedFilesDraft(NO_FILES);
	const seen = new Set<string>();
	/** A file as it was left: the next change mostly says the same text again. */
	const left = new Map<string, string>();
	let atMs = 0;
	for await (const entries of readTranscriptEntries(file))
		for (const entry of entries) {
			if (entry.type !== 'user' && entry.type !== 'assistant') continue;
			if (id !== undefined && entry.sessionId !== undefined && entry.sessionId !== id) continue;
			// Compaction of old versions wrote the history again, under the same ids.
			if (entry.uuid !== undefined && seen.has(entry.uuid)) continue;
			if (entry.uuid !== undefined) seen.add(entry.uuid);
			atMs = entry.timestampMs ?? atMs;
			if (entry.type === 'assistant') calls.noteCalls(entry);
			else
				for (const named of calls.noteResults(entry)) {
					// Claude writes relative paths, too: from the folder it runs in.
					const changed = path.resolve(entry.cwd ?? cwd, named);
					const told = changeOf(entry.toolUseResult);
					const before = left.get(changed);
					const text = told === undefined || told.before !== before ? told : { ...told, before };
					if (text?.isWhole === true) left.set(changed, text.after);
					const isCreated = typeof entry.toolUseResult === 'object' && entry.toolUseResult['type'] === 'create';
					changes.push({ path: changed, atMs, isCreated, text });
				}
		}
	return changes;
}
