// Past sessions, asked over the generated store: how large their index is, what building it takes, and how long a question
// takes a process that keeps the index open, as the server and the editor do. Building reads some 10 to 20 MB in a second, so
// the store is a small one where nobody names a size (`--size 4000`). What starts is measured over the labelled sessions.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';
import { buildTerminalTool } from '../../../scripts/lib/commandLine.mjs';

export const onRequest = true;
export const megabytes = 200;

export const rows = [
	{ id: 'recall-size', title: 'index of recall, of the store', unit: '%', better: 'less', must: 5, stretch: 2.5 },
	{
		id: 'recall-build',
		title: 'building it, a second of processor time for so many MB',
		unit: 'MB',
		better: 'more',
		must: 10,
		stretch: 25,
	},
	{ id: 'recall-p50', title: 'a question, warm, median', unit: 'ms', better: 'less', must: 25, stretch: 5 },
	{ id: 'recall-p95', title: 'a question, warm, 95th percentile', unit: 'ms', better: 'less', must: 25, stretch: 10 },
	{
		id: 'recall-p95-spent',
		title: 'the same, processor time',
		unit: 'ms',
		better: 'less',
		must: 25,
		stretch: 10,
	},
	...[
		{ id: 'recall-first', title: 'first answer of a process, processor time against `node -e 0`', must: 3, stretch: 2 },
		{
			id: 'mcp-start',
			title: '`mcp` up to its first answer, processor time against `node -e 0`',
			must: 1.8,
			stretch: 1.5,
		},
	].map((row) => ({ ...row, unit: '×', better: 'less' })),
];

const QUESTIONS = [
	'where does the refresh token live',
	'how do we rank the search results?',
	'batched backfills',
	'show_full_result_count',
	'what did we decide about the newsletter last spring',
];
/** What a client says first. */
const HELLO = {
	jsonrpc: '2.0',
	id: 1,
	method: 'initialize',
	params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

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
	const start = await prepareStart(bench);
	return { ask, start, size: (100 * bytes) / store, build: store / 1e6 / (firstMs / 1_000) };
}

/** The command line over labelled sessions. @returns what measures one start of it, in seconds of processor time. */
async function prepareStart(bench) {
	const folder = path.join(bench.storage, 'recallStart');
	rmSync(folder, { recursive: true, force: true });
	await buildTerminalTool(folder);
	const store = path.join(folder, 'store');
	execFileSync(process.execPath, [path.resolve('test/fixtures/recall/make.mjs'), store]);
	const hello = path.join(folder, 'hello.json');
	writeFileSync(hello, `${JSON.stringify(HELLO)}\n`);
	const where = { cwd: folder, env: { PATH: process.env.PATH, HOME: path.join(store, 'home') } };
	const file = path.join(folder, 'cli.js');
	const start = {
		bare: () => bench.processorTime(process.execPath, ['-e', '0'], where),
		first(question) {
			// An answer that is kept is not made.
			rmSync(path.join(store, 'home/.claude/session-keeper/cache/answers'), { recursive: true, force: true });
			return bench.processorTime(process.execPath, [file, 'recall', '--everywhere', question], where);
		},
		mcp: () => bench.processorTime(process.execPath, [file, 'mcp'], { ...where, input: hello }),
	};
	// What is timed may end as it likes: here it must answer.
	const said = await bench.run(process.execPath, [file, 'recall', '--everywhere', '--json', QUESTIONS[0]], where);
	const served = await bench.run('bash', ['-c', '"$@" <"$0"', hello, process.execPath, file, 'mcp'], where);
	if (!said.includes('"hits"') || !served.includes('serverInfo')) throw new Error(`No answer: ${said}${served}`);
	// The first makes the index, the second keeps what V8 compiled of the rest.
	for (let time = 0; time < 3; time++) for (const question of QUESTIONS) await start.first(question);
	for (let time = 0; time < 3; time++) await start.mcp();
	return start;
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

export async function round(_bench, { ask, start, size, build }) {
	const { p50Ms, p95Ms, p95SpentMs } = await ask();
	const [bare, first, mcp] = [[], [], []];
	for (const question of QUESTIONS) {
		bare.push(await start.bare());
		first.push(await start.first(question));
		mcp.push(await start.mcp());
	}
	return {
		'recall-size': size,
		'recall-build': build,
		'recall-p50': p50Ms,
		'recall-p95': p95Ms,
		'recall-p95-spent': p95SpentMs,
		'recall-first': median(first) / median(bare),
		'mcp-start': median(mcp) / median(bare),
	};
}
