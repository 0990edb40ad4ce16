// The command line as it is shipped: a small file that starts and lists parked items, and others beside it that are loaded
// when they are wanted. Compiling all of it takes five times as long as Node takes to start.
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { watch } from 'rolldown';
import { build } from 'esbuild';
import { bundleOptions } from './bundleOptions.mjs';
import { buildChunks, bundleOf } from './chunks.mjs';
import { hookBundles } from './hookBundles.mjs';
import { inRoot } from './paths.mjs';

const ENTRY = 'src/cli/main.ts';

/** See `Program` in chunks.mjs. What one list needs and another does not is apart, as far as it is large. */
const CHUNKS = {
	start: [ENTRY, 'src/cli/parking/parked.ts', 'src/cli/group.ts', 'src/cli/base/table.ts', 'src/cli/base/bareList.ts'],
	look: ['src/cli/base/look.ts', 'src/cli/base/pager.ts'],
	walks: ['src/cli/base/walks.ts'],
	help: ['src/cli/commands.ts', 'src/cli/help.ts'],
	recognise: ['src/node/project/recognise.ts'],
	redactor: ['src/node/privacy/openRedactor.ts'],
	lookAfter: ['src/cli/lookAfter.ts'],
	protocolFile: [
		'src/node/protocol/protocolFile.ts',
		'src/node/protocol/protocolRecord.ts',
		'src/core/protocol/parse.ts',
	],
	stores: ['src/node/sessions/projectSessions.ts', 'src/node/workspace/openStores.ts'],
	sessions: ['src/cli/sessions/sessions.ts'],
	launcher: ['src/node/hooks/launcherFiles.ts', 'src/node/keeper/program.ts'],
	storedSessions: ['src/cli/sessions/deletedSessions.ts', 'src/node/backups/storedSessions.ts'],
	timeline: [
		'src/cli/meantSession.ts',
		'src/node/documents/documentFiles.ts',
		'src/node/timeline/timeline.ts',
		'src/node/timeline/resume.ts',
	],
	archive: ['src/node/backups/backupWriter.ts', 'src/node/backups/transcriptArchive.ts'],
	handoff: ['src/node/handoff/extractSession.ts', 'src/core/handoff/handedIn/proof.ts'],
	documentStore: ['src/node/documents/documentStore.ts'],
	memoryHealth: ['src/node/memory/memoryHealth.ts', 'src/node/memory/memoryCandidates.ts'],
	memoryRules: ['src/core/memory/catch.ts'],
};

const COMMAND_LINE = {
	name: 'cli',
	entry: ENTRY,
	chunks: CHUNKS,
	library: (name) => name,
	// Installers know these names: CLI_COMPANIONS in src/node/keeper/launcherScripts.ts.
	file: (name) => `cli${name.replace(/(?:^|[^A-Za-z0-9]+)([a-z])/g, (_, letter) => letter.toUpperCase())}.js`,
	banner: '#!/usr/bin/env node',
	plugins: [
		{
			name: 'files at once',
			resolveId: (name, _importer, { kind }) =>
				name === 'node:fs/promises' && kind === 'import-statement' ? inRoot('src/node/base/filesAtOnce.ts') : null,
		},
	],
};

/** Bundles it: see `buildChunks`. */
export async function buildCommandLine(folder, options) {
	const written = await buildChunks(COMMAND_LINE, folder, options);
	chmodSync(path.join(folder, 'cli.js'), 0o755);
	return written;
}

/** Bundles it now and after every change. @param {(event: { code: string }) => void} report */
export function watchCommandLine(folder, options, report) {
	watch(bundleOf(COMMAND_LINE, folder, options)).on('event', report);
}

/** What esbuild makes of what the command line starts or loads from beside it. @param {string} folder where they go */
export const companionBundles = (folder) => [
	{ entryPoints: ['src/node/search/searchWorker.ts'], outfile: path.join(folder, 'searchWorker.js') },
	// Loaded by who asks the Anthropic API, and by nobody else.
	{
		entryPoints: ['src/node/reflection/engines/anthropicEngine.ts'],
		outfile: path.join(folder, 'anthropicEngine.js'),
	},
	// A program for each event, and what it loads on demand: a hook runs inside somebody's conversation, and starting is most of what it does.
	...hookBundles(path.join(folder, 'hooks')),
];

/**
 * Bundles all that works without an editor: the command line with its companions, and the hooks below `hooks`.
 * @param {string} folder where it goes
 * @returns the files of which it was made, relative to the root of the repository
 */
export async function buildTerminalTool(folder) {
	const chunks = await buildCommandLine(folder, { minify: true });
	const built = await Promise.all(
		companionBundles(folder).map((each) => build({ ...bundleOptions, minify: true, metafile: true, ...each })),
	);
	return new Set([
		...chunks.flatMap(({ modules }) => Object.keys(modules).map((id) => path.relative(inRoot('.'), id))),
		...built.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
	]);
}
