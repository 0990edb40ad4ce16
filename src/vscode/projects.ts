// Which project a command means.
import path from 'node:path';
import * as vscode from 'vscode';
import type { WorkspaceStore, ProjectState } from '../node/workspace/workspaceStore';
import { orCancel } from './commandBoundary';

/** Which project is meant: the only one, the one of the active editor, or the one that the person picks. */
export async function askProject(workspace: WorkspaceStore): Promise<ProjectState> {
	const { projects } = workspace.state;
	const [first, second] = projects;
	if (first === undefined) throw new Error(vscode.l10n.t('Open a folder first.'));
	if (second === undefined) return first;
	const active = vscode.window.activeTextEditor?.document.uri.fsPath;
	const inside = projects.find(
		(state) => active !== undefined && !path.relative(state.project.checkout, active).startsWith('..'),
	);
	if (inside !== undefined) return inside;
	const picked = await vscode.window.showQuickPick(
		projects.map((state) => ({ label: path.basename(state.project.root), description: state.project.root, state })),
		{ title: vscode.l10n.t('Select a project') },
	);
	return orCancel(picked).state;
}

/** What stands above the rows when something could not be read. */
export function problemOf(projects: readonly ProjectState[], area: 'parked' | 'backups'): string {
	const problems = projects.flatMap((state) => state.problems[area] ?? []);
	return problems.length === 0 ? '' : vscode.l10n.t('Could not be read: {0}', problems.join('; '));
}
