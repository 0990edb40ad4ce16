// Packages the extension the way it is published, into .vscode-test so that nobody commits it by accident.
// usage: node scripts/package.mjs [--out FILE]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './lib/ensureDependencies.mjs';
import { inRoot, root, vsixFile } from './lib/paths.mjs';
import { run } from './lib/process.mjs';
import { runMain, say, step } from './lib/terminal.mjs';

/** Everything is bundled, so no dependency goes in. vsce runs `vscode:prepublish`, which builds for production. */
export async function packageExtension(out = vsixFile) {
	mkdirSync(path.dirname(out), { recursive: true });
	const vsce = inRoot('node_modules/@vscode/vsce/vsce');
	await step('Packaging the extension (vsce)', () =>
		run(process.execPath, [vsce, 'package', '--no-dependencies', '--out', out], { cwd: root, quiet: true }),
	);
	return out;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	await runMain(async () => {
		await ensureDependencies();
		const at = process.argv.indexOf('--out');
		say(await packageExtension(at < 0 ? vsixFile : path.resolve(process.argv[at + 1])));
	});
}
