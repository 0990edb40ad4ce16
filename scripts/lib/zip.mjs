// What is in a zip file, by its central directory. A VSIX is a zip file, and unzip is not everywhere.
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;

/**
 * @param {Buffer} zip
 * @returns {{ name: string, time: string, bytes: () => Buffer }[]} all entries, by their names, with the date and time that each bears
 */
export function zipEntries(zip) {
	const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(END_OF_DIRECTORY).buffer));
	if (end < 0) throw new Error('Not a zip file');
	let at = zip.readUInt32LE(end + 16);
	const entries = [];
	for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
		if (zip.readUInt32LE(at) !== ENTRY) throw new Error(`No entry at ${at}`);
		const [time, date, length, extra, comment] = [12, 14, 28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
		const day = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
		// Two seconds are one.
		const clock = [time >> 11, (time >> 5) & 63, (time & 31) * 2];
		const said = new Date(Date.UTC(day[0], day[1] - 1, day[2], ...clock)).toISOString().slice(0, 19);
		const [method, size, from] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
		const bytes = () => {
			const start = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
			const packed = zip.subarray(start, start + size);
			return method === 0 ? packed : inflateRawSync(packed);
		};
		entries.push({ name: zip.toString('utf8', at + 46, at + 46 + length), time: said, bytes });
		at += 46 + length + extra + comment;
	}
	return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
