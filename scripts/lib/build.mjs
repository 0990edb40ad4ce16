// Bundles before something runs them. A process of its own, so that esbuild's does not outlive its use.
import { inRoot, root } from './paths.mjs';
import { run } from './process.mjs';
import { step } from './terminal.mjs';

/** @param {...string} flags of scripts/build.mjs */
export const build = (...flags) =>
	step(`Building ${['the bundles', ...flags].join(' ')}`, () =>
		run(process.execPath, [inRoot('scripts/build.mjs'), ...flags], { cwd: root, quiet: true }),
	);
