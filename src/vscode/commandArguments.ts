// What each command of ours is called with: by a row of a view, by a button, by other code. The rows stand here, too, for
// they are what most commands are about. A key or another extension may call any of them with nothing.
// By name, like everything that is in extension.js: for a namespace the bundler needs code of its own, from one more file.
import { type Command, type Uri, type WebviewPanel, commands } from 'vscode';
import type { HealthFinding } from '../core/memory/health';
import type { ParkedItem } from '../core/parking/item';
import type { Grouping, SessionGroup } from '../core/sessions/groups';
import type { TitledSession } from '../node/backups/storedSessions';
import type { Project } from '../node/project/project';
import type { DocumentFile } from '../node/documents/documentFiles';
import type { ListedSession } from '../node/sessions/listedSession';
import type { ProjectMemory } from '../node/workspace/memoryState';
import type { WaitingReview } from '../node/workspace/reviewState';
import type { SuggestedItem } from '../node/workspace/suggestedItems';
import type { SessionBackup } from '../node/timeline/timeline';
import type { ProjectState } from '../node/workspace/workspaceStore';
import type { COMMANDS, CommandId } from './contributions';

/** A row of the view *Sessions*. */
export type SessionNode =
	/** `under`: a tag that it stands under as well. */
	| { readonly kind: 'session'; readonly session: ListedSession; readonly under?: string | undefined }
	| { readonly kind: 'more'; readonly left: number }
	| SessionGroupNode
	/** Those that programs started, and that are not shown; or the way back. */
	| { readonly kind: 'programs'; readonly count: number; readonly isShown: boolean }
	/** Those that a person is done with. */
	| { readonly kind: 'done'; readonly count: number }
	/** Those whose transcripts are gone. */
	| { readonly kind: 'deleted'; readonly count: number }
	| DeletedNode;
export interface SessionGroupNode {
	readonly kind: 'group';
	readonly by: Grouping;
	readonly group: SessionGroup<ListedSession>;
}
export interface DeletedNode {
	readonly kind: 'deletedSession';
	readonly project: Project;
	readonly session: TitledSession;
}

/** A row of the view *Pending Backups*. */
export interface BackupNode {
	readonly state: ProjectState;
	readonly backup: SessionBackup;
}

/** A row of the view *Parked*: projects where several are open, their items, and what could be parked. */
export type ParkedNode =
	| { readonly kind: 'project'; readonly state: ProjectState }
	| ParkedItemNode
	| { readonly kind: 'suggestions'; readonly count: number }
	| SuggestionNode;
export interface SuggestionNode extends SuggestedItem {
	readonly kind: 'suggestion';
}
export interface ParkedItemNode {
	readonly kind: 'item';
	readonly state: ProjectState;
	readonly item: ParkedItem;
}

/** A finding in the view *Memory*. */
export interface FindingNode {
	readonly kind: 'finding';
	readonly of: ProjectMemory;
	readonly finding: HealthFinding;
}

/** A document of one of the open projects. */
export interface DocumentNode {
	readonly state: ProjectState;
	readonly document: DocumentFile;
}

/** A line of a file. */
export interface LinePlace {
	readonly uri: string;
	/** From 0. */
	readonly line: number;
}

type OnSession = [row?: SessionNode];
/** A view passes in the second place all that is selected. */
type OnSessions = [row?: SessionNode, selected?: unknown];
type OnBackup = [row?: BackupNode];
/** A row, and what else is selected: rows that are no backups, too. */
type OnBackups = [row?: BackupNode, selected?: readonly object[]];
type OnParked = [row?: ParkedNode];
/** A row, or the proposal that a title bar belongs to. */
export type OnReview = [row?: WaitingReview | Uri];
type OnDocument = [row?: DocumentNode];
/** A row, or the session whose draft is meant. */
type OnDraft = [row?: WaitingReview | string];

/** A command that is not listed is called with nothing. */
interface Arguments {
	/** The page as VS Code brings it back after a restart. */
	[COMMANDS.openHome]: [restored?: WebviewPanel];
	[COMMANDS.openInsights]: [restored?: WebviewPanel];
	/** A view passes in the second place what else is selected. */
	[COMMANDS.readSession]: [row?: SessionNode, message?: string | readonly SessionNode[]];
	/** A row; a title bar passes what it belongs to. */
	[COMMANDS.openAsMarkdown]: [row?: SessionNode | Uri];
	/** What is asked; a menu passes what it belongs to. */
	[COMMANDS.askPast]: [asked?: string | Uri];
	[COMMANDS.resumeSession]: OnSession;
	[COMMANDS.goToSession]: OnSession;
	/** A menu passes the file. */
	[COMMANDS.showLineSession]: [at?: LinePlace | Uri];
	[COMMANDS.exportSession]: OnSession;
	[COMMANDS.showSessionFiles]: OnSession;
	[COMMANDS.copySessionId]: OnSession;
	[COMMANDS.archiveSession]: OnSession;
	[COMMANDS.forgetSession]: OnSession;
	[COMMANDS.pinSession]: OnSessions;
	[COMMANDS.unpinSession]: OnSessions;
	[COMMANDS.hideSession]: OnSessions;
	[COMMANDS.unhideSession]: OnSessions;
	[COMMANDS.markSessionPrivate]: OnSessions;
	[COMMANDS.unmarkSessionPrivate]: OnSessions;
	[COMMANDS.renameSession]: OnSession;
	/** A row, and the tag or the group that it is dropped on, with what is dragged with it. A view passes there what else is selected. */
	[COMMANDS.tagSession]: [row?: SessionNode, tag?: unknown, dragged?: unknown];
	[COMMANDS.groupSession]: [row?: SessionNode, group?: unknown, dragged?: unknown];
	[COMMANDS.markSessionDone]: OnSessions;
	[COMMANDS.unmarkSessionDone]: OnSessions;
	[COMMANDS.saveDocument]: OnSession;
	[COMMANDS.saveDocumentTo]: OnSession;
	[COMMANDS.continueInFreshSession]: OnSession;
	[COMMANDS.saveProtocol]: OnSession;
	[COMMANDS.saveProtocolAs]: OnSession;
	[COMMANDS.reflectSession]: OnSession;
	[COMMANDS.archiveTranscripts]: OnSession;
	/** A row, or the id of a session. */
	[COMMANDS.createBackup]: [row?: SessionNode | string];
	[COMMANDS.openBackup]: OnBackup;
	[COMMANDS.resumeBackup]: OnBackup;
	[COMMANDS.discardBackup]: OnBackups;
	[COMMANDS.processBackup]: OnBackup;
	[COMMANDS.verifyBackups]: OnBackups;
	[COMMANDS.restoreBackup]: [row?: BackupNode | SessionNode, selected?: readonly object[]];
	[COMMANDS.openParkedItem]: OnParked;
	[COMMANDS.archiveParkedItem]: OnParked;
	[COMMANDS.setDueDate]: OnParked;
	[COMMANDS.copyParkedItem]: OnParked;
	[COMMANDS.parkSuggestion]: OnParked;
	[COMMANDS.dismissSuggestion]: OnParked;
	/** The root of the project; without one it is asked for. */
	[COMMANDS.resumeLatest]: [root?: string];
	[COMMANDS.resumeFrom]: OnDocument;
	[COMMANDS.keepFacts]: OnDocument;
	[COMMANDS.showProposal]: OnReview;
	[COMMANDS.acceptProposal]: OnReview;
	[COMMANDS.rejectProposal]: OnReview;
	[COMMANDS.openProposalSource]: OnReview;
	[COMMANDS.reviewDraft]: OnDraft;
	[COMMANDS.ratifyDraft]: OnDraft;
	[COMMANDS.ratifyAndCommitDraft]: OnDraft;
	[COMMANDS.discardDraft]: OnDraft;
	[COMMANDS.handOffWithClaude]: OnDraft;
	[COMMANDS.fixMemoryFinding]: [row?: FindingNode];
	/** The root names the project; without one it is asked for. */
	[COMMANDS.installHooks]: [scope?: string, option?: string, root?: string];
	[COMMANDS.repairHooks]: [root?: string];
	[COMMANDS.uninstallHooks]: [scope?: string, root?: string];
	[COMMANDS.runDoctor]: [root?: string];
}

export type ArgumentsOf<Id extends CommandId> = Id extends keyof Arguments ? Arguments[Id] : [];

/** The commands that are called with just that. */
export type CommandWith<Args extends readonly unknown[]> = {
	[Id in CommandId]: [ArgumentsOf<Id>, Args] extends [Args, ArgumentsOf<Id>] ? Id : never;
}[CommandId];

/** Runs a command of ours, as a person would. */
export function callCommand<Id extends CommandId>(id: Id, ...args: ArgumentsOf<Id>): Thenable<unknown> {
	return commands.executeCommand(id, ...args);
}

/** What a row or a quick fix does. */
export function commandOf<Id extends CommandId>(id: Id, title: string, ...args: ArgumentsOf<Id>): Command {
	return { command: id, title, arguments: args };
}
