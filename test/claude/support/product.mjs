// What is shipped of the command line, the hooks and the plugin, built as the release has it and once in a run: for the
// tests that start them. Who uses it only reads it.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { assemblePlugin } from '../../../scripts/lib/assemblePlugin.mjs';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';
import { buildTerminalTool } from '../../../scripts/lib/commandLine.mjs';
import { withLock } from '../../../scripts/lib/lock.mjs';

/**
 * Builds them, unless another test has done so.
 * @returns `cli`, the program; `plugin`, the folder of the Claude Code plugin; `extension`, a module with what support/product.ts gives.
 */
export async function builtProduct() {
	// See scripts/lib/testBundles.mjs.
	const folder = path.join(process.env.TEST_BUNDLES, 'product');
	if (!existsSync(folder))
		await withLock(`${folder}.lock`, async () => {
			if (existsSync(folder)) return;
			const unfinished = `${folder}.unfinished`;
			rmSync(unfinished, { recursive: true, force: true });
			await buildInto(unfinished);
			renameSync(unfinished, folder);
		});
	return {
		cli: path.join(folder, 'cli.js'),
		plugin: path.join(folder, 'plug in'),
		extension: path.join(folder, 'product.js'),
	};
}

async function buildInto(folder) {
	mkdirSync(folder, { recursive: true });
	const product = { entryPoints: ['test/claude/support/product.ts'], outfile: path.join(folder, 'product.js') };
	await Promise.all([buildTerminalTool(folder), build({ ...bundleOptions, minify: true, ...product })]);
	await assemblePlugin(path.join(folder, 'hooks'), path.join(folder, 'cli.js'), path.join(folder, 'plug in'));
}
