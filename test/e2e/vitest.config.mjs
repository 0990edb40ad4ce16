// End-to-end tests: real workbenches, on a machine that others use too.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../../scripts/lib/longestFirst.mjs';
import { workersFor } from '../../scripts/lib/workersFor.mjs';

const LONG = /\/(?:realClaude|reflection|safetyNet|home|backups)\.e2e\.mjs$/;

export default defineConfig({
	root: path.resolve(import.meta.dirname, '../..'),
	test: {
		include: ['test/e2e/**/*.e2e.mjs'],
		globalSetup: ['scripts/lib/testBundles.mjs', 'test/e2e/support/globalSetup.mjs'],
		// Three workbenches at once: half of a test is waiting, and each worker has its own servers, homes and browser. Fewer
		// on a slow or busy machine, where each would take longer than its limits.
		maxWorkers: workersFor(3),
		sequence: { sequencer: longestFirst(LONG) },
		// Files of a worker share windows.
		isolate: false,
		setupFiles: ['test/e2e/support/eachFile.mjs'],
		// What does not come is told by the step that waits for it. This ends what hangs: a test of many steps takes two minutes
		// on a slow machine with much beside it.
		testTimeout: 240_000,
		hookTimeout: 120_000,
		// A second is short for a workbench on a busy machine; what does not come, does not come in fifteen either.
		expect: { poll: { timeout: 15_000 } },
		// On a machine of which we know nothing, another try tells what is broken from what came too late; the output names it.
		retry: process.env.CI === undefined ? 0 : 2,
	},
});
