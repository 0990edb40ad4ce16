// Packs the terminal tool for npm, into .vscode-test so that nobody commits it by accident. It publishes nothing. As with the
// extension, anybody can check a package: the same commit gives the same bytes.
// usage: node scripts/packageCli.mjs [--out FOLDER | --check FILE]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './lib/ensureDependencies.mjs';
import { isBuiltHere } from './lib/isBuiltHere.mjs';
import { manifest, root, testTools } from './lib/paths.mjs';
import { run, toolEnvironment } from './lib/process.mjs';
import { temporaryFolder } from './lib/temporaryFolder.mjs';
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
		const [option, given] = process.argv.slice(2);
		const anew = () => packageCli(temporaryFolder('keeper-npm-'));
		if (option === '--check') return (await isBuiltHere(path.resolve(given), anew)) ? 0 : 1;
		say(await packageCli(option === '--out' ? path.resolve(given) : path.join(testTools, 'npm')));
		return 0;
	});
}
