// A program of ours as one file, for tests that run it as a process of its own.
import path from 'node:path';
import { buildSync } from 'esbuild';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';

/**
 * Bundles a program as the build does.
 * @param entry below the root of the repository.
 * @param name of the file without its ending.
 * @returns its path.
 */
export function bundle(entry: string, folder: string, name = path.basename(entry, '.ts')): string {
	const outfile = path.join(folder, `${name}.js`);
	buildSync({ ...bundleOptions, entryPoints: [entry], outfile });
	return outfile;
}
