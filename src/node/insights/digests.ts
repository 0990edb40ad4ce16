// What Insights and an export need of each transcript, on disk below our home: numbers and ids, and nothing that anybody
// said. It is derived, safe to delete, and never trusted: a transcript with another stamp is read again.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ZlibOptions, gunzip, gzip } from 'node:zlib';
import { groupBy } from '../../core/base/groupBy';
import { shortHash } from '../../core/base/hash';
import { parseObject } from '../../core/base/result';
import { type TranscriptDigest, TranscriptDigester } from '../../core/insights/digest';
import type { TranscriptRow } from '../../core/insights/transcriptRows';
import { replaceFile } from '../base/atomicFile';
import { entriesIn } from '../base/lookAt';
import { mapLimited } from '../base/mapLimited';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolderAtOnce } from '../project/privateFolderAtOnce';
import type { CountedFile } from './findSessions';
import { readRows } from './readRows';

const [zip, unzip] = [promisify<string, ZlibOptions, Buffer>(gzip), promisify<Buffer, Buffer>(gunzip)];

interface Wanted {
	readonly claude: Pick<ClaudeHome, 'projectsDir'>;
	/** Nothing where nothing may be kept. */
	readonly cacheFolder: string | undefined;
	/** Whether they are all that are counted: of others nothing is kept then. */
	readonly isAll: boolean;
	/** Is told of the bytes that were read, of those that are new. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
	/** Reads the rows of one. @returns whether it could be read */
	readonly read?: (file: CountedFile, take: (rows: readonly TranscriptRow[]) => void) => Promise<boolean>;
}

/** Grows when anything here, or in how rows are read, gets another meaning. */
const VERSION = 2;
/** Files that are read at a time. */
const WIDTH = 4;

interface Stamped {
	/** See `stampOfRead`. */
	readonly stamp: string;
	readonly digest: TranscriptDigest;
}

interface Kept {
	readonly version: number;
	readonly folder: string;
	readonly files: readonly (readonly [name: string, stamped: Stamped])[];
}

/** Which bytes of a transcript are read, and from when on they are a fork's own. */
export const stampOfRead = ({ stamp: { fileId, sizeBytes, modifiedMs }, forkedMs }: CountedFile): string =>
	[fileId, sizeBytes, modifiedMs, forkedMs].join(' ');
const fileOf = (cacheFolder: string, folder: string): string =>
	path.join(cacheFolder, 'insights', `${shortHash(folder)}.gz`);
/** The project folder of Claude Code's that a transcript lies in, also one of a subagent. */
const folderOf = (projectsDir: string, file: string): string =>
	path.join(projectsDir, path.relative(projectsDir, file).split(path.sep)[0] ?? '');

/** The digests of transcripts, in their order; nothing for what could not be read. What is new is read, and kept for the next time. */
export async function digestsOf(
	{ claude: { projectsDir }, cacheFolder, isAll, onProgress, read = readQuietly }: Wanted,
	files: readonly CountedFile[],
): Promise<readonly (TranscriptDigest | undefined)[]> {
	const folders = groupBy(files, ({ file }) => folderOf(projectsDir, file));
	const known = new Map(
		await mapLimited([...folders.keys()], async (folder) => [folder, await readKept(cacheFolder, folder)] as const),
	);
	const isKnown = (each: CountedFile): Stamped | undefined => {
		const folder = folderOf(projectsDir, each.file);
		const kept = known.get(folder)?.get(path.relative(folder, each.file));
		return kept?.stamp === stampOfRead(each) ? kept : undefined;
	};
	const bytesOf = (some: readonly CountedFile[]): number => some.reduce((sum, { stamp }) => sum + stamp.sizeBytes, 0);
	const total = bytesOf(files.filter((each) => isKnown(each) === undefined));
	let done = 0;
	const digests = new Map<CountedFile, TranscriptDigest>();
	for (const [folder, own] of folders) {
		const before = known.get(folder);
		const now = new Map(isAll ? [] : before);
		await mapLimited(
			own,
			async (each) => {
				const kept = isKnown(each);
				const digester = new TranscriptDigester();
				const isRead = kept !== undefined || (await read(each, (rows) => rows.forEach((row) => digester.take(row))));
				if (kept === undefined) onProgress?.((done += each.stamp.sizeBytes), total);
				const name = path.relative(folder, each.file);
				now.delete(name);
				// One that is gone by now, or may not be read, counts for nothing until it can be.
				if (!isRead) return;
				const stamped = kept ?? { stamp: stampOfRead(each), digest: digester.close() };
				now.set(name, stamped);
				digests.set(each, stamped.digest);
			},
			WIDTH,
		);
		const isSame = before?.size === now.size && own.every((each) => isKnown(each) !== undefined);
		// Where it cannot be kept, it is read again.
		if (!isSame && cacheFolder !== undefined) await keep(cacheFolder, folder, now).catch(() => undefined);
	}
	if (isAll && cacheFolder !== undefined) await removeOthers(cacheFolder, [...folders.keys()]);
	return files.map((each) => digests.get(each));
}

async function readQuietly(file: CountedFile, take: (rows: readonly TranscriptRow[]) => void): Promise<boolean> {
	try {
		for await (const rows of readRows(file, undefined)) take(rows);
		return true;
	} catch {
		return false;
	}
}

/** Removes what is kept of folders that are gone, or of which nothing is counted any more. What stays is only in the way. */
async function removeOthers(cacheFolder: string, folders: readonly string[]): Promise<void> {
	const wanted = new Set(folders.map((folder) => fileOf(cacheFolder, folder)));
	const within = path.join(cacheFolder, 'insights');
	for (const { name } of await entriesIn(within).catch(() => [])) {
		const file = path.join(within, name);
		if (/^[0-9a-f]{16}\.(?:gz|json)$/u.test(name) && !wanted.has(file))
			await rm(file, { force: true }).catch(() => undefined);
	}
}

/** By the paths of transcripts in the folder; none where there is nothing, something old, or something damaged. */
async function readKept(cacheFolder: string | undefined, folder: string): Promise<ReadonlyMap<string, Stamped>> {
	if (cacheFolder === undefined) return new Map();
	// What is damaged does not have the checksum that stands in it.
	const text = await readFile(fileOf(cacheFolder, folder))
		.then((bytes) => unzip(bytes))
		.then(String)
		.catch(() => '');
	const kept = parseObject(text) as Kept | undefined;
	return new Map(kept?.version === VERSION && kept.folder === folder ? kept.files : []);
}

/** @throws the file system's errors */
async function keep(cacheFolder: string, folder: string, stamped: ReadonlyMap<string, Stamped>): Promise<void> {
	const kept: Kept = { version: VERSION, folder, files: [...stamped] };
	const bytes = await zip(JSON.stringify(kept), { level: 1 });
	makePrivateFolderAtOnce(cacheFolder);
	makePrivateFolderAtOnce(path.join(cacheFolder, 'insights'));
	await replaceFile(fileOf(cacheFolder, folder), bytes, 0o600);
}
