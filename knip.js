// What nobody uses: files, exports, dependencies. With `--production` tests do not count as users: what lives for them alone
// is unused, unless its comment says `@internal`. What its own file uses may be exported so that a test sees it. `!` marks
// what is looked at then. `npm run check` runs it both ways.
module.exports = ({ production = false }) => ({
	ignoreExportsUsedInFile: production,
	entry: [
		// Each is the start of a bundle (scripts/build.mjs), or loaded by one at run time.
		'src/vscode/extension.ts!',
		'src/hooks/*.ts!',
		'src/cli/{boot,main,keeper/uninstall}.ts!',
		'src/node/sessions/index/indexWorker.ts!',
		'src/node/search/searchWorker.ts!',
		'src/node/recall/recallWorker.ts!',
		'src/node/insights/insightsWorker.ts!',
		'src/pages/reading/reader.ts!',
		'src/pages/workspace/home.ts!',
		'src/pages/insights/insights.ts!',
		'src/node/reflection/engines/anthropicEngine.ts!',
		// Compiled by scripts/lib/scanModule.mjs.
		'src/node/sessions/index/scan/assembly/lines.ts!',
		// Stand in for node:fs/promises in some bundles (scripts/lib/filesAtOnce.mjs).
		'src/node/base/files{AtOnce,Noted}.ts!',
		// Programs that tests and measurements bundle or preload.
		'src/node/testing/{*Driver.ts,fuzzTargets.ts,killAt.cjs}',
		'src/cli/testing/alone.ts',
		'src/vscode/testing/faultTarget.ts',
		'scripts/lib/{buildForTests,faults/lane,fuzz/lane}.mjs',
		'scripts/lib/faults/editor.cjs',
		'test/bench/{host,insightsHost,originHost,readerHost,recallHost,searchHost,windowHost}.ts',
		'test/bench/{writers.mjs,slowDisk.cjs}',
		'test/claude/support/product.ts',
		'test/e2e/support/hostGate.mjs',
		'test/integration/index.ts',
		// Loaded by a path that is put together.
		'test/bench/{proof,rows/*}.mjs',
		'scripts/lib/{vitestSummary,scoreConversations}.mjs',
		'test/fixtures/recall/make.mjs',
		'scripts/*.mjs',
	],
	project: ['src/**/*.{ts,cjs}!', '!src/**/testing/**!', 'scripts/**/*.mjs', 'test/**/*.{ts,mjs}'],
	vitest: { config: ['vitest.config.mts', 'test/*/vitest.config.mjs'] },
	// Started by their paths (scripts/package.mjs, scripts/lib/runChecks.mjs, tests and the bench); types of the module that unit tests have a
	// stand-in for (vitest.config.mts).
	ignoreDependencies: ['@vscode/vsce', 'typescript-7', '@types/vscode', 'ccusage'],
	// Programs of the system, which tests start.
	ignoreBinaries: ['cc', 'cmp', 'groff', 'mkfifo', 'mount', 'umount'],
});
