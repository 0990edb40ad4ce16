// Packs the terminal tool for npm, into .vscode-test so that nobody commits it by accident. It publishes nothing.
// usage: node scripts/packageCli.mjs [--out FOLDER]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './lib/ensureDependencies.mjs';
import { manifest, root, testTools } from './lib/paths.mjs';
import { run, toolEnvironment } from './lib/process.mjs';
import { runMain, say, step } from './lib/terminal.mjs';

/** @param {string} out folder for the package and, beside it, the archive @returns {Promise<string>} the archive */
export async function packageCli(out) {
	// Loaded when the packages are there for sure.
	const { assembleCliPackage } = await import('./lib/assembleCliPackage.mjs');
	const folder = path.join(out, 'package');
	mkdirSync(out, { recursive: true });
	await step('Bundling the terminal tool', () => assembleCliPackage(folder));
	await run('npm', ['pack', '--ignore-scripts', '--pack-destination', out, folder], {
		cwd: root,
		env: toolEnvironment(),
		quiet: true,
	});
	const { name, version } = manifest();
	return path.join(out, `${name}-${version}.tgz`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	await runMain(async () => {
		await ensureDependencies();
		const at = process.argv.indexOf('--out');
		say(await packageCli(at < 0 ? path.join(testTools, 'npm') : path.resolve(process.argv[at + 1])));
	});
}
