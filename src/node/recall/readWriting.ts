// A writing as the index takes it: whose session it is, what it is called, and its parts. Only those that are new are read.
import path from 'node:path';
import { truncate } from '../../core/base/text';
import { isSessionId } from '../../core/claude/payload';
import { readPlainFrontMatter } from '../../core/base/plainFrontMatter';
import { readMemoryHead } from '../../core/memory/memoryFile';
import { headingsIn, sourceOf, writtenEntries } from '../../core/recall/writing';
import { parseRecord, recordTime, recordTitle } from '../../core/sessions/record';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { readRegularFile } from '../base/regularFile';
import { DOCUMENT_LIMIT_BYTES, documentOf } from '../documents/documentFiles';

interface Writing {
	/** Nothing where it does not say so. */
	readonly session: string | undefined;
	readonly name: string;
	readonly parts: readonly {
		/** Bytes. */
		readonly begin: number;
		readonly end: number;
		readonly entries: readonly TranscriptEntry[];
	}[];
}

/** @returns nothing where there is no such regular file. @throws the file system's error. */
export async function readWriting(file: string): Promise<Writing | undefined> {
	const read = await readRegularFile(file, DOCUMENT_LIMIT_BYTES, { isLinkRefused: true });
	if (read === undefined) return undefined;
	const text = read.bytes.toString('utf8');
	const { session, name, atMs } = await headOf(file, text, read.modifiedMs);
	const places = sourceOf(file) === 'record' ? [0] : headingsIn(text, FRONT_MATTER.exec(text)?.[0].length ?? 0);
	const byteAt = (place: number): number => Buffer.byteLength(text.slice(0, place));
	return {
		session: session !== undefined && isSessionId(session) ? session : undefined,
		name,
		parts: places.flatMap((begin, at) => {
			const end = places[at + 1] ?? text.length;
			const part = text.slice(begin, end);
			if (part.trim() === '') return [];
			return [{ begin: byteAt(begin), end: byteAt(end), entries: writtenEntries(file, part, atMs) }];
		}),
	};
}

/** What stands before the text is said of it, and nothing that anybody asks for. */
const FRONT_MATTER = /^---\r?\n[^]*?\r?\n---(?:\r?\n|$)/u;
const NAME_LENGTH = 120;

async function headOf(
	file: string,
	text: string,
	modifiedMs: number,
): Promise<Omit<Writing, 'parts'> & { readonly atMs: number }> {
	const fileName = path.basename(file);
	switch (sourceOf(file)) {
		case 'record': {
			const record = parseRecord(text);
			if (record === undefined) return { session: undefined, name: fileName, atMs: modifiedMs };
			return { session: record.id, name: recordTitle(record), atMs: recordTime(record.last_activity) };
		}
		case 'document': {
			const { session, topic, atMs } = await documentOf(text, fileName, modifiedMs);
			return { session, name: topic, atMs };
		}
		default: {
			const { data } = readPlainFrontMatter(text) ?? (await import('../base/frontmatter')).parseFrontMatter(text);
			const { session, name, description } = readMemoryHead(fileName, data);
			const whole = description === '' ? name : `${name}: ${description}`;
			return { session, name: truncate(whole, NAME_LENGTH), atMs: modifiedMs };
		}
	}
}
