// The quick scan of bytes that are in no file.
import { LineReader } from '../sessions/index/scan/lineReader';
import { endScan, scanLines } from '../sessions/index/scan/scanLines';
import type { Scan } from '../sessions/index/scan/scanState';

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
