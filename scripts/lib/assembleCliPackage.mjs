// Puts together the npm package of the terminal tool: its bundles, under a manifest of its own. The manifest at the root is
// the extension's, and says what npm needs to know besides.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LICENSES, SBOM, writeOrigins } from './bundledPackages.mjs';
import { buildTerminalTool } from './commandLine.mjs';
import { commandTables, manPages } from './manual.mjs';
import { inRoot, manifest } from './paths.mjs';
import { SCAN_LIBRARY } from './scanModule.mjs';

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
	writeOrigins(out, [...sources, SCAN_LIBRARY]);
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
		files: ['dist', 'man', 'schemas', LICENSES, SBOM],
	};
}
