// Every id of package.json, once. A test compares the two.
// Ids are a public interface: people bind keys to commands and write settings.

export const CONTAINER_ID = 'sessionKeeper';

export const VIEWS = {
	parked: 'sessionKeeper.parked',
	backups: 'sessionKeeper.backups',
	sessions: 'sessionKeeper.sessions',
} as const;

export const COMMANDS = {
	parkItem: 'sessionKeeper.parkItem',
	parkSelection: 'sessionKeeper.parkSelection',
	openParkedItem: 'sessionKeeper.openParkedItem',
	archiveParkedItem: 'sessionKeeper.archiveParkedItem',
	restoreParkedItem: 'sessionKeeper.restoreParkedItem',
	setDueDate: 'sessionKeeper.setDueDate',
	copyParkedItem: 'sessionKeeper.copyParkedItem',
	listParkedItems: 'sessionKeeper.listParkedItems',
	showSummary: 'sessionKeeper.showSummary',
	undo: 'sessionKeeper.undo',
	openBackup: 'sessionKeeper.openBackup',
	resumeBackup: 'sessionKeeper.resumeBackup',
	discardBackup: 'sessionKeeper.discardBackup',
	readSession: 'sessionKeeper.readSession',
	resumeSession: 'sessionKeeper.resumeSession',
	searchSessions: 'sessionKeeper.searchSessions',
	exportSession: 'sessionKeeper.exportSession',
	showSessionFiles: 'sessionKeeper.showSessionFiles',
	pinSession: 'sessionKeeper.pinSession',
	unpinSession: 'sessionKeeper.unpinSession',
	hideSession: 'sessionKeeper.hideSession',
	unhideSession: 'sessionKeeper.unhideSession',
	markSessionPrivate: 'sessionKeeper.markSessionPrivate',
	unmarkSessionPrivate: 'sessionKeeper.unmarkSessionPrivate',
	copySessionId: 'sessionKeeper.copySessionId',
	archiveSession: 'sessionKeeper.archiveSession',
	toggleHiddenSessions: 'sessionKeeper.toggleHiddenSessions',
	toggleProgramSessions: 'sessionKeeper.toggleProgramSessions',
	showMoreSessions: 'sessionKeeper.showMoreSessions',
	parkMessage: 'sessionKeeper.parkMessage',
	parkSuggestion: 'sessionKeeper.parkSuggestion',
	dismissSuggestion: 'sessionKeeper.dismissSuggestion',
	showLineSession: 'sessionKeeper.showLineSession',
	goToSession: 'sessionKeeper.goToSession',
	saveProtocol: 'sessionKeeper.saveProtocol',
	saveProtocolAs: 'sessionKeeper.saveProtocolAs',
	loadProtocol: 'sessionKeeper.loadProtocol',
	loadProtocolFrom: 'sessionKeeper.loadProtocolFrom',
	refresh: 'sessionKeeper.refresh',
	createBackup: 'sessionKeeper.createBackup',
	verifyBackups: 'sessionKeeper.verifyBackups',
	restoreBackup: 'sessionKeeper.restoreBackup',
	archiveTranscripts: 'sessionKeeper.archiveTranscripts',
	purgeArchive: 'sessionKeeper.purgeArchive',
	installHooks: 'sessionKeeper.installHooks',
	repairHooks: 'sessionKeeper.repairHooks',
	uninstallHooks: 'sessionKeeper.uninstallHooks',
	runDoctor: 'sessionKeeper.runDoctor',
	showMenu: 'sessionKeeper.showMenu',
	showLog: 'sessionKeeper.showLog',
} as const;
export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];

/**
 * Commands that write, remove or run something: not in Restricted Mode. `enablement` in the manifest only greys out a
 * menu; another extension, or a tick in a tree, can call them all the same.
 */
export const NEEDS_TRUST: ReadonlySet<CommandId> = new Set([
	COMMANDS.parkItem,
	COMMANDS.parkSelection,
	COMMANDS.archiveParkedItem,
	COMMANDS.restoreParkedItem,
	COMMANDS.setDueDate,
	COMMANDS.undo,
	COMMANDS.resumeBackup,
	COMMANDS.discardBackup,
	COMMANDS.resumeSession,
	COMMANDS.pinSession,
	COMMANDS.unpinSession,
	COMMANDS.hideSession,
	COMMANDS.unhideSession,
	COMMANDS.markSessionPrivate,
	COMMANDS.unmarkSessionPrivate,
	COMMANDS.archiveSession,
	COMMANDS.parkMessage,
	COMMANDS.saveProtocol,
	COMMANDS.saveProtocolAs,
	COMMANDS.parkSuggestion,
	COMMANDS.dismissSuggestion,
	COMMANDS.createBackup,
	COMMANDS.restoreBackup,
	COMMANDS.archiveTranscripts,
	COMMANDS.purgeArchive,
	COMMANDS.installHooks,
	COMMANDS.repairHooks,
	COMMANDS.uninstallHooks,
]);

export const SETTINGS = {
	configDir: 'sessionKeeper.claude.configDir',
	command: 'sessionKeeper.claude.command',
	statusBar: 'sessionKeeper.statusBar.enabled',
	notifyBackups: 'sessionKeeper.notifications.pendingBackups',
	resumeIn: 'sessionKeeper.resume.in',
	watchSessions: 'sessionKeeper.backups.watchSessions',
	backupsMax: 'sessionKeeper.backups.maxMegabytes',
	beforeCleanup: 'sessionKeeper.archive.beforeCleanup',
	archiveMax: 'sessionKeeper.archive.maxMegabytes',
	archiveWhenParked: 'sessionKeeper.archive.whenParked',
	carryOpenItems: 'sessionKeeper.hooks.carryOpenItems',
	injectContext: 'sessionKeeper.hooks.injectContext',
	idleMinutes: 'sessionKeeper.sessions.idleMinutes',
	maxHours: 'sessionKeeper.sessions.maxHours',
} as const;

export const CONTEXT_KEYS = {
	state: 'sessionKeeper.state',
	canUndo: 'sessionKeeper.canUndo',
	hooks: 'sessionKeeper.hooks',
} as const;

export const COLORS = { stale: 'sessionKeeper.staleForeground' } as const;
