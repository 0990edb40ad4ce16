// Tests against the real Claude Code, on a machine that others use too.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { workersFor } from '../../scripts/lib/workersFor.mjs';

export default defineConfig({
	root: path.resolve(import.meta.dirname, '../..'),
	test: {
		include: ['test/claude/**/*.claude.mjs'],
		globalSetup: ['scripts/lib/testBundles.mjs'],
		// Four programs at once: most of a test is waiting, and each has its own home, terminal and stand-in of the API.
		// Fewer on a slow or busy machine.
		maxWorkers: workersFor(4),
		testTimeout: 240_000,
		hookTimeout: 120_000,
		retry: process.env.CI === undefined ? 0 : 1,
	},
});
