import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs', 'test/unit/**/*.test.ts'],
		// Adapter tests use real files, real git and a real watcher on a shared machine.
		testTimeout: 20_000,
		hookTimeout: 20_000,
		reporters: ['default'],
	},
});
