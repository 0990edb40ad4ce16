// Addresses that open a session at a message in this editor: to be kept in a note, an issue, a commit.
import * as vscode from 'vscode';
import { isSessionId } from '../../core/claude/payload';
import type { IDisposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import { locateTranscript } from '../../node/transcript/locateTranscript';
import type { ClaudeHome } from '../../node/claude/claudeHome';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import { guarded } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import type { Readable, ReadingPlace } from './sessionDocument';

interface Needs {
	readonly claude: ClaudeHome;
	readonly logger: Logger;
	readonly sessions: SessionsStore;
	readonly reader: { open(session: Readable, place: ReadingPlace): Promise<void> };
}

const EXTENSION = 'session-keeper.session-keeper';
const PATH = '/session';

/** @param uuid of a message. */
export function linkTo({ id }: Readable, uuid: string | undefined): string {
	const query = new URLSearchParams({ id, ...(uuid === undefined ? {} : { message: uuid }) });
	return `${vscode.env.uriScheme}://${EXTENSION}${PATH}?${query}`;
}

/** Opens such an address. It can come from anywhere: it names a session of Claude Code's, and nothing else is opened. */
export function registerLinks({ claude, logger, reader, sessions }: Needs): IDisposable {
	return vscode.window.registerUriHandler({
		handleUri: ({ path, query }) =>
			guarded(COMMANDS.readSession, logger, async () => {
				const wanted = new URLSearchParams(query);
				const id = wanted.get('id') ?? '';
				if (path !== PATH || !isSessionId(id)) return;
				const file = sessions.get(id)?.file ?? (await locateTranscript(claude, id, undefined, undefined))?.file;
				if (file === undefined) throw new Error(vscode.l10n.t('The transcript no longer exists.'));
				const uuid = wanted.get('message') ?? undefined;
				await reader.open({ id, name: sessions.get(id)?.name ?? id, file }, { uuid });
			}),
	});
}
