// The files that a session changed: one by one, or all of them in one view, against the commit that it began on.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TouchedFile } from '../../node/sessions/sessionFold';
import type { ListedSession } from '../../node/sessions/sessionsStore';
import { orCancel } from '../commandBoundary';
import { sayNothingTouched } from '../notifications';

interface GitApi {
	getRepository(uri: vscode.Uri): unknown;
	toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}

/** A file as it was and as it is; a side that is not there is left out. */
interface Change {
	readonly name: string;
	readonly uri: vscode.Uri;
	readonly before: vscode.Uri | undefined;
	readonly after: vscode.Uri | undefined;
	/** Git knows the file's checkout. */
	readonly isTracked: boolean;
}

/** Asks for one file or all of them. */
export async function showSessionFiles(session: ListedSession): Promise<void> {
	const { filesChanged } = await import('../../node/sessions/sessionFold');
	const files = await filesChanged(session);
	if (files.length === 0) return sayNothingTouched(session.name);
	const [api, base] = [gitApi(), await baseOf(session)];
	const picks = files.map((file) => ({
		label: path.basename(file.path),
		iconPath: new vscode.ThemeIcon(file.isCreated ? 'diff-added' : 'diff-modified'),
		description: path.relative(session.project.checkout, path.dirname(file.path)),
		detail: file.changes === 1 ? vscode.l10n.t('changed once') : vscode.l10n.t('changed {0} times', file.changes),
		chosen: [file],
	}));
	const all = {
		label: vscode.l10n.t('All changes'),
		iconPath: new vscode.ThemeIcon('diff-multiple'),
		description: vscode.l10n.t('{0} files in one view', files.length),
		detail: vscode.l10n.t('Current file compared with the commit at session start'),
		chosen: files,
	};
	const { chosen } = orCancel(
		await vscode.window.showQuickPick(files.length > 1 ? [all, ...picks] : picks, {
			title: vscode.l10n.t('Files changed by “{0}”', session.name),
			matchOnDescription: true,
		}),
	);
	const changes = await Promise.all(chosen.map((file) => changeOf(file, session, api, base)));
	const [only] = changes;
	if (changes.length === 1 && only !== undefined) return showOne(only, session.name);
	await vscode.commands.executeCommand(
		'vscode.changes',
		vscode.l10n.t('Changed by “{0}”', session.name),
		changes.map(({ uri, before, after }) => [uri, before, after]),
	);
}

async function showOne({ name, uri, before, after, isTracked }: Change, session: string): Promise<void> {
	if (!isTracked || before === undefined || after === undefined)
		return void (await vscode.commands.executeCommand('vscode.open', after ?? before ?? uri));
	await vscode.commands.executeCommand(
		'vscode.diff',
		before,
		after,
		`${name} (${vscode.l10n.t('before ↔ now')}) — ${session}`,
	);
}

/** Git's own extension knows how to show an older version; without it, or outside git, there is only the file. */
async function changeOf(
	file: TouchedFile,
	session: ListedSession,
	api: GitApi | undefined,
	base: string,
): Promise<Change> {
	// Claude writes relative paths, too: from the folder it runs in.
	const absolute = path.resolve(session.lastCwd ?? session.cwd ?? session.project.checkout, file.path);
	const real = await realpath(absolute).catch(() => undefined);
	const uri = vscode.Uri.file(real ?? absolute);
	const repository = api?.getRepository(uri);
	const isTracked = api !== undefined && repository !== null && repository !== undefined;
	return {
		name: path.basename(absolute),
		uri,
		before: isTracked && !file.isCreated ? api.toGitUri(uri, base) : undefined,
		after: real === undefined ? undefined : uri,
		isTracked,
	};
}

/** The commit that the session began on; where that cannot be told, the last one. */
async function baseOf({ firstMessageMs, project }: ListedSession): Promise<string> {
	const { commitBefore } = await import('../../node/project/gitRepository');
	const before = firstMessageMs === undefined ? undefined : await commitBefore(project, firstMessageMs, process.env);
	return before ?? 'HEAD';
}

function gitApi(): GitApi | undefined {
	const git = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
	return git?.isActive === true ? git.exports.getAPI(1) : undefined;
}
