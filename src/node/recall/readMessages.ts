// Messages of a session as they were said, from one of them on: what recall found is read on from there.
import type { Redact } from '../../core/privacy/redaction';
import { SECRET_MARGIN } from '../../core/privacy/secretMargin';
import { type PassageRole, type SearchedPassage, passagesOf } from '../../core/search/passages';
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
	/** From where to read for what was cut off; nothing where nothing was. */
	readonly rest: string | undefined;
}

export interface MessagesRead {
	readonly messages: readonly ReadMessage[];
	/** From where to read for those before these, and for those behind them; nothing where there are none. */
	readonly earlier: string | undefined;
	readonly later: string | undefined;
}

export interface MessagesWanted {
	/** The id of the first, or the `rest` of one; nothing for the session's first. */
	readonly from: string | undefined;
	/** So many at most, with so many bytes as JSON in all, and of text in each; the rest of one may take all of them. */
	readonly count: number;
	readonly bytes: number;
	readonly each: number;
	readonly redact: Redact;
}

/** What a message takes beside its text and ids. Bytes of JSON. */
const FRAME = 110;

/** @returns nothing where the session has no such message. @throws the file system's error. */
export async function readMessages(file: string, wanted: MessagesWanted): Promise<MessagesRead | undefined> {
	const { count, bytes, each, redact } = wanted;
	const [from, offset = 0] = placeIn(wanted.from);
	const before: string[] = [];
	const messages: ReadMessage[] = [];
	let left = bytes;
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
			const said = saidIn(passages);
			const start = messages.length === 0 ? offset : 0;
			const { text, end } = pieceOf(said, start, start > 0 ? bytes - FRAME - 2 * id.length : each, redact);
			const rest = end === undefined ? undefined : `${id}@${end}`;
			left -= jsonBytes(text) + FRAME + id.length + (rest ?? '').length;
			if (messages.length === count || (left < 0 && messages.length > 0))
				return { messages, earlier: before[0], later: id };
			messages.push({ message: id, role: first.role, atMs: entry.timestampMs ?? 0, text, rest });
		}
	}
	return messages.length === 0 ? undefined : { messages, earlier: before[0], later: undefined };
}

/** A line has what a tool printed twice: as Claude was given it, which may be a preview, and once more beside that. */
function saidIn(passages: readonly SearchedPassage[]): string {
	const said: string[] = [];
	for (const { role, text } of passages) {
		const before = role === 'toolResult' ? said.at(-1) : undefined;
		if (before?.includes(text.trimEnd()) === true) continue;
		if (before?.startsWith('<persisted-output>') === true && text.length > before.length) said.pop();
		said.push(text);
	}
	return said.join('\n');
}

function placeIn(from: string | undefined): readonly [id: string | undefined, offset?: number] {
	const [, id, offset] = /^(.*)@(\d+)$/su.exec(from ?? '') ?? [];
	return id === undefined ? [from] : [id, Number(offset)];
}

/** What of a text is shown from a place in it on, redacted. @param end where it goes on; nothing where that is all. */
function pieceOf(
	said: string,
	start: number,
	bytes: number,
	redact: Redact,
): { readonly text: string; readonly end: number | undefined } {
	// Places are counted in what is redacted, which may be far shorter than what was said.
	let [looked, text] = [0, ''];
	while (looked < said.length && text.length < start + bytes + SECRET_MARGIN) {
		looked = Math.max(2 * looked, start + bytes + 2 * SECRET_MARGIN);
		text = redact(said.slice(0, looked));
	}
	let end = Math.min(text.length, start + bytes);
	for (let size; (size = jsonBytes(text.slice(start, end))) > bytes;)
		end = start + Math.floor(((end - start) * bytes) / size);
	// No character is cut in two.
	if (end < text.length && /[\ud800-\udbff]/u.test(text.charAt(end - 1))) end--;
	return { text: text.slice(start, end), end: end < text.length ? end : undefined };
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));
