// The menu: everything that this extension can do. The palette offers what people begin with;
// the rest is here and in the menus of the views. The manifest says what there is, in which order, and what it is called.
import * as vscode from 'vscode';
import type { IDisposable } from '../core/base/disposable';
import { orCancel, registerCommand } from './commandBoundary';
import { COMMANDS, NEEDS_TRUST, NOT_IN_MENU, VIEWS } from './contributions';
import type { Services } from './services';

type Needs = Pick<Services, 'sessions' | 'workspace'>;
type Entry = vscode.QuickPickItem & { readonly run?: string; readonly args?: readonly unknown[] };

/** What of the manifest is shown. VS Code gives it in the person's language, and the English original beside it. */
interface Manifest {
	readonly contributes: {
		readonly commands: readonly {
			readonly command: string;
			readonly title: string | { readonly value: string };
			readonly icon?: string;
		}[];
	};
}

export function registerMenu(services: Needs): IDisposable {
	return registerCommand(COMMANDS.showMenu, services, () => showMenu(services));
}

async function showMenu({ workspace, sessions }: Needs): Promise<void> {
	const waiting = sessions.list().find((session) => session.live?.status === 'waiting');
	const count = (each: 'parked' | 'backups'): string =>
		String(workspace.state.projects.flatMap((state): readonly unknown[] => state[each]).length);
	const entries: readonly Entry[] = [
		...(waiting === undefined
			? []
			: [
					{
						label: vscode.l10n.t('Go to the session that needs your input'),
						iconPath: new vscode.ThemeIcon('bell-dot'),
						description: waiting.name,
						run: COMMANDS.goToSession,
						args: [{ kind: 'session', session: waiting }],
					},
				]),
		{
			label: vscode.l10n.t('Show Parked Items'),
			iconPath: new vscode.ThemeIcon('bookmark'),
			description: count('parked'),
			run: `${VIEWS.parked}.focus`,
		},
		{
			label: vscode.l10n.t('Show Pending Backups'),
			iconPath: new vscode.ThemeIcon('save'),
			description: count('backups'),
			run: `${VIEWS.backups}.focus`,
		},
		...commandEntries(),
		{
			label: vscode.l10n.t('Settings'),
			iconPath: new vscode.ThemeIcon('gear'),
			run: 'workbench.action.openSettings',
			args: ['sessionKeeper'],
		},
	];
	const picked = orCancel(
		await vscode.window.showQuickPick(entries, {
			title: 'Session Keeper',
			placeHolder: vscode.l10n.t('Select an action'),
		}),
	);
	if (picked.run !== undefined) await vscode.commands.executeCommand(picked.run, ...(picked.args ?? []));
}

/** The commands of the manifest, with a heading before the first of each group. */
function commandEntries(): readonly Entry[] {
	const { contributes } = vscode.extensions.getExtension('session-keeper.session-keeper')?.packageJSON as Manifest;
	const headings = new Map<string, string>([
		[COMMANDS.parkItem, vscode.l10n.t('Parked')],
		[COMMANDS.searchSessions, vscode.l10n.t('Sessions')],
		[COMMANDS.saveDocument, vscode.l10n.t('Hand-offs')],
		[COMMANDS.reflectSession, vscode.l10n.t('Hand-off drafts')],
		[COMMANDS.createBackup, vscode.l10n.t('Backups')],
		[COMMANDS.showProposal, vscode.l10n.t('Memory')],
		[COMMANDS.installHooks, vscode.l10n.t('Setup')],
	]);
	const isOffered = ({ command }: { readonly command: string }): boolean =>
		!NOT_IN_MENU.has(command) &&
		// It stands on top, while a session waits.
		command !== COMMANDS.goToSession &&
		(vscode.workspace.isTrusted || !(NEEDS_TRUST as ReadonlySet<string>).has(command));
	return contributes.commands.flatMap((each): readonly Entry[] => {
		const heading = headings.get(each.command);
		const title = typeof each.title === 'string' ? each.title : each.title.value;
		return [
			...(heading === undefined ? [] : [{ label: heading, kind: vscode.QuickPickItemKind.Separator }]),
			...(isOffered(each) ? [{ label: `${each.icon ?? '$(blank)'} ${title}`, run: each.command }] : []),
		];
	});
}
