// What the Stop hook leaves behind: `<claude>/memory_queue/<session>-<turn>.json`, one file for each turn with a hit.
import type { Redactor } from '../privacy/redaction';
import { asRecord, asText, parseObject } from '../base/result';
import { type Caught, isMemoryType } from './candidate';

/** A candidate as it lies in the queue. */
export interface Queued extends Caught {
	/** `uuid` of the prompt that it was said in. */
	readonly message: string;
}

export interface QueueFile {
	/** Empty where nobody knows. */
	readonly session: string;
	/** Number of prompts so far. */
	readonly turn: number;
	/** ISO 8601 in UTC. */
	readonly ts: string;
	/** Where the session was launched; older files and those of others do not say. */
	readonly cwd: string | undefined;
	readonly candidates: readonly Queued[];
}

/** Folder of the queue below Claude's own. */
export const QUEUE_FOLDER = 'memory_queue';
/** Larger files are none of ours. Bytes. */
export const QUEUE_FILE_LIMIT_BYTES = 256 * 1024;
/** More than a turn can yield. */
const MAX_CANDIDATES = 20;
/** Longer texts are cut. Characters. */
const MAX_TEXT = 20_000;

/**
 * The bytes of a queue file. Whoever writes one comes through here: the queue outlives the decision, and what was said may
 * hold a key, so no text goes in before the redactor has seen it.
 */
export function formatQueueFile({ session, turn, ts, cwd, candidates }: QueueFile, redactor: Redactor): string {
	const safe = candidates.map((each) => ({ ...each, text: redactor.text(each.text).value }));
	return `${JSON.stringify({ schemaVersion: 1, session, turn, ts, cwd, candidates: safe }, null, 2)}\n`;
}

/**
 * A queue file that was written before its texts were redacted, without what is private in them; all else stays as it is.
 * @param isKept of a text that must stay as it was said.
 * @returns nothing where nothing is to be taken out, or the file is none of this version.
 */
export function redactQueueFile(
	text: string,
	redactor: Redactor,
	isKept: (text: string) => boolean,
): string | undefined {
	if (parseQueueFile(text) === undefined) return undefined;
	const fields = asRecord(JSON.parse(text.replace(/^\ufeff/u, '')));
	const candidates = fields?.['candidates'];
	if (fields?.['schemaVersion'] !== 1 || !Array.isArray(candidates)) return undefined;
	let isChanged = false;
	const safe = candidates.map((value: unknown) => {
		const [candidate, said] = [asRecord(value), asText(asRecord(value)?.['text'])];
		if (candidate === undefined || said === undefined || isKept(said)) return value;
		const redacted = redactor.text(said).value;
		isChanged ||= redacted !== said;
		return { ...candidate, text: redacted };
	});
	return isChanged ? `${JSON.stringify({ ...fields, candidates: safe }, null, 2)}\n` : undefined;
}

/** Reads a queue file. Returns nothing if it is none; an invalid candidate is skipped. Never throws. */
export function parseQueueFile(text: string): QueueFile | undefined {
	const fields = parseObject(text);
	const [session, ts, candidates] = [fields?.['session'], asText(fields?.['ts']), fields?.['candidates']];
	if (fields === undefined || typeof session !== 'string' || ts === undefined || Number.isNaN(Date.parse(ts)))
		return undefined;
	if (!Array.isArray(candidates)) return undefined;
	const turn = fields['turn'];
	return {
		session,
		ts,
		turn: typeof turn === 'number' ? turn : 0,
		cwd: asText(fields['cwd']),
		candidates: candidates.slice(0, MAX_CANDIDATES).flatMap((value: unknown) => {
			const o = asRecord(value);
			const [type, said] = [o?.['type'], asText(o?.['text'])];
			if (!isMemoryType(type) || said === undefined || said.trim() === '') return [];
			const [rule, message] = [asText(o?.['rule']) ?? '', asText(o?.['message']) ?? ''];
			return [{ type, text: said.slice(0, MAX_TEXT), rule, message }];
		}),
	};
}
