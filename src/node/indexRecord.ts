// What the index keeps of one transcript file: enough to show its sessions and to go on reading where it stopped. Plain
// JSON, so that it can be sent between threads and put into the cache as it is.
import type { FileStamp } from '../core/transcript/cursor';
import { planRead } from '../core/transcript/cursor';
import type { Usage } from '../core/transcript/entry';
import { type FactsDraft, createFacts } from '../core/transcript/facts';
import { asRecord } from '../core/result';
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
	readonly sessions: readonly FactsDraft[];
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
	for (const facts of record.sessions) scan.drafts.set(facts.sessionId, { ...facts });
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
		sessions: [...scan.drafts.values()],
		firstMessageId: scan.firstMessageId,
		lastMessage: usage && [scan.lastMessageId, usage],
	};
}

/** A record from the cache; nothing where it has not the shape that this version writes. */
export function parseRecord(value: unknown): FileRecord | undefined {
	const o = asRecord(value);
	const stamp = asRecord(o?.['stamp']);
	const { file, mainId, isSubagent, bornMs, offset, sessions, firstMessageId, lastMessage } = o ?? {};
	if (typeof file !== 'string' || typeof mainId !== 'string' || typeof offset !== 'number') return undefined;
	if (typeof stamp?.['fileId'] !== 'string' || typeof stamp['sizeBytes'] !== 'number' || !Array.isArray(sessions))
		return undefined;
	const facts = sessions.map(parseFacts);
	if (facts.some((f) => f === undefined)) return undefined;
	const [id, usage] = Array.isArray(lastMessage) ? (lastMessage as readonly unknown[]) : [];
	return {
		file,
		mainId,
		isSubagent: isSubagent === true,
		stamp: { fileId: stamp['fileId'], sizeBytes: stamp['sizeBytes'], modifiedMs: Number(stamp['modifiedMs']) },
		bornMs: typeof bornMs === 'number' ? bornMs : 0,
		offset,
		sessions: facts.filter((f) => f !== undefined),
		firstMessageId: typeof firstMessageId === 'string' ? firstMessageId : undefined,
		lastMessage: typeof id === 'string' && isUsage(usage) ? [id, usage] : undefined,
	};
}

const COUNTERS = ['prompts', 'turns', 'compactions', 'interruptions', 'apiErrors'] as const;

function parseFacts(value: unknown): FactsDraft | undefined {
	const o = asRecord(value);
	const id = o?.['sessionId'];
	if (o === undefined || typeof id !== 'string' || !isUsage(o['tokens']) || asRecord(o['titles']) === undefined)
		return undefined;
	if (COUNTERS.some((key) => typeof o[key] !== 'number') || typeof o['state'] !== 'string') return undefined;
	// JSON leaves out what is not defined.
	return { ...createFacts(id), ...o };
}

function isUsage(value: unknown): value is Usage {
	const o = asRecord(value);
	return o !== undefined && ['input', 'output', 'cacheWrite', 'cacheRead'].every((k) => typeof o[k] === 'number');
}
