// Going on with a session: in the official extension where that can open it, else with Claude Code in a terminal.
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RegistryEntry } from '../../core/claude/registry';
import type { ListedSession } from '../../node/sessions/listedSession';
import { readLiveSessions } from '../../node/sessions/liveSessions';
import { confirmResumeOfRunning } from '../notifications';
import type { Services } from '../services';

type Needs = Pick<Services, 'configuration'>;

const OFFICIAL_EXTENSION = 'anthropic.claude-code';

interface Resumable {
	readonly id: string;
	readonly name: string;
	/** Where the session was launched; the terminal starts there. */
	readonly cwd: string;
}

/** Resumes a session where the person wants it. */
export async function resumeSession(services: Needs, session: Resumable): Promise<void> {
	requireSessionId(session.id);
	if (services.configuration().resumeIn === 'auto' && (await canOpenOfficially(session)))
		return resumeOfficially(session);
	resumeInTerminal(services, session);
}

/**
 * Shows a session that runs; where it runs elsewhere the person is asked, for two processes would write one transcript.
 * @returns whether it is shown, and need not be resumed.
 */
export async function isShownRunning(
	{ claude }: Pick<Services, 'claude'>,
	{ id, name }: Pick<Resumable, 'id' | 'name'>,
): Promise<boolean> {
	requireSessionId(id);
	const running = (await readLiveSessions(claude))?.find(({ sessionId }) => sessionId === id);
	if (running === undefined) return false;
	if (await showRunning(running)) return true;
	if (!(await confirmResumeOfRunning(name))) throw new vscode.CancellationError();
	return false;
}

/** Resumes a session of the list. One that was launched elsewhere goes on in the project's folder, as a copy. */
export async function resumeListed(
	services: Needs & Pick<Services, 'claude'>,
	session: Pick<ListedSession, 'id' | 'name' | 'project' | 'file' | 'cwd'>,
): Promise<void> {
	const { id, name, project, file } = session;
	if (await isShownRunning(services, session)) return;
	const { folderHere, makeResumable } = await import('../../node/backups/resumable');
	await makeResumable(services.claude, project, { file, session: id, slug: path.basename(path.dirname(file)) });
	return resumeSession(services, { id, name, cwd: folderHere(project, session.cwd) });
}

/** Types `claude --resume <id>` into a terminal of its own. @param more what stands behind it. */
export function resumeInTerminal(services: Needs, { id, name, cwd }: Resumable, more = ''): void {
	const terminal = vscode.window.createTerminal({
		name: `Claude: ${name}`,
		cwd,
		iconPath: new vscode.ThemeIcon('comment-discussion'),
	});
	terminal.show();
	terminal.sendText(`${services.configuration().command} --resume ${id}${more}`);
}

/**
 * The official extension finds a session only where its folder is the first one of the window; anywhere else it opens an
 * empty one, which would look as if the session were lost.
 */
async function canOpenOfficially({ cwd }: Pick<Resumable, 'cwd'>): Promise<boolean> {
	const first = vscode.workspace.workspaceFolders?.[0];
	if (first?.uri.scheme !== 'file' || vscode.extensions.getExtension(OFFICIAL_EXTENSION) === undefined) return false;
	const [folder, launched] = await Promise.all(
		[realpath(first.uri.fsPath), realpath(cwd)].map((each) => each.catch(() => undefined)),
	);
	return folder !== undefined && folder === launched;
}

/** Its handler of addresses is there only once it is active. */
async function resumeOfficially({ id }: Pick<Resumable, 'id'>): Promise<void> {
	await vscode.extensions.getExtension(OFFICIAL_EXTENSION)?.activate();
	await vscode.env.openExternal(vscode.Uri.parse(`${vscode.env.uriScheme}://${OFFICIAL_EXTENSION}/open?session=${id}`));
}

/** The id comes out of a file, so it must look like one before it reaches a shell or an address. */
function requireSessionId(id: string): void {
	if (!/^[A-Za-z0-9][A-Za-z0-9-]*$/u.test(id)) throw new Error(vscode.l10n.t('This is not a session ID.'));
}

/** Shows where a running session lives: in a terminal of this window, or in its official extension. @returns whether it does. */
export async function showRunning(
	entry: Pick<RegistryEntry, 'pid' | 'entrypoint' | 'sessionId' | 'cwd'>,
): Promise<boolean> {
	const ancestors = await ancestorsOf(entry.pid);
	for (const terminal of vscode.window.terminals) {
		const pid = await terminal.processId;
		if (pid === undefined || !ancestors.includes(pid)) continue;
		terminal.show();
		return true;
	}
	// What the official extension of this window started comes from the process that both extensions are in.
	const isOfficial = entry.entrypoint === 'claude-vscode' && ancestors.includes(process.pid);
	if (!isOfficial || !(await canOpenOfficially(entry))) return false;
	await resumeOfficially({ id: entry.sessionId });
	return true;
}

/** A process and those that started it. Where the system does not tell (it is asked on Linux only), just the process. */
async function ancestorsOf(pid: number): Promise<readonly number[]> {
	const chain = [pid];
	for (let current = pid; current > 1 && chain.length < 32;) {
		const stat = await readFile(`/proc/${current}/stat`, 'utf8').catch(() => '');
		current = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
		chain.push(current);
	}
	return chain;
}
