// `session-keeper parked list` on the sample, as a whole process, against a bare Node on the same machine.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';
import { commandLineBundles } from '../../../scripts/lib/commandLine.mjs';
import { buildSample } from '../../../scripts/lib/sampleHome.mjs';

export const rows = [
	{
		id: 'cli',
		title: 'command line `parked list`, against `node -e 0`',
		unit: '×',
		better: 'less',
		must: 1.8,
		stretch: 1.4,
	},
];

/** Starts of a process are short; a few of each in turn make one measurement. */
const STARTS = 9;

export async function prepare(bench) {
	const folder = path.join(bench.storage, 'commandLine');
	rmSync(folder, { recursive: true, force: true });
	const { build } = await import('esbuild');
	for (const bundle of commandLineBundles(folder)) await build({ ...bundleOptions, minify: true, ...bundle });
	const file = path.join(folder, 'cli.js');
	const sample = buildSample(path.join(folder, 'sample'));
	return { file, cwd: sample.workspace, env: { PATH: process.env.PATH, HOME: sample.home } };
}

export async function round(bench, { file, cwd, env }) {
	const ratios = [];
	for (let start = 0; start < STARTS; start++) {
		const bare = await bench.time(process.execPath, ['-e', '0'], { cwd, env });
		ratios.push((await bench.time(process.execPath, [file, 'parked', 'list'], { cwd, env })) / bare);
	}
	return { cli: ratios.sort((a, b) => a - b)[STARTS >> 1] };
}
