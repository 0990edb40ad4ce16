// The messages of the commands about session documents, which are loaded with them: see `notifications.ts`.
import * as vscode from 'vscode';
import type { KindCount } from '../../core/privacy/report';
import { showInformation, showWarning } from '../messages';
import { redactedSentence } from '../notifications';

/** A session document was saved. @param processed how many backups wait no more. */
export async function offerAfterSave(
	path: string,
	processed: number,
	redacted: readonly KindCount[],
): Promise<'keep' | 'fresh' | undefined> {
	const [fresh, keep] = [vscode.l10n.t('Continue in a New Session'), vscode.l10n.t('Save Facts…')];
	const saved = vscode.l10n.t('Saved {0}.', path);
	const more =
		processed === 0
			? ''
			: processed === 1
				? ` ${vscode.l10n.t('Backup marked as done.')}`
				: ` ${vscode.l10n.t('{0} backups marked as done.', processed)}`;
	const how = ` ${vscode.l10n.t('To continue later, run Continue Where I Left Off.')}`;
	const taken = redacted.length === 0 ? '' : ` ${redactedSentence(redacted)}`;
	const choice = await showInformation(saved + more + how + taken, fresh, keep);
	return choice === fresh ? 'fresh' : choice === keep ? 'keep' : undefined;
}

/** A document was saved without what a language model was to add. */
export function sayRulesAlone(reason: string): void {
	void showWarning(
		vscode.l10n.t('The session document was created without a language model: {0}', reason).replace(/[[\]]/gu, ''),
	);
}

/** A document was taken up. @param drift what has changed since, in sentences. */
export async function offerAfterResume(topic: string, drift: readonly string[]): Promise<'fresh' | 'open' | undefined> {
	const [fresh, open] = [vscode.l10n.t('Continue in a New Session'), vscode.l10n.t('Open File')];
	// A message shows links; words out of a file must not make any.
	const message = [vscode.l10n.t('Resumed: {0}.', topic), ...drift].join(' ').replace(/[[\]]/gu, '');
	const choice = await showInformation(message, fresh, open);
	return choice === fresh ? 'fresh' : choice === open ? 'open' : undefined;
}

/** @param held titles of sessions that a process still holds. */
export function sayNothingToResume(held: readonly string[]): void {
	const nothing = vscode.l10n.t('No session to continue in this project.');
	void showInformation(held.length === 0 ? nothing : `${nothing} ${stillRunning(held)}`);
}

/** Sessions that are passed over, because a process still holds them. */
export function sayStillRunning(titles: readonly string[]): void {
	void showInformation(stillRunning(titles));
}

export function sayNoDocuments(): void {
	void showInformation(vscode.l10n.t('No session documents.'));
}

export function sayNothingSaid(): void {
	void showInformation(vscode.l10n.t('This session is empty.'));
}

export function sayKept(count: number): void {
	const message =
		count === 0
			? vscode.l10n.t('Already in project-memory.md.')
			: count === 1
				? vscode.l10n.t('Added 1 fact to project-memory.md.')
				: vscode.l10n.t('Added {0} facts to project-memory.md.', count);
	void showInformation(message);
}

export function sayNoFacts(topic: string): void {
	void showInformation(vscode.l10n.t('No facts found in “{0}”.', topic));
}

function stillRunning(titles: readonly string[]): string {
	return vscode.l10n.t('Still running, so not resumed: {0}', titles.join(', '));
}
