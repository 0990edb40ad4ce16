// Rows of the view *Sessions* that are dragged: onto a group, a tag, or those that are done.
import * as vscode from 'vscode';
import { type SessionNode, callCommand } from '../commandArguments';
import { COMMANDS, VIEWS } from '../contributions';

/** What VS Code itself calls rows of this view. */
const ROWS = `application/vnd.code.tree.${VIEWS.sessions.toLowerCase()}`;

/** What is dropped goes through the commands, which refuse it in Restricted Mode. */
export const sessionDrag: vscode.TreeDragAndDropController<SessionNode> = {
	dragMimeTypes: [ROWS],
	dropMimeTypes: [ROWS],
	handleDrag(rows, data) {
		const own = rows.filter(({ kind }) => kind === 'session');
		if (own.length > 0) data.set(ROWS, new vscode.DataTransferItem(own));
	},
	async handleDrop(onto, data) {
		const rows = data.get(ROWS)?.value as readonly SessionNode[] | undefined;
		const row = rows?.[0];
		if (row?.kind !== 'session' || onto === undefined) return;
		if (onto.kind === 'done') return void (await callCommand(COMMANDS.markSessionDone, row, rows));
		if (onto.kind !== 'group') return;
		if (onto.by === 'group') await callCommand(COMMANDS.groupSession, row, onto.group.key, rows);
		if (onto.by === 'tag' && onto.group.key !== '') await callCommand(COMMANDS.tagSession, row, onto.group.key, rows);
	},
};
