// Programs of ours, for tests that run them as processes of their own.
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
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

/** A part of what is shipped, as the bundler tells it. */
export interface ShippedPart {
	readonly fileName: string;
	readonly code: string;
	/** What it loads before all else. */
	readonly imports: readonly string[];
	/** Absolute paths of the sources in it. */
	readonly moduleIds: readonly string[];
}

/** Puts the command line or the extension into a folder, as it is shipped. */
export async function ship(what: 'commandLine' | 'extension', folder: string): Promise<readonly ShippedPart[]> {
	const built = path.join(bundlesOfThisRun(), what);
	const builder = path.resolve('scripts/lib/buildForTests.mjs');
	if (!existsSync(built)) await promisify(execFile)(process.execPath, [builder, what, built]);
	cpSync(built, folder, { recursive: true });
	return JSON.parse(readFileSync(path.join(built, 'parts.json'), 'utf8')) as readonly ShippedPart[];
}

/** See scripts/lib/testBundles.mjs. */
export function bundlesOfThisRun(): string {
	const folder = process.env['TEST_BUNDLES'];
	if (folder === undefined)
		throw new Error('Run it with vitest.config.mts: there, a run has a folder for its bundles.');
	return folder;
}
