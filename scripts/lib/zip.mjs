// Names in a zip file, read from its central directory. A VSIX is a zip file, and unzip is not everywhere.

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;

/**
 * @param {Buffer} zip
 * @returns {string[]} the names of all entries, sorted
 */
export function zipEntries(zip) {
	const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(END_OF_DIRECTORY).buffer));
	if (end < 0) throw new Error('Not a zip file');
	let at = zip.readUInt32LE(end + 16);
	const names = [];
	for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
		if (zip.readUInt32LE(at) !== ENTRY) throw new Error(`No entry at ${at}`);
		const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
		names.push(zip.toString('utf8', at + 46, at + 46 + name));
		at += 46 + name + extra + comment;
	}
	return names.sort();
}
