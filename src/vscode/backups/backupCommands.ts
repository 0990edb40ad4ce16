// Commands that make, check and put back backups, and that keep or delete archived transcripts.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { localDate, localTime, readableSize, shortDuration } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import type { FoundTranscript } from '../../node/transcript/locateTranscript';
import type { RestoreResult } from '../../node/backups/backupRestore';
import type { deletedSessions as DeletedSessions } from '../../node/backups/storedSessions';
import type { Project } from '../../node/project/project';
import type { ArchivedTranscript } from '../../node/backups/transcriptArchive';
import type { SessionNode, BackupNode, DeletedNode } from '../commandArguments';
import { orCancel, registerCommand } from '../commandBoundary';
import { COMMANDS, CONTEXT_KEYS } from '../contributions';
import { busy } from '../messages';
import type { Services } from '../services';
import {
	confirmPurge,
	offerResume,
	sayBackedUp,
	sayDamagedSideFiles,
	sayNothingArchived,
	sayNothingToRestoreFrom,
} from './backupMessages';
import { chosenOf } from './backups';
import { archiveAndSay } from './cleanupQuestion';
import { askProject } from '../projects';
import { showMarkdown } from '../preview';
import { sessionOf } from '../sessions/sessionPick';
import { copiesOf, titleOfDeleted } from '../sessions/sessionsTree';
import { resumeSession } from '../sessions/terminal';

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'configuration' | 'logger' | 'memento' | 'sessions' | 'shown' | 'workspace'
>;

/** A list offers so many, the newest; older ones are found by typing. */
const OFFERED = 500;

export function registerBackupCommands(services: Needs): IDisposable {
	const store = new DisposableStore();
	store.add(registerCommand(COMMANDS.createBackup, services, (node) => create(services, node)));
	store.add(
		registerCommand(COMMANDS.verifyBackups, services, (node, selected = []) =>
			verify(services, chosenOf(node, selected)),
		),
	);
	store.add(
		registerCommand(COMMANDS.restoreBackup, services, (node, selected = []) =>
			restoreEach(services, node, chosenOf(node, selected)),
		),
	);
	store.add(registerCommand(COMMANDS.archiveTranscripts, services, (node) => keep(services, node)));
	store.add(registerCommand(COMMANDS.purgeArchive, services, () => purge(services)));
	return store;
}

async function create(services: Needs, node: SessionNode | string | undefined): Promise<void> {
	const { id: session, project, name } = await sessionOf(services, node, vscode.l10n.t('Back Up Session'));
	const [{ backUpByHand }, { locateTranscript }] = await Promise.all([
		import('../../node/workspace/backUpByHand'),
		import('../../node/transcript/locateTranscript'),
	]);
	const { claude, clock } = services;
	const transcript = await locateTranscript(claude, session, undefined, project);
	if (transcript === undefined) throw new Error(vscode.l10n.t('The transcript no longer exists.'));
	await busy(vscode.l10n.t('Backing up “{0}”', name), async () => {
		const { refused, unfinished, problem } = await backUpByHand({ claude, project, clock }, transcript);
		if (unfinished !== undefined)
			throw new Error(vscode.l10n.t('The backup is not complete yet. The next hook completes it.'));
		if (problem !== undefined) services.logger.error('older backups were not cleaned up', problem);
		sayBackedUp(name, refused);
	});
	await services.workspace.refresh();
}

/** Reads copies again, and tells what it found as a report. @param chosen of them; nothing for all of a project. */
async function verify(services: Needs, chosen: readonly BackupNode[]): Promise<void> {
	const asked = chosen.length === 0 ? await askProject(services.workspace) : undefined;
	const [{ backupNames }, { checkCopies }, { readStoredHeadAndTail, safeTitle }, { renderChecks }, { listArchive }] =
		await Promise.all([
			import('../../node/backups/backupRestore'),
			import('../../node/backups/checkCopies'),
			import('../../node/backups/backupTitles'),
			import('../../core/backups/report'),
			import('../../node/backups/transcriptArchive'),
		]);
	const { claude, clock } = services;
	const report = await busy(vscode.l10n.t('Verifying backups'), async () => {
		const wanted =
			asked === undefined
				? chosen.map(({ state, backup: { raw } }) => ({ state, raw }))
				: (await backupNames(claude, asked.project)).map((raw) => ({ state: asked, raw }));
		const { checks, archived } = await checkCopies(
			claude,
			wanted.map(({ state: { project }, raw }) => ({ project, raw })),
			asked === undefined ? [] : await listArchive(claude, asked.project),
		);
		const titles = new Map<string, string>();
		for (const { state, raw } of wanted) {
			const title = await safeTitle(claude, (await readStoredHeadAndTail(state.backupStore.fileOf({ raw })))?.title);
			if (title !== undefined) titles.set(raw, title);
		}
		return renderChecks(checks, archived, titles, clock.now());
	});
	await showMarkdown(vscode.l10n.t('Verified Backups'), report);
}

/** Puts back the sessions of all rows that are selected. One that cannot be put back stops no other. */
async function restoreEach(
	services: Needs,
	node: BackupNode | SessionNode | undefined,
	chosen: readonly BackupNode[],
): Promise<void> {
	if (chosen.length < 2) return restore(services, node);
	const failures: string[] = [];
	for (const each of chosen)
		await restore(services, each).catch((error: unknown) =>
			failures.push(error instanceof Error ? error.message : String(error)),
		);
	if (failures.length > 0) throw new Error(failures.join(' '));
}

/** Puts a session back: of the row, or one of those that are gone. */
async function restore(services: Needs, node: BackupNode | SessionNode | undefined): Promise<void> {
	const { claude } = services;
	const { deletedSessions, restoreSession } = await import('../../node/backups/storedSessions');
	let run: () => Promise<RestoreResult>;
	let place: { readonly project: Project; readonly title: string | undefined };
	if (node !== undefined && 'backup' in node) {
		const { restoreBackup } = await import('../../node/backups/backupRestore');
		place = { project: node.state.project, title: node.backup.title };
		run = () => restoreBackup(claude, node.state.project, node.backup.raw);
	} else {
		const { project, session } = node?.kind === 'deletedSession' ? node : await pickDeleted(services, deletedSessions);
		place = { project, title: session.title };
		run = () => restoreSession(claude, project, session);
	}
	const result = await busy(vscode.l10n.t('Restoring a transcript'), run);
	await services.workspace.refresh();
	await tellRestored(services, place, result);
}

async function pickDeleted(
	{ claude, workspace, clock }: Needs,
	deletedSessions: typeof DeletedSessions,
): Promise<Pick<DeletedNode, 'project' | 'session'>> {
	const { project } = await askProject(workspace);
	const { sessions } = await deletedSessions(claude, project, OFFERED);
	if (sessions.length === 0) {
		sayNothingToRestoreFrom();
		throw new vscode.CancellationError();
	}
	const picks = sessions.map((session) => ({
		label: titleOfDeleted(session),
		description: [shortDuration(Math.max(0, clock.now() - session.lastMs)), ...copiesOf(session)].join(' · '),
		detail: session.backups[0]?.raw ?? session.id,
		session,
	}));
	const picked = await vscode.window.showQuickPick(picks, {
		title: vscode.l10n.t('Restore Transcript'),
		placeHolder: vscode.l10n.t('Restores the file for Claude Code. Nothing is overwritten.'),
		matchOnDescription: true,
		matchOnDetail: true,
	});
	return { project, session: orCancel(picked).session };
}

async function tellRestored(
	services: Needs,
	{ project, title }: { readonly project: Project; readonly title: string | undefined },
	result: RestoreResult,
): Promise<void> {
	if (result.kind === 'taken') throw new Error(vscode.l10n.t('The transcript already exists: {0}', result.file));
	if (result.kind === 'damaged') throw new Error(vscode.l10n.t('All copies are damaged. Nothing was restored.'));
	if (result.kind === 'unknown') throw new Error(vscode.l10n.t('The backup doesn’t name its session.'));
	void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hasRestored, true);
	const { session: id, file, damagedSideFiles } = result;
	if (damagedSideFiles.length > 0) sayDamagedSideFiles(damagedSideFiles);
	const { readLaunch } = await import('../../node/claude/transcriptHead');
	const { folderHere } = await import('../../node/backups/resumable');
	// Claude Code finds a session only from the folder that it was put back for.
	const cwd = folderHere(project, (await readLaunch(file))?.cwd);
	// Not awaited: the message may stay for as long as it likes.
	void offerResume(singleLine(title ?? file)).then((isWanted) =>
		isWanted ? resumeSession(services, { id, name: singleLine(title ?? id), cwd }) : undefined,
	);
}

/** Archives the transcript of a session, or those that Claude Code is about to delete. */
async function keep(services: Needs, node: SessionNode | undefined): Promise<void> {
	const { claude, clock } = services;
	if (node?.kind === 'session') {
		const { locateTranscript } = await import('../../node/transcript/locateTranscript');
		const { id, project } = node.session;
		const transcript = await locateTranscript(claude, id, undefined, project);
		if (transcript === undefined) throw new Error(vscode.l10n.t('The transcript no longer exists.'));
		return archiveAndSay(services, [transcript], true);
	}
	const { aboutToBeDeleted } = await import('../../node/backups/transcriptArchive');
	const { project } = await askProject(services.workspace);
	const found = await aboutToBeDeleted(claude, project, clock);
	const soon = new Set(found.map(({ session }) => session));
	const others = services.sessions
		.list()
		.filter((session) => session.project.root === project.root && !session.isProgram && !soon.has(session.id));
	const picks = [
		{ label: vscode.l10n.t('Deleted by Claude Code within a week'), kind: vscode.QuickPickItemKind.Separator },
		...found.map((transcript) => ({ ...transcriptPick(services, transcript), transcript, picked: true })),
		{ label: vscode.l10n.t('Other sessions'), kind: vscode.QuickPickItemKind.Separator },
		...others.slice(0, OFFERED).map(({ id, name, sizeBytes, file }) => ({
			label: name,
			description: readableSize(sizeBytes),
			other: { id, file },
		})),
	] as (vscode.QuickPickItem & { transcript?: FoundTranscript; other?: { id: string; file: string } })[];
	const picked = orCancel(
		await vscode.window.showQuickPick(picks, {
			title: vscode.l10n.t('Archive Transcripts'),
			placeHolder: vscode.l10n.t('Selected transcripts are archived.'),
			canPickMany: true,
			matchOnDescription: true,
		}),
	);
	const { locateTranscript } = await import('../../node/transcript/locateTranscript');
	const transcripts: FoundTranscript[] = [];
	for (const { transcript, other } of picked) {
		const wanted = transcript ?? (other && (await locateTranscript(claude, other.id, other.file, project)));
		if (wanted !== undefined) transcripts.push(wanted);
	}
	if (transcripts.length > 0) await archiveAndSay(services, transcripts, true);
}

async function purge(services: Needs): Promise<void> {
	const { listArchive, purgeArchive } = await import('../../node/backups/transcriptArchive');
	const { project } = await askProject(services.workspace);
	const archived = [...(await listArchive(services.claude, project))].reverse();
	if (archived.length === 0) return sayNothingArchived();
	const picked = orCancel(
		await vscode.window.showQuickPick(
			archived.map((each) => ({ ...archivedPick(services, each), each })),
			{
				title: vscode.l10n.t('Delete Archived Transcripts'),
				placeHolder: vscode.l10n.t('Selected transcripts are deleted permanently.'),
				canPickMany: true,
				matchOnDescription: true,
			},
		),
	);
	if (picked.length === 0 || !(await confirmPurge(picked.length))) return;
	await purgeArchive(picked.map(({ each }) => each));
}

function transcriptPick({ sessions }: Needs, { session, sizeBytes, modifiedMs }: FoundTranscript) {
	return {
		label: sessions.get(session)?.name ?? session,
		description: `${localDate(modifiedMs)} · ${readableSize(sizeBytes)}`,
	};
}

function archivedPick({ sessions }: Needs, { session, size, modifiedMs, archivedMs, isProven }: ArchivedTranscript) {
	return {
		label: sessions.get(session)?.name ?? session,
		description: `${localDate(modifiedMs)} ${localTime(modifiedMs)} · ${readableSize(size)}`,
		detail:
			isProven === undefined
				? vscode.l10n.t('archived {0}', localDate(archivedMs))
				: vscode.l10n.t('archived {0}; its record is damaged', localDate(archivedMs)),
	};
}
