// The state of a session from its transcript, read twice: what was abandoned, how it ended, and what Claude handed in is known
// at its end only.
import { type SessionExtract, createExtraction } from '../../core/handoff/extract';
import { readHandIn } from '../../core/handoff/handedIn/handIn';
import { withHandOvers } from '../../core/handoff/handedIn/handedOver';
import { type HandOver, type JudgedHandOver, createProof } from '../../core/handoff/handedIn/proof';
import type { Session } from '../../core/transcript/session';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { type FoldOptions, foldTranscript } from '../transcript/foldTranscript';
import { readTranscriptEntries } from '../transcript/transcriptLines';

/** A session, and what is in it. Texts are as they were said: redact before showing or writing. */
export interface ExtractedSession {
	readonly session: Session;
	readonly extract: SessionExtract;
	/** What was handed in, each statement with what came of it; oldest first, those that came by a file last. */
	readonly handOvers: readonly JudgedHandOver[];
}

export interface ExtractOptions extends Omit<FoldOptions, 'hear'> {
	/** What came by a file: the transcript does not have it. */
	readonly given?: readonly HandOver[] | undefined;
	/** A model was shown the conversation through this, and what came by a file is kept so. */
	readonly redact?: (text: string) => string;
}

/**
 * Reads a transcript, or a raw backup of one.
 * @param also is told every entry, of the second reading.
 * @throws what `readTranscriptLines` throws.
 */
export async function extractSession(
	file: string,
	options: ExtractOptions = {},
	also: (entry: TranscriptEntry, session: Session) => void = () => undefined,
): Promise<ExtractedSession> {
	const blocks = new Map<string, HandOver>();
	const session = await foldTranscript(file, {
		...options,
		hear(entries) {
			for (const entry of entries) {
				const handOver = handOverIn(entry);
				if (handOver?.uuid !== undefined) blocks.set(handOver.uuid, handOver);
			}
		},
	});
	const handed = [...blocks.values(), ...(options.given ?? [])];
	const proof = handed.length === 0 ? undefined : createProof(handed, options.redact);
	const extraction = createExtraction(session, proof);
	for await (const entries of readTranscriptEntries(file, options.signal, options.from))
		for (const entry of entries) {
			extraction.note(entry);
			also(entry, session);
		}
	const extract = extraction.close();
	const handOvers = proof?.close(extract.decisions) ?? [];
	return { session, extract: withHandOvers(extract, handOvers), handOvers };
}

/** What a line of Claude's hands in: of several blocks the last. */
export function handOverIn(entry: TranscriptEntry): HandOver | undefined {
	if (entry.type !== 'assistant' || entry.isSidechain) return undefined;
	const block = entry.blocks.findLast(({ type }) => type === 'handIn');
	if (block?.type !== 'handIn') return undefined;
	return { uuid: entry.uuid, statements: readHandIn(block.text), atMs: entry.timestampMs };
}
