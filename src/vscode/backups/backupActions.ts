// What is done with backups that wait: they are opened, resumed, or discarded so that it can be taken back.
import * as vscode from 'vscode';
import { backupTitle } from '../../core/backups/pending';
import type { TrashEntry } from '../../node/keeper/trash';
import { storedText } from '../../node/backups/compress';
import { readLaunch } from '../../node/claude/transcriptHead';
import { findTranscriptById } from '../../node/sessions/projectSessions';
import { type BackupNode, callCommand } from '../commandArguments';
import { COMMANDS } from '../contributions';
import { confirmDiscard, offerUndo, sayNothingLeft } from '../notifications';
import type { Services } from '../services';
import { textUri } from '../preview';
import { resumeListed } from '../sessions/terminal';
import { explainGoneTranscript, offerToDiscardLost } from './backupMessages';

export async function openBackup({ state: { backupStore }, backup }: BackupNode): Promise<void> {
	const [plain, stored] = [backupStore.fileOf(backup), await backupStore.storedFile(backup)];
	const file = vscode.Uri.file(plain);
	const read = (): Promise<string> => storedText(stored);
	await vscode.commands.executeCommand('vscode.open', stored === plain ? file : textUri(file.path, read));
}

/** Goes on with the session that a backup was taken of, as long as Claude Code still has its transcript. */
export async function resumeBackup(
	services: Pick<Services, 'claude' | 'configuration' | 'undoStack' | 'workspace'>,
	node: BackupNode,
): Promise<void> {
	const { session: id } = node.backup;
	const file = id === undefined ? undefined : await findTranscriptById(services.claude, id);
	if (id !== undefined && file !== undefined) {
		const cwd = (await readLaunch(file))?.cwd;
		return resumeListed(services, { id, name: backupTitle(node.backup), project: node.state.project, file, cwd });
	}
	if (node.backup.state === 'lost') return (await offerToDiscardLost()) ? discardBackups(services, [node]) : undefined;
	const choice = await explainGoneTranscript();
	if (choice === 'restore') await callCommand(COMMANDS.restoreBackup, node);
	if (choice === 'open') await openBackup(node);
}

export async function discardBackups(
	{ undoStack, workspace }: Pick<Services, 'undoStack' | 'workspace'>,
	nodes: readonly BackupNode[],
): Promise<void> {
	const [first] = nodes;
	if (first === undefined || !(await confirmDiscard(nodes.length, backupTitle(first.backup)))) return;
	const undoable: { readonly node: BackupNode; readonly entry: TrashEntry }[] = [];
	for (const store of new Set(nodes.map(({ state }) => state.backupStore))) {
		const own = nodes.filter(({ state }) => state.backupStore === store);
		const entries = await store.discardAll(own.map(({ backup }) => backup));
		undoable.push(...own.flatMap((node, at) => (entries[at] === undefined ? [] : [{ node, entry: entries[at] }])));
	}
	await workspace.refresh();
	const [one, another] = undoable;
	if (one === undefined) return;
	const name = another === undefined ? backupTitle(one.node.backup) : vscode.l10n.t('{0} backups', undoable.length);
	const action = {
		name,
		ids: undoable.map(({ entry }) => entry.id),
		undo: async (): Promise<boolean> => {
			const gone: BackupNode[] = [];
			for (const { node, entry } of undoable) if (!(await node.state.backupStore.undoDiscard(entry))) gone.push(node);
			await workspace.refresh();
			if (gone.length === undoable.length) return false;
			for (const node of gone) sayNothingLeft(backupTitle(node.backup));
			return true;
		},
	};
	undoStack.offer(action, offerUndo('discarded', name));
}
