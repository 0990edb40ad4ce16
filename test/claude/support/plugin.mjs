import path from 'node:path';
import { buildSync } from 'esbuild';
import { assemblePlugin } from '../../../scripts/lib/assemblePlugin.mjs';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';
import { buildHooks } from '../../../scripts/lib/hookBundles.mjs';

/** Builds what is shipped of the command line and the hooks. @returns the bundle of the one and the folder of the others. */
export async function buildProduct(folder) {
	const [hooks, cli] = [path.join(folder, 'hooks'), path.join(folder, 'cli.js')];
	await buildHooks(hooks);
	buildSync({ ...bundleOptions, entryPoints: ['src/cli/main.ts'], outfile: cli });
	return { hooks, cli };
}

/** Builds the Claude Code plugin as the build does. @returns its folder. */
export async function buildPlugin(folder) {
	const { hooks, cli } = await buildProduct(path.join(folder, 'bundles'));
	const plugin = path.join(folder, 'plugin');
	await assemblePlugin(hooks, cli, plugin);
	return plugin;
}
