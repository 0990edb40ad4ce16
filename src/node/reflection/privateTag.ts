// The tag that a person gives a session in Claude Code: with `private`, nobody reads it. And whatever else says so of a
// session, for a hook that has no index of all of them.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { asText, parseObject } from '../../core/base/result';
import { isPrivate } from '../../core/sessions/labels';
import { isAnyPrivate } from '../../core/sessions/privateForks';
import type { ClaudeHome } from '../claude/claudeHome';
import { sharesPrivate } from '../sessions/privateOrigin';
import { readLabels } from '../sessions/sessionLabels';
import { readTranscriptLines } from '../transcript/transcriptLines';
import { isPrivatePlace, readReflectionSettings } from './reflectionSettings';

/** The tag that a line gives the session; the last one counts. @returns nothing where it gives none. */
export function tagIn(line: string, sessionId: string): { readonly isPrivate: boolean } | undefined {
	if (line.length >= 1_000 || !line.includes('"tag"')) return undefined;
	const fields = parseObject(line);
	if (fields?.['type'] !== 'tag' || (fields['sessionId'] ?? sessionId) !== sessionId) return undefined;
	return { isPrivate: (asText(fields['tag']) ?? '').trim().toLowerCase() === 'private' };
}

/**
 * @param from where to begin, in bytes.
 * @throws the file system's error where the transcript cannot be read.
 */
export async function isTaggedPrivate(file: string, sessionId: string, from = 0): Promise<boolean> {
	let isTagged = false;
	for await (const lines of readTranscriptLines(file, undefined, from))
		for (const { text, isCut } of lines) if (!isCut) isTagged = tagIn(text, sessionId)?.isPrivate ?? isTagged;
	return isTagged;
}

/** Somebody waits for a hook: a tag further back is not looked for. Bytes. */
const TAG_SEARCHED_BYTES = 48 * 1_024 * 1_024;

/**
 * Whether a session is never read: by a mark on it or on the one that it has words of, by a folder, or by its tag.
 * @param folders of the session, beside that of its transcript. @throws as `isTaggedPrivate`
 */
export async function isNeverRead(
	claude: ClaudeHome,
	{ id, file, folders }: { id: string; file: string; folders: readonly (string | undefined)[] },
): Promise<boolean> {
	const [labelled, settings] = [await readLabels(claude), await readReflectionSettings(claude)];
	return (
		isPrivate(labelled, id) ||
		isPrivatePlace(settings, [...folders, path.dirname(file)], claude) ||
		(isAnyPrivate(labelled) && (await sharesPrivate(file, id, labelled))) ||
		isTaggedPrivate(file, id, Math.max(0, (await stat(file)).size - TAG_SEARCHED_BYTES))
	);
}
