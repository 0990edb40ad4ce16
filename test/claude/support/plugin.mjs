import path from 'node:path';
import { buildSync } from 'esbuild';
import { assemblePlugin } from '../../../scripts/lib/assemblePlugin.mjs';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';

/** Builds what is shipped of the command line and the hooks. @returns the bundle of the one and the folder of the others. */
export function buildProduct(folder) {
	const entryPoints = ['sessionStart', 'sessionEnd', 'preCompact', 'stop', 'housekeeping'].map(
		(name) => `src/hooks/${name}.ts`,
	);
	const [hooks, cli] = [path.join(folder, 'hooks'), path.join(folder, 'cli.js')];
	buildSync({ ...bundleOptions, entryPoints, outdir: hooks });
	buildSync({ ...bundleOptions, entryPoints: ['src/cli/main.ts'], outfile: cli });
	return { hooks, cli };
}

/** Builds the Claude Code plugin as the build does. @returns its folder. */
export async function buildPlugin(folder) {
	const { hooks, cli } = buildProduct(path.join(folder, 'bundles'));
	const plugin = path.join(folder, 'plugin');
	await assemblePlugin(hooks, cli, plugin);
	return plugin;
}
