// Packages the extension the way it is published, into .vscode-test so that nobody commits it by accident. The same commit
// gives the same bytes on every machine, so anybody can check a package: it is built anew, and compared.
// usage: node scripts/package.mjs [--out FILE | --check FILE]
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './lib/ensureDependencies.mjs';
import { isBuiltHere } from './lib/isBuiltHere.mjs';
import { inRoot, root, vsixFile } from './lib/paths.mjs';
import { run, toolEnvironment } from './lib/process.mjs';
import { removeFolder } from './lib/removeFolder.mjs';
import { temporaryFolder } from './lib/temporaryFolder.mjs';
import { runMain, say, step } from './lib/terminal.mjs';

/** Everything is bundled, so no dependency goes in. vsce runs `vscode:prepublish`, which builds for production. */
export async function packageExtension(out = vsixFile) {
	mkdirSync(path.dirname(out), { recursive: true });
	const vsce = inRoot('node_modules/@vscode/vsce/vsce');
	const words = [vsce, 'package', '--no-dependencies', '--follow-symlinks', '--out', out];
	// A zip file says when, by the clock on the wall, and in an order.
	const env = toolEnvironment({ SOURCE_DATE_EPOCH: commitSeconds(), TZ: 'UTC', LC_ALL: 'C' });
	const folder = shippedAlone();
	try {
		await step('Packaging the extension (vsce)', () => run(process.execPath, words, { cwd: folder, env, quiet: true }));
	} finally {
		removeFolder(folder);
	}
	return out;
}

/** A folder with nothing but what may be shipped: vsce compares every file below with every pattern, those of test tools, too. */
function shippedAlone() {
	const folder = temporaryFolder('keeper-shipped-');
	mkdirSync(inRoot('dist'), { recursive: true });
	const shipped = readFileSync(inRoot('.vscodeignore'), 'utf8').match(/(?<=^!)[^/*\n]+/gm) ?? [];
	const needed = ['.vscodeignore', 'scripts', ...shipped];
	const names = readdirSync(root).filter((name) => needed.some((each) => name.startsWith(each)));
	for (const name of names) {
		const [from, to] = [inRoot(name), path.join(folder, name)];
		if (statSync(from).isDirectory()) symlinkSync(from, to, 'junction');
		else copyFileSync(from, to);
	}
	return folder;
}

/** When the commit was made that is checked out, in seconds since 1970; without git, a time that never changes. */
function commitSeconds() {
	try {
		return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
	} catch {
		return '1700000000';
	}
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	await runMain(async () => {
		await ensureDependencies();
		const [option, file] = process.argv.slice(2);
		const anew = () => packageExtension(path.join(temporaryFolder('keeper-package-'), 'anew.vsix'));
		if (option === '--check') return (await isBuiltHere(path.resolve(file), anew)) ? 0 : 1;
		say(await packageExtension(option === '--out' ? path.resolve(file) : vsixFile));
		return 0;
	});
}
