// Commands as whole processes on the sample, against a bare Node on the same machine, by processor time: that of the
// programs that they start (git) counts. What is kept of sessions and of compiled code is warm.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildTerminalTool } from '../../../scripts/lib/commandLine.mjs';
import { buildSample } from '../../../scripts/lib/sampleHome.mjs';

/**
 * What only says or lists something. Exempt are verbs whose work grows with what they read, or that wait for somebody:
 * docs/PERFORMANCE.md names them.
 */
const VERBS = [
	'--version',
	'--help',
	'status',
	'parked list',
	'backups list',
	'sessions list',
	'documents list',
	'review list',
	'review decided',
	'memory list',
	'memory health',
	'protocol check',
	'hooks status',
	'reflect ledger',
	'update',
	'completion bash',
];

/** What reads a list and nothing else; a status may take two. Everything else has 2.5. */
const LISTS = new Set(VERBS.filter((verb) => / list$|ledger|decided|^--/.test(verb)));
const mustOf = (verb) => (verb === 'status' ? 2 : LISTS.has(verb) ? 1.4 : 2.5);

/** It reads the sample and not the generated store. */
export const needsNoStore = true;

export const rows = VERBS.map((verb) => ({
	id: verb,
	title: `command line \`${verb}\`, processor time against \`node -e 0\``,
	unit: '×',
	better: 'less',
	must: mustOf(verb),
	stretch: 1.4,
}));

/** Starts of a process are short; a few of each in turn make one measurement. */
const STARTS = 3;

export async function prepare(bench) {
	const folder = path.join(bench.storage, 'commandLine');
	rmSync(folder, { recursive: true, force: true });
	await buildTerminalTool(folder);
	const { workspace: cwd, home } = buildSample(path.join(folder, 'sample'));
	const prepared = { file: path.join(folder, 'cli.js'), cwd, env: { PATH: process.env.PATH, HOME: home } };
	// The first time makes our home, the second keeps what the first compiled, and a third finds all of it.
	for (let time = 0; time < 3; time++)
		for (const verb of VERBS)
			await bench.processorTime(process.execPath, [prepared.file, ...verb.split(' ')], prepared);
	return prepared;
}

export async function round(bench, { file, cwd, env }) {
	const spent = new Map(['bare', ...VERBS].map((verb) => [verb, []]));
	for (let start = 0; start < STARTS; start++)
		for (const [verb, times] of spent) {
			const words = verb === 'bare' ? ['-e', '0'] : [file, ...verb.split(' ')];
			times.push(await bench.processorTime(process.execPath, words, { cwd, env }));
		}
	const median = (verb) => spent.get(verb).sort((a, b) => a - b)[STARTS >> 1];
	return Object.fromEntries(VERBS.map((verb) => [verb, median(verb) / median('bare')]));
}
