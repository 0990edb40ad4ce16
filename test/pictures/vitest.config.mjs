// Pictures, on demand: `npm run pictures`. Windows are those of the end-to-end tests.
import endToEnd from '../e2e/vitest.config.mjs';

export default {
	...endToEnd,
	test: {
		...endToEnd.test,
		include: ['test/pictures/*.pictures.mjs'],
		maxWorkers: 2,
		testTimeout: 300_000,
		setupFiles: ['test/e2e/support/eachFile.mjs'],
	},
};
