// Brings one place to the state that its log announces: the copy, its side files, its check. Each step leaves either
// the old state or the next one; the log says which, and the next run finds whatever was left half done.
import { rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { LoggedBackup } from '../../core/backups/log';
import type { Clock } from '../../core/base/ports';
import { checkInside } from '../base/insideProject';
import { type Digest, type OlderCopy, type OnStep, copyTranscript, digestOf } from './copyTranscript';
import { syncFolder } from '../base/atomicFile';
import { type BackupPlace, rawFolder, sideFolderOf, storedAs } from './place';
import { type BackupNews, logBackup, readBackups } from './placeLog';
import { isFile, isFolder } from '../base/lookAt';

/** What a copy is taken from. */
export interface CopySource {
	readonly file: string;
	/** Folders of its side files: see `copySideFiles`. They need not exist. */
	readonly sideFolders: readonly string[];
	/** Where the transcript stands now, for the log. */
	readonly transcript: string;
	readonly slug: string;
}

export class PlaceWriter {
	constructor(
		readonly place: BackupPlace,
		private readonly clock: Clock,
		private readonly step: OnStep,
	) {}

	fileOf(raw: string): string {
		return path.join(rawFolder(this.place), raw);
	}

	/** @throws the file system's own error where the line could not be written. */
	log(news: BackupNews): Promise<void> {
		return logBackup(this.place, news, this.clock.now());
	}

	/** Pending backups of one session, oldest first. */
	async pendingOf(session: string): Promise<readonly LoggedBackup[]> {
		const backups = await readBackups(this.place);
		return [...backups.values()].filter((each) => each.isPending && each.session === session);
	}

	/**
	 * Makes the copy of a pending backup, out of an older one of its session where that is a part of it, and lets it take
	 * the place of those that it holds.
	 * @returns what was verified; nothing where the source changes under our eyes, and the next run has to try again.
	 */
	async write(backup: LoggedBackup, source: CopySource): Promise<Digest | undefined> {
		const { raw, session = '' } = backup;
		const target = this.fileOf(raw);
		await checkInside(this.place.root, target);
		const older = await this.olderThan(backup);
		const copied = await copyTranscript(source.file, target, await this.olderCopy(backup, older), this.step);
		if (copied === undefined) return undefined;
		await this.step('renamed');
		const facts = { raw, session, source: source.transcript, slug: source.slug };
		await this.log({ ...facts, event: 'copied', ...copied });
		await this.step('copied');
		await this.supersedeOlder({ ...backup, copiedBytes: copied.size, sha256: copied.sha256 });
		// Many sessions have none, and every hook that copies would carry how.
		if ((await Promise.all(source.sideFolders.map(isFolder))).includes(true)) {
			const { copySideFiles } = await import('./sideFiles');
			await copySideFiles(source.sideFolders, sideFolderOf(target, 'backup'), this.step);
		}
		await this.step('sideFiles');
		return this.verify(backup, copied);
	}

	/** Lets a finished copy take the place of those older ones of its session that it holds: an undo may have brought one back. */
	async supersedeOlder(backup: LoggedBackup): Promise<void> {
		const { raw, copiedBytes: size, sha256 } = backup;
		if (size === undefined || sha256 === undefined) return;
		for (const each of await this.olderThan(backup)) await this.supersede(each, raw, { size, sha256 });
	}

	/** Those of its session that were announced before it and wait. */
	private async olderThan({ raw, session = '' }: LoggedBackup): Promise<readonly LoggedBackup[]> {
		const all = await this.pendingOf(session);
		return all.slice(
			0,
			Math.max(
				0,
				all.findIndex((each) => each.raw === raw),
			),
		);
	}

	/** Reads a finished copy again, and logs that it is what was copied. @returns nothing where it is not. */
	async verify({ raw, session }: LoggedBackup, expected: Digest): Promise<Digest | undefined> {
		const found = await digestOf(this.fileOf(raw), expected.size);
		if (found?.sha256 !== expected.sha256) return undefined;
		await this.log({ event: 'verified', raw, session, ...found });
		await this.step('verified');
		return found;
	}

	/** The finished copy that a new one may grow out of. */
	private async olderCopy(backup: LoggedBackup, older: readonly LoggedBackup[]): Promise<OlderCopy | undefined> {
		for (const each of [backup, ...[...older].reverse()]) {
			const { copiedBytes: size, sha256 } = each;
			if (size === undefined || sha256 === undefined) continue;
			// An extension that was killed after its last step stands under the new name already.
			for (const file of [each.raw, backup.raw].map((name) => this.fileOf(name)))
				if (await isFile(file)) return { file, size, sha256 };
		}
		return undefined;
	}

	/**
	 * Removes an older backup if the newer one holds all of it. If the transcript was rewritten, its older backup
	 * stays.
	 */
	private async supersede(older: LoggedBackup, by: string, copied: Digest): Promise<void> {
		const { raw, session, copiedBytes, sha256 } = older;
		const file = this.fileOf(raw);
		// It may have been compressed meanwhile, for want of room. Then the log knows what it holds.
		const stored = await storedAs(file);
		if (stored !== undefined) {
			const isKnown = copiedBytes !== undefined && sha256 !== undefined;
			const own = isKnown ? { size: copiedBytes, sha256 } : await digestOf(stored);
			if (own === undefined || own.size > copied.size) return;
			if ((await digestOf(this.fileOf(by), own.size))?.sha256 !== own.sha256) return;
		}
		const from = sideFolderOf(file, 'backup');
		const to = sideFolderOf(this.fileOf(by), 'backup');
		await rename(from, to).catch(() => undefined);
		if (await isFolder(from)) {
			const { copySideFiles } = await import('./sideFiles');
			// What cannot be copied is nowhere else.
			const left = await copySideFiles([to, from], to, this.step).catch(() => undefined);
			if (left?.length !== 0) return;
			await rm(from, { recursive: true });
		}
		await this.step('sideFilesMoved');
		await this.log({ event: 'superseded', raw, session });
		await this.step('superseded');
		if (stored !== undefined) await unlink(stored);
		await syncFolder(rawFolder(this.place));
	}
}
