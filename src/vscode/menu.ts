// The menu behind the status bar item.
import * as vscode from 'vscode';
import type { IDisposable } from '../core/base/disposable';
import { orCancel, registerCommand } from './commandBoundary';
import { COMMANDS, VIEWS } from './contributions';
import type { Services } from './services';

type Needs = Pick<Services, 'sessions' | 'workspace'>;

export function registerMenu(services: Needs): IDisposable {
	return registerCommand(COMMANDS.showMenu, services, () => showMenu(services));
}

async function showMenu({ workspace, sessions }: Needs): Promise<void> {
	const parked = workspace.state.projects.flatMap((state) => state.parked).length;
	const backups = workspace.state.projects.flatMap((state) => state.backups).length;
	const waiting = sessions.list().find((session) => session.live?.status === 'waiting');
	const entries: (vscode.QuickPickItem & { readonly run?: string; readonly args?: readonly unknown[] })[] = [
		...(waiting === undefined
			? []
			: [
					{
						label: `$(bell-dot) ${vscode.l10n.t('Go to the session that waits for you')}`,
						description: waiting.name,
						run: COMMANDS.goToSession,
					},
				]),
		{ label: vscode.l10n.t('Parked'), kind: vscode.QuickPickItemKind.Separator },
		{ label: `$(add) ${vscode.l10n.t('Park an Item…')}`, run: COMMANDS.parkItem },
		{
			label: `$(bookmark) ${vscode.l10n.t('Show Parked Items')}`,
			description: String(parked),
			run: `${VIEWS.parked}.focus`,
		},
		{ label: `$(archive) ${vscode.l10n.t('Archive Parked Item…')}`, run: COMMANDS.archiveParkedItem },
		{ label: `$(history) ${vscode.l10n.t('Restore Archived Item…')}`, run: COMMANDS.restoreParkedItem },
		{ label: vscode.l10n.t('Backups'), kind: vscode.QuickPickItemKind.Separator },
		{
			label: `$(save) ${vscode.l10n.t('Show Pending Backups')}`,
			description: String(backups),
			run: `${VIEWS.backups}.focus`,
		},
		{ label: `$(verified) ${vscode.l10n.t('Verify Backups')}`, run: COMMANDS.verifyBackups },
		{ label: `$(cloud-download) ${vscode.l10n.t('Restore Transcript…')}`, run: COMMANDS.restoreBackup },
		{ label: vscode.l10n.t('Session'), kind: vscode.QuickPickItemKind.Separator },
		{ label: `$(search) ${vscode.l10n.t('Search Sessions…')}`, run: COMMANDS.searchSessions },
		{ label: `$(book) ${vscode.l10n.t('Read Session…')}`, run: COMMANDS.readSession },
		{ label: `$(debug-continue) ${vscode.l10n.t('Resume Session…')}`, run: COMMANDS.resumeSession },
		{ label: `$(save) ${vscode.l10n.t('Save Session Document…')}`, run: COMMANDS.saveDocument },
		{ label: `$(debug-continue) ${vscode.l10n.t('Resume Latest')}`, run: COMMANDS.resumeLatest },
		{ label: `$(files) ${vscode.l10n.t('List Session Documents…')}`, run: COMMANDS.listDocuments },
		{ label: `$(notebook) ${vscode.l10n.t('Show Session Summary')}`, run: COMMANDS.showSummary },
		{ label: `$(save-all) ${vscode.l10n.t('Save Protocol…')}`, run: COMMANDS.saveProtocol },
		{ label: `$(folder-opened) ${vscode.l10n.t('Load Protocol')}`, run: COMMANDS.loadProtocol },
		{ label: vscode.l10n.t('Hooks'), kind: vscode.QuickPickItemKind.Separator },
		{ label: `$(plug) ${vscode.l10n.t('Install Hooks…')}`, run: COMMANDS.installHooks },
		{ label: `$(pulse) ${vscode.l10n.t('Run Hooks Doctor')}`, run: COMMANDS.runDoctor },
		{ label: vscode.l10n.t('Hand-offs'), kind: vscode.QuickPickItemKind.Separator },
		{ label: `$(sparkle) ${vscode.l10n.t('Draft a Hand-off Now…')}`, run: COMMANDS.reflectSession },
		{ label: `$(checklist) ${vscode.l10n.t('Review Hand-off Draft…')}`, run: COMMANDS.reviewDraft },
		{ label: `$(settings) ${vscode.l10n.t('Set Up Idle Reflection…')}`, run: COMMANDS.setUpReflection },
		{ label: `$(graph) ${vscode.l10n.t('Show Reflection Ledger')}`, run: COMMANDS.showReflectionLedger },
		{ label: `$(gear) ${vscode.l10n.t('Settings')}`, run: 'workbench.action.openSettings', args: ['sessionKeeper'] },
	];
	const picked = orCancel(
		await vscode.window.showQuickPick(entries, {
			title: 'Session Keeper',
			placeHolder: vscode.l10n.t('What would you like to do?'),
		}),
	);
	if (picked.run !== undefined) await vscode.commands.executeCommand(picked.run, ...(picked.args ?? []));
}
