// Who wrote a line, asked by windows that are just opened, over the generated store with a project that is written in it. A
// window keeps what it read and told: the first one there ever was is a row without a limit of the hover.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';
import { writeEdits } from '../corpus/edits.mjs';

export const onRequest = true;
export const megabytes = 200;

const HOVER_MS = 150;
export const rows = [
	{ id: 'origin-first', title: 'who wrote the lines of the first file of a window, told before', must: HOVER_MS },
	{ id: 'origin-untold', title: 'of the first file of a window, never told', must: HOVER_MS },
	{ id: 'origin-again', title: 'the same again', must: HOVER_MS },
	{ id: 'origin-edited', title: 'after a change of its text', must: HOVER_MS },
	{ id: 'origin-next', title: 'of the next file, never told', must: HOVER_MS },
	{ id: 'origin-unread', title: 'of the first file ever, for 100 MB of sessions', must: 1_000 },
].map((row) => ({ ...row, title: `${row.title}, processor time`, unit: 'ms', better: 'less', stretch: row.must / 2 }));

export async function prepare(bench) {
	const { build } = await import('esbuild');
	const host = path.join(bench.storage, 'host', 'originHost.cjs');
	await build({ ...bundleOptions, entryPoints: [path.resolve('test/bench/originHost.ts')], outfile: host });
	const folder = path.join(bench.storage, 'origin');
	rmSync(folder, { recursive: true, force: true });
	const projects = path.join(folder, 'projects');
	for (const name of readdirSync(bench.projects))
		cpSync(path.join(bench.projects, name), path.join(projects, name), { recursive: true, preserveTimestamps: true });
	const files = writeEdits(projects, path.join(folder, 'shop'));
	const cache = path.join(folder, 'cache');
	return {
		...{ files, cache, hundreds: bench.manifest.reduce((sum, { bytes }) => sum + bytes, 0) / 1e8 },
		ask: async (...asked) => JSON.parse(await bench.run(process.execPath, [host, projects, cache, ...asked])),
	};
}

export async function round(_bench, { ask, cache, files: [first, second, third], hundreds }) {
	rmSync(cache, { recursive: true, force: true });
	const ever = await ask(first);
	const untold = await ask(second, third);
	const told = await ask(first);
	return {
		'origin-first': told.firstMs,
		'origin-untold': untold.firstMs,
		'origin-again': told.againMs,
		'origin-edited': untold.editedMs,
		'origin-next': untold.nextMs,
		'origin-unread': ever.firstMs / hundreds,
	};
}
