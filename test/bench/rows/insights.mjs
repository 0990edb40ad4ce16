// Insights over 10,000 sessions of two years: how long it takes to count them when all were read before, to draw what was chosen
// anew, and to find the sessions behind a bar. What the page draws of it is a few hundred bars, however many sessions there are.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';
import { writeMonths } from '../../../scripts/lib/sampleMonths.mjs';

export const onRequest = true;
export const needsNoStore = true;

const SESSIONS = 10_000;
export const rows = [
	{ id: 'insights-draw', title: 'Insights of 10,000 sessions, drawn anew for another filter', must: 500, stretch: 250 },
	{ id: 'insights-behind', title: 'the sessions behind a bar', must: 500, stretch: 250 },
	{ id: 'insights-open', title: 'counted anew, all read before', must: 5_000, stretch: 2_000 },
].map((row) => ({ ...row, title: `${row.title}, processor time`, unit: 'ms', better: 'less' }));

export async function prepare(bench) {
	const { build } = await import('esbuild');
	const host = path.join(bench.storage, 'host', 'insightsHost.cjs');
	await build({ ...bundleOptions, entryPoints: [path.resolve('test/bench/insightsHost.ts')], outfile: host });
	const folder = path.join(bench.storage, 'insights');
	rmSync(folder, { recursive: true, force: true });
	const workspaces = ['api', 'web', 'infra', 'docs'].map((name) => path.join(folder, name));
	const claude = path.join(folder, 'claude');
	writeMonths({ claude, workspaces, count: SESSIONS, days: 730, turns: 40 });
	const ask = async () => JSON.parse(await bench.run(process.execPath, [host, claude, path.join(folder, 'keeper')]));
	const first = await ask();
	if (first.sessions !== SESSIONS) throw new Error(`Of ${SESSIONS} sessions ${first.sessions} were counted.`);
	return { ask };
}

export async function round(_bench, { ask }) {
	const { drawMs, opensMs, openMs } = await ask();
	return { 'insights-draw': drawMs, 'insights-behind': opensMs, 'insights-open': openMs };
}
