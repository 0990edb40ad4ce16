// *Which session changed this line?* from an editor.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { shortDuration } from '../../core/base/dates';
import type { LineBlame, LineChange } from '../../node/search/lineBlame';
import { isInside } from '../../node/base/insideProject';
import { orCancel } from '../commandBoundary';
import { sayLineIsNobodys, sayLineTooCommon } from '../notifications';
import type { Services } from '../services';

type Needs = Pick<Services, 'clock' | 'reader' | 'sessions' | 'workspace'>;

/** Asks which of the edits is meant, and opens the session at it. */
export async function showLineSession(services: Needs): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	if (editor?.document.uri.scheme !== 'file')
		throw new Error(vscode.l10n.t('Place the cursor on a line in a workspace file.'));
	const file = await realpath(editor.document.uri.fsPath).catch(() => editor.document.uri.fsPath);
	const project = services.workspace.state.projects
		.map((state) => state.project)
		.find((each) => [each.checkout, ...each.launchRoots].some((root) => isInside(root, file)));
	if (project === undefined) throw new Error(vscode.l10n.t('Place the cursor on a line in a workspace file.'));
	const line = editor.selection.active.line + 1;
	const blame = await vscode.window.withProgress(
		{
			location: vscode.ProgressLocation.Notification,
			title: vscode.l10n.t('Searching sessions for changes to line {0}…', line),
			cancellable: true,
		},
		async (_progress, token) => {
			const abort = new AbortController();
			token.onCancellationRequested(() => abort.abort());
			const { blameFileLine } = await import('../../node/search/blameFile');
			const { openSearchEngine } = await import('../../node/search/openSearchEngine');
			const sessions = services.sessions.list().filter((session) => session.project === project);
			return blameFileLine({ file, line, text: editor.document.getText() }, project, sessions, {
				signal: abort.signal,
				engine: await openSearchEngine(vscode.env.appRoot, process.env),
			});
		},
	);
	if (blame.kind !== 'searched') return sayLineTooCommon();
	await pick(services, blame, `${path.basename(file)}:${line}`);
}

async function pick(
	services: Needs,
	{ changes, isCancelled }: Extract<LineBlame, { kind: 'searched' }>,
	place: string,
): Promise<void> {
	if (changes.length === 0) return isCancelled ? undefined : sayLineIsNobodys();
	const nowMs = services.clock.now();
	const picks = changes.map((change) => ({
		label: nameOf(services, change),
		iconPath: new vscode.ThemeIcon(change.isSidechain ? 'type-hierarchy-sub' : 'comment-discussion'),
		description: [
			...(change.atMs === undefined ? [] : [shortDuration(Math.max(0, nowMs - change.atMs))]),
			...(change.tool === undefined ? [] : [change.tool]),
			...(change.isSidechain ? [vscode.l10n.t('by a subagent')] : []),
		].join(' · '),
		detail: change.editedFile,
		change,
	}));
	const { change } = orCancel(
		await vscode.window.showQuickPick(picks, {
			title: vscode.l10n.t('Sessions that changed {0}', place),
			placeHolder: vscode.l10n.t('Open the session at the change'),
		}),
	);
	const session = services.sessions.get(change.sessionId ?? '');
	const isOwnFile = session?.file === change.file;
	const name = isOwnFile ? session.name : `${nameOf(services, change)} (${path.basename(change.file, '.jsonl')})`;
	const id = isOwnFile ? session.id : path.basename(change.file, '.jsonl');
	await services.reader.open({ id, name, file: change.file }, { uuid: change.uuid });
}

function nameOf({ sessions }: Needs, { sessionId, file }: LineChange): string {
	return sessions.get(sessionId ?? '')?.name ?? path.basename(file, '.jsonl').slice(0, 8);
}
