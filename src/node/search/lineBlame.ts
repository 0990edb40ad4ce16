// "Which session changed this line?": what the sessions of a project did to a file, and to those that lines can have come
// from, told again up to the text that somebody asks about.
import { groupBy } from '../../core/base/groupBy';
import { GRAM, gramAt, tokensOf } from '../../core/search/codeTokens';
import { hashNumber } from '../../core/base/hash';
import { commonName, isSameFile } from '../../core/search/fileChange';
import { tellFile } from '../../core/search/lineOrigin';
import type { TextChange } from '../../core/sessions/ownChanges';
import { mapLimited } from '../base/mapLimited';
import { monotonicMs } from '../base/systemClock';
import { keepLines, keyOf, readKeptLines } from './keptLines';
import type { AskedText, WrittenCall } from './writtenCall';
import { type WrittenCalls, readCalls } from './writtenChanges';

/** The call that wrote a line. */
export type LineChange = Pick<
	WrittenCall,
	'file' | 'sessionId' | 'uuid' | 'atMs' | 'isSidechain' | 'tool' | 'editedFile'
>;

/** Other files that lines can have come from. */
const MAX_OTHERS = 6;
/** Grams that a file has to share with what is not known yet. */
const SHARED = 3;
/** As many grams, by their last digits, are told apart at once: a power of two. */
const MAY_BE = 65_536;
/** Files whose telling is kept. */
const MAX_TOLD = 16;
/** Milliseconds of work after which others have their turn. */
const TURN_MS = 8;
/** Calls of one file that are read: the last ones. */
const MAX_CALLS = 500;

/**
 * Tells for each line who wrote it.
 * @param known what was read of transcripts before @param calls of the project's sessions, in their order
 * @returns for each line its change; undefined where a person or another program wrote it, or where it says nothing
 */
export async function blameLines(
	known: WrittenCalls,
	calls: readonly WrittenCall[],
	asked: AskedText,
): Promise<readonly (LineChange | undefined)[]> {
	const { cacheFolder } = known;
	if (cacheFolder === undefined || asked.isOnDisk !== true) return (await tellLines(known, calls, asked)).lines;
	const key = keyOf(asked, calls);
	const kept = await readKeptLines(cacheFolder, asked, calls, key);
	if (kept !== undefined) return kept;
	const told = await tellLines(known, calls, asked);
	await keepLines(cacheFolder, asked, { key, ...told }, calls);
	return told.lines;
}

/** The same without looking at what is kept. @returns also the other files that lines may have come from, with their texts */
async function tellLines(
	known: WrittenCalls,
	calls: readonly WrittenCall[],
	asked: AskedText,
): Promise<{
	readonly lines: readonly (WrittenCall | undefined)[];
	readonly others: ReadonlyMap<string, string | undefined>;
}> {
	const own = commonName(asked.roots, asked.file, undefined);
	// Most calls edit a file that others have edited from the same folder.
	const names = new Map<string | undefined, Map<string, string>>();
	const nameOf = ({ editedFile, cwd }: WrittenCall): string => {
		let there = names.get(cwd);
		if (there === undefined) names.set(cwd, (there = new Map()));
		let name = there.get(editedFile);
		if (name === undefined)
			there.set(
				editedFile,
				(name = isSameFile(asked, editedFile, cwd) ? own : commonName(asked.roots, editedFile, cwd)),
			);
		return name;
	};
	const named = calls
		.map((call) => ({ call, name: nameOf(call) }))
		.filter(({ name }) => isInProject(name) || name === own);
	const read = new Map<WrittenCall, readonly TextChange[]>();
	/** Reads what was not read yet, of each transcript at once. */
	const readAll = async (wanted: readonly WrittenCall[]): Promise<void> => {
		const byFile = groupBy(
			wanted.filter((call) => !read.has(call)),
			({ file }) => file,
		);
		await mapLimited([...byFile.values()], async (calls) => {
			const changes = await readCalls(calls);
			calls.forEach((call, at) => read.set(call, changes[at] ?? []));
		});
	};
	const originBy = async (
		others: ReadonlyMap<string, string | undefined>,
	): Promise<readonly (WrittenCall | undefined)[]> => {
		const names = [own, ...others.keys()];
		const chosen = new Set(names.flatMap((name) => named.filter((each) => each.name === name).slice(-MAX_CALLS)));
		const inOrder = named.filter((each) => chosen.has(each));
		const key = [...names, ...others.values(), ...inOrder.map(({ call }) => call)];
		const place = `${own}\0${names.length}`;
		const before = known.told.get(place);
		if (before?.key.length === key.length && before.key.every((each, at) => each === key[at]))
			return before.file.authorsOf(asked.text);
		await readAll(inOrder.map(({ call }) => call));
		const changes = inOrder.flatMap(({ call, name }) =>
			(read.get(call) ?? []).map((change) => ({ ...change, file: name, author: call })),
		);
		const present = (name: string): string | undefined => (name === own ? '' : others.get(name));
		const file = await tellFile(own, changes, present, restNowAndThen(), known.words);
		if (known.told.size > MAX_TOLD) known.told.clear();
		known.told.set(place, { key, file });
		return file.authorsOf(asked.text);
	};
	const lines = await originBy(new Map());
	const sharing = filesSharing(unknownGrams(asked, lines, known), named, own);
	const others = new Map(await mapLimited(sharing, async (name) => [name, await asked.present(name)] as const));
	return { lines: others.size === 0 ? lines : await originBy(others), others };
}

/** What lies outside of the project is nobody's to look at. */
const isInProject = (name: string): boolean => !name.startsWith('/') && !/^[a-z]:/u.test(name);

/** Lets others have their turn, where it is time. */
function restNowAndThen(): () => Promise<void> | undefined {
	let since = monotonicMs();
	return () => {
		if (monotonicMs() - since < TURN_MS) return undefined;
		return new Promise((resolve) =>
			setImmediate(() => {
				since = monotonicMs();
				resolve();
			}),
		);
	};
}

/** Grams of the lines that nobody is known to have written, by numbers that are the same in all processes. */
function unknownGrams(asked: AskedText, lines: readonly unknown[], { words }: WrittenCalls): ReadonlySet<number> {
	return words.inPassing(() => {
		const { ids, lines: lineOf } = tokensOf(asked.text, asked.file, words);
		const isUnknown = (at: number): boolean => lines[lineOf[at] ?? 0] === undefined;
		const numbers = new Int32Array(ids.length);
		const grams = new Set<number>();
		for (let at = 0, numbered = 0; at + GRAM <= ids.length; at++) {
			if (!isUnknown(at)) continue;
			for (numbered = Math.max(numbered, at); numbered < at + GRAM; numbered++)
				numbers[numbered] = hashNumber(words.textOf(ids[numbered] ?? 0));
			grams.add(gramAt(numbers, at));
		}
		return grams;
	});
}

/** Those that may be meant. A function of its own: it goes through all that was ever written, and V8 makes it fast at once. */
function among(grams: Uint32Array, mayBe: Uint8Array): readonly number[] {
	const found: number[] = [];
	for (let at = 0; at < grams.length; at++) {
		const gram = grams[at] ?? 0;
		if (mayBe[gram & (MAY_BE - 1)] === 1) found.push(gram);
	}
	return found;
}

/** Files that share most with something, without the one that is asked about. */
function filesSharing(
	grams: ReadonlySet<number>,
	named: readonly { readonly call: WrittenCall; readonly name: string }[],
	own: string,
): readonly string[] {
	const shared = new Map<string, Set<number>>();
	// Most grams of a project are none of these: one look tells that of nearly each.
	const mayBe = new Uint8Array(MAY_BE);
	for (const gram of grams) mayBe[gram & (MAY_BE - 1)] = 1;
	for (const { call, name } of named) {
		if (name === own) continue;
		let common = shared.get(name);
		if (common === undefined) shared.set(name, (common = new Set()));
		for (const gram of among(call.grams, mayBe)) if (grams.has(gram)) common.add(gram);
	}
	return [...shared]
		.filter(([, { size }]) => size >= SHARED)
		.sort(([, a], [, b]) => b.size - a.size)
		.slice(0, MAX_OTHERS)
		.map(([name]) => name);
}
