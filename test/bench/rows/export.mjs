// The export of the store as tables: whether its tokens are those that ccusage counts, and what it takes. By name, because it
// takes minutes.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildTerminalTool } from '../../../scripts/lib/commandLine.mjs';
import { CCUSAGE, ccusage } from './coldIndex.mjs';

export const onRequest = true;

export const rows = [
	{
		id: 'export-differences',
		title: `days and models of the export that are not as in ${CCUSAGE}`,
		unit: '',
		better: 'less',
		must: 0,
		stretch: 0,
	},
	{
		id: 'export-parse',
		title: 'first export, processor time, against readline and `JSON.parse`',
		unit: '×',
		better: 'less',
		must: 9,
		stretch: 6,
	},
	{ id: 'export-memory', title: 'first export, peak memory', unit: 'MB', better: 'less', must: 700, stretch: 450 },
	{
		id: 'export-again',
		title: 'export without a change, against the first',
		unit: '×',
		better: 'less',
		must: 0.1,
		stretch: 0.05,
	},
];

export async function prepare(bench) {
	const folder = path.join(bench.storage, 'export');
	rmSync(folder, { recursive: true, force: true });
	await buildTerminalTool(path.join(folder, 'tool'));
	const env = { PATH: process.env.PATH, HOME: folder, CLAUDE_CONFIG_DIR: bench.root, TZ: 'UTC' };
	const program = ccusage();
	if (program === undefined) return `${CCUSAGE} does not run here.`;
	return { program, env, folder, tool: path.join(folder, 'tool/cli.js'), to: path.join(folder, 'tables') };
}

export async function round(bench, { program, env, folder, tool, to }) {
	rmSync(to, { recursive: true, force: true });
	rmSync(path.join(bench.root, 'session-keeper'), { recursive: true, force: true });
	const options = { cwd: folder, env };
	// The process says itself what it took.
	const peak = `process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(process.resourceUsage())))`;
	const preload = `data:text/javascript,${encodeURIComponent(peak)}`;
	const words = ['export', '--to', to, '--format', 'jsonl', '--everywhere'];
	const script = 'exec "$@" 2>&1 >/dev/null';
	const began = performance.now();
	const said = await bench.run(
		'sh',
		['-c', script, 'sh', process.execPath, '--import', preload, tool, ...words],
		options,
	);
	const firstMs = performance.now() - began;
	const againMs = await bench.time(process.execPath, [tool, ...words], options);
	const { daily } = JSON.parse(await bench.run(program, ['daily', '--json', '--offline', '-z', 'UTC'], options));
	const own = sumsOf(to);
	let differences = 0;
	for (const { period, modelBreakdowns } of daily)
		for (const each of modelBreakdowns) {
			const key = `${period} ${each.modelName}`;
			const theirs = [each.inputTokens, each.outputTokens, each.cacheCreationTokens, each.cacheReadTokens];
			if (theirs.some((count, n) => count !== own.get(key)?.[n])) differences++;
			own.delete(key);
		}
	const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(said.trim().split('\n').at(-1));
	const parse = await bench.processorTime(process.execPath, [bench.hostFile, 'parse', bench.projects]);
	return {
		'export-differences': differences + own.size,
		'export-parse': (userCPUTime + systemCPUTime) / 1e6 / parse,
		'export-memory': maxRSS / 1_000,
		'export-again': againMs / firstMs,
	};
}

/** Tokens of each kind, by day and model. */
function sumsOf(to) {
	const sums = new Map();
	for (const month of readdirSync(path.join(to, 'tokens')))
		for (const line of readFileSync(path.join(to, 'tokens', month, 'tokens.jsonl'), 'utf8').split('\n')) {
			if (line === '') continue;
			const { time, model, input, output, cache_write_5m, cache_write_1h, cache_read } = JSON.parse(line);
			if (model === null) continue;
			const key = `${time.slice(0, 10)} ${model}`;
			const [a, b, c, d] = sums.get(key) ?? [0, 0, 0, 0];
			sums.set(key, [a + input, b + output, c + cache_write_5m + cache_write_1h, d + cache_read]);
		}
	return sums;
}
