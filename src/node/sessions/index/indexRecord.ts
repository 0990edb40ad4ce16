// What the index keeps of one transcript file: enough to show its sessions and to go on reading where it stopped. It is
// sent between threads, and cached, as a line of JSON (`indexLine.ts`).
import { planRead } from '../../../core/transcript/cursor';
import { openFacts } from '../../../core/transcript/facts';
import type { FileRecord, FoundFile } from './foundFile';
import { summaryOf } from './indexedSession';
import { type Scan, type SeenIds, createScan, createSeenIds } from './scan/scanState';

/**
 * A scan that reads what is new; it goes on from the record where the file only grew.
 * @param seen with nothing in it.
 */
export function planScan(
	found: FoundFile,
	record: FileRecord | undefined,
	seen: SeenIds = createSeenIds(),
): { readonly scan: Scan; readonly from: number } | undefined {
	const plan = planRead(record && { fileId: record.stamp.fileId, offset: record.offset }, found.stamp);
	// The same length at another time: it may have been rewritten in place.
	const isTouched = record?.stamp.modifiedMs !== found.stamp.modifiedMs;
	if (plan.kind === 'unchanged' && !isTouched) return undefined;
	return plan.kind === 'append' && record
		? { scan: resumeScan(record, seen), from: plan.from }
		: { scan: createScan(found.mainId, seen), from: 0 };
}

function resumeScan(record: FileRecord, seen: SeenIds): Scan {
	const newest = Math.max(...record.sessions.map((s) => s.lastMessageMs ?? Number.NEGATIVE_INFINITY));
	if (record.lastMessage) seen.answers.set(...record.lastMessage);
	const scan = createScan(record.mainId, seen, newest);
	for (const summary of record.sessions) scan.drafts.set(summary.sessionId, openFacts(summary, summary.isAwaiting));
	scan.firstMessageId = record.firstMessageId;
	scan.lastMessageId = record.lastMessage?.[0] ?? '';
	return scan;
}

/** The record of a file after a scan that read up to `offset`. */
export function fileRecordOf(found: FoundFile, scan: Scan, offset: number): FileRecord {
	const { file, mainId, isSubagent, stamp, bornMs } = found;
	const usage = scan.seen.answers.get(scan.lastMessageId);
	return {
		file,
		mainId,
		isSubagent,
		stamp,
		bornMs,
		offset,
		sessions: [...scan.drafts.values()].map((draft) => summaryOf(draft, found)),
		firstMessageId: scan.firstMessageId,
		lastMessage: usage && [scan.lastMessageId, usage],
	};
}

/** The record of a file that was moved, under its new name. */
export function renameRecord(record: FileRecord, found: FoundFile): FileRecord {
	return { ...record, ...found, sessions: record.sessions.map((s) => ({ ...s, file: found.file })) };
}
