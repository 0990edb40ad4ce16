// Whatever we take away can be given back: the file as it was, and a record of where it stood. An entry is a folder
// `<UTC stamp>-<random>` with `record.json` and the taken files. The record is written before anything moves, so a
// process that dies between the two leaves a record without content, which is ignored and swept later.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, readFile, readdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { errorCode, renameFile, replaceFile } from './atomicFile';

const recordSchema = z.object({
	schemaVersion: z.literal(1),
	/** What kind of thing was taken, e.g. `parked` or `backup`. */
	kind: z.string(),
	/** Why it was taken: `archived`, `expired`, `discarded`. */
	action: z.string(),
	/** Name for people. */
	name: z.string(),
	/** When, in milliseconds since 1970. */
	takenMs: z.number(),
	/** Where it stood. */
	path: z.string(),
	modifiedMs: z.number(),
	/** What else its owner needs to put it back. */
	extra: z.optional(z.unknown()),
});

export type TrashRecord = z.infer<typeof recordSchema>;

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

/** Ending of an entry that is being given back. Should the process die then, the entry can still be listed and restored. */
const CLAIMED = '.claimed';

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
		const id = `${new Date(record.takenMs).toISOString().replace(/[-:.]/gu, '')}-${randomBytes(4).toString('hex')}`;
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
		for (const companion of companions) await moveFolder(companion, path.join(folder, path.basename(companion)));
		await this.sweep(record.kind);
		return { schemaVersion: 1, ...record, id, content };
	}

	/** Adds to an entry's record what became known after the move. */
	async amend(entry: TrashEntry, extra: unknown): Promise<void> {
		const { id, content: _content, ...record } = entry;
		await replaceFile(path.join(this.folder, id, 'record.json'), JSON.stringify({ ...record, extra }), 0o600);
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
	 */
	async giveBack(
		entry: TrashEntry,
		targets: Iterable<string>,
		modifiedMs: number,
		companions: readonly string[] = [],
	): Promise<string | undefined> {
		const claimed = path.join(this.folder, `${entry.id}${CLAIMED}`);
		try {
			await rename(path.join(this.folder, entry.id), claimed);
		} catch (error) {
			if (errorCode(error) === 'ENOENT') return undefined;
			throw error;
		}
		try {
			for (const target of targets) {
				await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
				if (!(await copyToFreeName(path.join(claimed, path.basename(entry.content)), target))) continue;
				await utimes(target, modifiedMs / 1000, modifiedMs / 1000);
				for (const companion of companions) await moveFolder(path.join(claimed, path.basename(companion)), companion);
				await rm(claimed, { recursive: true, force: true });
				return target;
			}
		} catch (error) {
			await rename(claimed, path.join(this.folder, entry.id));
			throw error;
		}
		await rename(claimed, path.join(this.folder, entry.id));
		return undefined;
	}

	private async read(id: string): Promise<TrashEntry | undefined> {
		try {
			const record = recordSchema.parse(JSON.parse(await readFile(path.join(this.folder, id, 'record.json'), 'utf8')));
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

/** Gives a file a second name where nothing is yet, or copies it where that cannot be. @returns false where the name is taken. */
async function copyToFreeName(from: string, to: string): Promise<boolean> {
	try {
		await link(from, to);
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		if (errorCode(error) === 'ENOENT') throw error;
		try {
			await copyFile(from, to, constants.COPYFILE_EXCL);
		} catch (copyError) {
			if (errorCode(copyError) === 'EEXIST') return false;
			await unlink(to).catch(() => undefined);
			throw copyError;
		}
	}
	return true;
}

/** Renames; across file systems copies first and removes the source last. */
async function moveFile(from: string, to: string): Promise<void> {
	try {
		await renameFile(from, to);
	} catch (error) {
		if (errorCode(error) !== 'EXDEV') throw error;
		try {
			await copyFile(from, to);
		} catch (copyError) {
			await unlink(to).catch(() => undefined);
			throw copyError;
		}
		await unlink(from);
	}
}

async function moveFolder(from: string, to: string): Promise<void> {
	if ((await lstat(from).catch(() => undefined))?.isDirectory() !== true) return;
	try {
		await rename(from, to);
	} catch (error) {
		if (errorCode(error) !== 'EXDEV') throw error;
		const { cp } = await import('node:fs/promises');
		await cp(from, to, { recursive: true, preserveTimestamps: true });
		await rm(from, { recursive: true, force: true });
	}
}
