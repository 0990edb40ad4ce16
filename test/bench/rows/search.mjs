// Search for something that nobody ever said: everything has to be looked at.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';

export const rows = [
	{
		id: 'search-ripgrep',
		title: 'search, no match, with ripgrep, against `cat`',
		unit: '×',
		better: 'less',
		must: 1.2,
		stretch: 0.9,
	},
	{
		id: 'search-builtin',
		title: 'search, no match, without ripgrep, against `cat`',
		unit: '×',
		better: 'less',
		must: 3.5,
		stretch: 2.5,
	},
];

/** Two words, as people search; neither is in the store. */
const WORDS = 'zebrafish umbrella';

export async function prepare(bench) {
	const { build } = await import('esbuild');
	const folder = path.join(bench.storage, 'host');
	const host = path.join(folder, 'searchHost.cjs');
	await build({ ...bundleOptions, entryPoints: [path.resolve('test/bench/searchHost.ts')], outfile: host });
	await build({
		...bundleOptions,
		entryPoints: [path.resolve('src/node/search/searchWorker.ts')],
		outfile: path.join(folder, 'searchWorker.js'),
	});
	// The ripgrep of the VS Code that the end-to-end tests install.
	const ripgrep = path.resolve(
		'.vscode-test/server/node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep-universal/bin',
		`${process.platform}-${process.arch}`,
		process.platform === 'win32' ? 'rg.exe' : 'rg',
	);
	if (!existsSync(ripgrep))
		bench.say('  There is no ripgrep here: its row is left out. `npm run test:e2e` installs one.');
	return { host, ripgrep: existsSync(ripgrep) ? ripgrep : undefined };
}

export async function round(bench, { host, ripgrep }) {
	const cat = ['-c', 'find "$0" -name "*.jsonl" -print0 | xargs -0 cat > /dev/null', bench.projects];
	await bench.time('sh', cat); // The page cache is the same for all of them.
	const floor = await bench.time('sh', cat);
	const search = async (...engine) => {
		const { ms, hits } = JSON.parse(await bench.run(process.execPath, [host, bench.projects, WORDS, ...engine]));
		if (hits !== 0) throw new Error(`"${WORDS}" was found ${hits} times.`);
		return ms / floor;
	};
	return {
		'search-builtin': await search(),
		...(ripgrep === undefined ? {} : { 'search-ripgrep': await search(ripgrep) }),
	};
}
