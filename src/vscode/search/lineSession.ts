// *Which session changed this line?* from an editor.
import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError } from '../../core/base/disposable';
import type { LineChange } from '../../node/search/lineBlame';
import type { LinePlace } from '../commandArguments';
import { sayLineIsNobodys } from '../notifications';
import type { Services } from '../services';
import type { LineOrigins } from './lineOrigins';

type Needs = Pick<Services, 'reader' | 'sessions'>;

/** Opens the session that wrote a line, at the message that did it. @param at which line; else that of the cursor */
export async function showLineSession(services: Needs, origins: LineOrigins, at?: LinePlace): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	const document = at ? await vscode.workspace.openTextDocument(vscode.Uri.parse(at.uri)) : editor?.document;
	const line = at?.line ?? editor?.selection.active.line ?? 0;
	const title = vscode.l10n.t('Searching sessions for line {0}…', line + 1);
	const found = await vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, title, cancellable: true },
		(_, token) => {
			const stop = new AbortController();
			// What draws the lines may have asked first: that goes on, and nobody waits for it.
			const cancelled = new Promise<never>((_resolve, reject) => {
				token.onCancellationRequested(() => {
					stop.abort();
					reject(new CancelledError());
				});
			});
			return Promise.race([cancelled, document && origins.of(document, stop.signal)]);
		},
	);
	if (found === undefined) throw new Error(vscode.l10n.t('Place the cursor on a line in a workspace file.'));
	const change = found.changes[line];
	if (change === undefined) return sayLineIsNobodys();
	await showChange(services, change);
}

/** A subagent's transcript is read by itself. */
async function showChange(services: Needs, change: LineChange): Promise<void> {
	const session = services.sessions.get(change.sessionId ?? '');
	const own = path.basename(change.file, '.jsonl');
	const isOwnFile = session?.file === change.file;
	const name = isOwnFile ? session.name : `${nameOfChange(services, change)} (${own})`;
	await services.reader.open({ id: isOwnFile ? session.id : own, name, file: change.file }, { uuid: change.uuid });
}

export function nameOfChange({ sessions }: Pick<Services, 'sessions'>, { sessionId, file }: LineChange): string {
	return sessions.get(sessionId ?? '')?.name ?? path.basename(file, '.jsonl').slice(0, 8);
}
