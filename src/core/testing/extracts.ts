// The one reading of a conversation that a test writes down as lines of a transcript, with what Claude hands in there.
import { type SessionExtract, createExtraction } from '../handoff/extract';
import { readHandIn } from '../handoff/handedIn/handIn';
import { withHandOvers } from '../handoff/handedIn/handedOver';
import { type JudgedHandOver, createProof } from '../handoff/handedIn/proof';
import { entriesOf } from '../transcript/parseEntry';
import { emptySession, foldEntries } from '../transcript/session';
import { type Line, SESSION, assistantLine, chained, jsonl } from './transcripts';

export function extractOf(lines: readonly Line[]): SessionExtract {
	return extractOfText(jsonl(chained(lines)));
}

/** @param id of the session, where the text holds several. */
export function extractOfText(text: string, id = SESSION): SessionExtract {
	const entries = entriesOf(text.split('\n'));
	const extraction = createExtraction(foldEntries(emptySession(id), entries));
	for (const entry of entries) extraction.note(entry);
	return extraction.close();
}

/** What the transcript hands in itself, and what of it is proven. */
export function handedIn(lines: readonly Line[]): {
	readonly extract: SessionExtract;
	readonly handOvers: readonly JudgedHandOver[];
} {
	const entries = entriesOf(jsonl(lines).split('\n'));
	const proof = createProof(
		entries.flatMap((entry) => {
			if (entry.type !== 'assistant') return [];
			const block = entry.blocks.find(({ type }) => type === 'handIn');
			return block?.type === 'handIn'
				? [{ uuid: entry.uuid, statements: readHandIn(block.text), atMs: entry.timestampMs }]
				: [];
		}),
	);
	const extraction = createExtraction(foldEntries(emptySession(SESSION), entries), proof);
	for (const entry of entries) extraction.note(entry);
	const extract = extraction.close();
	const handOvers = proof.close(extract.decisions);
	return { extract: withHandOvers(extract, handOvers), handOvers };
}

/** Claude's line that hands in a block of these lines. */
export function handInLine(...lines: readonly string[]): Line {
	return assistantLine(`I hand in:\n\`\`\`session-keeper\n${lines.join('\n')}\n\`\`\``);
}
