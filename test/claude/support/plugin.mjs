import path from 'node:path';
import { buildSync } from 'esbuild';
import { assemblePlugin } from '../../../scripts/lib/assemblePlugin.mjs';
import { root } from '../../../scripts/lib/paths.mjs';

/** Builds what is shipped of the command line and the hooks. @returns the bundle of the one and the folder of the others. */
export function buildProduct(folder) {
	const common = {
		absWorkingDir: root,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		logLevel: 'error',
		logOverride: { 'direct-eval': 'silent' },
		// As scripts/build.mjs has it.
		alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
	};
	const entryPoints = ['sessionStart', 'sessionEnd', 'preCompact', 'stop', 'housekeeping'].map(
		(name) => `src/hooks/${name}.ts`,
	);
	const [hooks, cli] = [path.join(folder, 'hooks'), path.join(folder, 'cli.js')];
	buildSync({ ...common, entryPoints, outdir: hooks });
	buildSync({ ...common, entryPoints: ['src/cli/main.ts'], outfile: cli });
	return { hooks, cli };
}

/** Builds the Claude Code plugin as the build does. @returns its folder. */
export async function buildPlugin(folder) {
	const { hooks, cli } = buildProduct(path.join(folder, 'bundles'));
	const plugin = path.join(folder, 'plugin');
	await assemblePlugin(hooks, cli, plugin);
	return plugin;
}
