// What Insights needs of each transcript, on disk below our home: numbers and ids, and nothing that anybody said. It is derived,
// safe to delete, and never trusted: a transcript with another stamp is read again.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { checksum } from '../../core/base/checksum';
import { shortHash } from '../../core/base/hash';
import { parseObject } from '../../core/base/result';
import { type ApiAnswer, CountedOnce } from '../../core/insights/answers';
import { type HappenedQuarter, happenedOf, quarterOf } from '../../core/insights/counted';
import { replaceFile } from '../base/atomicFile';
import { entriesIn } from '../base/lookAt';
import { mapLimited } from '../base/mapLimited';
import { makePrivateFolderAtOnce } from '../project/privateFolderAtOnce';
import type { CountedFile } from './findSessions';
import { readRows } from './readRows';

export interface CountedDigest {
	/** Each once. */
	readonly answers: readonly ApiAnswer[];
	readonly happened: readonly HappenedQuarter[];
	/** What sessions cost by Claude Code's own count, in US dollars. */
	readonly usd: readonly (readonly [session: string, usd: number])[];
}

/** Grows when anything here, or in how rows are read, gets another meaning. */
const VERSION = 1;
const NO_DIGEST: CountedDigest = { answers: [], happened: [], usd: [] };
/** Files that are read at a time. */
const WIDTH = 4;

/** Sessions and models stand in many answers: a number in `texts`, -1 for none. */
type KeptAnswer = readonly [
	message: string | null,
	request: string | null,
	session: number,
	atMs: number,
	model: number,
	isSideChain: 0 | 1,
	usd: number | null,
	...tokens: readonly [number, number, number, number, number],
];

interface Kept {
	readonly version: number;
	readonly folder: string;
	readonly texts: readonly string[];
	readonly files: readonly {
		readonly name: string;
		/** Which bytes were read, and from when on they are a fork's own. */
		readonly stamp: string;
		readonly answers: readonly KeptAnswer[];
		readonly happened: readonly (readonly [HappenedQuarter['kind'], session: number, atMs: number, count: number])[];
		readonly usd: CountedDigest['usd'];
	}[];
}

interface Stamped {
	readonly stamp: string;
	readonly digest: CountedDigest;
}

const stampOf = ({ stamp: { fileId, sizeBytes, modifiedMs }, forkedMs }: CountedFile): string =>
	[fileId, sizeBytes, modifiedMs, forkedMs].join(' ');
const fileOf = (cacheFolder: string, folder: string): string =>
	path.join(cacheFolder, 'insights', `${shortHash(folder)}.json`);
/** The project folder of Claude Code's that a transcript lies in, also one of a subagent. */
const folderOf = (projectsDir: string, file: string): string =>
	path.join(projectsDir, path.relative(projectsDir, file).split(path.sep)[0] ?? '');

/**
 * The digests of transcripts, in their order. What is new is read, and kept for the next time.
 * @param onProgress is told of the bytes that were read, of those that are new
 */
export async function digestsOf(
	{ cacheFolder, projectsDir }: { readonly cacheFolder: string | undefined; readonly projectsDir: string },
	files: readonly CountedFile[],
	onProgress?: (done: number, total: number) => void,
): Promise<readonly CountedDigest[]> {
	const folders = new Map<string, CountedFile[]>();
	for (const each of files) {
		const folder = folderOf(projectsDir, each.file);
		const own = folders.get(folder) ?? [];
		folders.set(folder, own);
		own.push(each);
	}
	const known = new Map(
		await mapLimited([...folders.keys()], async (folder) => [folder, await readKept(cacheFolder, folder)] as const),
	);
	const isKnown = (each: CountedFile): Stamped | undefined => {
		const folder = folderOf(projectsDir, each.file);
		const kept = known.get(folder)?.get(path.relative(folder, each.file));
		return kept?.stamp === stampOf(each) ? kept : undefined;
	};
	const bytesOf = (some: readonly CountedFile[]): number => some.reduce((sum, { stamp }) => sum + stamp.sizeBytes, 0);
	const total = bytesOf(files.filter((each) => isKnown(each) === undefined));
	let done = 0;
	const digests = new Map<CountedFile, CountedDigest>();
	for (const [folder, own] of folders) {
		const stamped = await mapLimited(
			own,
			async (each): Promise<Stamped> => {
				const kept = isKnown(each);
				if (kept !== undefined) return kept;
				// One that is gone by now, or may not be read, counts for nothing until it can be.
				const digest = await digestOf(each).catch(() => undefined);
				onProgress?.((done += each.stamp.sizeBytes), total);
				return digest === undefined ? { stamp: '', digest: NO_DIGEST } : { stamp: stampOf(each), digest };
			},
			WIDTH,
		);
		own.forEach((each, at) => digests.set(each, stamped[at]?.digest ?? NO_DIGEST));
		const isSame = known.get(folder)?.size === own.length && own.every((each) => isKnown(each) !== undefined);
		// Where it cannot be kept, it is read again.
		if (!isSame && cacheFolder !== undefined) await keep(cacheFolder, folder, own, stamped).catch(() => undefined);
	}
	if (cacheFolder !== undefined) await removeOthers(cacheFolder, [...folders.keys()]);
	return files.map((each) => digests.get(each) ?? NO_DIGEST);
}

/** Removes what is kept of folders that are gone, or of which nothing is counted any more. What stays is only in the way. */
async function removeOthers(cacheFolder: string, folders: readonly string[]): Promise<void> {
	const wanted = new Set(folders.map((folder) => fileOf(cacheFolder, folder)));
	const within = path.join(cacheFolder, 'insights');
	for (const { name } of await entriesIn(within).catch(() => [])) {
		const file = path.join(within, name);
		if (name.endsWith('.json') && !wanted.has(file)) await rm(file, { force: true }).catch(() => undefined);
	}
}

async function digestOf(file: CountedFile): Promise<CountedDigest> {
	const counted = new CountedOnce();
	const usd: [string, number][] = [];
	const happened = new Map<string, HappenedQuarter>();
	for await (const rows of readRows(file, undefined))
		for (const each of rows) {
			if (each.table === 'tokens') counted.add(each.answer);
			else if (each.table === 'sessions') usd.push([each.session, each.usd]);
			else if (each.table === 'messages') {
				const { session, time } = each.row;
				const kind = happenedOf(each.row);
				if (kind === undefined || time === null) continue;
				const key = `${kind} ${session} ${quarterOf(time)}`;
				happened.set(key, { kind, session, atMs: quarterOf(time), count: (happened.get(key)?.count ?? 0) + 1 });
			}
		}
	return { answers: counted.answers, usd, happened: [...happened.values()] };
}

/** By the paths of transcripts in the folder; none where there is nothing, something old, or something damaged. */
async function readKept(cacheFolder: string | undefined, folder: string): Promise<ReadonlyMap<string, Stamped>> {
	if (cacheFolder === undefined) return new Map();
	const bytes = await readFile(fileOf(cacheFolder, folder)).catch(() => Buffer.alloc(0));
	if (bytes.length < 4 || checksum(bytes.subarray(4)) !== bytes.readUInt32LE(0)) return new Map();
	const kept = parseObject(bytes.toString('utf8', 4)) as Kept | undefined;
	if (kept?.version !== VERSION || kept.folder !== folder) return new Map();
	const { texts, files } = kept;
	const textAt = (at: number): string => texts[at] ?? '';
	return new Map(
		files.map(({ name, stamp, answers, happened, usd }) => {
			const digest: CountedDigest = {
				answers: answers.map((each): ApiAnswer => {
					const [message, request, session, atMs, model, isSideChain, cost, ...tokens] = each;
					const [input, output, cache_write_5m, cache_write_1h, cache_read] = tokens;
					return {
						message: message ?? undefined,
						request: request ?? undefined,
						session: textAt(session),
						atMs,
						model: model < 0 ? null : textAt(model),
						isSideChain: isSideChain === 1,
						usd: cost ?? undefined,
						...{ input, output, cache_write_5m, cache_write_1h, cache_read },
					};
				}),
				happened: happened.map(([kind, session, atMs, count]) => ({ kind, session: textAt(session), atMs, count })),
				usd,
			};
			return [name, { stamp, digest }];
		}),
	);
}

/** @throws the file system's errors */
async function keep(
	cacheFolder: string,
	folder: string,
	files: readonly CountedFile[],
	stamped: readonly Stamped[],
): Promise<void> {
	const texts = new Map<string, number>();
	const textOf = (text: string | null): number => {
		if (text === null) return -1;
		const at = texts.get(text) ?? texts.size;
		texts.set(text, at);
		return at;
	};
	const keptFiles = files.flatMap(({ file }, at): Kept['files'] => {
		const { stamp, digest } = stamped[at] ?? { stamp: '', digest: NO_DIGEST };
		if (stamp === '') return [];
		const answers = digest.answers.map((each): KeptAnswer => {
			const { message = null, request = null, session, atMs, model, isSideChain, usd = null } = each;
			const { input, output, cache_write_5m, cache_write_1h, cache_read } = each;
			const said = [message, request, textOf(session), atMs, textOf(model), isSideChain ? 1 : 0, usd] as const;
			return [...said, input, output, cache_write_5m, cache_write_1h, cache_read];
		});
		const happened = digest.happened.map(
			({ kind, session, atMs, count }) => [kind, textOf(session), atMs, count] as const,
		);
		return [{ name: path.relative(folder, file), stamp, answers, happened, usd: digest.usd }];
	});
	const kept: Kept = { version: VERSION, folder, texts: [...texts.keys()], files: keptFiles };
	// Room for the checksum.
	const bytes = Buffer.from(`    ${JSON.stringify(kept)}`);
	bytes.writeUInt32LE(checksum(bytes.subarray(4)), 0);
	makePrivateFolderAtOnce(cacheFolder);
	makePrivateFolderAtOnce(path.join(cacheFolder, 'insights'));
	await replaceFile(fileOf(cacheFolder, folder), bytes, 0o600);
}
