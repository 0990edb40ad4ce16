// What all that esbuild bundles of this product has in common, whoever builds it: the build, tests and measurements.
import { root } from './paths.mjs';
import { DEFINES } from './defines.mjs';

/** jsonc-parser's main file loads its parts in a way that no bundler can follow. */
export const ALIAS = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

/** Node 20 is what the lowest VS Code that package.json names runs on. */
export const bundleOptions = {
	absWorkingDir: root,
	bundle: true,
	format: 'cjs',
	platform: 'node',
	target: 'node20',
	legalComments: 'none',
	logLevel: 'error',
	// gray-matter carries an engine that evaluates JavaScript front matter; src/node/base/frontmatter.ts refuses to use it.
	logOverride: { 'direct-eval': 'silent' },
	alias: ALIAS,
	define: DEFINES,
};
