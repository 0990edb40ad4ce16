// What the index keeps of one transcript file: enough to show its sessions and to go on reading where it stopped. It is
// sent between threads, and cached, as a line of JSON (`indexLine.ts`).
import {
	BROKEN,
	type Draft,
	type Field,
	Form,
	type RecordOf,
	type TextPool,
	count,
	flag,
	optional,
	text,
} from '../../../core/base/form';
import { type FileStamp, planRead } from '../../../core/transcript/cursor';
import type { Usage } from '../../../core/transcript/entry';
import { createFactsFrom, tokenUsage } from '../../../core/transcript/facts';
import type { FoundFile, ReadFile } from './foundFile';
import { type IndexedSession, SESSION_KEYS, indexedSession, packSession, unpackSession } from './indexedSession';
import { type Scan, createScan } from './scan/scanState';

const stamp: Field<FileStamp> = {
	blank: { fileId: '', sizeBytes: 0, modifiedMs: 0 },
	pack: ({ fileId, sizeBytes, modifiedMs }) => [fileId, sizeBytes, modifiedMs],
	unpack(packed) {
		if (!Array.isArray(packed) || packed.length !== 3) return BROKEN;
		const [fileId, sizeBytes, modifiedMs] = [packed[0], packed[1], packed[2]] as unknown[];
		const isRight = typeof fileId === 'string' && Number.isFinite(sizeBytes) && Number.isFinite(modifiedMs);
		return isRight ? { fileId, sizeBytes: sizeBytes as number, modifiedMs: modifiedMs as number } : BROKEN;
	},
};

const counted: Field<readonly [id: string, usage: Usage]> = {
	blank: ['', tokenUsage.blank],
	pack: ([id, each]) => [id, tokenUsage.pack?.(each, undefined)],
	unpack(packed) {
		if (!Array.isArray(packed) || packed.length !== 2 || typeof packed[0] !== 'string') return BROKEN;
		const each = tokenUsage.unpack(packed[1], undefined, undefined);
		return each === BROKEN ? BROKEN : [packed[0], each];
	},
};

const sessions: Field<readonly IndexedSession[], ReadFile> = {
	blank: [],
	pack: (list) => list.map(packSession),
	unpack(packed, found, pool) {
		if (!Array.isArray(packed)) return BROKEN;
		const list: IndexedSession[] = [];
		for (const each of packed) {
			const session = unpackSession(each, found, pool);
			if (session === undefined) return BROKEN;
			list.push(session);
		}
		return list;
	},
};

const RECORD = {
	file: text,
	/** The session that the file's name says. */
	mainId: text,
	/** Set for a subagent's transcript, which belongs to the session `mainId`. */
	isSubagent: flag,
	stamp,
	/** When the file was made, milliseconds since 1970; of two forks it tells the older one. */
	bornMs: count,
	/** Bytes that were read; just past a line feed. */
	offset: count,
	/** Id of the first answer. Forks share it. */
	firstMessageId: optional(text),
	/** The newest answer and what it was counted with: its next line repeats the figures. */
	lastMessage: optional(counted),
	/** One for each session that the file has lines of. They are read with the file's own fields, which stand before them. */
	sessions,
};

export type FileRecord = RecordOf<typeof RECORD>;

const FORM = new Form(RECORD);

/** Which fields a line has: whoever lists others writes another format. */
export const RECORD_FORMAT = [...FORM.keys, ...SESSION_KEYS].join(' ');

export function packRecord(record: FileRecord): readonly unknown[] {
	return FORM.pack(record);
}

/** The record of a line; nothing where that is none. */
export function unpackRecord(packed: unknown, pool: TextPool | undefined): FileRecord | undefined {
	const record: Draft<FileRecord> = { ...FORM.blank };
	return FORM.unpack(packed, record, pool) ? record : undefined;
}

/** A scan that reads what is new; it goes on from the record where the file only grew. */
export function planScan(
	found: FoundFile,
	record: FileRecord | undefined,
): { readonly scan: Scan; readonly from: number } | undefined {
	const plan = planRead(record && { fileId: record.stamp.fileId, offset: record.offset }, found.stamp);
	// The same length at another time: it may have been rewritten in place.
	const isTouched = record?.stamp.modifiedMs !== found.stamp.modifiedMs;
	if (plan.kind === 'unchanged' && !isTouched) return undefined;
	return plan.kind === 'append' && record
		? { scan: resumeScan(record), from: plan.from }
		: { scan: createScan(found.mainId), from: 0 };
}

function resumeScan(record: FileRecord): Scan {
	const newest = Math.max(...record.sessions.map((s) => s.lastMessageMs ?? Number.NEGATIVE_INFINITY));
	const scan = createScan(record.mainId, { resumed: record.lastMessage }, newest);
	for (const session of record.sessions) scan.drafts.set(session.sessionId, createFactsFrom(session));
	scan.firstMessageId = record.firstMessageId;
	[scan.lastMessageId, scan.lastUsage] = record.lastMessage ?? ['', undefined];
	return scan;
}

/** The record of a file after a scan that read up to `offset`. */
export function fileRecordOf(found: FoundFile, scan: Scan, offset: number): FileRecord {
	const { firstMessageId } = scan;
	const read: ReadFile = { ...found, firstMessageId };
	return {
		...found,
		offset,
		firstMessageId,
		lastMessage: scan.lastUsage && [scan.lastMessageId, scan.lastUsage],
		sessions: [...scan.drafts.values()].map((draft) => indexedSession(draft, read)),
	};
}

/** The record of a file that was moved, under its new name. */
export function renameRecord(record: FileRecord, found: FoundFile): FileRecord {
	return { ...record, ...found, sessions: record.sessions.map((s) => ({ ...s, file: found.file })) };
}
