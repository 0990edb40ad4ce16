// Reading everything for the first time, as a whole process, against the floor and against what others do.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { inRoot, manifest } from '../../../scripts/lib/paths.mjs';

/** package.json has the newest release with a package for every platform. */
export const CCUSAGE = `ccusage@${manifest().devDependencies.ccusage}`;

export const rows = [
	{
		id: 'cold-lines',
		title: 'cold index, processor time, against Node that reads it and finds the lines',
		unit: '×',
		better: 'less',
		must: 3,
		stretch: 2,
	},
	{
		id: 'cold-cat',
		title: 'cold index, whole process, against `cat`',
		unit: '×',
		better: 'less',
		must: 5,
		stretch: 3.5,
	},
	{ id: 'cold-ccusage', title: `cold index against ${CCUSAGE}`, unit: '×', better: 'less', must: 0.35, stretch: 0.25 },
	{
		id: 'cold-parse',
		title: 'readline and `JSON.parse` against cold index',
		unit: '×',
		better: 'more',
		must: 8,
		stretch: 12,
	},
];

/** What no reader in Node can do without: each byte is read, each line found. */
const LINES = `
const fs = require('node:fs');
const piece = Buffer.allocUnsafe(256 * 1024);
let lines = 0;
for (const name of fs.readdirSync(process.argv[1], { recursive: true })) {
	if (!name.endsWith('.jsonl')) continue;
	const file = fs.openSync(process.argv[1] + '/' + name, 'r');
	for (let bytes = fs.readSync(file, piece); bytes > 0; bytes = fs.readSync(file, piece))
		for (let at = piece.indexOf(10); at >= 0 && at < bytes; at = piece.indexOf(10, at + 1)) lines++;
	fs.closeSync(file);
}`;

export const prepare = () => ({ ccusage: ccusage() });

/** The program of the other reader; nothing where its platform has none. */
export function ccusage() {
	const program = inRoot('node_modules/.bin/ccusage');
	return spawnSync(program, ['--version']).status === 0 ? program : undefined;
}

export async function round(bench, { ccusage: program }) {
	const cat = ['-c', 'find "$0" -name "*.jsonl" -print0 | xargs -0 cat > /dev/null', bench.projects];
	await bench.time('sh', cat); // The page cache is the same for all of them.
	const floor = await bench.time('sh', cat);
	const cold = await bench.time(process.execPath, [bench.hostFile, 'cold', bench.projects, 'bare']);
	const lines = await bench.processorTime(process.execPath, ['-e', LINES, bench.projects]);
	const index = await bench.processorTime(process.execPath, [bench.hostFile, 'cold', bench.projects, 'bare']);
	const parse = await bench.time(process.execPath, [bench.hostFile, 'parse', bench.projects]);
	const env = { ...process.env, CLAUDE_CONFIG_DIR: path.dirname(bench.projects), NO_COLOR: '1' };
	const other = program && (await bench.time(program, ['daily', '--json', '--offline'], { env }));
	return {
		'cold-lines': index / lines,
		'cold-cat': cold / floor,
		'cold-parse': parse / cold,
		...(other ? { 'cold-ccusage': cold / other } : {}),
	};
}
