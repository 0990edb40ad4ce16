// *Forget Session…*: shows all that would be deleted for good, asks for its name, and deletes it.
import path from 'node:path';
import * as vscode from 'vscode';
import { readableSize } from '../../core/base/dates';
import { shownPath } from '../../node/claude/claudeHome';
import type { ListedSession } from '../../node/sessions/listedSession';
import { type ForgetPlan, forgetKept, holderOf, planForget } from '../../node/workspace/forget';
import { busy, showInformation, showWarning } from '../messages';
import { showMarkdown } from '../preview';
import type { Services } from '../services';

export async function forgetSession(
	{ claude, clock, undoStack }: Pick<Services, 'claude' | 'clock' | 'undoStack'>,
	session: Pick<ListedSession, 'id' | 'name' | 'project'>,
): Promise<void> {
	const place = { claude, clock, project: session.project };
	const what = { session: session.id };
	const holder = await holderOf(place, what);
	if (holder !== undefined) return sayHeld(session.name, holder.kind);
	const plan = await busy(vscode.l10n.t('Looking for “{0}”', session.name), () => planForget(place, what));
	const title = vscode.l10n.t('Forget “{0}”', session.name);
	await showMarkdown(
		title.replaceAll(/[\\/?#%]/gu, ' '),
		planText(plan, (file) => shownPath(file, claude.userHome)),
	);
	if (plan.deleted.length + plan.edited.length === 0) return;
	if (!(await confirmForgetting(session.name, session.id.slice(0, 8)))) return;
	const failed = await busy(vscode.l10n.t('Forgetting “{0}”', session.name), () => forgetKept(place, what));
	if ('kind' in failed) return sayHeld(session.name, failed.kind);
	// It would write down again what was forgotten.
	undoStack.drop(session.id);
	sayForgotten(
		session.name,
		failed.map((each) => path.basename(each.path)),
		plan.left.filter(isUnread).map((each) => path.basename(each.path)),
	);
}

const isUnread = ({ why }: ForgetPlan['left'][number]): boolean => why === 'unread';

function planText({ deleted, edited, left }: ForgetPlan, shown: (file: string) => string): string {
	const part = (heading: string, lines: readonly string[]): readonly string[] =>
		lines.length === 0 ? [] : ['', `## ${heading}`, '', ...lines.map((line) => `- ${line}`)];
	const sized = (things: ForgetPlan['deleted']): readonly string[] =>
		things.map(({ path: file, sizeBytes }) => `${shown(file)} (${readableSize(sizeBytes)})`);
	const unread = left.filter((each) => isUnread(each) && each.command === undefined);
	const stays = left.filter((each) => !unread.includes(each));
	return [
		deleted.length + edited.length > 0
			? vscode.l10n.t('This cannot be undone.')
			: left.some(isUnread)
				? ''
				: vscode.l10n.t('Nothing is kept of it.'),
		...part(vscode.l10n.t('Will be deleted'), sized(deleted)),
		...part(vscode.l10n.t('Loses what mentions it'), sized(edited)),
		...part(
			vscode.l10n.t('Not deleted: to delete it, run this in a terminal'),
			stays.map(({ command, path: file }) => command ?? vscode.l10n.t('{0} (edit it in an editor)', shown(file))),
		),
		...part(
			vscode.l10n.t('Could not be read, so not searched'),
			unread.map((each) => shown(each.path)),
		),
	].join('\n');
}

/** @param name what a person types to confirm. @returns whether the person wants all of it deleted. */
async function confirmForgetting(session: string, name: string): Promise<boolean> {
	const typed = await vscode.window.showInputBox({
		title: vscode.l10n.t('Permanently delete everything that Session Keeper has of “{0}”? There is no undo.', session),
		prompt: vscode.l10n.t('Type {0} to confirm.', name),
		placeHolder: name,
		// What is listed behind it may be read first.
		ignoreFocusOut: true,
		validateInput: (text) => (text === '' || text === name ? undefined : vscode.l10n.t('Type {0} to confirm.', name)),
	});
	return typed === name;
}

/** @param left names of what could not be deleted. @param unread of what may have some of it */
function sayForgotten(session: string, left: readonly string[], unread: readonly string[]): void {
	if (left.length > 0) void showWarning(vscode.l10n.t('Could not be deleted: {0}', left.join(', ')));
	else if (unread.length > 0)
		void showWarning(vscode.l10n.t('Deleted, except what could not be read: {0}', unread.join(', ')));
	else vscode.window.setStatusBarMessage(vscode.l10n.t('Forgotten: {0}', session), 5_000);
}

/** Why a session is not forgotten. */
function sayHeld(session: string, why: 'running' | 'unknown'): void {
	void showInformation(
		why === 'running'
			? vscode.l10n.t('“{0}” is running. End it, then forget it.', session)
			: vscode.l10n.t('Nothing was deleted: Claude Code’s list of running sessions can’t be read.'),
	);
}
