import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs', 'test/unit/**/*.test.ts'],
		// Of two cores vitest would use one. Each test has its own folders, and most wait for processes that they start.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		// Adapter tests use real files, real git, a real watcher and esbuild, on a shared machine that may be several times slower.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// On a machine of which we know nothing, another try tells what is broken from what came too late; the output names it.
		retry: process.env['CI'] === undefined ? 0 : 1,
		reporters: ['default'],
	},
});
