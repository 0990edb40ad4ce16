// One function for each message that a person can see: its words, its actions, its translation, in one place. Those that only
// commands about backups or documents have are loaded with them: `backupMessages.ts` and `documentMessages.ts`.
import * as vscode from 'vscode';
import { singleLine } from '../core/base/text';
import { SHARED_SETTINGS } from '../core/keeper/settings';
import { type KindCount, kindWords } from '../core/privacy/report';
import { callCommand } from './commandArguments';
import { COMMANDS } from './contributions';
import { showError, showInformation, showWarning } from './messages';

/** Something was decided about, mended, or went to the trash. @returns whether the person takes it back. */
export async function offerUndo(
	what: 'accepted' | 'archived' | 'discarded' | 'fixed' | 'rejected',
	name: string,
): Promise<boolean> {
	const undo = vscode.l10n.t('Undo');
	const messages = {
		accepted: vscode.l10n.t('Accepted: {0}', name),
		archived: vscode.l10n.t('Marked as done: {0}', name),
		discarded: vscode.l10n.t('Discarded: {0}', name),
		fixed: vscode.l10n.t('Fixed: {0}', name),
		rejected: vscode.l10n.t('Rejected: {0}', name),
	};
	return (await showInformation(messages[what], undo)) === undo;
}

/** Pending backups, for who never opened Home. @param title of the newest one's session. */
export async function announceBackups(count: number, title: string, age: string): Promise<'resume' | 'home' | 'later'> {
	const [resume, home] = [vscode.l10n.t('Resume'), vscode.l10n.t('Open Home')];
	const message =
		count === 1
			? vscode.l10n.t('A session backup is pending: “{0}”, {1}.', title, age)
			: vscode.l10n.t('{0} session backups are pending. Latest: “{1}”, {2}.', count, title, age);
	const choice = await showInformation(message, resume, home);
	return choice === resume ? 'resume' : choice === home ? 'home' : 'later';
}

/** Confirms what cannot be missed: a modal question before something is taken away. */
export async function confirmDiscard(count: number, title: string): Promise<boolean> {
	const discard = vscode.l10n.t('Discard');
	const message =
		count === 1 ? vscode.l10n.t('Discard the backup of “{0}”?', title) : vscode.l10n.t('Discard {0} backups?', count);
	const detail = vscode.l10n.t('It moves to Session Keeper’s trash. You can undo this.');
	return (await showWarning(message, { modal: true, detail }, discard)) === discard;
}

/** What was done to the hooks. @param events their names. @param isRead whether Claude Code reads the settings as they are. @param root of the project. */
export async function sayHooksDone(
	what: 'installed' | 'repaired' | 'uninstalled' | 'unchanged',
	events: string,
	isRead: boolean,
	root: string,
): Promise<void> {
	const doctor = vscode.l10n.t('Check Hooks');
	const messages = {
		installed: vscode.l10n.t('Hooks installed: {0}. New Claude Code sessions will use them.', events),
		repaired: vscode.l10n.t('Hooks repaired: {0}. New Claude Code sessions will use them.', events),
		uninstalled: vscode.l10n.t('Hooks uninstalled. Your backups and parked items are kept.'),
		unchanged: vscode.l10n.t('Nothing to change.'),
	};
	const choice = isRead
		? await showInformation(messages[what], ...(what === 'uninstalled' ? [] : [doctor]))
		: await showWarning(
				vscode.l10n.t(
					'Claude Code can’t read these settings because of comments or trailing commas. Check Hooks can remove them.',
				),
				doctor,
			);
	if (choice === doctor) await callCommand(COMMANDS.runDoctor, root);
}

export function sayNoHooks(): void {
	void showInformation(vscode.l10n.t('No hooks are installed.'));
}

/** A running session wrote its settings from memory, without our hooks. */
export async function offerReinstall(file: string): Promise<'install' | 'doctor' | undefined> {
	const [install, doctor] = [vscode.l10n.t('Install Again…'), vscode.l10n.t('Check Hooks')];
	const message = vscode.l10n.t(
		'The hooks were removed from {0}, probably when Claude Code saved its settings.',
		singleLine(file),
	);
	const choice = await showWarning(message, install, doctor);
	return choice === install ? 'install' : choice === doctor ? 'doctor' : undefined;
}

/** What Claude Code's next clean-ups take, and the question what to do. */
export function cleanupWords(count: number, days: number): string {
	return count === 1
		? vscode.l10n.t(
				'Claude Code will delete 1 session of this workspace within a week (it keeps them for {0} days). Archive it on this machine, and others in future?',
				days,
			)
		: vscode.l10n.t(
				'Claude Code will delete {0} sessions of this workspace within a week (it keeps them for {1} days). Archive them on this machine, now and in future?',
				count,
				days,
			);
}

/** Claude Code's clean-up is about to take transcripts. Asked once. */
export async function askBeforeCleanup(
	count: number,
	days: number,
): Promise<'archive' | 'longer' | 'never' | undefined> {
	const archive = vscode.l10n.t('Archive');
	const longer = vscode.l10n.t('Change Claude’s Limit…');
	const never = vscode.l10n.t('Don’t Archive');
	const message = cleanupWords(count, days);
	const choice = await showInformation(message, archive, longer, never);
	return choice === archive ? 'archive' : choice === longer ? 'longer' : choice === never ? 'never' : undefined;
}

export function sayArchived(count: number, failed: number): void {
	const message = vscode.l10n.t(
		'Archived transcripts: {0}. The menu of Pending Backups restores and deletes them.',
		count,
	);
	if (failed === 0) void showInformation(message);
	else void showWarning(`${message} ${vscode.l10n.t('Not archived: {0}; see the log.', failed)}`);
}

export async function sayArchiveFull(archived: number, wanted: number): Promise<void> {
	const [purge, more] = [vscode.l10n.t('Delete Archived…'), vscode.l10n.t('Allow More…')];
	const message = vscode.l10n.t('The archive is full: {0} of {1} transcripts were archived.', archived, wanted);
	const choice = await showWarning(message, purge, more);
	if (choice === purge) await callCommand(COMMANDS.purgeArchive);
	if (choice === more)
		await vscode.commands.executeCommand('workbench.action.openSettings', SHARED_SETTINGS.archiveMaxMegabytes.from);
}

export function sayNothingToRestore(): void {
	void showInformation(vscode.l10n.t('No finished items.'));
}

export function sayGone(name: string): void {
	void showInformation(vscode.l10n.t('{0} was already removed in another window.', name));
}

/** It was undone already, or what it took away is gone. */
export function sayNothingLeft(name: string): void {
	void showInformation(vscode.l10n.t('Nothing left to undo of {0}.', name));
}

/** @param why a place could not be read. */
export function sayNotListed(why: string): void {
	void showWarning(vscode.l10n.t('Some changes could not be listed: {0}', why));
}

export function sayNothingToUndo(): void {
	void showInformation(vscode.l10n.t('Nothing to undo.'));
}

export function sayUndone(name: string): void {
	void showInformation(vscode.l10n.t('Undone: {0}', name));
}

export function sayNothingParked(): void {
	void showInformation(vscode.l10n.t('No pending session items.'));
}

export function sayNoBackups(): void {
	void showInformation(vscode.l10n.t('No pending backups.'));
}

export function sayNoneCovered(): void {
	void showInformation(vscode.l10n.t('No backups are covered by a document.'));
}

export function sayNoSessions(text = vscode.l10n.t('Session not found.')): void {
	void showInformation(text);
}

/** @returns whether the person wants to see what was redacted. */
export async function sayExported(name: string, redacted: number): Promise<boolean> {
	if (redacted === 0) {
		void showInformation(vscode.l10n.t('Exported “{0}”.', name));
		return false;
	}
	const show = vscode.l10n.t('Show Report');
	const message =
		redacted === 1
			? vscode.l10n.t('Exported “{0}” (1 redaction).', name)
			: vscode.l10n.t('Exported “{0}” ({1} redactions).', name, redacted);
	return (await showInformation(message, show)) === show;
}

export function sayLineIsNobodys(): void {
	void showInformation(vscode.l10n.t('No session wrote this line.'));
}

export function sayNothingTouched(name: string): void {
	void showInformation(vscode.l10n.t('“{0}” changed no files.', name));
}

/** @param names of files that a session changed, and of whose changes there is nothing to show. */
export function sayNoChangeLeft(names: readonly string[]): void {
	void showInformation(vscode.l10n.t('Nothing is left of its changes in {0}.', names.join(', ')));
}

/** The protocol was written. @param report in the words of the format. @returns whether the person takes it back. */
export async function offerProtocolFile(report: string, file: string): Promise<boolean> {
	const [open, undo] = [vscode.l10n.t('Open File'), vscode.l10n.t('Undo')];
	const choice = await showInformation(report, open, undo);
	if (choice === open) await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
	return choice === undo;
}

/** The protocol cannot be read. @param reason in the words of the format. */
export async function sayProtocolBroken(reason: string, file: string): Promise<void> {
	const open = vscode.l10n.t('Open File');
	if ((await showError(reason, open)) === open)
		await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
}

export function sayNoTasks(): void {
	void showInformation(vscode.l10n.t('No tasks found in this session.'));
}

export const redactedSentence = (kinds: readonly KindCount[]): string =>
	vscode.l10n.t('Redacted: {0}', kindWords(kinds));

/** Something that looked like a secret is not in the file that was written. */
export function sayRedacted(kinds: readonly KindCount[]): void {
	if (kinds.length > 0) void showInformation(redactedSentence(kinds));
}

/** Claude Code's folder is another one than the window began with. */
export async function offerReload(folder: string): Promise<void> {
	const reload = vscode.l10n.t('Reload Window');
	const message = vscode.l10n.t('Claude Code’s folder is now {0}. Reload the window to use it.', folder);
	if ((await showInformation(message, reload)) === reload)
		await vscode.commands.executeCommand('workbench.action.reloadWindow');
}

/** A session that runs in no terminal of this window is about to be resumed. */
export async function confirmResumeOfRunning(name: string): Promise<boolean> {
	const resume = vscode.l10n.t('Resume Anyway');
	const message = vscode.l10n.t('“{0}” is still running. Resume it a second time?', name);
	const detail = vscode.l10n.t('Both would write to the same transcript. Close the other one first.');
	return (await showWarning(message, { modal: true, detail }, resume)) === resume;
}

export function sayNoDrafts(): void {
	void showInformation(vscode.l10n.t('No hand-off drafts.'));
}

/** Something exists on the same matter. @returns whether it is replaced; nothing where the person closes the question. */
export async function askReplace(name: string): Promise<boolean | undefined> {
	const [replace, keep] = [vscode.l10n.t('Replace'), vscode.l10n.t('Keep Both')];
	const message = vscode.l10n.t('“{0}” is similar. Replace it?', name);
	const choice = await showInformation(message, { modal: true }, replace, keep);
	return choice === undefined ? undefined : choice === replace;
}

/** MEMORY.md has no room. @returns whether it is written all the same. */
export async function askFullIndex(message: string): Promise<boolean> {
	const write = vscode.l10n.t('Save Anyway');
	return (await showWarning(message, { modal: true }, write)) === write;
}

export function sayNothingToReview(): void {
	void showInformation(vscode.l10n.t('Nothing to review.'));
}

export function sayMemoryInOrder(): void {
	void showInformation(vscode.l10n.t('No memory problems found.'));
}

/** Slash commands of others have names of ours: nobody's command is hidden unawares. */
export function sayForeignCommands(
	found: readonly { readonly name: string; readonly file: string; readonly where: 'there' | 'elsewhere' }[],
): void {
	for (const { name, file, where } of found)
		void showWarning(
			where === 'there'
				? vscode.l10n.t('/{0} was not installed: {1} already exists and was not created by Session Keeper.', name, file)
				: vscode.l10n.t('Another /{0} exists ({1}). Claude Code uses only one of them.', name, file),
		);
}
