// Which project a command means.
import path from 'node:path';
import * as vscode from 'vscode';
import { type Project, projectOfFile } from '../node/project/project';
import type { WorkspaceStore, ProjectState } from '../node/workspace/workspaceStore';
import { orCancel } from './commandBoundary';

/** The project of the active editor. */
export async function activeProject({ projects }: Pick<WorkspaceStore, 'projects'>): Promise<Project | undefined> {
	const active = vscode.window.activeTextEditor?.document.uri;
	return active?.scheme === 'file' ? projectOfFile(projects, active.fsPath) : undefined;
}

/** Which project is meant: the only one, the one of the active editor, or the one that the person picks. */
export async function askProject(workspace: WorkspaceStore): Promise<ProjectState> {
	const { projects } = workspace.state;
	const [first, second] = projects;
	if (first === undefined) throw new Error(vscode.l10n.t('Open a folder first.'));
	if (second === undefined) return first;
	const active = await activeProject(workspace);
	const inside = projects.find(({ project }) => project === active);
	if (inside !== undefined) return inside;
	const picked = await vscode.window.showQuickPick(
		projects.map((state) => ({ label: path.basename(state.project.root), description: state.project.root, state })),
		{ title: vscode.l10n.t('Select a project') },
	);
	return orCancel(picked).state;
}

/** The open project with this root, where somebody knows which is meant; else it is asked for. */
export function projectNamed(
	workspace: WorkspaceStore,
	root: string | undefined,
): Promise<ProjectState> | ProjectState {
	return workspace.state.projects.find(({ project }) => project.root === root) ?? askProject(workspace);
}

/** What stands above the rows when something could not be read. */
export function problemOf(projects: readonly ProjectState[], area: 'parked' | 'backups'): string {
	const problems = projects.flatMap((state) => state.problems[area] ?? []);
	return problems.length === 0 ? '' : vscode.l10n.t('Could not be read: {0}', problems.join('; '));
}
