import path from 'node:path';
import { assemblePlugin } from '../../../scripts/lib/assemblePlugin.mjs';
import { buildTerminalTool } from '../../../scripts/lib/commandLine.mjs';

/** Builds what is shipped of the command line and the hooks. @returns the bundle of the one and the folder of the others. */
export async function buildProduct(folder) {
	await buildTerminalTool(folder);
	return { hooks: path.join(folder, 'hooks'), cli: path.join(folder, 'cli.js') };
}

/** Builds the Claude Code plugin as the build does. @returns its folder. */
export async function buildPlugin(folder) {
	const { hooks, cli } = await buildProduct(path.join(folder, 'bundles'));
	const plugin = path.join(folder, 'plugin');
	await assemblePlugin(hooks, cli, plugin);
	return plugin;
}
