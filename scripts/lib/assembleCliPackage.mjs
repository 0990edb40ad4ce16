// Puts together the npm package of the terminal tool: its bundles, under a manifest of its own. The manifest at the root is
// the extension's, and says what npm needs to know besides.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildTerminalTool } from './commandLine.mjs';
import { commandTables, manPages } from './manual.mjs';
import { inRoot, manifest } from './paths.mjs';

const LICENSES = 'THIRD-PARTY-LICENSES.txt';

/**
 * Builds the package as npm would pack it.
 * @param {string} out folder of the package; what was in it goes
 */
export async function assembleCliPackage(out) {
	rmSync(out, { recursive: true, force: true });
	mkdirSync(out, { recursive: true });
	const sources = await buildTerminalTool(path.join(out, 'dist'));
	for (const file of ['LICENSE', 'npm/README.md']) cpSync(inRoot(file), path.join(out, path.basename(file)));
	cpSync(inRoot('schemas/cli'), path.join(out, 'schemas/cli'), { recursive: true });
	writeFileSync(path.join(out, LICENSES), licencesOf(sources));
	const pages = manPages(await commandTables());
	mkdirSync(path.join(out, 'man'));
	for (const { name, text } of pages) writeFileSync(path.join(out, 'man', name), text);
	const own = ownManifest(pages.map(({ name }) => `man/${name}`));
	writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(own, undefined, '\t')}\n`);
}

/** @param {string[]} man pages of the manual, which npm puts where `man` finds them */
function ownManifest(man) {
	const { name, version, license, keywords, homepage, repository, bugs, engines, bin } = manifest();
	return {
		name,
		version,
		description: 'Search, back up and resume Claude Code sessions, with hand-offs and parked ideas, in the terminal.',
		license,
		keywords,
		homepage,
		repository,
		bugs,
		type: 'commonjs',
		engines: { node: engines.node },
		bin,
		man,
		// What npm always packs (manifest, licence, README) need not be named.
		files: ['dist', 'man', 'schemas', LICENSES],
	};
}

/** The licences of all libraries of which something is in the bundles. @throws Error for one that brings none. */
function licencesOf(sources) {
	const folders = [...sources].flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
	return [...new Set(folders)]
		.map((folder) => {
			const { name, version, license } = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));
			const file = readdirSync(inRoot(folder)).find((each) => /^licen[cs]e/i.test(each));
			if (license === undefined && file === undefined) throw new Error(`${folder} has no licence.`);
			const text = file === undefined ? '' : readFileSync(inRoot(folder, file), 'utf8').trim();
			return `${name} ${version} (${license})\n\n${text}`.trim();
		})
		.sort()
		.join(`\n\n${'-'.repeat(80)}\n\n`)
		.concat('\n');
}
