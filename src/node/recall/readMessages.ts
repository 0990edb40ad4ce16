// Messages of a session as they were said, from one of them on: what recall found is read on from there.
import { truncate } from '../../core/base/text';
import type { Redact } from '../../core/privacy/redaction';
import { type PassageRole, passagesOf } from '../../core/search/passages';
import { isMessage } from '../../core/transcript/entry';
import { readTranscriptEntries } from '../transcript/transcriptLines';

interface ReadMessage {
	/** Its id. */
	readonly message: string;
	readonly role: PassageRole;
	/** Milliseconds since 1970; 0 where the line does not say it. */
	readonly atMs: number;
	/** Redacted, and cut where it is long. */
	readonly text: string;
}

export interface MessagesRead {
	readonly messages: readonly ReadMessage[];
	/** From where to read for those before these, and for those behind them; nothing where there are none. */
	readonly earlier: string | undefined;
	readonly later: string | undefined;
}

export interface MessagesWanted {
	/** The id of the first; nothing for the session's first. */
	readonly from: string | undefined;
	/** So many at most, with so many characters in all, and in each. */
	readonly count: number;
	readonly length: number;
	readonly each: number;
	readonly redact: Redact;
}

/** A private key is shorter: so much more is looked at than is shown. UTF-16 units. */
const MARGIN = 4_000;

/** @returns nothing where the session has no such message. @throws the file system's error. */
export async function readMessages(file: string, wanted: MessagesWanted): Promise<MessagesRead | undefined> {
	const { from, count, length, each, redact } = wanted;
	const before: string[] = [];
	const messages: ReadMessage[] = [];
	let left = length;
	for await (const entries of readTranscriptEntries(file)) {
		for (const entry of entries) {
			const id = isMessage(entry) ? entry.uuid : undefined;
			const passages = passagesOf(entry);
			const [first] = passages;
			if (id === undefined || first === undefined || !isMessage(entry)) continue;
			if (messages.length === 0 && from !== undefined && id !== from) {
				before.push(id);
				if (before.length > count) before.shift();
				continue;
			}
			const said = passages.map(({ text }) => text).join('\n');
			const text = truncate(redact(said.slice(0, each + MARGIN)), each);
			left -= text.length;
			if (messages.length === count || (left < 0 && messages.length > 0))
				return { messages, earlier: before[0], later: id };
			messages.push({ message: id, role: first.role, atMs: entry.timestampMs ?? 0, text });
		}
	}
	return messages.length === 0 ? undefined : { messages, earlier: before[0], later: undefined };
}
