import { expect, test } from 'vitest';
import { animatedWebp } from './webp.mjs';

const still = (pixels) => {
	const size = Buffer.alloc(4);
	size.writeUInt32LE(pixels.length);
	return Buffer.concat([
		Buffer.from('RIFF....WEBP'),
		Buffer.from('VP8L'),
		size,
		pixels,
		Buffer.alloc(pixels.length % 2),
	]);
};
const whole = { width: 300, height: 200 };

test('frames stand one after the other, each with its place, its time and its pixels', () => {
	const made = animatedWebp([
		{ bytes: still(Buffer.from('first')), x: 0, y: 0, width: 300, height: 200, ms: 1500, whole },
		{ bytes: still(Buffer.from('next')), x: 20, y: 40, width: 10, height: 8, ms: 700, whole },
	]);
	expect(made.toString('latin1', 0, 4) + made.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8X');
	expect(made.readUInt32LE(4)).toBe(made.length - 8);
	expect([made.readUIntLE(24, 3), made.readUIntLE(27, 3)]).toEqual([299, 199]);
	const [first, next] = [made.indexOf('ANMF'), made.lastIndexOf('ANMF')];
	const fieldsOf = (at) => [0, 3, 6, 9, 12].map((field) => made.readUIntLE(at + 8 + field, 3));
	expect(fieldsOf(first)).toEqual([0, 0, 299, 199, 1500]);
	expect(fieldsOf(next)).toEqual([10, 20, 9, 7, 700]);
	// Chunks begin at even places.
	expect(next - first).toBe(8 + made.readUInt32LE(first + 4));
	expect(made.toString('latin1', next + 24)).toBe('VP8L\u0004\0\0\0next');
});
