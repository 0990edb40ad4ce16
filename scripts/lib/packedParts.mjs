// Puts the chunks of a program into one file, for who loads them out of it (src/cli/base/parts.ts): a comment that says in
// which bytes each is, then each as a function. So the names of chunks, which change with every import, are nobody's affair.
// It is ASCII: who loads a part needs not decode it, and V8 holds its text in half the memory.
const FOOT = '\n})\n';
const HEAD = '(function (exports, require, module, __filename, __dirname) { ';

/**
 * A plugin of Rolldown that writes them.
 * @param {string} fileName
 * @param {(chunks: import('rolldown').OutputChunk[]) => void} report is given what is in the file
 * @returns {import('rolldown').Plugin}
 */
export const packedParts = (fileName, report) => ({
	name: 'packed parts',
	generateBundle(_options, bundle) {
		const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
		// What starts is read at once.
		chunks.sort((a, b) => Number(b.isEntry) - Number(a.isEntry));
		const bodies = chunks.map(({ code }) => Buffer.from(`${HEAD}${inAscii(code)}${FOOT}`));
		for (const name of Object.keys(bundle)) Reflect.deleteProperty(bundle, name);
		this.emitFile({ type: 'asset', fileName, source: Buffer.concat([headOf(chunks, bodies), ...bodies]) });
		report(chunks);
	},
});

/** In strings, names and patterns an escape is the character that it stands for. `String.raw` keeps it: we make patterns of that. */
const inAscii = (code) =>
	code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Where each is, counted from the end of the head. */
function headOf(chunks, bodies) {
	const spans = {};
	let at = 0;
	chunks.forEach(({ fileName }, n) => {
		spans[fileName] = [at, bodies[n].length];
		at += bodies[n].length;
	});
	return Buffer.from(`//${JSON.stringify(spans)}\n`);
}
