// Whatever we take away can be given back: the file as it was, and a record of where it stood. An entry is a folder
// `<UTC stamp>-<random>` with `record.json` and the taken files. The record is written before anything moves, so a
// process that dies between the two leaves a record without content, which is ignored. Whatever step it dies at, the
// file is still where it stood, here, or at both places. While a process works on an entry, the folder's name ends with what
// it does, its id and its machine: should it die, others find the entry, and what was begun can be ended.
import { lstat, readdir, rm, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '../../core/base/dates';
import { asRecord, asText } from '../../core/base/result';
import { errorCode, isRenamed, nameTwice, makeFolder, renameFile, replaceFile, syncFolder } from '../base/atomicFile';
import { readRegularFile } from '../base/regularFile';
import type { TrashRecord } from './trashRecord';
import { isWorkedOn, workerName } from '../base/isRunning';
import { randomHex } from '../base/temporary';
import { makePrivateFolder } from '../project/privateFolder';
import { entriesIn, isFolder, isOneFile } from '../base/lookAt';

/** The kinds of entries. */
export const PARKED_TRASH = 'parked';
export const BACKUP_TRASH = 'backup';
export const DRAFT_TRASH = 'draft';
export const MEMORY_TRASH = 'memory';
export const PROTOCOL_TRASH = 'protocol';
export const DOCUMENT_TRASH = 'document';
export const SETTINGS_TRASH = 'settings';

export interface TrashEntry extends TrashRecord {
	readonly id: string;
	/** The taken file, inside the trash. */
	readonly content: string;
}

/** How much one kind may hold; the oldest entries go first, and the newest always stays. */
interface TrashCap {
	readonly entries: number;
	readonly bytes: number;
}

interface TakeOptions {
	/** Folders that come along. */
	readonly companions?: readonly string[];
	/** Does what belongs to the taking. Where it throws, the file goes back. */
	readonly finish?: () => Promise<void>;
	/** Undoes what `finish` did before it threw. */
	readonly undo?: () => Promise<void>;
}

interface GiveBackOptions {
	/** Folders that came along, to go back with it. */
	readonly companions?: readonly string[];
	/**
	 * Does what belongs to the return. Where it throws, the content stays here, and its place is free again.
	 * @param isResumed whether somebody died while giving it back: some of this may be done already.
	 */
	readonly finish?: (target: string, isResumed: boolean) => Promise<void>;
}

/** Ending of an entry that a process is taking, or giving back. */
const BUSY = /\.(?:taking|claimed)-(\d+)(?:@([\w-]+))?$/u;
const TAKING = /\.taking-[^.]+$/u;
/** What this very process is working on. */
const busy = new Set<string>();

/** A record is a few hundred bytes. */
const RECORD_LIMIT_BYTES = 1024 * 1024;

export class Trash {
	constructor(
		private readonly folder: string,
		private readonly caps: Readonly<Record<string, TrashCap>>,
	) {}

	/**
	 * Moves a file here. The move itself decides who took it: of two processes that try, one gets `undefined`.
	 * @returns the entry, or nothing where the file was gone already.
	 * @throws the file system's error where it could not be moved (a full disk, no permission); it is still there then.
	 */
	async take(
		record: Omit<TrashRecord, 'schemaVersion'>,
		{ companions = [], finish, undo }: TakeOptions = {},
	): Promise<TrashEntry | undefined> {
		const id = `${new Date(record.takenMs).toISOString().replace(/[-:.]/gu, '')}-${randomHex(4)}`;
		const taking = `${id}.taking-${workerName()}`;
		const folder = path.join(this.folder, taking);
		const content = path.join(folder, path.basename(record.path));
		busy.add(folder);
		try {
			// Our home, which it lies in.
			await makePrivateFolder(path.dirname(this.folder), folder);
			try {
				await replaceFile(path.join(folder, 'record.json'), JSON.stringify({ schemaVersion: 1, ...record }), 0o600);
				await moveFile(record.path, content);
			} catch (error) {
				await rm(folder, { recursive: true, force: true });
				if (errorCode(error) === 'ENOENT') return undefined;
				throw error;
			}
			const entry: TrashEntry = { schemaVersion: 1, ...record, id: taking, content };
			try {
				for (const companion of companions) await moveFolder(companion, path.join(folder, path.basename(companion)));
				await syncFolders(folder, path.dirname(record.path));
				await finish?.();
			} catch (error) {
				// Half of it is not what was asked for. Should even this fail, the entry can be listed and restored.
				const back = { companions, ...(undo === undefined ? {} : { finish: undo }) };
				await this.giveBack(entry, [record.path], record.modifiedMs, back).catch(() => undefined);
				throw error;
			}
			const taken = await this.settle(entry);
			await this.sweep(taken);
			return taken;
		} finally {
			busy.delete(folder);
		}
	}

	/**
	 * Ends what processes began to take and did not live to end.
	 * @param isOurs of the entries, which may be those of any project.
	 * @param finish what belongs to the taking; some of it may be done already.
	 */
	async endTaking(isOurs: (entry: TrashEntry) => boolean, finish: (entry: TrashEntry) => Promise<void>): Promise<void> {
		const ids = (await readdir(this.folder).catch(() => [])).filter((id) => TAKING.test(id));
		for (const id of ids) {
			const entry = await this.read(id);
			if (entry === undefined || !isOurs(entry)) continue;
			const mine = `${id.replace(BUSY, '')}.taking-${workerName()}`;
			const folder = path.join(this.folder, mine);
			busy.add(folder);
			try {
				// Of two processes that find it, one may rename it.
				if (!(await isRenamed(path.join(this.folder, id), folder))) continue;
				const held = { ...entry, id: mine, content: path.join(folder, path.basename(entry.content)) };
				await finish(held);
				await this.settle(held);
			} finally {
				busy.delete(folder);
			}
		}
	}

	/** Gives an entry that was taken its lasting name. */
	private async settle(entry: TrashEntry): Promise<TrashEntry> {
		const id = entry.id.replace(BUSY, '');
		await renameFile(path.join(this.folder, entry.id), path.join(this.folder, id));
		await syncFolder(this.folder);
		return { ...entry, id, content: path.join(this.folder, id, path.basename(entry.content)) };
	}

	/** Entries of a kind that still hold their content, newest first. Broken ones are skipped. @throws where it cannot be read. */
	async list(kind: string): Promise<readonly TrashEntry[]> {
		const ids = await entriesIn(this.folder);
		const entries = await Promise.all(ids.map(({ name }) => this.read(name)));
		return entries
			.flatMap((entry) => (entry?.kind === kind ? [entry] : []))
			.sort((a, b) => b.takenMs - a.takenMs || (a.id < b.id ? 1 : -1));
	}

	/**
	 * Moves an entry's content back, to the first of the given places where nothing is.
	 * Renaming the entry first decides between two processes that give back the same one.
	 * @returns where it is now; nothing where every place is taken, or another process was faster.
	 * @throws the file system's error, or that of `finish`; the entry is still here then.
	 */
	async giveBack(
		entry: TrashEntry,
		targets: Iterable<string>,
		modifiedMs: number,
		options: GiveBackOptions = {},
	): Promise<string | undefined> {
		const home = path.join(this.folder, entry.id.replace(BUSY, ''));
		const claimed = `${home}.claimed-${workerName()}`;
		if (busy.has(claimed)) return undefined;
		busy.add(claimed);
		try {
			if (!(await isRenamed(path.join(this.folder, entry.id), claimed))) return undefined;
			const target = await this.giveBackClaimed(claimed, entry, targets, modifiedMs, options).catch(
				async (error: unknown) => {
					await renameFile(claimed, home);
					throw error;
				},
			);
			if (target === undefined) await renameFile(claimed, home);
			// What cannot be removed now is a second copy, and no reason to call the return a failure.
			else await rm(claimed, { recursive: true, force: true }).catch(() => undefined);
			return target;
		} finally {
			busy.delete(claimed);
		}
	}

	private async giveBackClaimed(
		claimed: string,
		entry: TrashEntry,
		targets: Iterable<string>,
		modifiedMs: number,
		{ companions = [], finish }: GiveBackOptions,
	): Promise<string | undefined> {
		for (const target of targets) {
			await makeFolder(path.dirname(target));
			const put = await copyToFreeName(path.join(claimed, path.basename(entry.content)), target);
			if (put === 'taken') continue;
			const back: string[] = [];
			try {
				await utimes(target, modifiedMs / 1000, modifiedMs / 1000);
				for (const companion of companions) {
					if (await moveFolder(path.join(claimed, path.basename(companion)), companion)) back.push(companion);
				}
				await finish?.(target, put === 'resumed');
				// Before what is here is removed.
				await syncFolders(claimed, path.dirname(target));
				return target;
			} catch (error) {
				for (const companion of back) await moveFolder(companion, path.join(claimed, path.basename(companion)));
				await unlink(target);
				throw error;
			}
		}
		return undefined;
	}

	private async read(id: string): Promise<TrashEntry | undefined> {
		try {
			if (await isBusy(path.join(this.folder, id))) return undefined;
			const json = await readRegularFile(path.join(this.folder, id, 'record.json'), RECORD_LIMIT_BYTES);
			const { recordSchema } = await import('./trashRecord');
			const record = recordSchema.parse(JSON.parse(json?.bytes.toString() ?? ''));
			const content = path.join(this.folder, id, path.basename(record.path));
			return (await lstat(content)).isFile() ? { ...record, id, content } : undefined;
		} catch {
			return undefined; // Half taken, swept by somebody else, or not ours.
		}
	}

	/** What was taken together with the last one stays: it comes back together. */
	private async sweep(last: TrashEntry): Promise<void> {
		const cap = this.caps[last.kind];
		if (cap === undefined) return;
		const batch = batchOf(last);
		let bytes = 0;
		for (const [at, entry] of (await this.list(last.kind)).entries()) {
			bytes += (await stat(entry.content).catch(() => undefined))?.size ?? 0;
			const isLast = entry.id === last.id || (batch !== undefined && batchOf(entry) === batch);
			if (!isLast && (at >= cap.entries || bytes > cap.bytes))
				await rm(path.join(this.folder, entry.id), { recursive: true, force: true });
		}
	}
}

export function batchOf(entry: TrashEntry | undefined): string | undefined {
	return asText(asRecord(entry?.extra)?.['batch']);
}

/** Whether a living process works on the entry. */
async function isBusy(folder: string): Promise<boolean> {
	const [, pid, machine] = BUSY.exec(folder) ?? [];
	return busy.has(folder) || (pid !== undefined && (await isWorkedOn(folder, Number(pid), HOUR_MS, machine)));
}

/**
 * Gives a file a second name where nothing is yet; where that cannot be, a copy.
 * @returns `resumed` where it has the name already: who gave it died before the end.
 */
async function copyToFreeName(from: string, to: string): Promise<'put' | 'resumed' | 'taken'> {
	const put = await nameTwice(from, to);
	if (put === 'taken') return (await isOneFile(from, to)) ? 'resumed' : 'taken';
	return put === 'linked' ? 'put' : (await import('./acrossDisks')).copyFileAcross(from, to);
}

async function syncFolders(...folders: readonly string[]): Promise<void> {
	for (const folder of folders) await syncFolder(folder);
}

async function moveFile(from: string, to: string): Promise<void> {
	if (!(await isRenamed(from, to, 'EXDEV'))) await (await import('./acrossDisks')).moveFileAcross(from, to);
}

/** @returns whether there was one. */
async function moveFolder(from: string, to: string): Promise<boolean> {
	if (!(await isFolder(from))) return false;
	if (!(await isRenamed(from, to, 'EXDEV'))) await (await import('./acrossDisks')).moveFolderAcross(from, to);
	return true;
}
