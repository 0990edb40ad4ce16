import { expect, test } from 'vitest';
import { type Line, SESSION, assistantLine, jsonl, userLine } from '../../../core/testing/transcripts';
import { type FileRecord, fileRecordOf, planScan } from './fileRecord';
import { lineOf, recordFrom, recordsFrom } from './indexLine';
import { FACTS, type SessionFacts } from '../../../core/transcript/facts';
import { scanBytes } from '../../testing/scanBytes';
import { createScan } from './scan/scanState';

function record(text: string): FileRecord {
	const scan = createScan(SESSION);
	const bytes = Buffer.from(text);
	const offset = scanBytes(scan, bytes, 0, bytes.length);
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

/** One of every fact, each with a value that no other has: whoever adds a fact to the list adds it here. */
const EVERY_FACT: { readonly [K in keyof SessionFacts]: NonNullable<SessionFacts[K]> } = {
	sessionId: 'id',
	titles: { custom: 'mine', ai: 'guessed', summary: 'in short', agent: 'helper' },
	firstPrompt: { text: 'first', fullLength: 5 },
	lastPrompt: { text: 'last', fullLength: 1_000 },
	cwd: '/begun',
	lastCwd: '/ended',
	gitBranch: 'branch',
	entrypoint: 'cli',
	model: 'model',
	firstMessageMs: 1,
	lastMessageMs: 2,
	prompts: 3,
	turns: 4,
	tokens: { input: 5, output: 6, cacheWrite: 7, cacheRead: 8 },
	besides: { input: 14, output: 15, cacheWrite: 16, cacheRead: 17 },
	contextTokens: 9,
	compactions: 10,
	interruptions: 11,
	apiErrors: 12,
	state: 'working',
	ended: false,
	fork: { origin: 'origin', own: { firstMs: 13, prompt: 'own' } },
	isAwaiting: true,
};

test('every fact goes from the scan to the line, to the row and to the scan that goes on', () => {
	expect(Object.keys(EVERY_FACT)).toEqual(Object.keys(FACTS));
	const found = { ...RECORDS.empty, mainId: 'id' };
	const scan = createScan('id');
	scan.drafts.set('id', EVERY_FACT);
	const before = fileRecordOf(found, scan, 1);
	const after = recordFrom(lineOf(before));
	expect(after).toEqual(before);
	expect(after?.sessions[0]).toMatchObject({
		...EVERY_FACT,
		name: 'mine',
		ownTokens: { input: 19, output: 21, cacheWrite: 23, cacheRead: 25 },
		ownPrompts: 3,
	});
	const grown = { ...found, stamp: { ...found.stamp, sizeBytes: 2, modifiedMs: 3 } };
	expect(planScan(grown, after)?.scan.drafts.get('id')).toEqual(EVERY_FACT);
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
				if (Array.isArray(value)) spoil(value);
				list[at] = wrong(value);
				expect(recordFrom(JSON.stringify(packed)), `${at}: ${JSON.stringify(packed)}`).toBeUndefined();
				list[at] = value;
			}
		};
		spoil(packed);
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
