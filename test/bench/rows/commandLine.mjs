// Commands as whole processes on the sample, against a bare Node on the same machine, by processor time: that of the
// programs that they start (git) counts. What is kept of sessions and of compiled code is warm.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildTerminalTool } from '../../../scripts/lib/commandLine.mjs';
import { buildSample } from '../../../scripts/lib/sampleHome.mjs';

/** What says or lists something. */
const READING = [
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
	'config list',
	'config get sessions.idleMinutes',
	'update',
	'completion bash',
];

/** What changes one small thing. In a sample of its own: after a change no list is as it was. */
const CHANGING = [
	'config set sessions.idleMinutes 20',
	'config unset sessions.idleMinutes',
	'sessions done 22222222',
	'sessions edit 22222222 --name Bench',
	'sessions private 22222222',
	'parked park --name bench --text Bench',
	'parked archive bench',
	'parked restore bench',
	'hooks cleanup-days 30 --yes',
];

const VERBS = [...READING, ...CHANGING];

/** Those whose work grows with what they read or keep, and those that wait for somebody. docs/PERFORMANCE.md names them. */
const EXEMPT = [
	...['resume', 'recall', 'export', 'mcp', 'undo', 'vault', 'forget', 'hook'],
	...['parked suggestions', 'parked summary', 'parked session'],
	...['backups create', 'backups verify', 'backups restore', 'backups discard', 'backups archive', 'backups purge'],
	...[
		'sessions show',
		'sessions search',
		'sessions blame',
		'sessions of-commit',
		'sessions export',
		'sessions archive',
	],
	...['documents save', 'documents open', 'documents resume', 'documents keep'],
	...['protocol save', 'protocol load', 'protocol undo'],
	...['review show', 'review accept', 'review edit', 'review reject', 'review ratify', 'review discard', 'review undo'],
	...['memory fix', 'memory adopt', 'memory undo'],
	...['hooks install', 'hooks uninstall', 'hooks doctor'],
	...['reflect', 'reflect schedule', 'reflect unschedule'],
];

/** Every command that is measured, or need not be: with the parser's table a test compares it. */
export const commandsKnown = [...VERBS.filter((verb) => !verb.startsWith('-')), ...EXEMPT];

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
	const file = path.join(folder, 'cli.js');
	const sampleNamed = (name) => {
		const { workspace: cwd, home, memoryDir } = buildSample(path.join(folder, name));
		return { memoryDir, where: { cwd, env: { PATH: process.env.PATH, HOME: home } } };
	};
	const read = sampleNamed('sample');
	const changed = sampleNamed('changed');
	/** What a command takes, in milliseconds. */
	const timeOf = (verb) => {
		const { where } = CHANGING.includes(verb) ? changed : read;
		return bench.processorTime(process.execPath, verb === 'bare' ? ['-e', '0'] : [file, ...verb.split(' ')], where);
	};
	const prepared = {
		timeOf,
		/** Nobody parks one thing twice. */
		reset() {
			const parked = readdirSync(changed.memoryDir).filter((name) => name.includes('bench'));
			for (const name of parked) rmSync(path.join(changed.memoryDir, name));
		},
	};
	// The first time makes our home, the second keeps what the first compiled, and a third finds all of it.
	for (let time = 0; time < 3; time++) {
		for (const verb of VERBS) await timeOf(verb);
		prepared.reset();
	}
	return prepared;
}

export async function round(bench, { timeOf, reset }) {
	const spent = new Map(['bare', ...VERBS].map((verb) => [verb, []]));
	for (let start = 0; start < STARTS; start++) {
		for (const [verb, times] of spent) times.push(await timeOf(verb));
		reset();
	}
	const median = (verb) => spent.get(verb).sort((a, b) => a - b)[STARTS >> 1];
	return Object.fromEntries(VERBS.map((verb) => [verb, median(verb) / median('bare')]));
}
