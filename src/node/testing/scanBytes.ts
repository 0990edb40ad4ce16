// The quick scan of bytes that are in no file, and the fold of every line that it must agree with.
import { foldLines } from '../../core/testing/foldLines';
import { type SessionFacts, closeFacts } from '../../core/transcript/facts';
import { emptySession } from '../../core/transcript/session';
import { LineReader } from '../sessions/index/scan/lineReader';
import { endScan, scanLines } from '../sessions/index/scan/scanLines';
import { type Scan, createScan } from '../sessions/index/scan/scanState';

/** Takes all complete lines of `b` from `start` to `end`. Returns where the first incomplete one begins. */
export function scanBytes(scan: Scan, b: Uint8Array, start: number, end: number): number {
	const reader = LineReader.take(scan.seen);
	if (end - start > reader.size) reader.makeRoom(end - start);
	reader.bytes.set(b.subarray(start, end), reader.at);
	const offset = scanLines(scan, reader, reader.at, reader.at + end - start) - reader.at + start;
	endScan(scan, reader);
	reader.giveBack(true);
	return offset;
}

/** The facts of all lines, each of them parsed. */
export const folded = (text: string, id: string): SessionFacts => foldLines(emptySession(id), text.split('\n')).facts;

/** The facts of bytes that come in pieces which end at `cuts`. */
export function scanned(bytes: Buffer, id: string, cuts: readonly number[] = []): SessionFacts {
	const scan = createScan(id);
	let from = 0;
	for (const to of [...cuts, bytes.length]) from = scanBytes(scan, bytes, from, to);
	return closeFacts(scan.drafts.get(id) ?? createScanless(id));
}
/** The facts of a session of which nothing was said. */
export const createScanless = (id: string): SessionFacts => emptySession(id).facts;
