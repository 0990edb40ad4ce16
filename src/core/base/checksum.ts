const FACTOR = 0x01000193;

/**
 * FNV-1a over four bytes at a time: tells damage, and is no proof against anybody. A question makes it of all that it reads.
 * @returns 32 bits, of which the upper ones depend on all bytes.
 */
export function checksum(bytes: Uint8Array): number {
	// Words of a machine must begin at a multiple of their size; what is not in this one's order is made anew as damaged.
	const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
	const words = new Int32Array(buffer, byteOffset, length >> 2);
	let sum = 0x811c9dc5;
	for (let at = 0; at < words.length; at++) sum = Math.imul(sum ^ (words[at] ?? 0), FACTOR);
	for (let at = 4 * words.length; at < length; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), FACTOR);
	return sum >>> 0;
}
