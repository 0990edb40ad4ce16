// The second start: a cache of 5,000 sessions, nothing new.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureCorpus } from '../corpus/generate.mjs';

export const rows = [
	{ id: 'warm', title: 'warm start, 5,000 sessions', unit: 'ms', better: 'less', must: 200, stretch: 120 },
	{
		id: 'warm-checked',
		title: 'the same, and every file looked at',
		unit: 'ms',
		better: 'less',
		must: 400,
		stretch: 300,
	},
	{ id: 'warm-pause', title: 'warm start, longest pause over idle', unit: 'ms', better: 'less', must: 15, stretch: 6 },
];

export async function prepare(bench) {
	const { projects, root } = ensureCorpus({ sessions: 5_000, bytes: 100e6, seed: 2, folder: bench.storage });
	const cache = path.join(root, 'cache');
	mkdirSync(cache, { recursive: true });
	await bench.host('warm', projects, cache);
	return { projects, cache };
}

export async function round(bench, { projects, cache }) {
	const { ms, listedMs, pauseMs, idleMs, sessions } = await bench.host('warm', projects, cache);
	if (sessions !== 5_000) throw new Error(`The warm start found ${sessions} of 5,000 sessions.`);
	return { warm: listedMs, 'warm-checked': ms, 'warm-pause': Math.max(0, pauseMs - idleMs) };
}
