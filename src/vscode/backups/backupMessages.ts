// The messages of the commands about backups, which are loaded with them: see `notifications.ts`.
import * as vscode from 'vscode';
import { singleLine } from '../../core/base/text';
import { showInformation, showWarning } from '../messages';

/** @param refused why only our own folder has it, if it is so. */
export function sayBackedUp(name: string, refused: string | undefined): void {
	if (refused === undefined) void showInformation(vscode.l10n.t('Backed up: {0}', name));
	else
		void showWarning(
			vscode.l10n.t('Backed up {0} to Session Keeper’s folder only, not to the project: {1}', name, refused),
		);
}

/** @returns whether the person goes on with the session that came back. */
export async function offerResume(name: string): Promise<boolean> {
	const resume = vscode.l10n.t('Resume');
	const message = vscode.l10n.t('Restored: {0}', name);
	return (await showInformation(message, resume)) === resume;
}

export function sayNothingArchived(): void {
	void showInformation(vscode.l10n.t('No archived transcripts in this project.'));
}

/** Deleting from the archive has no way back. */
export async function confirmPurge(count: number): Promise<boolean> {
	const remove = vscode.l10n.t('Delete');
	const message =
		count === 1
			? vscode.l10n.t('Permanently delete 1 archived transcript?')
			: vscode.l10n.t('Permanently delete {0} archived transcripts?', count);
	const detail = vscode.l10n.t('If Claude Code has deleted the transcript, this is the only copy.');
	return (await showWarning(message, { modal: true, detail }, remove)) === remove;
}

export function sayNothingToRestoreFrom(): void {
	void showInformation(vscode.l10n.t('No deleted sessions can be restored.'));
}

/** Side files that did not come back with a transcript. */
export function sayDamagedSideFiles(names: readonly string[]): void {
	void showWarning(
		vscode.l10n.t('Not restored, damaged in every copy: {0}', names.map((name) => singleLine(name)).join(', ')),
	);
}

/** The session of a backup cannot be resumed, for Claude Code has deleted its transcript. */
export async function explainGoneTranscript(): Promise<'restore' | 'open' | undefined> {
	const [restore, open] = [vscode.l10n.t('Restore Transcript'), vscode.l10n.t('Open Backup')];
	const message = vscode.l10n.t('Claude Code deleted this session. Its backup still has the conversation.');
	const choice = await showWarning(message, restore, open);
	return choice === restore ? 'restore' : choice === open ? 'open' : undefined;
}

/** Of a backup that is to be resumed nothing is left. @returns whether the person discards it. */
export async function offerToDiscardLost(): Promise<boolean> {
	const discard = vscode.l10n.t('Discard');
	const message = vscode.l10n.t('Claude Code deleted this session, and both copies of its backup are missing.');
	return (await showWarning(message, discard)) === discard;
}
