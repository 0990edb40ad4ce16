import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_LINE_BYTES, PIECE_BYTES, readTranscriptLines } from './transcriptLines';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'lines-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = async (content: string | Buffer) => {
	const file = path.join(folder, 'transcript.jsonl');
	writeFileSync(file, content);
	const batches = [];
	for await (const lines of readTranscriptLines(file)) batches.push(lines);
	return batches;
};
const texts = (batches: Awaited<ReturnType<typeof read>>) => batches.flat().map((line) => line.text);

describe('the lines of a transcript', () => {
	it('come in file order with their numbers, blank ones included', async () => {
		const [batch] = await read('{"a":1}\n\n{"b":2}\n');
		expect(batch).toEqual([
			{ text: '{"a":1}', number: 1, isCut: false },
			{ text: '', number: 2, isCut: false },
			{ text: '{"b":2}', number: 3, isCut: false },
		]);
	});

	it('end with the unterminated one', async () => {
		expect(texts(await read('one\ntwo'))).toEqual(['one', 'two']);
	});

	it('are none in an empty file', async () => {
		expect(await read('')).toEqual([]);
	});

	it('are the same wherever a piece ends, inside of a character too', async () => {
		const lines = Array.from({ length: 40_000 }, (_, i) => `${'é€🚀'.repeat(i % 7)}${i}`);
		const batches = await read(`${lines.join('\n')}\n`);
		expect(batches.length).toBeGreaterThan(2);
		expect(texts(batches)).toEqual(lines);
	});

	it('survive bytes that are no UTF-8', async () => {
		expect(texts(await read(Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a])))).toEqual(['a\ufffd', 'b']);
	});
});

describe('a large transcript', () => {
	it('comes in batches of one piece at most, and the event loop has its turn between them', async () => {
		const line = 'x'.repeat(999);
		const file = path.join(folder, 'large.jsonl');
		writeFileSync(file, `${line}\n`.repeat(20_000));
		let turns = 0;
		let isReading = true;
		const count = (): void => {
			turns++;
			if (isReading) setImmediate(count);
		};
		setImmediate(count);
		const batches: number[] = [];
		const turnsAt: number[] = [];
		for await (const lines of readTranscriptLines(file)) {
			expect(new Set(lines.map(({ text }) => text))).toEqual(new Set([line]));
			batches.push(lines.length * 1_000);
			turnsAt.push(turns);
		}
		isReading = false;
		expect(batches.reduce((a, b) => a + b, 0)).toBe(20_000_000);
		// What the piece before left of a line comes on top.
		expect(Math.max(...batches)).toBeLessThanOrEqual(PIECE_BYTES + 1_000);
		expect(new Set(turnsAt).size).toBe(batches.length);
	});

	it('loses only what lies beyond the limit of one line', async () => {
		const batches = await read(`first\n${'y'.repeat(MAX_LINE_BYTES + 3 * PIECE_BYTES)}\nlast\n`);
		const lines = batches.flat();
		expect(lines.map(({ number, isCut }) => [number, isCut])).toEqual([
			[1, false],
			[2, true],
			[3, false],
		]);
		expect(lines[1]?.text).toMatch(/^y{4096}$/u);
		expect(lines[2]?.text).toBe('last');
	});

	it('is left at once where nobody wants it any more', async () => {
		const file = path.join(folder, 'left.jsonl');
		writeFileSync(file, `${'z'.repeat(999)}\n`.repeat(2_000));
		const stop = new AbortController();
		let batches = 0;
		const reading = (async () => {
			for await (const _ of readTranscriptLines(file, stop.signal)) {
				batches++;
				stop.abort(new Error('closed'));
			}
		})();
		await expect(reading).rejects.toThrow('closed');
		expect(batches).toBe(1);
	});
});

it('a file that is not there, or is a folder, is an error', async () => {
	await expect(readTranscriptLines(path.join(folder, 'none.jsonl')).next()).rejects.toMatchObject({ code: 'ENOENT' });
	await expect(readTranscriptLines(folder).next()).rejects.toThrow(/regular file|EISDIR/u);
});
