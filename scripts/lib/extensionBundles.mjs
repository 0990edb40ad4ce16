// The extension as it is shipped: our own code in one file, each library in one of its own. VS Code compiles the first at
// every start; a library waits until something needs it.
import path from 'node:path';

const FOLDER = 'libraries';
/** Small where only what is used of it is taken along, and large as a whole. */
const INSIDE = ['zod/mini'];

/** What esbuild needs to know of our own code, beyond what all bundles have in common. */
export function extensionBundle(folder) {
	return {
		entryPoints: ['src/vscode/extension.ts'],
		outfile: path.join(folder, 'extension.js'),
		external: ['vscode'],
		plugins: [librariesBeside()],
	};
}

/**
 * What it needs to know of the libraries.
 * @param {string} folder where they go
 * @param {import('esbuild').Metafile} metafile of our own code
 */
export function libraryBundles(folder, metafile) {
	return librariesOf(metafile).map((name) => ({
		entryPoints: [name],
		outfile: path.join(folder, fileOf(name)),
	}));
}

/** Names of the packages that a build left out. */
export const librariesOf = (metafile) =>
	Object.keys(metafile.inputs).flatMap((name) => (name.startsWith('library:') ? [name.slice('library:'.length)] : []));

const fileOf = (name) => `${FOLDER}/${name.replace(/^@/, '').replaceAll('/', '-')}.js`;

/** Leaves packages out. Each is loaded when the module that imports it is evaluated. */
function librariesBeside() {
	return {
		name: 'libraries beside',
		setup(build) {
			build.onResolve({ filter: /./ }, ({ path: name, kind, namespace }) => {
				if (namespace === 'library') return { path: name, external: true };
				if (kind === 'entry-point' || INSIDE.includes(name) || /^(?:[./]|node:|vscode$)/.test(name)) return undefined;
				return { path: name, namespace: 'library' };
			});
			build.onLoad({ filter: /./, namespace: 'library' }, ({ path: name }) => ({
				contents: `module.exports = require('./${fileOf(name)}');`,
			}));
		},
	};
}
