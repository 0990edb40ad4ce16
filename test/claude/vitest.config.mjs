// Tests against the real Claude Code: one program after the other, on a machine that others use too.
import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	root: path.resolve(import.meta.dirname, '../..'),
	test: {
		include: ['test/claude/**/*.claude.mjs'],
		fileParallelism: false,
		testTimeout: 240_000,
		hookTimeout: 120_000,
		retry: process.env.CI === undefined ? 0 : 1,
	},
});
