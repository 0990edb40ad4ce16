// What a copy of a transcript is a copy of, in words: the title of its session.
import { type HeadAndTail, foldHeadAndTail } from '../../core/transcript/headAndTail';
import { entriesOf } from '../../core/transcript/parseEntry';
import { readHead } from './storedHead';
import { storedAs } from './place';
import type { ClaudeHome } from '../claude/claudeHome';
import { readHeadAndTail } from '../transcript/headAndTail';

/**
 * What the head and the tail of a stored copy say. Never throws.
 * @param file its path without the ending of compressed files.
 * @returns nothing where there is none, or it cannot be read.
 */
export async function readStoredHeadAndTail(file: string): Promise<HeadAndTail | undefined> {
	const stored = await storedAs(file);
	if (stored === undefined || stored === file) return readHeadAndTail(file);
	// Of a compressed one only the beginning: its end is found only by reading all of it.
	const head = await readHead(stored).catch(() => undefined);
	return head === undefined ? undefined : foldHeadAndTail(entriesOf(head.split('\n')));
}

/** A title as it may be shown: a first prompt may hold a secret. */
export async function safeTitle(claude: ClaudeHome, title: string | undefined): Promise<string | undefined> {
	if (title === undefined) return undefined;
	// Loaded with the first title: the start does not wait for a detector of secrets.
	const { openRedactor } = await import('../privacy/openRedactor');
	return (await openRedactor(claude)).text(title).value;
}
