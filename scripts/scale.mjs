// The sizes of people with years of sessions: what they take, and with --soak whether it stays as it is. The store is made for
// it, takes 9 GB, and goes afterwards.
// usage: npm run scale [-- --size full|small] [-- --soak MINUTES] [-- --keep] [-- --at FOLDER]
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './lib/ensureDependencies.mjs';
import { testTools } from './lib/paths.mjs';
import { Advice, runMain, say, step } from './lib/terminal.mjs';

const { values } = parseArgs({
	options: {
		size: { type: 'string', default: 'full' },
		soak: { type: 'string' },
		keep: { type: 'boolean' },
		at: { type: 'string', default: testTools },
	},
});

const time = (ms) => (ms < 2_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** The columns of the table. Processor time is that of all threads of a window. */
const COLUMNS = [
	['screenMs', 'first screen', time],
	['screenCpuMs', 'processor time', time],
	['allMs', 'all of it', time],
	['allCpuMs', 'processor time', time],
	['pageMs', 'a page of it', time],
	['parkedMs', 'parked', time],
	['memoryMs', 'memories', time],
	['lagMs', 'from writing to the list', (ms) => (ms === 0 ? '' : time(ms))],
	['pauseMs', 'longest pause', (ms) => `${ms.toFixed(1)} ms`],
	['ownPauseMs', 'without waiting for a processor', (ms) => `${ms.toFixed(1)} ms`],
	['residentMb', 'memory over an empty process', (mb) => `${Math.round(mb)} MB`],
	['peakMb', 'peak', (mb) => `${Math.round(mb)} MB`],
	['handles', 'handles', String],
	['watches', 'watches', String],
	['descriptors', 'descriptors', String],
	['left', 'watches left when closed', String],
];

await runMain(async () => {
	await ensureDependencies();
	// Loaded when the packages are there for sure.
	const [{ SIZES }, { measureScale, soak }, { verdictOn }] = await Promise.all([
		import('./lib/scale/place.mjs'),
		import('./lib/scale/scale.mjs'),
		import('./lib/scale/flat.mjs'),
	]);
	const size = SIZES[values.size];
	if (size === undefined)
		throw new Advice(`There is no size ${values.size}. There are: ${Object.keys(SIZES).join(', ')}.`);
	// One of our own: it is deleted.
	const folder = path.join(path.resolve(values.at), 'session-keeper-scale');
	mkdirSync(folder, { recursive: true });
	const { bavail, bsize } = statfsSync(folder);
	const needed = 1.2 * (size.bytes + size.bigBytes);
	if (bavail * bsize < needed)
		throw new Advice(`It takes ${Math.ceil(needed / 1e9)} GB below ${folder}, and there is less.`);
	try {
		return values.soak === undefined ? await table() : await flat(Number(values.soak));
	} finally {
		if (values.keep !== true) rmSync(folder, { recursive: true, force: true });
	}

	async function table() {
		const rows = await measureScale(folder, { size, step });
		const shown = COLUMNS.filter(([id]) => rows.some((row) => row[id] !== undefined));
		say(`\nSize ${values.size}, Node ${process.versions.node}, ${availableParallelism()} cores\n`);
		say(`| what | ${shown.map(([, title]) => title).join(' | ')} |`);
		say(`|${' --- |'.repeat(shown.length + 1)}`);
		const cell = (value, words) => (value === undefined ? '' : words(value));
		for (const row of rows)
			say(`| ${[row.title, ...shown.map(([id, , words]) => cell(row[id], words))].join(' | ')} |`);
		for (const { title, problems = [] } of rows) for (const each of problems) say(`\n${title}: ${each}`);
		return rows.some(({ problems = [] }) => problems.length > 0) ? 1 : 0;
	}

	async function flat(minutes) {
		const ms = minutes * 60_000;
		// A hundred looks at least, and at least two a minute.
		const everyMs = Math.min(30_000, ms / 100);
		const seen = await soak(folder, {
			size,
			ms,
			everyMs,
			onSample: (atMs, samples) => {
				const words = samples.map(
					({ heapMb, rssMb, handles, watches, descriptors }) =>
						`${heapMb.toFixed(1)} of ${Math.round(rssMb)} MB, ${handles}, ${watches}, ${descriptors}`,
				);
				say(`${(atMs / 60_000).toFixed(1)} min | ${words.join(' | ')}`);
			},
		});
		const lines = seen.flatMap((samples, at) => verdictOn(samples).map((line) => ({ window: at + 1, ...line })));
		say('\n| window | line | first third | last third | |\n| --- | --- | --- | --- | --- |');
		for (const { window, name, from, to, isFlat } of lines)
			say(`| ${window} | ${name} | ${from.toFixed(1)} | ${to.toFixed(1)} | ${isFlat ? 'flat' : '**grows**'} |`);
		return lines.every(({ isFlat }) => isFlat) ? 0 : 1;
	}
});
