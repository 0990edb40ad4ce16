// Tries what reads bytes of others with inputs that nobody wrote, and keeps those that reach new code (test/fuzz). What breaks
// a promise is left in test-results/fuzz.
// usage: npm run fuzz [-- --minutes N] [-- --target T] [-- --seed N] [-- --keep]
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keptFolder } from './lib/fuzz/corpus.mjs';
import { buildTargets, runFuzz } from './lib/fuzz/runFuzz.mjs';
import { results } from './lib/paths.mjs';
import { runMain, say } from './lib/terminal.mjs';

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '1' },
		target: { type: 'string' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		keep: { type: 'boolean' },
	},
});

await runMain(async () => {
	const dir = mkdtempSync(path.join(tmpdir(), 'keeper-fuzz-'));
	process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
	const all = await buildTargets(path.join(dir, 'names.cjs'));
	const targets = values.target === undefined ? all : values.target.split(',');
	const unknown = targets.filter((name) => !all.includes(name));
	if (unknown.length > 0) {
		say(`There is no target ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
		return 2;
	}
	say(`seed ${values.seed}`);
	say('| target | inputs | places reached | new inputs that reach more | broken |');
	say('| --- | --- | --- | --- | --- |');
	const rows = await runFuzz(dir, {
		targets,
		minutes: Number(values.minutes),
		seed: Number(values.seed),
		onTarget: ({ name, runs, reached, found, failures }) =>
			say(`| ${name} | ${runs} | ${reached} | ${found.length} | ${failures.length} |`),
	});
	for (const { name, found, failures } of rows) {
		if (values.keep) for (const bytes of found) write(keptFolder(name), bytes);
		for (const { bytes, error } of failures)
			say(`\n${name}: ${error}\n  ${write(path.join(results, 'fuzz', name), bytes)}`);
	}
	return rows.some(({ failures }) => failures.length > 0) ? 1 : 0;
});

function write(folder, bytes) {
	mkdirSync(folder, { recursive: true });
	const file = path.join(folder, createHash('sha256').update(bytes).digest('hex').slice(0, 16));
	writeFileSync(file, bytes);
	return file;
}
