// What is due before Claude Code's own clean-up takes transcripts: whether to ask, to archive, or nothing. Loaded when somebody
// looks ahead, not at the start.
import * as vscode from 'vscode';
import type { BeforeCleanup } from '../../node/backups/beforeCleanup';
import type { ArchiveOutcome } from '../../node/backups/transcriptArchive';
import type { FoundTranscript } from '../../node/transcript/locateTranscript';
import { callCommand } from '../commandArguments';
import { COMMANDS, SETTINGS } from '../contributions';
import { busy } from '../messages';
import { askBeforeCleanup, sayArchiveFull, sayArchived } from '../notifications';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'configuration' | 'logger' | 'memento' | 'unasked' | 'workspace'>;

/** @param tried what this window tried to archive: a full archive or a failing disk is told once. */
export async function lookAhead(services: Needs, tried: Set<string>): Promise<void> {
	const { promised, others, next, days } = await look(services, services.configuration().beforeCleanup);
	const archive = async (transcripts: readonly FoundTranscript[], isSaid: boolean): Promise<void> => {
		const untried = transcripts.filter(({ file, modifiedMs }) => !tried.has(`${file} ${modifiedMs}`));
		for (const { file, modifiedMs } of untried) tried.add(`${file} ${modifiedMs}`);
		if (untried.length > 0) await archiveAndSay(services, untried, isSaid);
	};
	await archive(promised, false);
	if (next === 'archive') await archive(others, true);
	if (next !== 'ask') return;
	const { noteAsked } = await import('../../node/backups/beforeCleanup');
	const choice = await services.unasked(async () => {
		await noteAsked(services.memento);
		return askBeforeCleanup(others.length, days);
	});
	if (choice !== undefined) await decideCleanup(services, choice);
}

async function look(services: Needs, wish: 'ask' | 'always' | 'never'): Promise<BeforeCleanup> {
	const { lookBeforeCleanup } = await import('../../node/backups/beforeCleanup');
	return lookBeforeCleanup({ ...services, projects: services.workspace.state.projects, wish });
}

/** Does what the person says about the transcripts that are about to go, now and from now on. */
export async function decideCleanup(services: Needs, choice: 'archive' | 'longer' | 'never'): Promise<void> {
	if (choice === 'longer') return void (await callCommand(COMMANDS.installHooks, 'user', 'cleanup'));
	// The wish comes first: should the window close while it is carried out, the next one goes on.
	await vscode.workspace
		.getConfiguration()
		.update(SETTINGS.beforeCleanup, choice === 'archive' ? 'always' : 'never', vscode.ConfigurationTarget.Global);
	if (choice === 'archive') await archiveAndSay(services, (await look(services, 'always')).others, true);
}

/** @param isSaid whether the person hears of it. */
export async function archiveAndSay(
	{ claude, clock, logger }: Pick<Services, 'claude' | 'clock' | 'logger'>,
	transcripts: readonly FoundTranscript[],
	isSaid: boolean,
): Promise<void> {
	const { archiveTranscripts } = await import('../../node/backups/beforeCleanup');
	const done = await busy(vscode.l10n.t('Archiving transcripts'), () =>
		archiveTranscripts(claude, transcripts, clock, {
			failed: (session, error) => logger.error(`the transcript of ${session} could not be archived`, error),
		}),
	);
	const count = (wanted: ArchiveOutcome): number => done.filter(({ outcome }) => outcome === wanted).length;
	const archived = count('archived');
	logger.info(`archived transcripts: ${archived} of ${transcripts.length}`);
	if (count('full') > 0) await sayArchiveFull(archived, transcripts.length);
	else if (isSaid) sayArchived(archived, count('unsettled'));
}
