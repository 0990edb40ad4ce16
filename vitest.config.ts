import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs', 'test/unit/**/*.test.ts'],
		// Of two cores vitest would use one. Each test has its own folders, and most wait for processes that they start.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		// Adapter tests use real files, real git and a real watcher on a shared machine.
		testTimeout: 20_000,
		hookTimeout: 20_000,
		reporters: ['default'],
	},
});
