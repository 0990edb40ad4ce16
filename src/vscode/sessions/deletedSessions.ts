// A session whose transcript is gone: it is read from its best copy.
import * as vscode from 'vscode';
import { copiesToRead, storedSessions, titledSessions } from '../../node/backups/storedSessions';
import { type DeletedNode, type SessionNode, callCommand } from '../commandArguments';
import type { ListedSession } from '../../node/sessions/listedSession';
import { COMMANDS } from '../contributions';
import type { Services } from '../services';
import { isShown, pickSession, sessionOf } from './sessionPick';
import { copiesOf, deletedNodes, titleOfDeleted } from './sessionsTree';

export async function readDeleted({ reader }: Pick<Services, 'reader'>, { session }: DeletedNode): Promise<void> {
	let why: unknown = new Error(vscode.l10n.t('The transcript no longer exists.'));
	for (const file of await copiesToRead(session))
		try {
			// The page of a session reads Claude Code’s own files alone.
			return await reader.openAsMarkdown({ id: session.id, name: titleOfDeleted(session), file });
		} catch (error) {
			why = error;
		}
	throw why;
}

/** Reads the session that a record is of. Where there is no copy of it, the record is all there is. */
export async function readRecorded(
	{ claude, workspace }: Pick<Services, 'claude' | 'workspace'>,
	id: string,
	record: string,
): Promise<void> {
	for (const project of workspace.projects) {
		const stored = (await storedSessions(claude, project)).filter((each) => each.id === id);
		const [session] = await titledSessions(claude, project, stored);
		if (session !== undefined)
			return void callCommand(COMMANDS.readSession, { kind: 'deletedSession', project, session });
	}
	await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(record));
}

/** As `shownSessionOf`; of those whose transcripts are gone as well. */
export async function keptSessionOf(
	services: Pick<Services, 'clock' | 'sessions' | 'shown' | 'workspace'>,
	node: SessionNode | undefined,
	title: string,
): Promise<Pick<ListedSession, 'id' | 'name' | 'project'>> {
	const named = ({ project, session }: DeletedNode): Pick<ListedSession, 'id' | 'name' | 'project'> => ({
		id: session.id,
		name: titleOfDeleted(session),
		project,
	});
	if (node?.kind === 'deletedSession') return named(node);
	if (node?.kind === 'session') return sessionOf(services, node, title);
	const gone = deletedNodes(services.workspace, services.sessions).map((each) => ({
		label: titleOfDeleted(each.session),
		description: [vscode.l10n.t('deleted'), ...copiesOf(each.session)].join(' · '),
		session: named(each),
	}));
	return pickSession(services, title, (session) => isShown(services, session), gone);
}
