// The tag that a person gives a session in Claude Code: with `private`, nobody reads it.
import { asText, parseObject } from '../../core/base/result';
import { readTranscriptLines } from '../transcript/transcriptLines';

/** The tag that a line gives the session; the last one counts. @returns nothing where it gives none. */
export function tagIn(line: string, sessionId: string): { readonly isPrivate: boolean } | undefined {
	if (line.length >= 1_000 || !line.includes('"tag"')) return undefined;
	const fields = parseObject(line);
	if (fields?.['type'] !== 'tag' || (fields['sessionId'] ?? sessionId) !== sessionId) return undefined;
	return { isPrivate: (asText(fields['tag']) ?? '').trim().toLowerCase() === 'private' };
}

/** @throws the file system's error where the transcript cannot be read. */
export async function isTaggedPrivate(file: string, sessionId: string): Promise<boolean> {
	let isPrivate = false;
	for await (const lines of readTranscriptLines(file))
		for (const { text, isCut } of lines) if (!isCut) isPrivate = tagIn(text, sessionId)?.isPrivate ?? isPrivate;
	return isPrivate;
}
