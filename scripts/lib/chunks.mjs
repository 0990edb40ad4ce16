// A program in parts: a small file that starts, chunks beside it that are loaded when they are wanted, and libraries in
// files of their own. Rolldown makes them: esbuild splits no CommonJS, and does not let us say what belongs together.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { ALIAS } from './bundleOptions.mjs';
import { inRoot, root } from './paths.mjs';
import { DEFINES } from './defines.mjs';
import { slimDetectorChunk } from './slimDetector.mjs';

/** Never used, and what stands for it: js-yaml reads JavaScript by the first, in a type that we refuse; the server of the Model
 * Context Protocol is given a check of its own in place of the others. */
const LEFT_OUT = new Map([
	['esprima', 'module.exports = undefined;'],
	['ajv', 'module.exports = {};'],
	['ajv-formats', 'module.exports = {};'],
]);
/** The form of zod that only this library uses, which nobody else is to load. */
const OF_MCP = /[\\/]zod[\\/]v4[\\/](?:classic[\\/]|index\.js$)/;
const OF_ZOD = /[\\/]node_modules[\\/]zod[\\/]/;
const MCP = '@modelcontextprotocol/sdk';
const LIBRARIES = Object.keys(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).devDependencies);

/**
 * What goes together: for each chunk the modules, with everything that they import and that no line above has taken. The
 * first line is the file that starts. A module that is loaded on demand and stands in no line becomes a chunk named like
 * it; what several of those import is the chunk `shared`, or in parts, each for those who need the same of it.
 * @typedef {object} Program
 * @property {string} name of the file that starts, without its ending
 * @property {string} entry
 * @property {Record<string, readonly string[]>} chunks
 * @property {boolean} [hasShared] true where it is not said
 * @property {(library: string) => string} library the name of a library's chunk
 * @property {(chunk: string) => string} file the name of a chunk's file
 * @property {import('rolldown').Plugin[]} [plugins]
 * @property {string} [banner] the first line of the file that starts
 */

/**
 * Bundles a program.
 * @param {Program} program
 * @param {string} folder where it goes
 * @param {{ minify?: boolean, sourcemap?: boolean }} options
 * @returns the files that were written: name, code, modules, the names of the files that each loads as soon as it is loaded
 */
export async function buildChunks(program, folder, options = {}) {
	const { output, ...input } = bundleOf(program, folder, options);
	const bundle = await rolldown(input);
	const written = await bundle.write(output);
	await bundle.close();
	return written.output.filter(({ type }) => type === 'chunk');
}

/** What Rolldown is told, for who bundles again after each change. */
export const bundleOf = (program, folder, { minify = false, sourcemap = false }) => ({
	cwd: root,
	input: { [program.name]: inRoot(program.entry) },
	platform: 'node',
	// Chunks take from the entry what it has, or one more file would have to be loaded.
	preserveEntrySignatures: 'allow-extension',
	external: ['vscode'],
	tsconfig: false,
	resolve: { alias: ALIAS },
	transform: { target: 'node20', define: DEFINES },
	plugins: [withoutUnused(), slimDetectorChunk, ...(program.plugins ?? [])],
	onLog(level, log, report) {
		// gray-matter carries an engine that evaluates JavaScript front matter; src/node/base/frontmatter.ts refuses to use it.
		// What is loaded at the start anyway may be asked for on demand by other code.
		if (log.code !== 'EVAL' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') report(level, log);
	},
	output: {
		dir: folder,
		format: 'cjs',
		minify,
		sourcemap,
		// A real `import()` loads Node's loader of modules, which reads and parses each file several times.
		dynamicImportInCjs: false,
		banner: ({ isEntry }) => (isEntry ? (program.banner ?? '') : ''),
		entryFileNames: '[name].js',
		// Beside it and not below: code finds the files of worker threads beside the one that it stands in.
		chunkFileNames: ({ name }) => program.file(name),
		codeSplitting: { groups: groupsOf(program) },
	},
});

function groupsOf({ chunks, library, hasShared = true }) {
	const lines = Object.entries(chunks);
	return [
		// Before the library that takes what it imports with it: most of who checks a record asks no server.
		{ name: library('zod'), test: (id) => OF_ZOD.test(id) && !OF_MCP.test(id), priority: lines.length + 2 },
		{
			name: (id) => libraryOf(id, library),
			debugName: 'libraries',
			test: /[\\/]node_modules[\\/]/,
			priority: lines.length + 1,
		},
		...lines.map(([name, modules], at) => {
			const files = new Set(modules.map((each) => inRoot(each)));
			return {
				name,
				test: (id) => files.has(id) || (at === 0 && id.includes('rolldown/runtime')),
				priority: lines.length - at,
			};
		}),
		...(hasShared ? [{ name: 'shared', minShareCount: 2, priority: 0 }] : []),
	];
}

/** The chunk of a library that we import; what that one imports itself goes with it. */
function libraryOf(id, nameOf) {
	const name = OF_MCP.test(id)
		? MCP
		: LIBRARIES.find((each) => id.includes(path.join(path.sep, 'node_modules', each, path.sep)));
	return name === undefined ? null : nameOf(name.replace(/^@/, '').replaceAll('/', '-'));
}

function withoutUnused() {
	return {
		name: 'without what is never used',
		resolveId: (name) => (LEFT_OUT.has(name) ? `\0${name}` : null),
		load: (id) => LEFT_OUT.get(id.slice(1)) ?? null,
	};
}
