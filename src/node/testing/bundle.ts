// A program of ours as one file, for tests that run it as a process of its own.
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';

/**
 * Bundles a program as the build does, once in a run of the tests.
 * @param entry below the root of the repository.
 * @param name of the file without its ending.
 * @returns its path.
 */
export function bundle(entry: string, folder: string, name = path.basename(entry, '.ts')): string {
	const outfile = path.join(folder, `${name}.js`);
	const built = path.join(bundlesOfThisRun(), entry.replaceAll(/[^a-z0-9]/giu, '-'));
	if (!existsSync(built)) {
		// Two files may want it at once: each builds, and whoever is last puts the same into its place.
		const mine = `${built}.${process.pid}`;
		buildSync({ ...bundleOptions, entryPoints: [entry], outfile: mine });
		renameSync(mine, built);
	}
	mkdirSync(folder, { recursive: true });
	copyFileSync(built, outfile);
	return outfile;
}

/** See scripts/lib/testBundles.mjs. */
export function bundlesOfThisRun(): string {
	const folder = process.env['TEST_BUNDLES'];
	if (folder === undefined) throw new Error('Run it with vitest.config.ts: there, a run has a folder for its bundles.');
	return folder;
}
