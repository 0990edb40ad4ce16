// The command line as it is shipped: a small file that starts, and others beside it that are loaded when they are wanted.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesAtOnce } from './filesAtOnce.mjs';
import { inRoot } from './paths.mjs';

const START = 'src/cli/main';
const GROUPS = 'src/cli/groups';
/** What the small file has in it although it is loaded on demand. */
const INSIDE = 'src/cli/parked';
/** What it finds beside it, and in which file. Each is evaluated when it is wanted. */
const LIBRARIES = {
	'src/node/base/frontmatter': 'cliYaml.js',
	'src/cli/sessionId': 'cliLibraries.js',
	'src/cli/suggestions': 'cliSuggestions.js',
	'src/cli/commands': 'cliCommands.js',
	'src/cli/help': 'cliCommands.js',
	'src/core/parking/draft': 'cliLibraries.js',
	'src/cli/parkedFind': 'cliLibraries.js',
	'src/core/parking/summary': 'cliLibraries.js',
	'src/node/privacy/openRedactor': 'cliLibraries.js',
	'src/node/project/recognise': 'cliLibraries.js',
	'src/node/sessions/projectSessions': 'cliLibraries.js',
	'src/node/parking/sessionSummary': 'cliLibraries.js',
	'src/cli/lookAfter': 'cliLibraries.js',
	'src/node/backups/rememberProject': 'cliLibraries.js',
	'src/node/backups/transcriptArchive': 'cliLibraries.js',
	'src/node/keeper/trashRecord': 'cliLibraries.js',
};

/**
 * What esbuild needs to know of each file, beyond what all bundles have in common.
 * @param {string} folder where they go
 */
export function commandLineBundles(folder) {
	return [
		{
			entryPoints: [`${START}.ts`],
			outfile: path.join(folder, 'cli.js'),
			banner: { js: '#!/usr/bin/env node' },
			plugins: [besides(), filesAtOnce()],
		},
		{ entryPoints: [`${GROUPS}.ts`], outfile: path.join(folder, 'cliGroups.js') },
		...[...new Set(Object.values(LIBRARIES))].map((file) => ({
			stdin: { contents: exportsOf(file), resolveDir: inRoot('.') },
			outfile: path.join(folder, file),
			plugins: [withoutEsprima()],
		})),
	];
}

function exportsOf(file) {
	const modules = Object.keys(LIBRARIES).filter((module) => LIBRARIES[module] === file);
	return modules.map((module) => `exports['${module}'] = () => require('./${module}');\n`).join('');
}

/** js-yaml looks for a JavaScript parser, for a type that we refuse: in whatever folder is above the program. */
function withoutEsprima() {
	return {
		name: 'without esprima',
		setup(build) {
			build.onLoad({ filter: /js-yaml.lib.js-yaml.type.js.function[.]js$/ }, ({ path: file }) => ({
				contents: readFileSync(file, 'utf8').replace("_require('esprima')", 'undefined'),
			}));
		},
	};
}

/** Leaves what is loaded on demand out of the small file. A module that has no place yet stops the build. */
function besides() {
	return {
		name: 'besides',
		setup(build) {
			build.onResolve({ filter: /^[.]/ }, ({ path: module, resolveDir, kind, namespace }) => {
				if (namespace === 'beside') return { path: module, external: true };
				if (kind !== 'dynamic-import') return undefined;
				const file = path.relative(inRoot('.'), path.join(resolveDir, module)).replaceAll(path.sep, '/');
				if (file === INSIDE) return undefined;
				if (file === GROUPS) return { path: './cliGroups.js', external: true };
				if (Object.hasOwn(LIBRARIES, file)) return { path: file, namespace: 'beside' };
				return {
					errors: [{ text: `${file} is loaded on demand: add it to LIBRARIES in scripts/lib/commandLine.mjs` }],
				};
			});
			build.onLoad({ filter: /./, namespace: 'beside' }, ({ path: module }) => ({
				contents: `module.exports = require('./${LIBRARIES[module]}')['${module}']();`,
			}));
		},
	};
}
