// The page of the doctor: what works, what does not, how that is known, and what mends it. A page without scripts; its
// buttons are links to commands of ours, and nothing that a file says is ever more than text in it.
import * as vscode from 'vscode';
import type { IDisposable } from '../../core/base/disposable';
import { doctorReport } from '../../core/hooks/doctorReport';
import type { Project } from '../../node/project/project';
import { COMMANDS, VIEWS } from '../contributions';
import { busy } from '../messages';
import type { Services } from '../services';
import { doctorHtml } from './doctorHtml';

type Needs = Pick<Services, 'claude' | 'clock'>;

/** What a link on the page may start; VS Code refuses everything else. */
const LINKED: readonly string[] = [
	COMMANDS.installHooks,
	COMMANDS.repairHooks,
	COMMANDS.uninstallHooks,
	COMMANDS.runDoctor,
	COMMANDS.createBackup,
	`${VIEWS.backups}.focus`,
	'vscode.open',
];

interface DoctorPanel extends IDisposable {
	/** Examines the hooks of a project and shows what was found. */
	show(project: Project): Promise<void>;
	/** Examines again, where the page is open. */
	refresh(): Promise<void>;
}

export function createDoctorPage(services: Needs): DoctorPanel {
	let panel: vscode.WebviewPanel | undefined;
	let shown: Project | undefined;
	const examine = async (project: Project): Promise<void> => {
		if (panel === undefined) return;
		shown = project;
		const { gatherHookFacts } = await import('../../node/hooks/hooksDoctor');
		const { claude, clock } = services;
		// Probes are our own programs, but in Restricted Mode nothing at all is run.
		const isProbing = vscode.workspace.isTrusted;
		const facts = await gatherHookFacts(claude, project, clock, { isProbing });
		const nowMs = clock.now();
		const page = { report: doctorReport(facts, nowMs), facts, nowMs, isProbing, folder: project.root };
		// It may have been closed meanwhile; VS Code then throws, and TypeScript cannot know.
		if ((panel as vscode.WebviewPanel | undefined) !== undefined)
			panel.webview.html = doctorHtml({ ...page, link: (command, args) => linkOf(command, args, project.root) });
	};
	return {
		async show(project) {
			if (panel === undefined) {
				panel = vscode.window.createWebviewPanel(
					'sessionKeeper.doctor',
					vscode.l10n.t('Check Hooks'),
					vscode.ViewColumn.Active,
					{ enableScripts: false, enableCommandUris: LINKED, localResourceRoots: [] },
				);
				panel.onDidDispose(() => (panel = undefined));
			} else panel.reveal();
			await busy(vscode.l10n.t('Checking the hooks'), () => examine(project));
		},
		refresh: () => (shown === undefined ? Promise.resolve() : examine(shown)),
		dispose: () => panel?.dispose(),
	};
}

/** Commands that are about the project of the page, and which of their arguments its root is. */
const OF_PROJECT: Readonly<Record<string, number>> = {
	[COMMANDS.installHooks]: 2,
	[COMMANDS.repairHooks]: 0,
	[COMMANDS.uninstallHooks]: 1,
	[COMMANDS.runDoctor]: 0,
};

/** The address of a command, as VS Code reads it. A file is named by what `vscode.open` takes. */
function linkOf(command: string, args: readonly string[], root: string): string {
	const given: unknown[] = command === 'vscode.open' ? args.map((file) => vscode.Uri.file(file)) : [...args];
	const rootAt = OF_PROJECT[command];
	if (rootAt !== undefined) given[rootAt] = root;
	return `command:${command}?${encodeURIComponent(JSON.stringify(given))}`;
}
