// The raw backups of one project on disk: lists and discards them. The hooks make them.
import { unlink } from 'node:fs/promises';
import path from 'node:path';
import { isRawFileName } from '../../core/backups/log';
import { markerText } from '../../core/backups/marker';
import type { PendingBackup } from '../../core/backups/pending';
import type { Clock } from '../../core/base/ports';
import { asRecord, asText } from '../../core/base/result';
import { replaceFile } from '../base/atomicFile';
import { type BackupPlace, plainName, projectPlace, sideFolderOf, storedAs } from './place';
import { type BackupNews, BACKUP_LOG, logBackup } from './placeLog';
import { checkInside } from '../base/insideProject';
import { keepPrivate, makePrivatePlace } from '../keeper/privatePlaces';
import type { Project } from '../project/project';
import { BACKUP_TRASH, type Trash, type TrashEntry, batchOf } from '../keeper/trash';
import { isTrackedIn } from '../base/gitLayout';
import { isFile, isThere, lookSurely, noneIsFine } from '../base/lookAt';
import { BackupReader } from './backupReader';

const MARKER = '.pending-backup';

export class BackupStore extends BackupReader {
	constructor(
		project: Project,
		private readonly trash: Trash,
		private readonly clock: Clock,
		protected override readonly home: BackupPlace,
	) {
		super(project, home);
	}

	/** The file that holds a backup, which may be compressed; where there is none, where it would be. */
	async storedFile(backup: Pick<PendingBackup, 'raw' | 'isHomeOnly'>): Promise<string> {
		return (await storedAs(this.fileOf(backup))) ?? this.fileOf(backup);
	}

	/** One of `discardAll`. */
	async discard(backup: PendingBackup): Promise<TrashEntry | undefined> {
		return (await this.discardAll([backup]))[0];
	}

	/**
	 * Moves backups to the trash, says so in the log, and lets the marker name the newest one left. What is discarded together
	 * comes back together (`lastDiscarded`).
	 * @returns for each its entry in the trash; nothing where there was no file to move (the log line is written all the same).
	 */
	async discardAll(backups: readonly PendingBackup[]): Promise<readonly (TrashEntry | undefined)[]> {
		if (backups.length === 0) return [];
		const batch = `${this.clock.now()} ${backups[0]?.raw ?? ''}`;
		const entries: (TrashEntry | undefined)[] = [];
		await this.prepareLog(backups.every(({ isHomeOnly }) => isHomeOnly === true));
		try {
			for (const backup of backups) entries.push(await this.discardOne(backup, batch));
		} finally {
			await this.repointMarker(backups);
		}
		return entries;
	}

	private async discardOne(backup: PendingBackup, batch: string): Promise<TrashEntry | undefined> {
		const file = await this.storedFile(backup);
		await this.checkPlaceOf(file);
		const found = await lookSurely(file);
		let entry: TrashEntry | undefined;
		if (found?.isFile() === true) {
			entry = await this.trash.take(
				{
					kind: BACKUP_TRASH,
					action: 'discarded',
					name: backup.raw,
					takenMs: this.clock.now(),
					path: file,
					modifiedMs: found.mtimeMs,
					extra: { session: backup.session, reason: backup.reason, source: backup.source, batch },
				},
				{ companions: [sideFolderOf(plainName(file), 'backup')] },
			);
			if (entry === undefined) return undefined; // Somebody else discarded it just now, and logged it.
		}
		try {
			await this.log({ event: 'discarded', raw: backup.raw, session: backup.session }, backup.isHomeOnly === true);
		} catch (error) {
			// If it cannot be recorded, it is undone. Should even that fail, it can be taken back from the trash.
			if (entry !== undefined) await this.giveBack(entry).catch(() => undefined);
			throw error;
		}
		return entry;
	}

	/**
	 * Says that a session's backups were dealt with: what is in them is in a document now. The marker then names the newest
	 * one that is left. Raw files that the log does not know stay as they are.
	 * @param backups as `list` gave them.
	 */
	async process(backups: readonly Pick<PendingBackup, 'raw' | 'session' | 'isHomeOnly'>[]): Promise<void> {
		if (backups.length === 0) return;
		await this.prepareLog(backups.every(({ isHomeOnly }) => isHomeOnly === true));
		for (const { raw, session, isHomeOnly = false } of backups)
			await this.log({ event: 'processed', raw, session }, isHomeOnly);
		await this.repointMarker(backups);
	}

	/** Lets a processed backup wait again: what it was processed for was taken back. */
	async reopen(backup: Pick<PendingBackup, 'raw' | 'session' | 'isHomeOnly'>): Promise<void> {
		const { raw, session, isHomeOnly = false } = backup;
		await this.prepareLog(isHomeOnly);
		await this.log({ event: 'pending', raw, session }, isHomeOnly);
		await this.repointMarker([backup]);
	}

	/** Discarded backups of this project that can come back, most recent first. */
	async discarded(): Promise<readonly TrashEntry[]> {
		return (await this.trash.list(BACKUP_TRASH)).filter((entry) => this.isOurs(entry.path));
	}

	/** What was discarded last, all of it that went together. */
	async lastDiscarded(): Promise<readonly TrashEntry[]> {
		const entries = await this.discarded();
		const [last] = entries;
		const batch = batchOf(last);
		return entries.filter((entry) => entry === last || (batch !== undefined && batchOf(entry) === batch));
	}

	/** Puts a discarded backup back to where it was, pending again. @returns false where its place is taken or it is gone. */
	async undoDiscard(entry: TrashEntry): Promise<boolean> {
		const raw = plainName(path.basename(entry.path));
		if (!this.isOurs(entry.path)) return false;
		const isHomeOnly = this.isInHome(entry.path);
		await this.checkPlaceOf(entry.path);
		await this.prepareLog(isHomeOnly);
		if (!isHomeOnly) await makePrivatePlace(this.project, 'raw/');
		const extra = asRecord(entry.extra);
		const target = await this.giveBack(entry, () =>
			this.log(
				{
					event: 'pending',
					raw,
					session: asText(extra?.['session']),
					reason: asText(extra?.['reason']),
					source: asText(extra?.['source']),
				},
				isHomeOnly,
			),
		);
		if (target === undefined) return false;
		await this.repointMarker([{ isHomeOnly }]);
		return true;
	}

	private giveBack(entry: TrashEntry, finish?: () => Promise<void>): Promise<string | undefined> {
		const companions = [sideFolderOf(plainName(entry.path), 'backup')];
		return this.trash.giveBack(entry, [entry.path], entry.modifiedMs, {
			companions,
			...(finish === undefined ? {} : { finish }),
		});
	}

	/** Whether a path of the trash is that of a raw file in one of the two places. */
	private isOurs(file: string): boolean {
		const raw = plainName(path.basename(file));
		return (
			isRawFileName(raw) && [false, true].some((isHomeOnly) => plainName(file) === this.fileOf({ raw, isHomeOnly }))
		);
	}

	/** Checks that what is about to be done can be recorded, and that git will not take what comes back. */
	private async prepareLog(isHomeOnly: boolean): Promise<void> {
		if (isHomeOnly) return; // The project has nothing of it, and need not even take a file of ours.
		await checkInside(this.project.filesRoot, path.join(this.memory, BACKUP_LOG));
		await keepPrivate(this.project);
	}

	/** Both logs are told: should the project's be cleaned away, what was discarded does not come back from the other. */
	private async log(
		news: BackupNews & { readonly event: 'discarded' | 'pending' | 'processed' },
		isHomeOnly: boolean,
	): Promise<void> {
		const nowMs = this.clock.now();
		if (!isHomeOnly) await logBackup(projectPlace(this.project), news, nowMs);
		if (isHomeOnly || (await isFile(path.join(this.home.folder, BACKUP_LOG)))) await logBackup(this.home, news, nowMs);
	}

	/**
	 * The marker names the newest pending backup that is there, for programs that know only the marker. One that git tracks is
	 * the repository's. @param touched what was done: of what only our home has, the project's marker says nothing.
	 */
	private async repointMarker(touched: readonly Pick<PendingBackup, 'isHomeOnly'>[]): Promise<void> {
		if (touched.every(({ isHomeOnly }) => isHomeOnly === true)) return;
		const file = path.join(this.memory, MARKER);
		// Writing and removing it do not follow a link that may stand in its place.
		await checkInside(this.project.filesRoot, this.memory);
		const newest = (await this.list()).pending.find(
			(backup) => backup.state === 'pending' && backup.isHomeOnly !== true,
		);
		if (!(await isThere(this.memory)) || (await isTrackedIn(this.memory, [MARKER]))) return;
		if (newest !== undefined) return replaceFile(file, markerText(newest.raw), 0o600);
		await unlink(file).catch(noneIsFine);
	}
}
