import { expect, test } from 'vitest';
import { seeded } from '../testing/seeded';
import { createLineBuffer } from './lineBuffer';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const TEXT = 'α\n\n{"a":"🚀"}\r\nlast without an end';

/** Lines and tail of a text, read in pieces that end at `cuts`. The pieces share one buffer that is overwritten. */
function read(
	input: Uint8Array,
	cuts: readonly number[],
): { readonly lines: readonly string[]; readonly tail: string } {
	const buffer = createLineBuffer();
	const lines: string[] = [];
	const reused = new Uint8Array(input.length);
	let from = 0;
	for (const to of [...cuts, input.length]) {
		reused.fill(0x78);
		reused.set(input.subarray(from, to));
		lines.push(...buffer.push(reused.subarray(0, to - from)).map((line) => new TextDecoder().decode(line)));
		from = to;
	}
	return { lines, tail: new TextDecoder().decode(buffer.tail) };
}

test('every way to cut the input in two gives the same lines', () => {
	const input = bytes(TEXT);
	for (let cut = 0; cut <= input.length; cut++) {
		expect(read(input, [cut])).toEqual({ lines: ['α', '', '{"a":"🚀"}\r'], tail: 'last without an end' });
	}
});

test('every way to cut the input into single bytes and random pieces gives the same lines', () => {
	const input = bytes(TEXT.repeat(3));
	const whole = read(input, []);
	expect(read(input, Array.from(input.keys()))).toEqual(whole);
	for (let seed = 1; seed <= 200; seed++) {
		const random = seeded(seed);
		const cuts = Array.from({ length: random.int(0, 12) }, () => random.int(0, input.length)).sort((a, b) => a - b);
		expect(read(input, cuts), `seed ${seed}`).toEqual(whole);
	}
});

test('bytes that are no UTF-8 pass through', () => {
	const [line] = createLineBuffer().push(Uint8Array.of(0xff, 0xc3, 0x28, 0x0a));
	expect([...(line ?? [])]).toEqual([0xff, 0xc3, 0x28]);
});
