// *Show What Is Kept*: all that we keep, of every project, with sizes and ages.
import * as vscode from 'vscode';
import { readableSize } from '../../core/base/dates';
import type { IDisposable } from '../../core/base/disposable';
import { shownPath } from '../../node/claude/claudeHome';
import { listVault, shelvesOf } from '../../node/workspace/vault';
import { agoWords } from '../ageWords';
import { registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { busy } from '../messages';
import { showMarkdown } from '../preview';
import { askProject } from '../projects';
import type { Services } from '../services';

export function registerVault(services: Pick<Services, 'claude' | 'clock' | 'workspace'>): IDisposable {
	return registerCommand(COMMANDS.showVault, services, () => showVault(services));
}

async function showVault({
	claude,
	clock,
	workspace,
}: Pick<Services, 'claude' | 'clock' | 'workspace'>): Promise<void> {
	const title = vscode.l10n.t('What Session Keeper keeps');
	const { project } = await askProject(workspace);
	const { things, unread } = await busy(title, () => listVault(claude, project));
	const shown = (file: string): string => shownPath(file, claude.userHome);
	const rows = shelvesOf(things).map((each) =>
		[
			`- ${each.kind}: ${readableSize(each.sizeBytes)}`,
			each.files === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', each.files),
			vscode.l10n.t('changed {0}', agoWords(each.newestMs, clock.now())),
			...(each.project === undefined ? [] : [vscode.l10n.t('project {0}', shown(each.project))]),
			shown(each.folder),
		].join(' · '),
	);
	const total = readableSize(things.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
	await showMarkdown(
		title,
		[
			vscode.l10n.t('{0} in total. To permanently delete a session: Forget Session… in its menu.', total),
			'',
			...rows,
			...unread.map((each) => `- ${vscode.l10n.t('Could not be read: {0}', shown(each.path))}`),
		].join('\n'),
	);
}
