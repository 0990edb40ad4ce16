const FACTOR = 0x01000193;

/**
 * FNV-1a over four bytes at a time: tells damage, and is no proof against anybody. A question makes it of all that it reads.
 * @returns 32 bits, of which the upper ones depend on all bytes.
 */
export function checksum(bytes: Uint8Array): number {
	// Words of a machine must begin at a multiple of their size; what is not in this one's order is made anew as damaged.
	const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
	const words = new Int32Array(buffer, byteOffset, length >> 2);
	return sumOf(bytes, 4 * words.length, sumOf(words, 0, 0x811c9dc5)) >>> 0;
}

/** Short, so that V8 makes it fast in no time; in a process that has just started, looking `imul` up is a third of a step. */
function sumOf(numbers: Uint8Array | Int32Array, from: number, begin: number): number {
	const { imul } = Math;
	const { length } = numbers;
	let sum = begin;
	for (let at = from; at < length; at++) sum = imul(sum ^ (numbers[at] ?? 0), FACTOR);
	return sum;
}
