// Whatever we take away can be given back: the file as it was, and a record of where it stood. An entry is a folder
// `<UTC stamp>-<random>` with `record.json` and the taken files. The record is written before anything moves, so a
// process that dies between the two leaves a record without content, which is ignored. Whatever step it dies at, the
// file is still where it stood, here, or at both places.
import { constants } from 'node:fs';
import { copyFile, cp, link, lstat, mkdir, readdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, renameFile, replaceFile } from './atomicFile';
import { readRegularFile } from './regularFile';
import type { TrashRecord } from './trashRecord';
import { isRunning } from './isRunning';
import { temporaryBeside } from './temporary';
import { randomHex } from './uniqueName';

/** The kinds of entries. */
export const PARKED_TRASH = 'parked';
export const BACKUP_TRASH = 'backup';
export const MEMORY_TRASH = 'memory';

export interface TrashEntry extends TrashRecord {
	readonly id: string;
	/** The taken file, inside the trash. */
	readonly content: string;
}

/** How much one kind may hold; the oldest entries go first, and the newest always stays. */
export interface TrashCap {
	readonly entries: number;
	readonly bytes: number;
}

export interface GiveBackOptions {
	/** Folders that came along, to go back with it. */
	readonly companions?: readonly string[];
	/** Does what belongs to the return. Where it throws, the content stays here, and its place is free again. */
	readonly finish?: (target: string) => Promise<void>;
}

/** Ending of an entry that a process is giving back. Should that one die, others can list and restore the entry again. */
const CLAIM = /\.claimed-(\d+)$/u;
/** What this very process is giving back. */
const claims = new Set<string>();

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
		companions: readonly string[] = [],
	): Promise<TrashEntry | undefined> {
		const id = `${new Date(record.takenMs).toISOString().replace(/[-:.]/gu, '')}-${await randomHex(4)}`;
		const folder = path.join(this.folder, id);
		const content = path.join(folder, path.basename(record.path));
		await mkdir(folder, { recursive: true, mode: 0o700 });
		try {
			await replaceFile(path.join(folder, 'record.json'), JSON.stringify({ schemaVersion: 1, ...record }), 0o600);
			await moveFile(record.path, content);
		} catch (error) {
			await rm(folder, { recursive: true, force: true });
			if (errorCode(error) === 'ENOENT') return undefined;
			throw error;
		}
		const entry: TrashEntry = { schemaVersion: 1, ...record, id, content };
		try {
			for (const companion of companions) await moveFolder(companion, path.join(folder, path.basename(companion)));
		} catch (error) {
			// Half of it is not what was asked for. Should even this fail, the entry can be listed and restored.
			await this.giveBack(entry, [record.path], record.modifiedMs, { companions }).catch(() => undefined);
			throw error;
		}
		await this.sweep(record.kind);
		return entry;
	}

	/** Entries of a kind that still hold their content, newest first. Broken ones are skipped. */
	async list(kind: string): Promise<readonly TrashEntry[]> {
		const ids = await readdir(this.folder).catch(() => []);
		const entries = await Promise.all(ids.map((id) => this.read(id)));
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
		const home = path.join(this.folder, entry.id.replace(CLAIM, ''));
		const claimed = `${home}.claimed-${process.pid}`;
		if (claims.has(claimed)) return undefined;
		claims.add(claimed);
		try {
			if (!(await isRenamed(path.join(this.folder, entry.id), claimed))) return undefined;
			const target = await this.giveBackClaimed(claimed, entry, targets, modifiedMs, options).catch(
				async (error: unknown) => {
					await rename(claimed, home);
					throw error;
				},
			);
			if (target === undefined) await rename(claimed, home);
			// What cannot be removed now is a second copy, and no reason to call the return a failure.
			else await rm(claimed, { recursive: true, force: true }).catch(() => undefined);
			return target;
		} finally {
			claims.delete(claimed);
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
			await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
			if (!(await copyToFreeName(path.join(claimed, path.basename(entry.content)), target))) continue;
			const back: string[] = [];
			try {
				await utimes(target, modifiedMs / 1000, modifiedMs / 1000);
				for (const companion of companions) {
					if (await moveFolder(path.join(claimed, path.basename(companion)), companion)) back.push(companion);
				}
				await finish?.(target);
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
			if (isBeingGivenBack(this.folder, id)) return undefined;
			const json = await readRegularFile(path.join(this.folder, id, 'record.json'), RECORD_LIMIT_BYTES);
			const { recordSchema } = await import('./trashRecord');
			const record = recordSchema.parse(JSON.parse(json?.bytes.toString() ?? ''));
			const content = path.join(this.folder, id, path.basename(record.path));
			return (await lstat(content)).isFile() ? { ...record, id, content } : undefined;
		} catch {
			return undefined; // Half taken, swept by somebody else, or not ours.
		}
	}

	private async sweep(kind: string): Promise<void> {
		const cap = this.caps[kind];
		if (cap === undefined) return;
		let bytes = 0;
		for (const [at, entry] of (await this.list(kind)).entries()) {
			bytes += (await stat(entry.content).catch(() => undefined))?.size ?? 0;
			if (at > 0 && (at >= cap.entries || bytes > cap.bytes))
				await rm(path.join(this.folder, entry.id), { recursive: true, force: true });
		}
	}
}

/** Whether a living process claimed the entry. A process id may be another program's by now: then it waits for that one to end. */
function isBeingGivenBack(folder: string, id: string): boolean {
	const pid = Number(CLAIM.exec(id)?.[1]);
	if (Number.isNaN(pid)) return false;
	if (pid === process.pid) return claims.has(path.join(folder, id));
	return isRunning(pid);
}

async function isRenamed(from: string, to: string): Promise<boolean> {
	try {
		await rename(from, to);
		return true;
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return false;
		throw error;
	}
}

/** Gives a file a second name where nothing is yet; where that cannot be, a copy. @returns false where the name is taken. */
async function copyToFreeName(from: string, to: string): Promise<boolean> {
	const first = await tryLink(from, to);
	if (first !== 'impossible') return first === 'linked';
	// Another file system. The copy becomes visible when it is whole.
	const temporary = await temporaryBeside(to);
	try {
		await copyFile(from, temporary, constants.COPYFILE_EXCL);
		const second = await tryLink(temporary, to);
		if (second !== 'impossible') return second === 'linked';
		// One that knows no second names. Whatever is there is not written over.
		await copyFile(temporary, to, constants.COPYFILE_EXCL);
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		throw error;
	} finally {
		await unlink(temporary).catch(() => undefined);
	}
}

async function tryLink(from: string, to: string): Promise<'linked' | 'taken' | 'impossible'> {
	try {
		await link(from, to);
		return 'linked';
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return 'taken';
		if (errorCode(error) === 'ENOENT') throw error;
		return 'impossible';
	}
}

/** Renames. Across file systems: copies, gives the copy its name when it is whole, and removes the source last. */
async function moveFile(from: string, to: string): Promise<void> {
	try {
		return await renameFile(from, to);
	} catch (error) {
		if (errorCode(error) !== 'EXDEV') throw error;
	}
	const temporary = await temporaryBeside(to);
	try {
		for (;;) {
			const before = await lstat(from);
			await copyFile(from, temporary);
			const after = await lstat(from);
			// Whatever was written while we copied is not lost: it is copied again.
			if (before.ino === after.ino && before.mtimeMs === after.mtimeMs && before.size === after.size) break;
		}
		await rename(temporary, to);
	} catch (error) {
		await unlink(temporary).catch(() => undefined);
		throw error;
	}
	await unlink(from);
}

/** The same for a folder. @returns whether there was one. */
async function moveFolder(from: string, to: string): Promise<boolean> {
	if ((await lstat(from).catch(() => undefined))?.isDirectory() !== true) return false;
	try {
		await rename(from, to);
		return true;
	} catch (error) {
		if (errorCode(error) !== 'EXDEV') throw error;
	}
	const temporary = await temporaryBeside(to);
	try {
		await cp(from, temporary, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
		await rename(temporary, to);
	} catch (error) {
		await rm(temporary, { recursive: true, force: true });
		throw error;
	}
	await rm(from, { recursive: true, force: true });
	return true;
}
