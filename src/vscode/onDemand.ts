// Features that show nothing by themselves: each is loaded when one of its commands is used for the first time.
import type { IDisposable } from '../core/base/disposable';
import { COMMANDS, type CommandId } from './contributions';
import type { Services } from './services';

interface OnDemand {
	/** All that it registers. A test holds them against the file. */
	readonly commands: readonly CommandId[];
	load(): Promise<(services: Services) => IDisposable>;
}

export const ON_DEMAND: readonly OnDemand[] = [
	{
		commands: [COMMANDS.openHome],
		load: async () => (await import('./workspace/home')).registerHome,
	},
	{
		commands: [COMMANDS.openInsights],
		load: async () => (await import('./insights/insights')).registerInsights,
	},
	{
		commands: [COMMANDS.showMenu],
		load: async () => (await import('./menu')).registerMenu,
	},
	{
		commands: [COMMANDS.undoEarlier],
		load: async () => (await import('./undoEarlier')).registerUndoEarlier,
	},
	{
		commands: [COMMANDS.showVault],
		load: async () => (await import('./sessions/vault')).registerVault,
	},
	{
		commands: [COMMANDS.searchSessions, COMMANDS.askPast, COMMANDS.askPastOfTerminal, COMMANDS.similarSessions],
		load: async () => (await import('./search/search')).registerSearch,
	},
	{
		commands: [COMMANDS.showLineSession, COMMANDS.toggleLineSessions],
		load: async () => (await import('./search/lineSessions')).registerLineSessions,
	},
	{
		commands: [
			COMMANDS.createBackup,
			COMMANDS.verifyBackups,
			COMMANDS.restoreBackup,
			COMMANDS.archiveTranscripts,
			COMMANDS.purgeArchive,
		],
		load: async () => (await import('./backups/backupCommands')).registerBackupCommands,
	},
	{
		commands: [
			COMMANDS.saveDocument,
			COMMANDS.saveDocumentTo,
			COMMANDS.resumeLatest,
			COMMANDS.processBackup,
			COMMANDS.resumeFrom,
			COMMANDS.listDocuments,
			COMMANDS.continueInFreshSession,
			COMMANDS.keepFacts,
		],
		load: async () => (await import('./documents/documents')).registerDocuments,
	},
	{
		commands: [COMMANDS.saveProtocol, COMMANDS.saveProtocolAs, COMMANDS.loadProtocol, COMMANDS.loadProtocolFrom],
		load: async () => (await import('./protocol/protocol')).registerProtocol,
	},
	{
		commands: [COMMANDS.installHooks, COMMANDS.repairHooks, COMMANDS.uninstallHooks, COMMANDS.runDoctor],
		load: async () => (await import('./hooks/hooks')).registerHooks,
	},
	{
		commands: [COMMANDS.installInPath, COMMANDS.uninstallFromPath],
		load: async () => (await import('./hooks/pathCommand')).registerPathCommand,
	},
	{
		commands: [
			COMMANDS.reflectSession,
			COMMANDS.setUpReflection,
			COMMANDS.pauseReflection,
			COMMANDS.resumeReflection,
			COMMANDS.toggleReflectionHere,
			COMMANDS.setAnthropicKey,
			COMMANDS.showReflectionLedger,
		],
		load: async () => (await import('./reflection/reflectionCommands')).registerReflectionCommands,
	},
	{
		commands: [
			COMMANDS.reviewDraft,
			COMMANDS.ratifyDraft,
			COMMANDS.ratifyAndCommitDraft,
			COMMANDS.discardDraft,
			COMMANDS.handOffWithClaude,
		],
		load: async () => (await import('./reflection/reflectionDrafts')).registerDrafts,
	},
];

/**
 * Loads the feature that a command belongs to, once. A command of a feature that is there already loads nothing.
 * @param add takes what the feature has registered.
 */
export function onDemandLoader(
	services: Services,
	add: (feature: IDisposable) => void,
): (id: CommandId) => Promise<void> {
	const loaded = new Map<OnDemand, Promise<void>>();
	return async (id) => {
		const feature = ON_DEMAND.find(({ commands }) => commands.includes(id));
		if (feature === undefined) return;
		const loading = loaded.get(feature) ?? feature.load().then((register) => add(register(services)));
		loaded.set(feature, loading);
		// What could not be loaded may be there the next time.
		loading.catch(() => loaded.delete(feature));
		await loading;
	};
}
