// What was written down beside the conversations: session documents, parked items, memories, and records of sessions whose
// transcripts are gone. A question finds a part of one as if Claude had said it.
import { isDocumentName } from '../documents/names';
import { isParkedFileName } from '../parking/item';
import { parseRecord } from '../sessions/record';
import { recordText } from '../sessions/recordText';
import type { TranscriptEntry } from '../transcript/entry';
import { entriesOf } from '../transcript/parseEntry';

/** What an answer comes from. */
export type Source = 'transcript' | 'document' | 'parkedItem' | 'memory' | 'record';

/** By the path of a file, as any system writes it. */
export function sourceOf(file: string): Source {
	const [name = '', folder] = file.split(/[/\\]/u).reverse();
	if (name.endsWith('.jsonl')) return 'transcript';
	if (name.endsWith('.json')) return 'record';
	if (isParkedFileName(name)) return 'parkedItem';
	return folder === 'memory' && !isDocumentName(name) ? 'memory' : 'document';
}

/** Where the parts of a writing begin: each heading with what stands below it, from a place in it on. UTF-16 units. */
export function headingsIn(text: string, from: number): readonly number[] {
	const headings = [...text.matchAll(/^#{1,6} /gmu)].map(({ index }) => index).filter((at) => at > from);
	return [from, ...headings];
}

/** A part of a writing as an exchange. @param text as it stands in the file. @param atMs nothing where nobody knows. */
export function writtenEntries(file: string, text: string, atMs?: number): readonly TranscriptEntry[] {
	const said = sourceOf(file) === 'record' ? recordIn(text) : text;
	const content = [{ type: 'text', text: said }];
	const timestamp = atMs === undefined ? undefined : new Date(atMs).toISOString();
	return entriesOf([JSON.stringify({ type: 'assistant', timestamp, message: { role: 'assistant', content } })]);
}

/** What one says that nobody can read is nothing. */
function recordIn(text: string): string {
	const record = parseRecord(text);
	return record === undefined ? '' : recordText(record);
}
