// The extension as it is shipped: a small extension.js that VS Code loads at every start, chunks beside it that are loaded
// when they are wanted, and each library in a file of its own.
import files from 'node:fs/promises';
import { watch } from 'rolldown';
import { buildChunks, bundleOf } from './chunks.mjs';
import { inRoot } from './paths.mjs';

const ENTRY = 'src/vscode/extension.ts';

const CHUNKS = {
	activation: [ENTRY],
	features: ['src/vscode/features.ts'],
	suggestions: ['src/core/parking/suggestions.ts', 'src/node/workspace/suggestedItems.ts'],
	upkeep: [
		'src/node/backups/backupMissed.ts',
		'src/node/backups/backupRetention.ts',
		'src/node/backups/beforeCleanup.ts',
		'src/vscode/backups/cleanupQuestion.ts',
		'src/node/backups/rememberProject.ts',
		'src/node/hooks/hooksDoctor.ts',
		'src/node/keeper/ownSettings.ts',
		'src/node/hooks/launcher.ts',
		'src/node/sessions/index/combineGroups.ts',
		'src/node/sessions/recordKeeper.ts',
		'src/node/reflection/reflectionSettings.ts',
		'src/node/reflection/scheduledProgram.ts',
		'src/node/keeper/shareSettings.ts',
		'src/node/backups/transcriptArchive.ts',
		'src/node/base/exchange.ts',
		'src/node/keeper/trashRecord.ts',
	],
	home: ['src/vscode/workspace/home.ts', 'src/vscode/insights/insights.ts'],
	commands: [
		'src/vscode/menu.ts',
		'src/vscode/backups/backupCommands.ts',
		'src/vscode/backups/backupActions.ts',
		'src/vscode/sessions/sessionTooltip.ts',
		'src/vscode/sessions/terminal.ts',
	],
	frontMatter: ['src/node/base/frontmatter.ts'],
	privacy: ['src/core/privacy/redaction.ts', 'src/node/privacy/secretDetector.ts'],
	review: [
		'src/node/memory/memoryHealth.ts',
		'src/node/memory/memoryCandidates.ts',
		'src/node/reflection/draftReview.ts',
		'src/node/review/reviewStore.ts',
		'src/vscode/memory/memoryCompletion.ts',
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
		'src/vscode/sessions/deletedSessions.ts',
		'src/vscode/sessions/sessionFiles.ts',
		'src/vscode/sessions/forgetSession.ts',
		'src/vscode/sessions/vault.ts',
	],
	sessionLabels: ['src/vscode/sessions/sessionLabels.ts', 'src/vscode/sessions/severalSessions.ts'],
	reader: ['src/vscode/reading/readerPage.ts', 'src/vscode/reading/readerSearch.ts'],
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
	hooks: [
		'src/node/keeper/cutChanges.ts',
		'src/node/workspace/endCut.ts',
		'src/vscode/hooks/hooks.ts',
		'src/vscode/hooks/pathCommand.ts',
		'src/vscode/undoEarlier.ts',
	],
	installation: ['src/node/hooks/installation.ts', 'src/node/hooks/installChange.ts'],
	backups: [
		'src/core/backups/report.ts',
		'src/node/backups/checkCopies.ts',
		'src/node/backups/storedSessions.ts',
		'src/node/workspace/backUpByHand.ts',
	],
	search: ['src/vscode/search/search.ts'],
	lineSessions: ['src/vscode/search/lineSessions.ts', 'src/node/search/blameFile.ts'],
};

/** What the file system refuses is noted, see the module itself. */
const filesNoted = {
	name: 'files noted',
	resolveId: (name, importer) => (name === 'node:fs/promises' && importer?.startsWith(OURS) ? NOTED : null),
	load: (id) => (id === NOTED ? NOTED_FILES : null),
};
const OURS = inRoot('src');
const NOTED = '\0noted';
const NOTED_FILES = [
	"import files from 'node:fs/promises';",
	`import { filesNoted } from ${JSON.stringify(inRoot('src/node/base/filesNoted.ts'))};`,
	'const noted = filesNoted(files);',
	...Object.keys(files).map((name) => `export const ${name} = noted.${name};`),
].join('\n');

const EXTENSION = {
	name: 'extension',
	entry: ENTRY,
	chunks: CHUNKS,
	library: (name) => `libraries/${name}`,
	file: (name) => (name.startsWith('libraries/') ? '[name].js' : 'extension.[name].js'),
	plugins: [filesNoted],
};

/** Bundles it: see `buildChunks`. */
export const buildExtension = (folder, options) => buildChunks(EXTENSION, folder, options);

/** Bundles it now and after every change. @param {(event: { code: string }) => void} report */
export function watchExtension(folder, options, report) {
	watch(bundleOf(EXTENSION, folder, options)).on('event', report);
}
