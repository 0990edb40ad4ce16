// The one reading of a conversation that a test writes down as lines of a transcript.
import { type SessionExtract, openExtraction } from '../handoff/extract';
import type { TranscriptEntry } from '../transcript/entry';
import { parseLine } from '../transcript/parseEntry';
import { emptySession, foldEntries } from '../transcript/session';
import { type Line, SESSION, chained, jsonl } from './transcripts';

export function extractOf(lines: readonly Line[]): SessionExtract {
	return extractOfText(jsonl(chained(lines)));
}

/** @param id of the session, where the text holds several. */
export function extractOfText(text: string, id = SESSION): SessionExtract {
	const entries = text.split('\n').flatMap((line, at): TranscriptEntry[] => {
		const result = parseLine(line, at + 1);
		return result !== undefined && 'entry' in result ? [result.entry] : [];
	});
	const extraction = openExtraction(foldEntries(emptySession(id), entries));
	for (const entry of entries) extraction.note(entry);
	return extraction.close();
}
