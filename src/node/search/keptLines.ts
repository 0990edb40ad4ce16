// Who wrote the lines of a file, as it was told last, on disk below our home: which calls, and no text. So the first file of a
// window need not be told again while it stands there as it did, and no session has done anything to any file since.
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { shortHash } from '../../core/base/hash';
import { parseObject } from '../../core/base/result';
import { replaceFile } from '../base/atomicFile';
import { mapLimited } from '../base/mapLimited';
import { sha256 } from '../base/sha256';
import { makePrivateFolderAtOnce } from '../project/privateFolderAtOnce';
import type { AskedText, WrittenCall } from './writtenCall';

/** Grows when the telling, or anything here, gets another meaning. */
const VERSION = 2;
/** So many files are kept; those that were told longest ago go first. */
const MAX_KEPT = 300;

interface KeptLines {
	/** Of all that it was told from but the texts of other files. */
	readonly key: string;
	/** Other files that lines may have come from, with a hash of what stood there; null for one that was gone. */
	readonly others: readonly (readonly [name: string, hash: string | null])[];
	/** The calls that wrote a line, by their numbers among all. */
	readonly lines: readonly (number | null)[];
}

type Lines = readonly (WrittenCall | undefined)[];

const fileOf = (cacheFolder: string, { file }: AskedText): string =>
	path.join(cacheFolder, 'lines', `${shortHash(file)}.json`);

/** Of all calls: there are tens of thousands, and they are the same until a session has said more. */
const hashes = new WeakMap<readonly WrittenCall[], string>();

function hashOfCalls(calls: readonly WrittenCall[]): string {
	const before = hashes.get(calls);
	if (before !== undefined) return before;
	const places = calls.map(({ file: transcript, line, toolUseId, editedFile, cwd }) =>
		[transcript, line.start, line.end, toolUseId, editedFile, cwd].join('\0'),
	);
	const hash = sha256(places.join('\n'));
	hashes.set(calls, hash);
	return hash;
}

/** Hash of all calls, and of the text that is asked about. */
export const keyOf = ({ file, roots, text }: AskedText, calls: readonly WrittenCall[]): string =>
	sha256([VERSION, file, ...roots, '', hashOfCalls(calls), text].join('\n'));

const hashOf = (text: string | undefined): string | null => (text === undefined ? null : sha256(text));

/** What was told of a file; nothing where it was never told, from something else, or where that is damaged. */
export async function readKeptLines(
	cacheFolder: string,
	asked: AskedText,
	calls: readonly WrittenCall[],
	key: string,
): Promise<Lines | undefined> {
	const text = await readFile(fileOf(cacheFolder, asked), 'utf8').catch(() => '');
	const kept = parseObject(text) as KeptLines | undefined;
	if (kept?.key !== key) return undefined;
	const now = await mapLimited(kept.others, async ([name]) => hashOf(await asked.present(name)));
	if (!kept.others.every(([, hash], at) => hash === now[at])) return undefined;
	return kept.lines.map((number) => (number === null ? undefined : calls[number]));
}

/**
 * Keeps what was told. Where that fails, it is told again.
 * @param others files that lines may have come from, with what stood there when it was told
 */
export async function keepLines(
	cacheFolder: string,
	asked: AskedText,
	{
		key,
		lines,
		others,
	}: { readonly key: string; readonly lines: Lines; readonly others: ReadonlyMap<string, string | undefined> },
	calls: readonly WrittenCall[],
): Promise<void> {
	const numbers = new Map<WrittenCall | undefined, number>(calls.map((call, at) => [call, at]));
	const kept: KeptLines = {
		key,
		others: [...others].map(([name, text]) => [name, hashOf(text)]),
		lines: lines.map((call) => numbers.get(call) ?? null),
	};
	const file = fileOf(cacheFolder, asked);
	try {
		makePrivateFolderAtOnce(cacheFolder);
		makePrivateFolderAtOnce(path.dirname(file));
		await replaceFile(file, JSON.stringify(kept), 0o600);
		await removeOld(path.dirname(file));
	} catch {
		// The next one tells it anew.
	}
}

async function removeOld(folder: string): Promise<void> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
	if (names.length <= MAX_KEPT) return;
	const found = await mapLimited(names, async (name) => ({ name, ms: (await stat(path.join(folder, name))).mtimeMs }));
	const old = [...found].sort((a, b) => a.ms - b.ms).slice(0, names.length - MAX_KEPT);
	await mapLimited(old, ({ name }) => rm(path.join(folder, name), { force: true }));
}
