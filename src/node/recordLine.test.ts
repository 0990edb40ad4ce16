import { expect, test } from 'vitest';
import { SESSION, assistantLine, jsonl, userLine } from '../core/testing/transcripts';
import { type FileRecord, recordOf } from './indexRecord';
import { lineOf, recordFrom } from './recordLine';
import { scanLines } from './scan/scanLines';
import { createScan } from './scan/scanState';

function record(text: string): FileRecord {
	const scan = createScan(SESSION);
	const bytes = Buffer.from(text);
	const offset = scanLines(scan, bytes, 0, bytes.length);
	const stamp = { fileId: '1:2', sizeBytes: bytes.length, modifiedMs: 1.5 };
	return recordOf({ file: `/p/${SESSION}.jsonl`, mainId: SESSION, isSubagent: false, stamp, bornMs: 1 }, scan, offset);
}
const RECORDS = {
	empty: record(''),
	'of one prompt': record(jsonl([userLine('only')])),
	'of several sessions': record(
		jsonl([userLine('a\nb'), assistantLine('x'), userLine('ü'.repeat(500)), { ...userLine('c'), sessionId: 'other' }]),
	),
};

test.each(Object.entries(RECORDS))('a record %s is the same after it was a line', (_name, before) => {
	const line = lineOf(before);
	expect(line).not.toContain('\n');
	expect(recordFrom(line)).toEqual(before);
	expect(Object.keys(recordFrom(line) ?? {})).toEqual(Object.keys(before));
});

test('what many records have in common is in memory once', () => {
	const pool = new Map<string, string>();
	const line = lineOf(RECORDS['of one prompt']);
	recordFrom(line, pool);
	const known = [...pool.keys()];
	recordFrom(line.replace('"only"', '"another"'), pool);
	expect([...pool.keys()]).toEqual(known);
	expect(known).toContain(RECORDS['of one prompt'].sessions[0]?.cwd);
});

test.each([
	'',
	'{',
	'[]',
	'null',
	'{"file":"/p/s.jsonl"}',
	lineOf(RECORDS['of one prompt']).replace('"tokens"', '"t"'),
])('a broken line is none: %j', (line) => expect(recordFrom(line)).toBeUndefined());
