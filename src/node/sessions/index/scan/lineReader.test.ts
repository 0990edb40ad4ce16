// What a reader remembers, and how its memory grows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { SESSION, assistantLine, jsonl, userLine } from '../../../../core/testing/transcripts';
import { closeFacts } from '../../../../core/transcript/facts';
import { folded, scanBytes } from '../../../testing/scanBytes';
import { scanFile } from '../transcriptScanner';
import { LineReader } from './lineReader';
import { createScan, draftOf } from './scanState';

test('ids are remembered for who shares them, however many, and forgotten for others', () => {
	for (const count of [10, 20_000, 3, 5_000, 40_000, 600]) {
		const seen = {};
		const ids = Array.from({ length: count }, (_, n) => `${count}-${'x'.repeat(n % 9)}${n}`);
		const reader = LineReader.take(seen);
		expect(ids.every((id) => reader.addUuid(id))).toBe(true);
		reader.giveBack(true);
		const again = LineReader.take(seen);
		expect(again).toBe(reader);
		expect(ids.some((id) => again.addUuid(id))).toBe(false);
		again.giveBack();
	}
	const other = LineReader.take({});
	expect(other.addUuid('600-0')).toBe(true);
	other.giveBack();
});

test('each answer keeps what it was counted with, as bytes and as text', () => {
	const seen = { resumed: ['msg_before', { input: 7, output: 1, cacheWrite: 0, cacheRead: 2 ** 40 }] } as const;
	const reader = LineReader.take(seen);
	expect(reader.answers.get('msg_before')).toEqual(seen.resumed[1]);
	const count = 9_000;
	for (let n = 0; n < count; n++) {
		expect(reader.answers.get(`msg_${n}`)).toBeUndefined();
		reader.answers.set(`msg_${n}`, { input: n, output: 1, cacheWrite: 2, cacheRead: 3 });
	}
	reader.giveBack(true);
	const scan = createScan(SESSION, seen);
	const text = jsonl([userLine('hi'), assistantLine('x', { id: 'msg_8999', usage: [9_000, 5, 2, 3] })]);
	scanBytes(scan, Buffer.from(text), 0, Buffer.byteLength(text));
	expect(scan.drafts.get(SESSION)?.tokens).toEqual({ input: 1, output: 4, cacheWrite: 0, cacheRead: 0 });
	expect(scan.lastUsage).toEqual({ input: 9_000, output: 5, cacheWrite: 2, cacheRead: 3 });
});

test('the memory that a long session needs is held no longer than it is read', () => {
	const seen = {};
	const reader = LineReader.take(seen);
	for (let n = 0; reader.bytes.length <= 4 * 1_024 * 1_024; n++) reader.addUuid(`id-${n}`);
	reader.giveBack(true);
	// What goes on with its ids still has it.
	const again = LineReader.take(seen);
	expect(again).toBe(reader);
	again.giveBack();
	const after = Array.from({ length: 4 }, () => LineReader.take({}));
	expect(after.includes(reader)).toBe(false);
	for (const each of after) each.giveBack();
});

test('two files that are read by turns have readers of their own', () => {
	const [a, b] = [LineReader.take({}), LineReader.take({})];
	expect([a.addUuid('one'), b.addUuid('one'), a.addUuid('one')]).toEqual([true, true, false]);
	a.giveBack();
	b.giveBack();
});

const { CompileError } = (globalThis as unknown as { readonly WebAssembly: { readonly CompileError: unknown } })
	.WebAssembly;
/** WebAssembly that cannot be started. */
function failing(error: Error): object {
	const fail = function (): never {
		throw error;
	};
	return { CompileError, Module: fail, Instance: fail };
}

/** What is done while no reader is left that was made before, and this stands for WebAssembly. */
function withWasm<T>(wasm: object | undefined, act: () => T): T {
	const used = Array.from({ length: 4 }, () => LineReader.take({}));
	vi.stubGlobal('WebAssembly', wasm);
	try {
		return act();
	} finally {
		vi.unstubAllGlobals();
		for (const reader of used) reader.giveBack();
	}
}

test.each([
	['has no room for its memory', failing(new RangeError('Cannot allocate Wasm memory for new instance'))],
	['may make no machine code', undefined],
])('where V8 %s, every line is parsed, and the same is found', (_what, stub) => {
	withWasm(stub, () => {
		const lines = [userLine('hi'), assistantLine('x', { id: 'm', usage: [1, 2, 3, 4] }), userLine('and more')];
		const text = jsonl([...lines, assistantLine('y', { id: 'm', usage: [1, 5, 3, 4] }), ...lines.slice(0, 1)]);
		// Twice, because the second file is read by the reader of the first.
		for (const _ of [1, 2]) {
			const scan = createScan(SESSION);
			scanBytes(scan, Buffer.from(text), 0, Buffer.byteLength(text));
			expect(scan.parsedLines).toBe(5);
			expect(closeFacts(draftOf(scan, SESSION))).toEqual(folded(text, SESSION));
		}
	});
});

test('a module that is wrong is told, and not only slow', () => {
	expect(() => withWasm(failing(new TypeError('no such import')), () => LineReader.take({}))).toThrow('no such import');
});

test('many files that are read at once are read by turns', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'turns-'));
	const text = jsonl([userLine('hi'), assistantLine('x', { usage: [1, 2, 3, 4] })]);
	const files = Array.from({ length: 150 }, (_, n) => path.join(folder, `${n}.jsonl`));
	for (const file of files) writeFileSync(file, text);
	const scans = await Promise.all(
		files.map(async (file) => {
			const scan = createScan(SESSION);
			expect(await scanFile(scan, file, 0, text.length)).toBe(text.length);
			return scan.drafts.get(SESSION)?.tokens.output;
		}),
	);
	rmSync(folder, { recursive: true });
	expect(scans).toEqual(files.map(() => 2));
});

test('one that was made larger for a line keeps what was read, and serves no other file', () => {
	const reader = LineReader.take({});
	const [at, size] = [reader.at, reader.size];
	reader.bytes.write('begun', at);
	reader.makeRoom(4 * size);
	expect(reader.bytes.toString('latin1', reader.at, reader.at + 5)).toBe('begun');
	reader.bytes.fill(0x20, reader.at, reader.at + reader.size);
	reader.giveBack();
	const next = LineReader.take({});
	expect(next).not.toBe(reader);
	next.giveBack();
});
