// The sizes of people with years of sessions: 10,000 sessions of 4 GB, and 3 GB against another reader. Only where it is
// asked for by name: the two stores take 7 GB of disk and some minutes to write.
import path from 'node:path';
import { ensureCorpus } from '../corpus/generate.mjs';
import { CCUSAGE, ccusage } from './coldIndex.mjs';

export const onRequest = true;

export const rows = [
	{
		id: 'large-memory',
		title: 'resident memory of the index over an empty process, 10,000 sessions and 4 GB',
		unit: 'MB',
		better: 'less',
		must: 50,
		stretch: 40,
	},
	{
		id: 'large-pause',
		title: 'longest event-loop pause while indexing them, over idle',
		unit: 'ms',
		better: 'less',
		must: 15,
		stretch: 6,
	},
	{
		id: 'large-ccusage',
		title: `cold index of 3 GB against ${CCUSAGE}`,
		unit: '×',
		better: 'less',
		must: 0.33,
		stretch: 0.25,
	},
];

export function prepare(bench) {
	const many = ensureCorpus({ sessions: 10_000, bytes: 4e9, seed: 4, folder: bench.storage });
	const big = ensureCorpus({ sessions: 3_000, bytes: 3e9, seed: 5, folder: bench.storage });
	return { many: many.projects, big: big.projects, program: ccusage() };
}

export async function round(bench, { many, big, program }) {
	const { residentMb, pauseMs, idleMs, sessions } = await bench.host('resident', many);
	if (sessions !== 10_000) throw new Error(`The index found ${sessions} of 10,000 sessions.`);
	const measured = { 'large-memory': residentMb, 'large-pause': Math.max(0, pauseMs - idleMs) };
	if (program === undefined) return measured;
	await bench.time('sh', ['-c', 'find "$0" -name "*.jsonl" -print0 | xargs -0 cat > /dev/null', big]);
	const cold = await bench.time(process.execPath, [bench.hostFile, 'cold', big, 'bare']);
	const env = { ...process.env, CLAUDE_CONFIG_DIR: path.dirname(big), NO_COLOR: '1' };
	const other = await bench.time(program, ['daily', '--json', '--offline'], { env });
	return { ...measured, 'large-ccusage': cold / other };
}
