// Past sessions, asked over the generated store: how large their index is, what building it takes, and how long a question
// takes a process that keeps the index open, as the server and the editor do. Building takes minutes.
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';

export const onRequest = true;

export const rows = [
	{ id: 'recall-size', title: 'index of recall, of the store', unit: '%', better: 'less', must: 5, stretch: 2.5 },
	{
		id: 'recall-build',
		title: 'building it, a second for so many MB',
		unit: 'MB',
		better: 'more',
		must: 10,
		stretch: 25,
	},
	{ id: 'recall-p95', title: 'a question, warm, 95th percentile', unit: 'ms', better: 'less', must: 25, stretch: 10 },
	{ id: 'recall-cold', title: 'the first question of a process', unit: 'ms', better: 'less', must: 300, stretch: 150 },
];

export async function prepare(bench) {
	const { build } = await import('esbuild');
	const host = path.join(bench.storage, 'host', 'recallHost.cjs');
	await build({ ...bundleOptions, entryPoints: [path.resolve('test/bench/recallHost.ts')], outfile: host });
	const home = path.join(bench.storage, 'recall');
	rmSync(home, { recursive: true, force: true });
	const ask = async () => JSON.parse(await bench.run(process.execPath, [host, path.dirname(bench.projects), home]));
	const { firstMs } = await ask();
	const folder = path.join(home, 'cache', 'recall');
	const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
	const store = bench.manifest.reduce((sum, { file }) => sum + statSync(path.join(bench.projects, file)).size, 0);
	return { ask, size: (100 * bytes) / store, build: store / 1e6 / (firstMs / 1_000) };
}

export async function round(_bench, { ask, size, build }) {
	const { firstMs, p95Ms } = await ask();
	return { 'recall-size': size, 'recall-build': build, 'recall-p95': p95Ms, 'recall-cold': firstMs };
}
