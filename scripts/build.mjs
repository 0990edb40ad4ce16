// Bundles the extension and the command line with Rolldown and everything else with esbuild. Types are checked beside it by `npm run check`.
// usage: node scripts/build.mjs [--watch] [--production] [--tests]
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { assemblePlugin } from './lib/assemblePlugin.mjs';
import { bundleOptions } from './lib/bundleOptions.mjs';
import { writeOrigins } from './lib/bundledPackages.mjs';
import { buildCommandLine, companionBundles, watchCommandLine } from './lib/commandLine.mjs';
import { buildExtension, watchExtension } from './lib/extensionBundle.mjs';
import { SCAN_LIBRARY } from './lib/scanModule.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

const common = {
	...bundleOptions,
	minify: production,
	sourcemap: production ? false : 'linked',
	logLevel: 'info',
	metafile: true,
};

const dist = path.join(root, 'dist');
/** What runs in a page of the editor. */
const PAGE = { platform: 'browser', format: 'iife', target: 'es2022' };
const bundles = [
	{ ...common, entryPoints: ['src/node/sessions/index/indexWorker.ts'], outfile: 'dist/indexWorker.js' },
	{ ...common, entryPoints: ['src/node/recall/recallWorker.ts'], outfile: 'dist/recallWorker.js' },
	{ ...common, entryPoints: ['src/node/insights/insightsWorker.ts'], outfile: 'dist/insightsWorker.js' },
	...companionBundles('dist'),
	{ ...common, entryPoints: ['src/cli/keeper/uninstall.ts'], outfile: 'dist/uninstall.js' },
	{ ...common, ...PAGE, entryPoints: ['src/pages/reading/reader.ts'], outfile: 'dist/pages/reader.js' },
	{ ...common, ...PAGE, entryPoints: ['src/pages/workspace/home.ts'], outfile: 'dist/pages/home.js' },
	{ ...common, ...PAGE, entryPoints: ['src/pages/insights/insights.ts'], outfile: 'dist/pages/insights.js' },
];
if (flags.has('--tests')) {
	bundles.push({
		...common,
		entryPoints: ['test/integration/index.ts'],
		outfile: 'out/test/index.js',
		external: ['vscode', 'mocha'],
	});
}

const said = { BUNDLE_START: '[watch] build started', BUNDLE_END: '[watch] build finished' };
const chunkOptions = { minify: production, sourcemap: !production };
if (flags.has('--watch')) {
	const report = {
		name: 'report',
		setup: (b) => {
			b.onStart(() => console.log(said.BUNDLE_START));
			b.onEnd(() => console.log(said.BUNDLE_END));
		},
	};
	for (const bundle of bundles) {
		const context = await esbuild.context({ ...common, ...bundle, plugins: [...(bundle.plugins ?? []), report] });
		await context.watch();
	}
	for (const watch of [watchExtension, watchCommandLine])
		watch(dist, chunkOptions, ({ code, error }) => {
			if (said[code] !== undefined) console.log(said[code]);
			if (error !== undefined) console.error(error.message);
		});
} else {
	rmSync(dist, { recursive: true, force: true });
	const chunks = [...(await buildExtension(dist, chunkOptions)), ...(await buildCommandLine(dist, chunkOptions))];
	const sources = new Set(chunks.flatMap(({ modules }) => Object.keys(modules)));
	sources.add(SCAN_LIBRARY);
	for (const bundle of bundles) {
		const { metafile } = await esbuild.build({ ...common, ...bundle });
		if (bundle.outfile.startsWith('dist/')) for (const file of Object.keys(metafile.inputs)) sources.add(file);
		writeFileSync(path.join(root, `${bundle.outfile}.meta.json`), JSON.stringify(metafile));
	}
	writeOrigins(dist, sources);
	await assemblePlugin(path.join(dist, 'hooks'), path.join(dist, 'cli.js'), path.join(dist, 'plugin'));
}
