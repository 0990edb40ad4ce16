// Measures the sizes of people with years of sessions, and for how long it stays as it is (docs/PERFORMANCE.md).
import { execFile, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeLiveSession } from '../sampleSessions.mjs';
import { inRoot } from '../paths.mjs';
import { buildScale } from './bundles.mjs';
import { makePlace } from './place.mjs';

const WINDOWS = 3;
const WRITERS = 8;
const WRITE_EVERY_MS = 100;
/** So often it is looked whether a list moved. */
const MOST_LOOKS = 30;
const waitFor = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What is measured, in its order: each part by itself takes a third of the time. */
const PARTS = {
	async oneWindow({ place, windows, measure }) {
		place.forget();
		for (const title of ['one window, nothing read before', 'one window, a second start'])
			await measure(title, () => windows(1).then(done));
		await measure('its parked items and memories', async () => {
			const opened = await windows(1);
			const looked = await opened.each('look');
			await done(opened);
			return worst(looked);
		});
	},
	async severalWindows({ place, windows, measure, size }) {
		place.forget();
		await measure('three windows at once, nothing read before', () => windows(WINDOWS).then(done));
		await measure('eight sessions write, three windows look on', async () => {
			const opened = await windows(WINDOWS);
			const stop = await startWriters(place);
			try {
				await opened.each('sample');
				let seen = { lagMs: 0 };
				// On a slow machine a second may be too short for the list to have moved.
				for (let times = 0; seen.lagMs === 0 && times < MOST_LOOKS; times++) {
					await waitFor(size.writingMs);
					seen = worst(await opened.each('sample'));
				}
				return seen;
			} finally {
				await stop();
				await done(opened);
			}
		});
		place.forget();
		const { slowMs } = size;
		await measure(`one window, each call on the store takes ${slowMs} ms, nothing read before`, () => {
			const env = { SLOW_DISK: path.join(place.root, 'projects'), SLOW_DISK_MS: String(slowMs) };
			const execArgv = ['--require', inRoot('test/bench/slowDisk.cjs')];
			return windows(1, { env, execArgv }).then(done);
		});
	},
	async files({ place, programs, measure, size }) {
		place.forget();
		const run = promisify(execFile);
		await measure('the index of the one file', async () => {
			const { stdout } = await run(process.execPath, [programs.index, 'cold', path.dirname(path.dirname(place.big))]);
			const { ms, cpu, pauseMs, ownPauseMs, idleMs, rssMb, sessions } = JSON.parse(stdout);
			return { allMs: ms, allCpuMs: cpu, pauseMs: Math.max(0, pauseMs - idleMs), ownPauseMs, peakMb: rssMb, sessions };
		});
		for (const [title, file] of [
			['the one file, opened to be read', place.big],
			[`a session of ${(4 * size.turns).toLocaleString('en')} messages, opened to be read`, place.long],
		])
			await measure(title, async () => {
				const { stdout } = await run(process.execPath, [programs.reader, file]);
				const { firstMs, anyMs, slowestMs, rssMb, turns } = JSON.parse(stdout);
				return { screenCpuMs: firstMs, allCpuMs: anyMs, pageMs: slowestMs, peakMb: rssMb, turns };
			});
	},
};

/**
 * @param {string} folder for the store and the programs; what is there of the store stays
 * @param {{ size: object, parts?: (keyof typeof PARTS)[], step?: (title: string, work: () => Promise<unknown>) => Promise<unknown>, onRow?: (row: object) => void }} how `size`: one of `SIZES`
 * @returns {Promise<object[]>} rows: `title`, and what was measured, each where it says something
 */
export async function measureScale(
	folder,
	{ size, parts = Object.keys(PARTS), step = (_title, work) => work(), onRow = () => undefined },
) {
	const programs = await step('Bundling', () => buildScale(path.join(folder, 'programs')));
	const place = await step('The store', async () => makePlace(folder, size));
	const rows = [];
	const row = (title, values) => {
		rows.push({ title, ...values });
		onRow(rows.at(-1));
	};
	const windows = (count, more) => openWindows(programs.window, place, count, more);
	const measure = (title, work) => step(title, async () => row(title, await work()));
	for (const part of parts) await PARTS[part]({ place, programs, windows, measure, size });
	return rows;
}

/**
 * Three windows look on while eight sessions write and something comes and goes.
 * @param {(at: number, samples: object[]) => void} onSample
 * @returns {Promise<object[][]>} the samples of each window
 */
export async function soak(folder, { size, ms, everyMs, onSample = () => undefined }) {
	const programs = await buildScale(path.join(folder, 'programs'));
	const place = makePlace(folder, size);
	place.forget();
	const opened = await openWindows(programs.window, place, WINDOWS);
	const stop = await startWriters(place);
	const seen = [];
	try {
		for (let at = 0; at < ms; at += everyMs) {
			await waitFor(everyMs);
			seen.push(await opened.each('sample'));
			onSample(at + everyMs, seen.at(-1));
		}
	} finally {
		await stop();
		await done(opened);
		place.forget();
	}
	return Array.from({ length: WINDOWS }, (_, window) => seen.map((samples) => samples[window]));
}

/** Opens so many windows at once, each on all projects. */
async function openWindows(program, { projects, env }, count, more = {}) {
	const all = await Promise.all(
		Array.from({ length: count }, async () => {
			const child = fork(program, [], { ...more, env: { ...env, ...more.env } });
			const answer = () =>
				new Promise((resolve, reject) => {
					const ended = (code) => reject(new Error(`a window ended with ${code}`));
					child.once('exit', ended);
					child.once('message', (told) => {
						child.off('exit', ended);
						if (told.failed === undefined) resolve(told);
						else reject(new Error(told.failed));
					});
				});
			await answer();
			return async (task) => {
				child.send({ task, folders: projects });
				const told = await answer();
				if (task === 'close') child.disconnect();
				return told;
			};
		}),
	);
	const each = (task) => Promise.all(all.map((ask) => ask(task)));
	return { each, opening: await each('open') };
}

/** Closes windows. @returns what their opening took, of the slowest, and what one that is closed goes on watching */
async function done({ each, opening }) {
	const left = worst(await each('close'));
	return { ...worst(opening), left: left.watches };
}

/** The worst of each figure, whoever had it. */
function worst(all) {
	const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
	return Object.fromEntries(
		names.map((name) => {
			const values = all.map((one) => one[name]).filter((value) => value !== undefined);
			if (name === 'problems') return [name, values.flat()];
			return [name, values.some((value) => typeof value !== 'number') ? values[0] : Math.max(...values)];
		}),
	);
}

/** Sessions that write in the first project, one of which runs by the registry. @returns what ends them, and takes them away */
async function startWriters({ projects: [cwd], transcripts, memoryDir, root }) {
	const folder = transcripts(cwd);
	const sessions = Array.from({ length: WRITERS }, (_, n) => {
		const id = `0000000${n}-0000-4000-8000-0000000e1947`;
		return { id, file: path.join(folder, `${id}.jsonl`) };
	});
	const child = fork(inRoot('test/bench/writers.mjs'));
	const now = Date.now();
	const live = { claude: root, workspace: cwd, sessionId: sessions[0].id, pid: child.pid, now, status: 'busy' };
	const entry = writeLiveSession(live);
	child.send({ sessions, folder, memoryDir, cwd, everyMs: WRITE_EVERY_MS });
	await new Promise((resolve) => child.once('message', resolve));
	return async () => {
		child.disconnect();
		await new Promise((resolve) => child.once('exit', resolve));
		rmSync(entry, { force: true });
	};
}
