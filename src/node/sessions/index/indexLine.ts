// A record as one line of JSON in plain ASCII: what a worker sends and what the cache keeps.
import type { TextPool } from '../../../core/base/form';
import { type FileRecord, packRecord, unpackRecord } from './fileRecord';

/** So many records are read out of one text in less than a millisecond. */
export const BATCH = 32;

/** The line, without a line feed. */
export function lineOf(record: FileRecord): string {
	return toAsciiJson(packRecord(record));
}

/** JSON in which every character beyond ASCII is escaped. */
export function toAsciiJson(value: unknown): string {
	return JSON.stringify(value).replace(/[^\0-\x7f]+/gu, (others) => {
		let escaped = '';
		for (let at = 0; at < others.length; at++) escaped += `\\u${others.charCodeAt(at).toString(16).padStart(4, '0')}`;
		return escaped;
	});
}

/** The record of a line; nothing where it is broken or has not the shape that this version writes. */
export function recordFrom(line: string, pool?: TextPool): FileRecord | undefined {
	return unpackRecord(parsed(line), pool);
}

/** The records of several lines as one text, `[line,line]`; nothing for those that have not the shape, or for all. */
export function recordsFrom(text: string, pool?: TextPool): readonly (FileRecord | undefined)[] {
	const values = parsed(text);
	return Array.isArray(values) ? values.map((value) => unpackRecord(value, pool)) : [undefined];
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
