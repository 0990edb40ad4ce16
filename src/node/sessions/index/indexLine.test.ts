import { expect, test } from 'vitest';
import { type Line, SESSION, assistantLine, jsonl, userLine } from '../../../core/testing/transcripts';
import { fileRecordOf } from './indexRecord';
import { type FileRecord } from './foundFile';
import { lineOf, recordFrom, recordsFrom } from './indexLine';
import { scanLines } from './scan/scanLines';
import { createScan } from './scan/scanState';

function record(text: string): FileRecord {
	const scan = createScan(SESSION);
	const bytes = Buffer.from(text);
	const offset = scanLines(scan, bytes, 0, bytes.length);
	const stamp = { fileId: '1:2', sizeBytes: bytes.length, modifiedMs: 1.5 };
	return fileRecordOf(
		{ file: `/p/${SESSION}.jsonl`, mainId: SESSION, isSubagent: false, stamp, bornMs: 1 },
		scan,
		offset,
	);
}
const copied = (text: string): Line => userLine(text, { forkedFrom: { sessionId: 'origin', messageUuid: 'u' } });
const RECORDS = {
	empty: record(''),
	'of one prompt': record(jsonl([userLine('only')])),
	'of several sessions': record(
		jsonl([userLine('a\nb'), assistantLine('x'), userLine('ü'.repeat(500)), { ...userLine('c'), sessionId: 'other' }]),
	),
	'of a fork that has said nothing yet': record(jsonl([copied('c')])),
	'of a fork that goes its own way': record(jsonl([copied('c'), userLine('d')])),
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

test.each(['', '{', '[]', 'null', '["/p/s.jsonl"]', '{"file":"/p/s.jsonl"}'])('a broken line is none: %j', (line) =>
	expect(recordFrom(line)).toBeUndefined(),
);

test.each(Object.entries(RECORDS))(
	'a record %s is none as soon as one of its values is of another type',
	(_name, record) => {
		const packed = JSON.parse(lineOf(record)) as unknown[];
		const wrong = (value: unknown): unknown => (typeof value === 'object' && value !== null ? 'x' : { x: 1 });
		const spoil = (list: unknown[]): void => {
			for (const [at, value] of list.entries()) {
				list[at] = wrong(value);
				expect(recordFrom(JSON.stringify(packed)), `${at}: ${JSON.stringify(packed)}`).toBeUndefined();
				list[at] = value;
			}
		};
		spoil(packed);
		for (const summary of packed.at(-1) as unknown[][]) spoil(summary);
		expect(recordFrom(JSON.stringify([...packed.slice(0, -1), {}]))).toBeUndefined();
		expect(recordFrom(JSON.stringify(packed))).toEqual(record);
	},
);

test('a line is plain ASCII, and says what it said', () => {
	const before = record(jsonl([userLine('naïve 😀 “ß” \u2028 \uFEFF')]));
	expect(lineOf(before)).toMatch(/^[ -~]+$/u);
	expect(recordFrom(lineOf(before))).toEqual(before);
});

test('of several lines in one text those are missing that are broken', () => {
	const line = lineOf(RECORDS['of one prompt']);
	expect(recordsFrom(`[${line},7,${line}]`)).toEqual([RECORDS['of one prompt'], undefined, RECORDS['of one prompt']]);
	expect(recordsFrom(`[${line},`)).toEqual([undefined]);
	expect(recordsFrom('[]')).toEqual([]);
});
