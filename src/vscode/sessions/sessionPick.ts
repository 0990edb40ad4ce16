// Which session a command is about: asked in one way, whatever the command is.
import * as vscode from 'vscode';
import { shortDuration } from '../../core/base/dates';
import { DisposableStore } from '../../core/base/disposable';
import { activityOf } from '../../core/sessions/order';
import type { ListedSession } from '../../node/sessions/listedSession';
import type { SessionNode } from '../commandArguments';
import { orCancel } from '../commandBoundary';
import { sayNoSessions } from '../notifications';
import type { Services } from '../services';
import { activityWord } from './sessionsTree';

type Needs = Pick<Services, 'clock' | 'sessions' | 'shown'>;

/** A pick offers so many, the newest; older ones are found by searching. */
export const PICKED = 500;

/** A session as a row of a quick pick. */
export type SessionItem = PickItem<ListedSession>;
interface PickItem<T> extends vscode.QuickPickItem {
	readonly session: T;
}

/**
 * The session that a command is about: the row it was called on, the one whose id is given, or the one that the person picks. The list fills while
 * transcripts are still being read; only when all were read does it say that there is none.
 * @param isWanted of the sessions that are offered @param none says that there is none of these
 */
export async function sessionOf(
	services: Needs,
	node: SessionNode | string | undefined,
	title: string,
	isWanted: (session: ListedSession) => boolean = ({ isProgram }) => !isProgram,
	none?: string,
): Promise<ListedSession> {
	if (typeof node === 'string') return named(services, node);
	if (node?.kind === 'session') return services.sessions.get(node.session.id) ?? node.session;
	return pickSession(services, title, isWanted, [], none);
}

/** The session that the person picks. @param more what is offered below the sessions @param none says that there is nothing to pick */
export async function pickSession<T extends { readonly id: string } = ListedSession>(
	services: Needs,
	title: string,
	isWanted: (session: ListedSession) => boolean,
	more: readonly PickItem<T>[],
	none?: string,
): Promise<ListedSession | T> {
	const { sessions } = services;
	const store = new DisposableStore();
	try {
		const pick = store.add(vscode.window.createQuickPick<PickItem<ListedSession | T>>());
		pick.title = title;
		pick.placeholder = vscode.l10n.t('Select a session');
		pick.matchOnDescription = true;
		pick.matchOnDetail = true;
		pick.keepScrollPosition = true;
		const picked = await new Promise<PickItem<ListedSession | T> | undefined>((resolve) => {
			const draw = (): void => {
				// What is complete stands still: a list must not move under the hand.
				if (!pick.busy) return;
				const active = pick.activeItems[0]?.session.id;
				const wanted = sessions.list().filter(isWanted);
				pick.busy = !sessions.hasReadAll;
				if (wanted.length + more.length === 0 && !pick.busy) {
					sayNoSessions(none);
					return resolve(undefined);
				}
				pick.items = [...wanted.slice(0, PICKED).map((session) => sessionItem(services, session)), ...more];
				const same = pick.items.filter(({ session }) => session.id === active);
				// None at all would leave Enter without an answer.
				if (same.length > 0) pick.activeItems = same;
			};
			store.add(pick.onDidHide(() => resolve(undefined)));
			store.add(pick.onDidAccept(() => pick.selectedItems[0] !== undefined && resolve(pick.selectedItems[0])));
			store.add(sessions.onDidChange(draw));
			pick.busy = true;
			draw();
			pick.show();
		});
		return orCancel(picked).session;
	} finally {
		store.dispose();
	}
}

/** The same, with sessions of programs where the view shows them. */
export function shownSessionOf(
	services: Needs,
	node: SessionNode | undefined,
	title: string,
	isWanted: (session: ListedSession) => boolean = () => true,
	none?: string,
): Promise<ListedSession> {
	return sessionOf(services, node, title, (session) => isShown(services, session) && isWanted(session), none);
}

/** It belongs to what the view shows. */
export const isShown = ({ shown }: Needs, session: ListedSession): boolean => shown.programs || !session.isProgram;

/** The session of an id, as soon as its transcript was read. Throws where there is none. */
async function named({ sessions }: Needs, id: string): Promise<ListedSession> {
	const store = new DisposableStore();
	try {
		await new Promise<void>((resolve) => {
			const look = (): void => {
				if (sessions.get(id) !== undefined || sessions.hasReadAll) resolve();
			};
			store.add(sessions.onDidChange(look));
			look();
		});
	} finally {
		store.dispose();
	}
	const found = sessions.get(id);
	if (found === undefined) throw new Error(vscode.l10n.t('The transcript no longer exists.'));
	return found;
}

export function sessionItem(
	{ sessions, clock }: Pick<Services, 'clock' | 'sessions'>,
	session: ListedSession,
): SessionItem {
	const activity = activityWord(activityOf(sessions.stateOf(session), session.live));
	return {
		label: session.name,
		description: `${activity} · ${shortDuration(Math.max(0, clock.now() - (session.lastMessageMs ?? 0)))}`,
		detail: session.lastPrompt?.text.split('\n')[0] ?? '',
		session,
	};
}
