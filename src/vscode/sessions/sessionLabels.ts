// What a person says about a session beside marks: its name, its tags and its group, asked for by key and menu.
import * as vscode from 'vscode';
import { type LabelChange, changesBack, labelText, tagText } from '../../core/sessions/labels';
import { DisposableStore } from '../../core/base/disposable';
import type { ListedSession } from '../../node/sessions/listedSession';
import { orCancel } from '../commandBoundary';
import type { Services } from '../services';

type Needs = Pick<Services, 'sessions' | 'undoStack'>;

/** Says it, so that it can be taken back. */
export async function labelSession(
	{ sessions, undoStack }: Needs,
	session: ListedSession,
	changes: readonly LabelChange[],
): Promise<void> {
	if (changes.length === 0) return;
	await sessions.label(session.id, changes);
	undoStack.push({
		name: session.name,
		ids: [session.id],
		undo: () => sessions.labelBack(session.id, changesBack(changes, session)).then(() => true),
	});
}

export async function nameSession(services: Needs, session: ListedSession): Promise<void> {
	const name = await vscode.window.showInputBox({
		title: vscode.l10n.t('Rename Session'),
		prompt: vscode.l10n.t('Leave this empty to use its title: {0}', session.saidName),
		value: session.name,
	});
	const text = labelText(orCancel(name));
	const own = text === session.saidName ? '' : text;
	await labelSession(services, session, own === (session.ownName ?? '') ? [] : [{ name: own }]);
}

/** @param added what is dropped on a tag gets that one. */
export async function tagSession(services: Needs, session: ListedSession, added?: string): Promise<void> {
	if (added !== undefined) return labelSession(services, session, [{ tag: added, on: true }]);
	const wanted = await askTags(services, session.name, session.tags);
	await labelSession(services, session, [
		...session.tags.filter((tag) => !wanted.includes(tag)).map((tag) => ({ tag, on: false })),
		...wanted.filter((tag) => !session.tags.includes(tag)).map((tag) => ({ tag, on: true })),
	]);
}

/** @param name of what gets them @param own those that it has */
export async function askTags({ sessions }: Needs, name: string, own: readonly string[] = []): Promise<string[]> {
	const known = [...new Set(sessions.list().flatMap(({ tags }) => tags))].sort();
	const typed = await vscode.window.showInputBox({
		title: vscode.l10n.t('Tags of “{0}”', name),
		prompt:
			known.length === 0
				? vscode.l10n.t('Separate tags by commas')
				: vscode.l10n.t('Separate tags by commas. In use: {0}', known.join(', ')),
		value: own.join(', '),
	});
	return orCancel(typed).split(',').map(tagText).filter(Boolean);
}

/** @param group where it is dropped; empty for none. */
export async function groupSession(services: Needs, session: ListedSession, group?: string): Promise<void> {
	await labelSession(services, session, [{ group: group ?? (await askGroup(services, session)) }]);
}

/** One of the groups there are, a new one, or none. */
export async function askGroup(
	{ sessions }: Needs,
	{ name, group }: Pick<ListedSession, 'name' | 'group'>,
): Promise<string> {
	const known = [...new Set(sessions.list().flatMap((each) => each.group ?? []))].sort();
	const none = group === undefined ? [] : [{ label: vscode.l10n.t('No Group'), group: '' }];
	const store = new DisposableStore();
	try {
		const pick = store.add(vscode.window.createQuickPick<vscode.QuickPickItem & { readonly group: string }>());
		pick.title = vscode.l10n.t('Move “{0}” to a Group', name);
		pick.placeholder = vscode.l10n.t('Pick a group, or type the name of a new one');
		const draw = (): void => {
			const typed = labelText(pick.value);
			const fresh = typed === '' || known.includes(typed) ? [] : [typed];
			pick.items = [
				...known.map((each) => ({ label: each, group: each })),
				...fresh.map((each) => ({ label: vscode.l10n.t('New group: {0}', each), group: each, alwaysShow: true })),
				...none,
			];
		};
		draw();
		store.add(pick.onDidChangeValue(draw));
		return orCancel(
			await new Promise<string | undefined>((resolve) => {
				store.add(pick.onDidHide(() => resolve(undefined)));
				// Who types fast is done before the rows are drawn.
				const chosen = (): string | undefined => pick.selectedItems[0]?.group ?? (labelText(pick.value) || undefined);
				store.add(pick.onDidAccept(() => resolve(chosen())));
				pick.show();
			}),
		);
	} finally {
		store.dispose();
	}
}
