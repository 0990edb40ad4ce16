// Everything of a project that can be undone, whoever did it and when: in this window, in another one, in a terminal.
import * as vscode from 'vscode';
import { type Undoable, type UndoKind } from '../node/workspace/undo';
import { listUndoable } from '../node/hooks/undo';
import { PROTOCOL_TRASH } from '../node/keeper/trash';
import type { Project } from '../node/project/project';
import { agoWords } from './ageWords';
import { orCancel, registerCommand } from './commandBoundary';
import type { IDisposable } from '../core/base/disposable';
import { COMMANDS } from './contributions';
import { sayNotListed, sayNothingLeft, sayNothingToUndo, sayUndone } from './notifications';
import { askProject } from './projects';
import type { Services } from './services';

type Needs = Pick<Services, 'claude' | 'clock' | 'hooks' | 'undoStack' | 'workspace'>;

export function registerUndoEarlier(services: Needs): IDisposable {
	return registerCommand(COMMANDS.undoEarlier, services, () => undoEarlier(services));
}

/** Asks what is to be undone, and undoes it. */
export async function undoEarlier(services: Needs): Promise<void> {
	const { project } = await askProject(services.workspace);
	const { all, unread } = await undoablesOf(services, project);
	if (all.length === 0 && unread.length > 0) throw unread[0];
	if (all.length === 0) return sayNothingToUndo();
	for (const error of unread) sayNotListed(error instanceof Error ? error.message : String(error));
	const nowMs = services.clock.now();
	const picks = all.map((each) => ({
		label: each.label,
		description: [
			kindWords(each.kind),
			agoWords(each.atMs, nowMs),
			...(each.isCut === true ? [vscode.l10n.t('interrupted')] : []),
		].join(' · '),
		each,
	}));
	const options = {
		title: vscode.l10n.t('Undo Earlier Change'),
		placeHolder: vscode.l10n.t('Select what to undo'),
		matchOnDescription: true,
	};
	const { each } = orCancel(await vscode.window.showQuickPick(picks, options));
	const isUndone = await undoNow(services, each);
	(isUndone ? sayUndone : sayNothingLeft)(each.label);
}

const undoablesOf = ({ claude, clock, hooks }: Needs, project: Project): ReturnType<typeof listUndoable> =>
	listUndoable({ claude, clock, project }, { isForced: true, putLauncher: () => hooks.putLauncher() });

/** Undoes a change by its id. @returns whether it was there. @throws why it could not be undone. */
export async function undoById(services: Needs, project: Project, id: string): Promise<boolean> {
	const { all, unread } = await undoablesOf(services, project);
	const found = all.find((each) => each.id === id);
	if (found === undefined && unread.length > 0) throw unread[0];
	return found !== undefined && undoNow(services, found);
}

/** @returns whether it was there. @throws why it could not be undone. */
async function undoNow({ hooks, undoStack, workspace }: Needs, { id, kind, label, undo }: Undoable): Promise<boolean> {
	const outcome = await undo();
	if (outcome === 'changed')
		throw new Error(
			kind === PROTOCOL_TRASH
				? vscode.l10n.t('Can’t undo: {0} has changed.', label)
				: vscode.l10n.t('Can’t undo: a file has changed.'),
		);
	if (outcome === 'busy') throw new Error(vscode.l10n.t('Another window is making a change. Try again.'));
	if (typeof outcome !== 'string') throw new Error(`${outcome.message} ${outcome.hint}`);
	undoStack.drop(id);
	await workspace.refresh();
	await hooks.refresh();
	return outcome === 'undone';
}

function kindWords(kind: UndoKind): string {
	const words: Readonly<Record<UndoKind, string>> = {
		memory: vscode.l10n.t('memory'),
		protocol: vscode.l10n.t('protocol'),
		document: vscode.l10n.t('document'),
		settings: vscode.l10n.t('settings'),
		hooks: vscode.l10n.t('hooks'),
		parked: vscode.l10n.t('parked item'),
		backup: vscode.l10n.t('backup'),
		draft: vscode.l10n.t('draft'),
	};
	return words[kind];
}
