// The levels that vitest runs beside the source: `core`, `unit` and `faults`. docs/TESTING.md tells what each is for.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { DEFINES } from './scripts/lib/defines.mjs';
import { longestFirst } from './scripts/lib/longestFirst.mjs';

const CORE = 'src/core/**/*.test.ts';
/** Commands that are killed at their steps, repositories that mean harm, and generated histories of a project. */
const FAULTS = [
	'src/**/killed*.test.ts',
	'src/**/*Killed.test.ts',
	'src/**/hostile.test.ts',
	'src/**/histories.test.ts',
	'scripts/lib/{faults,fuzz,scale}/*.test.mjs',
];
const LONG = /\/(?:failingDisk|histories|scale|keptLists|mcp|packageCli|installParts|hooksDoctor)\.test\.m?[jt]s$/;
const bundles = 'scripts/lib/testBundles.mjs';

/** Files of plain text, as the bundlers take them in. */
const texts = {
	name: 'texts',
	enforce: 'pre' as const,
	load: (id: string) =>
		id.endsWith('.txt') ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))};` : undefined,
};

export default defineConfig({
	plugins: [texts],
	define: DEFINES,
	// Only the editor brings this module.
	resolve: { alias: { vscode: path.resolve('src/vscode/testing/vscode.ts') } },
	test: {
		// Of two cores vitest would use one. Each test has its own folders, and a third of the time it waits: for processes
		// that it starts, for a moment to pass.
		maxWorkers: availableParallelism() + 2,
		// Adapter tests use real files, real git, a real watcher and esbuild, on a shared machine that may be several times slower.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 45_000 } },
		// On a machine of which we know nothing, another try tells what is broken from what came too late; the output names it.
		retry: process.env['CI'] === undefined ? 0 : 1,
		reporters: ['default'],
		sequence: { sequencer: longestFirst(LONG) },
		// Loading the code anew for each file took a quarter of the time. What files share so, the setup keeps them from feeling.
		isolate: false,
		setupFiles: ['scripts/lib/eachTestFile.mjs'],
		projects: [
			{
				extends: true,
				test: { name: 'core', include: [CORE] },
			},
			{
				extends: true,
				test: {
					name: 'unit',
					include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs', 'test/unit/**/*.test.ts'],
					exclude: [CORE, ...FAULTS],
					globalSetup: [bundles],
				},
			},
			{
				extends: true,
				test: { name: 'faults', include: FAULTS, globalSetup: [bundles, 'scripts/lib/faultsSeed.mjs'] },
			},
		],
	},
});
