// What the index keeps of one transcript file: enough to show its sessions and to go on reading where it stopped. Plain
// JSON, so that it can be sent between threads and put into the cache as it is.
import type { FileStamp } from '../core/transcript/cursor';
import { planRead } from '../core/transcript/cursor';
import type { Usage } from '../core/transcript/entry';
import { openFacts } from '../core/transcript/facts';
import { asRecord } from '../core/result';
import { type SessionSummary, summaryOf } from './indexedSession';
import { createIdSet } from './scan/idSet';
import { type Scan, createScan } from './scan/scanState';

export interface FileRecord {
	readonly file: string;
	/** The session that the file's name says. */
	readonly mainId: string;
	/** Set for a subagent's transcript, which belongs to the session `mainId`. */
	readonly isSubagent: boolean;
	readonly stamp: FileStamp;
	/** When the file was made, milliseconds since 1970; of two forks it tells the older one. */
	readonly bornMs: number;
	/** Bytes that were read; just past a line feed. */
	readonly offset: number;
	/** One for each session that the file has lines of. */
	readonly sessions: readonly SessionSummary[];
	/** Id of the first answer. Forks share it. */
	readonly firstMessageId: string | undefined;
	/** The newest answer and what it was counted with: its next line repeats the figures. */
	readonly lastMessage: readonly [string, Usage] | undefined;
}

/** A file as the file system describes it. */
export interface FoundFile {
	readonly file: string;
	readonly mainId: string;
	readonly isSubagent: boolean;
	readonly stamp: FileStamp;
	readonly bornMs: number;
}

/** A scan that reads what `plan` says; it goes on from the record where the file only grew. */
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
	const usage = new Map(record.lastMessage ? [record.lastMessage] : []);
	const scan = createScan(record.mainId, { uuids: createIdSet(), usage }, newest);
	for (const summary of record.sessions) scan.drafts.set(summary.sessionId, openFacts(summary, summary.isAwaiting));
	scan.firstMessageId = record.firstMessageId;
	scan.lastMessageId = record.lastMessage?.[0] ?? '';
	return scan;
}

/** The record of a file after a scan that read up to `offset`. */
export function recordOf(found: FoundFile, scan: Scan, offset: number): FileRecord {
	const { file, mainId, isSubagent, stamp, bornMs } = found;
	const usage = scan.seen.usage.get(scan.lastMessageId);
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

/** A record from the cache; nothing where it has not the shape that this version writes. */
export function parseRecord(value: unknown): FileRecord | undefined {
	const o = asRecord(value);
	const stamp = asRecord(o?.['stamp']);
	const { file, mainId, isSubagent, bornMs, offset, sessions, firstMessageId, lastMessage } = o ?? {};
	if (typeof file !== 'string' || typeof mainId !== 'string' || typeof offset !== 'number') return undefined;
	if (typeof stamp?.['fileId'] !== 'string' || typeof stamp['sizeBytes'] !== 'number' || !Array.isArray(sessions))
		return undefined;
	if (!sessions.every(isStored)) return undefined;
	const [id, usage] = Array.isArray(lastMessage) ? (lastMessage as readonly unknown[]) : [];
	return {
		file,
		mainId,
		isSubagent: isSubagent === true,
		stamp: { fileId: stamp['fileId'], sizeBytes: stamp['sizeBytes'], modifiedMs: Number(stamp['modifiedMs']) },
		bornMs: typeof bornMs === 'number' ? bornMs : 0,
		offset,
		sessions,
		firstMessageId: typeof firstMessageId === 'string' ? firstMessageId : undefined,
		lastMessage: typeof id === 'string' && isUsage(usage) ? [id, usage] : undefined,
	};
}

const COUNTERS = [
	'prompts',
	'turns',
	'compactions',
	'interruptions',
	'apiErrors',
	'sizeBytes',
	'modifiedMs',
	'subagents',
];
const TEXTS = ['sessionId', 'id', 'name', 'file', 'state'];

/** JSON leaves out what is not defined; everything else must be there. */
function isStored(value: unknown): value is SessionSummary {
	const o = asRecord(value);
	if (o === undefined || asRecord(o['titles']) === undefined) return false;
	return (
		COUNTERS.every((key) => typeof o[key] === 'number') &&
		TEXTS.every((key) => typeof o[key] === 'string') &&
		isUsage(o['tokens']) &&
		isUsage(o['ownTokens']) &&
		isUsage(o['subagentTokens'])
	);
}

function isUsage(value: unknown): value is Usage {
	const o = asRecord(value);
	return o !== undefined && ['input', 'output', 'cacheWrite', 'cacheRead'].every((k) => typeof o[k] === 'number');
}
