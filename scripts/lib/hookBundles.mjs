// The hooks as they are shipped: a program for each event, and beside it what only some of its runs need.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from './bundleOptions.mjs';
import { filesAtOnce, filesNoted } from './filesAtOnce.mjs';
import { inRoot } from './paths.mjs';
import { plainTexts } from './plainTexts.mjs';
import { slimDetector } from './slimDetector.mjs';

/** What stands in the hall of src/hooks: the entry points. */
const PROGRAMS = readdirSync(inRoot('src/hooks')).flatMap((name) => /^(\w+)\.ts$/.exec(name)?.[1] ?? []);
/** Nobody waits for it, and it does more than one thing at a time. */
const DETACHED = 'housekeeping';
/**
 * What the programs load on demand: modules, and the file that each goes to. Everything else on demand stays inside. What
 * V8 need not even look at costs nothing, and a file holds together what is loaded together.
 */
const BESIDE = {
	'src/node/backups/backupWriter': 'backupWriter.js',
	'src/node/backups/forgotten': 'keptAway.js',
	'src/node/backups/rememberProject': 'rememberProject.js',
	'src/node/backups/sideFiles': 'sideFiles.js',
	'src/node/base/exchange': 'exchange.js',
	'src/node/base/frontmatter': 'frontMatter.js',
	'src/node/documents/backupSource': 'sessionReading.js',
	'src/node/hooks/plugin': 'plugin.js',
	'src/node/hooks/run/listedItems': 'listedItems.js',
	'src/node/hooks/run/startTexts': 'sessionContext.js',
	'src/node/hooks/run/stopHit': 'stopHit.js',
	'src/node/keeper/trashRecord': 'trashRecord.js',
	'src/node/parking/writeItem': 'frontMatter.js',
	'src/node/privacy/openRedactor': 'redactor.js',
	'src/node/project/recognise': 'recognise.js',
	'src/node/reflection/privateTag': 'neverRead.js',
	'src/node/sessions/privateOrigin': 'keptAway.js',
	'src/node/sessions/sessionFold': 'sessionReading.js',
	'src/node/timeline/told': 'sessionReading.js',
};

/** What esbuild needs to know of each file, beyond what all bundles have in common. @param {string} folder where they go */
export function hookBundles(folder) {
	const programs = PROGRAMS.map((name) => ({
		entryPoints: [`src/hooks/${name}.ts`],
		outfile: path.join(folder, `${name}.js`),
		plugins: name === DETACHED ? [plainTexts(), filesNoted(), slimDetector] : [besides(), plainTexts(), filesAtOnce()],
		...WITHOUT_LOADER,
	}));
	const parts = [...new Set(Object.values(BESIDE))].map((file) => ({
		stdin: { contents: exportsOf(file), resolveDir: inRoot('.') },
		outfile: path.join(folder, file),
		plugins: [besides(), plainTexts(), filesAtOnce(), slimDetector],
		...WITHOUT_LOADER,
	}));
	return [...programs, ...parts];
}

/** An `import()` that is left would load all of Node's loader of modules, which takes as long as the hook. */
const WITHOUT_LOADER = { supported: { 'dynamic-import': false } };

function exportsOf(file) {
	const modules = Object.keys(BESIDE).filter((module) => BESIDE[module] === file);
	return modules.map((module) => `export * from './${module}';\n`).join('');
}

/** Builds all of them as the release has them. @param {import('esbuild').BuildOptions} options beyond that */
export async function buildHooks(folder, options = {}) {
	return Promise.all(
		hookBundles(folder).map((bundle) =>
			build({ ...bundleOptions, minify: true, metafile: true, ...options, ...bundle }),
		),
	);
}

function besides() {
	return {
		name: 'besides',
		setup(build) {
			build.onResolve({ filter: /^[.]/ }, ({ path: module, resolveDir, kind }) => {
				if (kind !== 'dynamic-import') return undefined;
				const file = path.relative(inRoot('.'), path.join(resolveDir, module)).replaceAll(path.sep, '/');
				return Object.hasOwn(BESIDE, file) ? { path: `./${BESIDE[file]}`, external: true } : undefined;
			});
		},
	};
}
