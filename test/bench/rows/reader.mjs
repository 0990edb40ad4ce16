// A session of 50,000 messages is opened to be read: prompts, replies and tools with what they printed, 66 MB.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';
import { writeTurns } from '../corpus/turns.mjs';

export const needsNoStore = true;

export const rows = [
	{
		id: 'reader-first',
		title: 'first page of a session of 50,000 messages, as HTML, processor time',
		unit: 'ms',
		better: 'less',
		must: 300,
		stretch: 150,
	},
	{
		id: 'reader-any',
		title: 'any page of a session of 50,000 messages with the index, processor time',
		unit: 'ms',
		better: 'less',
		must: 1_000,
		stretch: 500,
	},
];

const TURNS = 12_500;

export async function prepare(bench) {
	const { build } = await import('esbuild');
	const folder = path.join(bench.storage, 'reader');
	const [host, transcript] = [path.join(folder, 'readerHost.cjs'), path.join(folder, 's.jsonl')];
	mkdirSync(folder, { recursive: true });
	await build({ ...bundleOptions, entryPoints: [path.resolve('test/bench/readerHost.ts')], outfile: host });
	writeTurns(transcript, TURNS);
	return { host, transcript };
}

export async function round(bench, { host, transcript }) {
	const { firstMs, anyMs, turns } = JSON.parse(await bench.run(process.execPath, [host, transcript]));
	if (turns !== TURNS) throw new Error(`The page has ${turns} of ${TURNS} turns.`);
	return { 'reader-first': firstMs, 'reader-any': anyMs };
}
