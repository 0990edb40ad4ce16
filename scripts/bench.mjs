// Measures what docs/PERFORMANCE.md promises, as ratios and differences within one run. It first proves that the index is
// right: a fast wrong answer is worth nothing. How to add a row: test/bench/README.md.
// usage: node scripts/bench.mjs [row file…] [--quick] [--rounds N] [--size MB] [--json FILE]
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './lib/ensureDependencies.mjs';
import { explain, runMain, say, step } from './lib/terminal.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const bench = path.join(root, 'test/bench');
const storage = path.join(root, '.vscode-test/bench');

await runMain(async () => {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			quick: { type: 'boolean' },
			rounds: { type: 'string' },
			size: { type: 'string' },
			json: { type: 'string' },
		},
	});
	const rounds = Number(values.rounds ?? (values.quick ? 3 : 5));
	await ensureDependencies();
	mkdirSync(storage, { recursive: true });
	const files = await rowFiles(positionals);
	const [own] = files.length === 1 ? files : [];
	const megabytes = Number(values.size ?? (values.quick ? 200 : (own?.megabytes ?? 1_000)));
	const needsStore = files.some(({ needsNoStore }) => needsNoStore !== true);
	const context = { storage, say, time, processorTime, run, ...(needsStore ? await openStore(megabytes) : {}) };
	if (needsStore && !(await step('Proving that the index is right', () => prove(context)))) return 1;
	const groups = await prepareGroups(context, files);
	const measured = await measure(context, groups, rounds);
	const table = groups.flatMap((group) => group.rows).map((row) => judge(row, measured.get(row.id)));
	const store = needsStore ? `${megabytes} MB, ${context.manifest.length} sessions` : 'The sample';
	say(`\n${store}, ${rounds} rounds, Node ${process.versions.node}, ${availableParallelism()} cores\n`);
	say(markdown(table));
	if (values.json) writeFileSync(values.json, JSON.stringify(table, undefined, '\t'));
	return table.some((row) => row.verdict === 'missed') ? 1 : 0;
});

/** The product as the extension ships it: one bundle for the host, one for the worker. */
async function bundle() {
	// Loaded when the packages are there for sure.
	const [{ build }, { bundleOptions }] = await Promise.all([import('esbuild'), import('./lib/bundleOptions.mjs')]);
	const out = path.join(storage, 'host');
	await build({
		...bundleOptions,
		entryPoints: ['src/node/sessions/index/indexWorker.ts'],
		outfile: path.join(out, 'indexWorker.js'),
	});
	await build({ ...bundleOptions, entryPoints: ['test/bench/host.ts'], outfile: path.join(out, 'host.cjs') });
	return path.join(out, 'host.cjs');
}

async function prove(context) {
	const { FACT_COUNT, wrongFacts } = await import(pathToFileURL(path.join(bench, 'proof.mjs')).href);
	const wrong = wrongFacts(await context.host('dump', context.projects), context.manifest);
	for (const line of wrong.slice(0, 10)) say(`  ✗ ${line}`);
	say(`  ${wrong.length} of ${context.manifest.length * FACT_COUNT} facts are wrong.`);
	return wrong.length === 0;
}

/** The generated store, and the process that reads it. */
async function openStore(megabytes) {
	const hostFile = await step('Bundling the index', bundle);
	const { ensureCorpus } = await import(pathToFileURL(path.join(bench, 'corpus/generate.mjs')).href);
	const corpus = await step(`A store of ${megabytes} MB`, () =>
		ensureCorpus({ sessions: megabytes, bytes: megabytes * 1e6, seed: 1, folder: storage }),
	);
	const host = async (...args) => JSON.parse(await run(process.execPath, [hostFile, ...args]));
	return { ...corpus, hostFile, host };
}

/** Every file in rows/, or those that were named. */
async function rowFiles(names) {
	const isNamed = (file) => names.length === 0 || names.some((name) => file.startsWith(name));
	const files = readdirSync(path.join(bench, 'rows')).filter((file) => file.endsWith('.mjs') && isNamed(file));
	const found = [];
	for (const file of files.sort()) {
		const group = await import(pathToFileURL(path.join(bench, 'rows', file)).href);
		if (group.onRequest === true && names.length === 0)
			say(`  ${file} is measured where it is named: npm run bench -- ${path.basename(file, '.mjs')}`);
		else found.push({ ...group, file });
	}
	return found;
}

/** What cannot be prepared here is shown as not measured. */
async function prepareGroups(context, files) {
	const groups = [];
	for (const group of files) {
		const prepared = await step(`Preparing ${group.file}`, () => group.prepare(context)).catch(explain);
		if (typeof prepared === 'string') say(`  left out: ${prepared}`);
		groups.push({ ...group, prepared });
	}
	return groups;
}

/** Round-robin, so that a busy minute of the machine touches every row alike. */
async function measure(context, groups, rounds) {
	const measured = new Map();
	const failed = new Set();
	for (let round = 1; round <= rounds; round++) {
		await step(`Round ${round} of ${rounds}`, async () => {
			for (const group of groups.filter((g) => typeof g.prepared !== 'string' && !failed.has(g))) {
				try {
					const values = await group.round(context, group.prepared);
					for (const [id, value] of Object.entries(values)) measured.set(id, [...(measured.get(id) ?? []), value]);
				} catch (error) {
					// One row that breaks must not cost the others, and must not be taken for one that holds.
					failed.add(group);
					for (const { id } of group.rows) measured.set(id, []);
					say(`  ✗ ${group.file}: ${explain(error)}`);
				}
			}
		});
	}
	return measured;
}

function judge(row, values) {
	if (!values) return { ...row, verdict: 'not measured' };
	if (values.length === 0) return { ...row, verdict: 'missed' };
	const sorted = [...values].sort((a, b) => a - b);
	const value = sorted[Math.floor(sorted.length / 2)];
	const holds = (limit) => (row.better === 'less' ? value <= limit : value >= limit);
	return {
		...row,
		value,
		low: sorted[0],
		high: sorted.at(-1),
		verdict: holds(row.stretch) ? 'stretch' : holds(row.must) ? 'must' : 'missed',
	};
}

function markdown(table) {
	const number = (n) => (n === undefined ? '–' : Number.isInteger(n) ? String(n) : n.toFixed(n < 10 ? 2 : 0));
	const lines = table.map((r) => {
		const sign = r.better === 'less' ? '≤' : '≥';
		return `| ${r.title} | ${number(r.value)} ${r.unit} | ${number(r.low)}–${number(r.high)} | ${sign} ${r.must} | ${sign} ${r.stretch} | ${r.verdict} |`;
	});
	return ['| what | median | range | must | stretch | holds |', '| --- | --- | --- | --- | --- | --- |', ...lines].join(
		'\n',
	);
}

/** Runs a program to its end and returns what it printed. */
function run(command, args, options = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		const output = [];
		const errors = [];
		child.stdout.on('data', (data) => output.push(data));
		child.stderr.on('data', (data) => errors.push(data));
		child.on('error', reject);
		child.on('close', (code) =>
			code === 0
				? resolve(Buffer.concat(output).toString())
				: reject(new Error(`${command} ended with ${code}: ${Buffer.concat(errors).toString().slice(0, 500)}`)),
		);
	});
}

/** Wall time of a whole program, in milliseconds. */
async function time(command, args, options) {
	const began = performance.now();
	await run(command, args, options);
	return performance.now() - began;
}

/** Processor time of a program that reads a file or nothing, with those that it starts, in seconds. How it ends is its own affair. */
async function processorTime(command, args, { input = '/dev/null', ...options } = {}) {
	// Node does not tell that of its children, and `times` of sh only in hundredths.
	const script = 'TIMEFORMAT="%3U %3S"; { time "$@" <"$0" >/dev/null 2>/dev/null; } 2>&1';
	const said = await run('bash', ['-c', `${script}; true`, input, command, ...args], options);
	const [user, system] = said.trim().split(' ').map(Number);
	return user + system;
}
