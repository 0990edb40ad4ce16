// Keeps the records of single files up to date: hint, stat, plan, bytes, record. It reads only what was appended, one file
// once at a time, with at most one more reading waiting behind it.
import { errorCode } from '../../base/atomicFile';
import { planScan, fileRecordOf, renameRecord } from './fileRecord';
import type { FoundFile } from './foundFile';
import type { FileRecord } from './fileRecord';
import { createScan } from './scan/scanState';
import { describeTranscript } from './transcriptFiles';
import { scanFile } from './transcriptScanner';

/** What became of a file. */
type ReadOutcome =
	| { readonly kind: 'read'; readonly record: FileRecord; readonly bytesRead: number }
	| { readonly kind: 'unchanged' }
	/** It is not there, or no regular file. */
	| { readonly kind: 'gone' }
	| { readonly kind: 'unreadable'; readonly code: string };

interface TranscriptReader {
	/** Looks at a file, and once more if it is told again meanwhile. Every call is answered; several get one answer. */
	read(file: string): Promise<ReadOutcome>;
}

/**
 * @param known what is known of a file; one that was moved may be known under another name.
 * @param isWanted asked before every piece that is read.
 */
export function createTranscriptReader(
	known: (found: FoundFile) => FileRecord | undefined,
	isWanted: () => boolean = () => true,
): TranscriptReader {
	const running = new Map<string, Promise<ReadOutcome>>();
	const waiting = new Map<string, Promise<ReadOutcome>>();

	const start = (file: string): Promise<ReadOutcome> => {
		const run = readOnce(file, known, isWanted).finally(() => running.delete(file));
		running.set(file, run);
		return run;
	};
	return {
		read(file) {
			const now = running.get(file);
			if (!now) return start(file);
			const again = (): Promise<ReadOutcome> => {
				waiting.delete(file);
				return start(file);
			};
			const next = waiting.get(file) ?? now.then(again, again);
			waiting.set(file, next);
			return next;
		},
	};
}

async function readOnce(
	file: string,
	known: (found: FoundFile) => FileRecord | undefined,
	isWanted: () => boolean,
): Promise<ReadOutcome> {
	try {
		const found = await describeTranscript(file);
		if (!found) return { kind: 'gone' };
		const record = known(found);
		const plan = planScan(found, record);
		if (!plan) {
			// Under its new name it is the same.
			return record && record.file !== file
				? { kind: 'read', record: renameRecord(record, found), bytesRead: 0 }
				: { kind: 'unchanged' };
		}
		let { scan, from } = plan;
		let offset = await scanFile(scan, file, from, found.stamp.sizeBytes, isWanted);
		if (scan.mayRepeat && offset !== undefined) {
			scan = createScan(found.mainId);
			from = 0;
			offset = await scanFile(scan, file, 0, found.stamp.sizeBytes, isWanted);
		}
		if (offset === undefined) return { kind: 'unchanged' };
		return { kind: 'read', record: fileRecordOf(found, scan, offset), bytesRead: found.stamp.sizeBytes - from };
	} catch (error) {
		const code = errorCode(error);
		if (code === undefined) throw error;
		return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'gone' } : { kind: 'unreadable', code };
	}
}
