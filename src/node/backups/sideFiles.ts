// What belongs to a session beside its transcript: subagents, results of tools, its title. It lies in `<id>/` beside the
// transcript, and in `<name>.files/` beside the backup, with a list of what a whole set holds.
import { type Dirent, type Stats, constants } from 'node:fs';
import { copyFile, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { asRecord } from '../../core/base/result';
import { makeFolder, replaceFile } from '../base/atomicFile';
import { readRegularFile } from '../base/regularFile';
import { type Digest, type OnStep, copyTranscript, digestOf } from './copyTranscript';
import { isFolder, isThere, lookSurely } from '../base/lookAt';

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
 * Brings a backup's side files up to date: new, grown and damaged ones are copied, what the sources lost is kept.
 * Links, pipes and other strange things are left out. Without side files no folder is made.
 * @param from where they are looked for, the first one that has a file counts. A copy has a list: what does not match that is
 * damaged, and is not copied. @returns the names of what is in none of them whole; what lies in `to` alone is not asked for.
 * @throws the file system's own error.
 */
export async function copySideFiles(
	from: readonly string[],
	to: string,
	step: OnStep = () => undefined,
): Promise<readonly string[]> {
	const known = new Map((await readSideList(to)).map((file) => [file.name, file]));
	const done = new Set<string>();
	const wanted = new Set<string>();
	for (const folder of from) {
		const listed = new Map((await readSideList(folder)).map((file) => [file.name, file]));
		const names = await listFiles(folder);
		if (folder !== to) for (const name of [...listed.keys(), ...names]) wanted.add(name);
		for (const name of names) {
			const [source, target] = [path.join(folder, name), path.join(to, name)];
			const found = done.has(name) ? undefined : await lookSurely(source);
			if (found === undefined) continue;
			const [before, own] = [known.get(name), listed.get(name)];
			const isSame = before?.size === found.size && before.modifiedMs === found.mtimeMs;
			const isUntouched = isSame && folder !== to && (await isTimed(target, found));
			if (!isUntouched && !(isSame && (await isWhole(target, before)))) {
				if (own !== undefined && !(await isWhole(source, own))) continue;
				await makeFolder(path.dirname(target));
				const copied = await copyTranscript(source, target, undefined, step);
				if (copied === undefined) continue;
				await utimes(target, found.atimeMs / 1000, found.mtimeMs / 1000);
				known.set(name, { name, size: copied.size, sha256: copied.sha256, modifiedMs: found.mtimeMs });
			}
			done.add(name);
		}
	}
	const list = JSON.stringify({ schemaVersion: 1, files: [...known.values()] });
	if (done.size > 0) await replaceFile(path.join(to, LIST), list, 0o600);
	return [...wanted].filter((name) => !done.has(name));
}

/** Whether a file has the size and the time of another, as its copy has. A copy's time is less fine. */
async function isTimed(file: string, { size, mtimeMs }: Stats): Promise<boolean> {
	const own = await lookSurely(file);
	return own?.isFile() === true && own.size === size && Math.abs(own.mtimeMs - mtimeMs) < 1;
}

/** Whether a file is what a list says. Reads it whole. */
async function isWhole(file: string, { size, sha256 }: Digest): Promise<boolean> {
	const digest = await digestOf(file).catch(() => undefined);
	return digest?.size === size && digest.sha256 === sha256;
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
	for (const file of await readSideList(folder))
		if (!(await isWhole(path.join(folder, file.name), file))) damaged.push(file.name);
	return damaged;
}

export interface PutSideFiles {
	/** How many were put. */
	readonly count: number;
	/** Names of those that are whole in none of the places. */
	readonly damaged: readonly string[];
}

/**
 * Puts the files of a set into a folder, with a fresh modification time, never over a file that is there.
 * @param from the places of the set: each file comes from the first one in which it is what a list says.
 */
export async function putSideFiles(from: readonly string[], to: string): Promise<PutSideFiles> {
	const places = await Promise.all(
		from.map(async (folder) => ({ folder, names: await listFiles(folder), listed: await readSideList(folder) })),
	);
	const listed = places.flatMap((place) => place.listed);
	const damaged: string[] = [];
	let count = 0;
	for (const name of new Set([...listed.map((each) => each.name), ...places.flatMap(({ names }) => names)])) {
		const target = path.join(to, name);
		if (await isThere(target)) continue;
		const wanted = listed.filter((each) => each.name === name);
		const source = await firstOf(
			places.flatMap(({ folder, names }) => (names.includes(name) ? [path.join(folder, name)] : [])),
			async (file) => wanted.length === 0 || (await firstOf(wanted, (each) => isWhole(file, each))) !== undefined,
		);
		if (source === undefined) {
			damaged.push(name);
			continue;
		}
		await makeFolder(path.dirname(target));
		const isPut = await copyFile(source, target, constants.COPYFILE_EXCL).then(
			() => true,
			() => false,
		);
		if (!isPut) continue;
		const now = new Date();
		await utimes(target, now, now);
		count++;
	}
	return { count, damaged };
}

async function firstOf<T>(all: readonly T[], is: (each: T) => Promise<boolean>): Promise<T | undefined> {
	for (const each of all) if (await is(each)) return each;
	return undefined;
}

/** Regular files below a folder but its list, as relative names with `/`. A link in place of the folder is no folder. */
async function listFiles(folder: string): Promise<readonly string[]> {
	const found: string[] = [];
	const visit = async (relative: string, depth: number): Promise<void> => {
		const entries: readonly Dirent[] = await readdir(path.join(folder, relative), { withFileTypes: true }).catch(
			() => [],
		);
		for (const entry of entries) {
			if (found.length >= MAX_FILES || entry.name.endsWith('.tmp')) continue;
			const name = relative === '' ? entry.name : `${relative}/${entry.name}`;
			if (entry.isFile()) {
				if (name !== LIST) found.push(name);
			} else if (entry.isDirectory() && depth < MAX_DEPTH) await visit(name, depth + 1);
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
