// The command line as it is shipped: a small file that starts, and one with the parts of the program, each of which is loaded
// when it is wanted. Compiling all of it takes five times as long as Node takes to start.
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { watch } from 'rolldown';
import { build } from 'esbuild';
import { bundleOptions } from './bundleOptions.mjs';
import { buildChunks, bundleOf } from './chunks.mjs';
import { hookBundles } from './hookBundles.mjs';
import { lazySchemas } from './lazySchemas.mjs';
import { packedParts } from './packedParts.mjs';
import { inRoot } from './paths.mjs';

const ENTRY = 'src/cli/main.ts';

/** What goes together. What else there is goes by itself into parts that no command needs by halves. */
const CHUNKS = {
	start: [ENTRY, 'src/cli/group.ts', 'src/cli/base/table.ts', 'src/cli/base/bareList.ts'],
	parked: ['src/cli/parking/parked.ts'],
	look: ['src/cli/base/look.ts', 'src/cli/base/pager.ts'],
	walks: ['src/cli/base/walks.ts'],
	commands: ['src/cli/commands.ts'],
	help: ['src/cli/help.ts'],
	redactor: ['src/node/privacy/openRedactor.ts', 'src/core/privacy/redaction.ts', 'src/node/privacy/secretDetector.ts'],
};

/** @param {(chunks: import('rolldown').OutputChunk[]) => void} report is given the parts */
const commandLine = (report) => ({
	name: 'main',
	entry: ENTRY,
	chunks: CHUNKS,
	library: (name) => name,
	file: (name) => `${name}.js`,
	hasShared: false,
	plugins: [
		{
			name: 'files at once',
			resolveId: (name, _importer, { kind }) =>
				name === 'node:fs/promises' && kind === 'import-statement' ? inRoot('src/node/base/filesAtOnce.ts') : null,
		},
		lazySchemas(),
		// Installers know the name: CLI_COMPANIONS in src/node/keeper/launcherScripts.ts.
		packedParts('cliParts.js', report),
	],
});

/** Bundles it. @returns the parts: see `buildChunks` */
export async function buildCommandLine(folder, { minify = false } = {}) {
	let parts = [];
	await buildChunks(
		commandLine((chunks) => (parts = chunks)),
		folder,
		{ minify },
	);
	await buildStarter(folder, minify);
	return parts;
}

/** Bundles it now and after every change. @param {(event: { code: string }) => void} report */
export function watchCommandLine(folder, { minify }, report) {
	void buildStarter(folder, minify);
	watch(
		bundleOf(
			commandLine(() => undefined),
			folder,
			{ minify },
		),
	).on('event', report);
}

/** Node's modules as they are: esbuild copies each name of one that has a default, in each file that imports it. @type {import('esbuild').Plugin} */
const wholeModules = {
	name: 'whole modules',
	setup(build) {
		build.onResolve({ filter: /^node:(?:path|process)$/ }, ({ path: name, kind }) =>
			kind === 'import-statement' ? { path: name, namespace: 'whole' } : undefined,
		);
		build.onLoad({ filter: /./, namespace: 'whole' }, ({ path: name }) => ({
			contents: `export default require('${name}');`,
		}));
	},
};

/** What is called: it loads the program. */
async function buildStarter(folder, minify) {
	const file = path.join(folder, 'cli.js');
	await build({ ...bundleOptions, minify, plugins: [wholeModules], entryPoints: ['src/cli/boot.ts'], outfile: file });
	chmodSync(file, 0o755);
}

/** What esbuild makes of what the command line starts or loads from beside it. @param {string} folder where they go */
export const companionBundles = (folder) => [
	{ entryPoints: ['src/node/search/searchWorker.ts'], outfile: path.join(folder, 'searchWorker.js') },
	// Loaded by who asks the Anthropic API, and by nobody else.
	{
		entryPoints: ['src/node/reflection/engines/anthropicEngine.ts'],
		outfile: path.join(folder, 'anthropicEngine.js'),
	},
	// A program for each event, and what it loads on demand: a hook runs inside somebody's conversation, and starting is most of what it does.
	...hookBundles(path.join(folder, 'hooks')),
];

/**
 * Bundles all that works without an editor: the command line with its companions, and the hooks below `hooks`.
 * @param {string} folder where it goes
 * @returns the files of which it was made, relative to the root of the repository
 */
export async function buildTerminalTool(folder) {
	const chunks = await buildCommandLine(folder, { minify: true });
	const built = await Promise.all(
		companionBundles(folder).map((each) => build({ ...bundleOptions, minify: true, metafile: true, ...each })),
	);
	return new Set([
		...chunks.flatMap(({ modules }) => Object.keys(modules).map((id) => path.relative(inRoot('.'), id))),
		...built.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
	]);
}
