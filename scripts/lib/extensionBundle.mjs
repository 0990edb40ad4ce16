// The extension as it is shipped: a small extension.js that VS Code loads at every start, chunks beside it that are loaded
// when they are wanted, and each library in a file of its own. Rolldown makes them: esbuild splits no CommonJS, and does
// not let us say what belongs together.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown, watch } from 'rolldown';
import { ALIAS } from './bundleOptions.mjs';
import { inRoot, root } from './paths.mjs';

const ENTRY = 'src/vscode/extension.ts';

/**
 * What goes together: modules, with everything that they import and that no line above has taken. The first line is
 * extension.js itself. A module that is loaded on demand and stands in no line becomes a chunk named like it; what several
 * of those import is the chunk `shared`.
 */
const CHUNKS = {
	activation: [ENTRY],
	features: ['src/vscode/features.ts'],
	suggestions: ['src/core/parking/suggestions.ts', 'src/node/workspace/suggestedItems.ts'],
	upkeep: [
		'src/node/backups/backupMissed.ts',
		'src/node/backups/backupRetention.ts',
		'src/node/backups/beforeCleanup.ts',
		'src/node/hooks/hooksDoctor.ts',
		'src/node/keeper/ownSettings.ts',
		'src/node/hooks/launcher.ts',
		'src/node/sessions/recordKeeper.ts',
		'src/node/reflection/reflectionSettings.ts',
		'src/node/keeper/shareSettings.ts',
		'src/node/backups/transcriptArchive.ts',
		'src/node/keeper/trashRecord.ts',
	],
	commands: ['src/vscode/menu.ts', 'src/vscode/backups/backupCommands.ts'],
	frontMatter: ['src/node/base/frontmatter.ts'],
	review: [
		'src/node/memory/memoryHealth.ts',
		'src/node/memory/memoryCandidates.ts',
		'src/node/reflection/draftReview.ts',
		'src/node/review/reviewStore.ts',
	],
	reflection: [
		'src/core/reflection/ledgerPage.ts',
		'src/node/reflection/commit.ts',
		'src/node/reflection/openEngine.ts',
		'src/node/reflection/reflector.ts',
		'src/vscode/reflection/reflectionDrafts.ts',
		'src/vscode/reflection/reflectionCommands.ts',
		'src/vscode/reflection/vscodeEngine.ts',
	],
	reading: [
		'src/core/reading/safeMarkdown.ts',
		'src/node/reading/sessionExport.ts',
		'src/node/reading/sessionHtml.ts',
		'src/node/parking/sessionSummary.ts',
		'src/vscode/reading/sessionExport.ts',
		'src/vscode/sessions/sessionFiles.ts',
	],
	documents: [
		'src/node/reflection/enrich.ts',
		'src/node/documents/documentStore.ts',
		'src/node/timeline/timeline.ts',
		'src/node/timeline/resume.ts',
		'src/vscode/documents/documents.ts',
	],
	protocol: [
		'src/core/protocol/parse.ts',
		'src/node/protocol/protocolSession.ts',
		'src/node/protocol/protocolStore.ts',
		'src/vscode/protocol/protocol.ts',
	],
	hooks: ['src/vscode/hooks/hooks.ts'],
	backups: ['src/core/backups/report.ts', 'src/node/backups/storedSessions.ts'],
	search: ['src/vscode/search/search.ts', 'src/node/search/blameFile.ts', 'src/node/search/searchArchive.ts'],
};

/** Never used: js-yaml reads JavaScript with it, in a type that we refuse. */
const LEFT_OUT = 'esprima';

/**
 * Bundles it.
 * @param {string} folder where it goes
 * @param {{ minify?: boolean, sourcemap?: boolean }} options
 * @returns the files that were written: name, code, the names of the files that each loads as soon as it is loaded
 */
export async function buildExtension(folder, options = {}) {
	const { output, ...input } = bundleOf(folder, options);
	const bundle = await rolldown(input);
	const written = await bundle.write(output);
	await bundle.close();
	return written.output.filter(({ type }) => type === 'chunk');
}

/** Bundles it now and after every change. @param {(event: { code: string }) => void} report */
export function watchExtension(folder, options, report) {
	watch(bundleOf(folder, options)).on('event', report);
}

const bundleOf = (folder, { minify = false, sourcemap = false }) => ({
	cwd: root,
	input: { extension: inRoot(ENTRY) },
	platform: 'node',
	// Chunks take from the entry what it has, or VS Code would have to load one more file.
	preserveEntrySignatures: 'allow-extension',
	external: ['vscode'],
	tsconfig: false,
	resolve: { alias: ALIAS },
	transform: { target: 'node20' },
	plugins: [withoutUnused()],
	onLog(level, log, report) {
		// gray-matter carries an engine that evaluates JavaScript front matter; node/frontmatter.ts refuses to use it.
		// What is loaded at the start anyway may be asked for on demand by other code.
		if (log.code !== 'EVAL' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') report(level, log);
	},
	output: {
		dir: folder,
		format: 'cjs',
		minify,
		sourcemap,
		entryFileNames: '[name].js',
		// Beside it and not below: code finds the files of worker threads beside the one that it stands in.
		chunkFileNames: ({ name }) => (name.startsWith('libraries/') ? '[name].js' : 'extension.[name].js'),
		codeSplitting: { groups: groups() },
	},
});

function groups() {
	const lines = Object.entries(CHUNKS);
	return [
		{ name: libraryOf, debugName: 'libraries', test: /[\\/]node_modules[\\/]/, priority: lines.length + 1 },
		...lines.map(([name, modules], at) => {
			const files = new Set(modules.map((each) => inRoot(each)));
			return {
				name,
				test: (id) => files.has(id) || (at === 0 && id.includes('rolldown/runtime')),
				priority: lines.length - at,
			};
		}),
		{ name: 'shared', minShareCount: 2, priority: 0 },
	];
}

const LIBRARIES = Object.keys(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).devDependencies);

/** The file of a library that we import; what that one imports itself goes with it. */
function libraryOf(id) {
	const name = LIBRARIES.find((each) => id.includes(path.join(path.sep, 'node_modules', each, path.sep)));
	return name === undefined ? null : `libraries/${name.replace(/^@/, '').replaceAll('/', '-')}`;
}

function withoutUnused() {
	return {
		name: 'without what is never used',
		resolveId: (name) => (name === LEFT_OUT ? `\0${LEFT_OUT}` : null),
		load: (id) => (id === `\0${LEFT_OUT}` ? 'module.exports = undefined;' : null),
	};
}
