// End-to-end tests: real workbenches, on a machine that others use too.
import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	root: path.resolve(import.meta.dirname, '../..'),
	test: {
		include: ['test/e2e/**/*.e2e.mjs'],
		globalSetup: ['test/e2e/support/globalSetup.mjs'],
		// Two workbenches at once: most of a test is waiting, and each has its own server, home and browser.
		maxWorkers: 2,
		testTimeout: 120_000,
		hookTimeout: 120_000,
		// A second is short for a workbench on a busy machine; what does not come, does not come in fifteen either.
		expect: { poll: { timeout: 15_000 } },
		// A flaky test is a fault to mend. Until it is, another try tells it from what is broken: the end of the output names
		// it, with what it failed of.
		retry: 2,
	},
});
