// *Before Claude deletes*: transcripts that Claude Code's own clean-up is about to take are archived, if the person wants
// that. Asked once; afterwards the setting decides.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { SHARED_SETTINGS } from '../../core/keeper/settings';
import type { FoundTranscript } from '../../node/transcript/locateTranscript';
import { COMMANDS, SETTINGS } from '../contributions';
import { askBeforeCleanup, sayArchiveFull, sayArchived } from '../notifications';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'logger' | 'memento' | 'workspace'>;

const ASKED = 'askedBeforeCleanup';

/** Reading what is about to go can wait until everything that is looked at is there. */
const DELAY_MS = 5_000;

export function registerBeforeCleanup(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { clock, logger } = services;
	const look = (): void =>
		void lookAhead(services).catch((error: unknown) => logger.error('transcripts could not be archived', error));
	void services.workspace.whenKnown.then(() => store.add(clock.schedule(clock.now() + DELAY_MS, look)));
	return store;
}

async function lookAhead(services: Needs): Promise<void> {
	const { claude, clock, workspace, memento } = services;
	if (!vscode.workspace.isTrusted || workspace.state.projects.length === 0) return;
	const [{ aboutToBeDeleted }, { cleanupDays }] = await Promise.all([
		import('../../node/backups/transcriptArchive'),
		import('../../node/project/cleanupSetting'),
	]);
	const found: FoundTranscript[] = [];
	let days: number | undefined;
	for (const { project } of workspace.state.projects) {
		found.push(...(await aboutToBeDeleted(claude, project, clock)));
		days ??= await cleanupDays(claude, project);
	}
	const parkedFrom = new Set(workspace.state.projects.flatMap(({ parked }) => parked.map(({ session }) => session)));
	const { readOwnSettings } = await import('../../node/keeper/ownSettings');
	const { archiveWhenParked } = await readOwnSettings(claude);
	const promised = archiveWhenParked ? found.filter(({ session }) => parkedFrom.has(session)) : [];
	if (promised.length > 0) await archiveTranscripts(services, promised, false);
	const left = found.filter((each) => !promised.includes(each));
	if (left.length === 0) return;
	const wish = services.configuration().beforeCleanup;
	if (wish === 'always') return archiveTranscripts(services, left, true);
	if (wish === 'never' || memento.get<boolean>(ASKED) === true) return;
	await memento.update(ASKED, true);
	const choice = await askBeforeCleanup(left.length, days ?? 0);
	if (choice === 'longer') await vscode.commands.executeCommand(COMMANDS.installHooks, 'user', 'cleanup');
	// The wish comes first: should the window close while it is carried out, the next one goes on.
	if (choice === 'archive' || choice === 'never')
		await vscode.workspace
			.getConfiguration()
			.update(SETTINGS.beforeCleanup, choice === 'archive' ? 'always' : 'never', vscode.ConfigurationTarget.Global);
	if (choice === 'archive') await archiveTranscripts(services, left, true);
}

/** @param isSaid whether the person hears of it. */
export async function archiveTranscripts(
	{ claude, clock, logger }: Needs,
	transcripts: readonly FoundTranscript[],
	isSaid: boolean,
): Promise<void> {
	const { archiveTranscript } = await import('../../node/backups/transcriptArchive');
	const count = { archived: 0, full: 0, unsettled: 0 };
	await vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Archiving transcripts') },
		async () => {
			for (const transcript of transcripts) {
				try {
					count[await archiveTranscript(claude, transcript, clock)]++;
				} catch (error) {
					count.unsettled++;
					logger.error(`the transcript of ${transcript.session} could not be archived`, error);
				}
				// Where one has no room, a smaller one after it is not taken instead: that would be luck.
				if (count.full > 0) break;
			}
		},
	);
	logger.info(`archived transcripts: ${count.archived} of ${transcripts.length}`);
	if (count.full > 0) {
		const choice = await sayArchiveFull(count.archived, transcripts.length);
		if (choice === 'purge') await vscode.commands.executeCommand(COMMANDS.purgeArchive);
		if (choice === 'more')
			await vscode.commands.executeCommand('workbench.action.openSettings', SHARED_SETTINGS.archiveMaxMegabytes.from);
	} else if (isSaid) sayArchived(count.archived, count.unsettled);
}
