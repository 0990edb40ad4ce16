// What belongs to a session beside its transcript: subagents, results of tools, its title. It lies in `<id>/` beside the
// transcript, and in `<name>.files/` beside the backup, with a list of what a whole set holds.
import { type Dirent, constants } from 'node:fs';
import { copyFile, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { asRecord } from '../../core/base/result';
import { makeFolder, replaceFile } from '../base/atomicFile';
import { readRegularFile } from '../base/regularFile';
import { type Digest, type OnStep, copyTranscript, digestOf } from './copyTranscript';
import { isFolder, lookSurely } from '../base/lookAt';

/** Name of the list inside a folder of side files. */
const LIST = '.keeper-files.json';
const LIST_LIMIT_BYTES = 16 * 1024 * 1024;
/** What nests deeper, or is more, was not written by Claude Code. */
const MAX_DEPTH = 6;
const MAX_FILES = 20_000;

interface SideFile extends Digest {
	/** Relative path with `/`. */
	readonly name: string;
	/** Milliseconds since 1970. */
	readonly modifiedMs: number;
}

/**
 * Brings a backup's side files up to date: new and grown ones are copied, what the source lost is kept.
 * Links, pipes and other strange things are left out. Without side files no folder is made.
 * @returns the files of the set. @throws the file system's own error.
 */
export async function copySideFiles(
	from: string,
	to: string,
	step: OnStep = () => undefined,
): Promise<readonly SideFile[]> {
	// A set that is copied from another copy has a list of its own.
	const names = (await listFiles(from)).filter((name) => name !== LIST);
	const known = new Map((await readSideList(to)).map((file) => [file.name, file]));
	if (names.length === 0) return [...known.values()];
	await makeFolder(to);
	for (const name of names) {
		const [source, target] = [path.join(from, name), path.join(to, name)];
		const [found, there] = [await lookSurely(source), await lookSurely(target)];
		const before = known.get(name);
		if (found === undefined) continue;
		if (before?.size === found.size && before.modifiedMs === found.mtimeMs && there?.size === before.size) continue;
		await makeFolder(path.dirname(target));
		const copied = await copyTranscript(source, target, undefined, step);
		if (copied === undefined) continue;
		await utimes(target, found.atimeMs / 1000, found.mtimeMs / 1000);
		known.set(name, { name, size: copied.size, sha256: copied.sha256, modifiedMs: found.mtimeMs });
	}
	const files = [...known.values()];
	await replaceFile(path.join(to, LIST), JSON.stringify({ schemaVersion: 1, files }), 0o600);
	return files;
}

/** What a folder of side files says it holds. A missing or broken list is an empty one. */
async function readSideList(folder: string): Promise<readonly SideFile[]> {
	try {
		const read = await readRegularFile(path.join(folder, LIST), LIST_LIMIT_BYTES, { isLinkRefused: true });
		const files = asRecord(JSON.parse(read?.bytes.toString() ?? '{}'))?.['files'];
		return Array.isArray(files) ? files.flatMap(asSideFile) : [];
	} catch {
		return [];
	}
}

/** Names of listed side files that are missing or not what the list says. */
export async function damagedSideFiles(folder: string): Promise<readonly string[]> {
	const damaged: string[] = [];
	for (const { name, size, sha256 } of await readSideList(folder)) {
		const digest = await digestOf(path.join(folder, name)).catch(() => undefined);
		if (digest?.size !== size || digest.sha256 !== sha256) damaged.push(name);
	}
	return damaged;
}

/** Puts the files of a set into a folder, with a fresh modification time, never over a file that is there. @returns how many. */
export async function putSideFiles(from: string, to: string): Promise<number> {
	let count = 0;
	for (const name of (await listFiles(from)).filter((each) => each !== LIST)) {
		const target = path.join(to, name);
		await makeFolder(path.dirname(target));
		const isPut = await copyFile(path.join(from, name), target, constants.COPYFILE_EXCL).then(
			() => true,
			() => false,
		);
		if (!isPut) continue;
		const now = new Date();
		await utimes(target, now, now);
		count++;
	}
	return count;
}

/** Regular files below a folder, as relative names with `/`. A link in place of the folder is no folder. */
async function listFiles(folder: string): Promise<readonly string[]> {
	const found: string[] = [];
	const visit = async (relative: string, depth: number): Promise<void> => {
		const entries: readonly Dirent[] = await readdir(path.join(folder, relative), { withFileTypes: true }).catch(
			() => [],
		);
		for (const entry of entries) {
			if (found.length >= MAX_FILES || entry.name.endsWith('.tmp')) continue;
			const name = relative === '' ? entry.name : `${relative}/${entry.name}`;
			if (entry.isFile()) found.push(name);
			else if (entry.isDirectory() && depth < MAX_DEPTH) await visit(name, depth + 1);
		}
	};
	if (await isFolder(folder)) await visit('', 1);
	return found;
}

function asSideFile(value: unknown): readonly SideFile[] {
	const fields = asRecord(value);
	const [name, size, sha256, modifiedMs] = ['name', 'size', 'sha256', 'modifiedMs'].map((key) => fields?.[key]);
	const isName =
		typeof name === 'string' && name !== LIST && !path.isAbsolute(name) && !name.split(/[\\/]/u).includes('..');
	return isName && typeof size === 'number' && typeof sha256 === 'string' && typeof modifiedMs === 'number'
		? [{ name, size, sha256, modifiedMs }]
		: [];
}
