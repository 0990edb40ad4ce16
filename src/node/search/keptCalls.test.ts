// What a window has read of transcripts, and told of a file, serves the next one: as long as it is right, and no longer.
import {
	appendFileSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Line, assistantLine, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import type { FoundFile } from '../sessions/index/foundFile';
import { describeTranscript } from '../sessions/index/transcriptFiles';
import { blameLines } from './lineBlame';
import type { WrittenCall } from './writtenCall';
import { WrittenCalls } from './writtenChanges';

const FILE = '/home/dev/app/src/store.js';
const LINE = 'const limit = readLimit();';
const OTHER = 'const other = readOther();';
/** When transcripts were written, in seconds since 1970: a whole number, that it can be set again. */
const WRITTEN_S = 1_700_000_000;
/** What takes longer to read than to write down. */
const MUCH = userLine('word '.repeat(300_000));

let folder = '';
let cache = '';
let files: string[] = [];
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-kept-'));
	cache = path.join(folder, 'cache');
	files = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function session(name: string, ...lines: readonly Line[]): string {
	const file = path.join(folder, `${name}.jsonl`);
	writeFileSync(file, jsonl(lines));
	utimesSync(file, WRITTEN_S, WRITTEN_S);
	files.push(file);
	return file;
}
const edit = (id: string, new_string: string, file_path = FILE): Line =>
	assistantLine({ tool: 'Edit', id, input: { file_path, old_string: 'x', new_string } }, {}, { uuid: `use-${id}` });

/** As a window does that is just opened. */
async function open(): Promise<{ readonly known: WrittenCalls; readonly calls: readonly WrittenCall[] }> {
	const known = new WrittenCalls(undefined, cache);
	const found = async (): Promise<readonly FoundFile[]> => {
		const looks = await Promise.all(files.map(describeTranscript));
		return looks.flatMap((each) => each ?? []);
	};
	return { known, calls: await known.list(found, new AbortController().signal) };
}
const ids = async (): Promise<readonly string[]> => (await open()).calls.map(({ toolUseId }) => toolUseId);

/** Who wrote the lines of a text that stands on disk. */
async function blame(
	text: string,
	present: Readonly<Record<string, string>> = {},
	isOnDisk = true,
): Promise<readonly (string | null)[]> {
	const { known, calls } = await open();
	const asked = {
		file: FILE,
		roots: ['/home/dev/app'],
		text,
		present: (name: string) => Promise.resolve(present[name]),
	};
	return (await blameLines(known, calls, { ...asked, isOnDisk })).map((change) => change?.uuid ?? null);
}

/** Puts as many other bytes into a file, behind the back of whoever looks at its stamp. */
function blankUnseen(file: string): void {
	writeFileSync(file, ' '.repeat(statSync(file).size));
	utimesSync(file, WRITTEN_S, WRITTEN_S);
}
const only = (where: string, ending: string): string =>
	path.join(where, readdirSync(where).find((name) => name.endsWith(ending)) ?? 'none');
const keptCalls = (): string => only(cache, '.calls');
const keptLines = (): string => only(path.join(cache, 'lines'), '.json');

test('the next window reads no transcript that is as it was', async () => {
	const file = session('long', MUCH, edit('a', LINE));
	const before = (await open()).calls;
	expect(before).toMatchObject([{ toolUseId: 'a', uuid: 'use-a', editedFile: FILE, file }]);
	blankUnseen(file);
	expect((await open()).calls).toEqual(before);
	expect(statSync(keptCalls()).mode & 0o077).toBe(0);
	expect(statSync(cache).mode & 0o077).toBe(0);
});

test('what is soon read is not written', async () => {
	session('short', edit('a', LINE));
	expect(await ids()).toEqual(['a']);
	expect(existsSync(cache)).toBe(false);
});

test('a transcript that grew is read on from there, with the calls that waited', async () => {
	const file = session('long', MUCH, edit('a', LINE));
	await open();
	appendFileSync(file, jsonl([edit('b', OTHER), resultLine('a', 'failed', { isError: true })]));
	expect(await ids()).toEqual(['b']);
});

test.each([
	['in place, and longer', (file: string) => writeFileSync(file, jsonl([MUCH, edit('c', `${LINE} // again`), MUCH]))],
	['in place, and shorter', (file: string) => writeFileSync(file, jsonl([edit('c', LINE)]))],
	[
		'by another file',
		(file: string) => {
			writeFileSync(`${file}.new`, jsonl([MUCH, edit('c', LINE)]));
			utimesSync(`${file}.new`, WRITTEN_S, WRITTEN_S);
			renameSync(`${file}.new`, file);
		},
	],
])('a transcript that was replaced %s is read anew', async (_how, replace) => {
	const file = session('long', MUCH, edit('a', LINE));
	await open();
	replace(file);
	expect(await ids()).toEqual(['c']);
});

test('windows that look at other sessions of a folder leave each other’s alone', async () => {
	const [one, two] = [session('one', MUCH, edit('a', LINE)), session('two', MUCH, edit('b', OTHER))];
	files = [one];
	await open();
	files = [two];
	await open();
	files = [one, two];
	blankUnseen(one);
	blankUnseen(two);
	expect([...(await ids())].sort()).toEqual(['a', 'b']);
	rmSync(one);
	files = [two];
	const more = session('more', MUCH, edit('c', LINE));
	expect([...(await ids())].sort()).toEqual(['b', 'c']);
	expect(readFileSync(keptCalls(), 'latin1')).not.toContain(one);
	expect(readFileSync(keptCalls(), 'latin1')).toContain(more);
});

test('wherever it is damaged or cut off, it is made anew', async () => {
	session('long', MUCH, edit('a', LINE), edit('b', OTHER));
	await open();
	const kept = readFileSync(keptCalls());
	for (let at = 0; at < kept.length; at += Math.max(1, kept.length >> 6)) {
		const damaged = Buffer.from(kept);
		damaged[at] = (damaged[at] ?? 0) ^ 0x21;
		for (const bytes of [damaged, kept.subarray(0, at)]) {
			writeFileSync(keptCalls(), bytes);
			expect(await ids()).toEqual(['a', 'b']);
			expect(readFileSync(keptCalls())).toEqual(kept);
		}
	}
}, 60_000);

test('a file that stands as it was told is not told again', async () => {
	const file = session('long', MUCH, edit('a', LINE));
	expect(await blame(`${LINE}\n// by hand`)).toEqual(['use-a', null]);
	// Whoever tells again needs the text of the call.
	blankUnseen(file);
	expect(await blame(`${LINE}\n// by hand`)).toEqual(['use-a', null]);
	expect(statSync(keptLines()).mode & 0o077).toBe(0);
	expect(await blame(`${LINE}\n// by another hand`)).toEqual([null, null]);
});

test('it is told again after a call, and where it is damaged', async () => {
	const file = session('long', MUCH, edit('a', LINE));
	const text = `${LINE}\n${OTHER}`;
	expect(await blame(text)).toEqual(['use-a', null]);
	appendFileSync(file, jsonl([edit('b', OTHER)]));
	expect(await blame(text)).toEqual(['use-a', 'use-b']);
	writeFileSync(keptLines(), readFileSync(keptLines(), 'utf8').slice(0, -9));
	expect(await blame(text)).toEqual(['use-a', 'use-b']);
});

test('it is told again when another file changed that its lines may have come from', async () => {
	const block = 'export function readLimitOfFile(file) {\n\treturn parse(file, 60);\n}';
	session('long', MUCH, edit('a', block, '/home/dev/app/src/limits.js'));
	expect(await blame(block, { 'src/limits.js': block })).toEqual([null, null, null]);
	expect(await blame(block, { 'src/limits.js': '' })).toEqual(['use-a', 'use-a', 'use-a']);
	expect(await blame(block, { 'src/limits.js': block })).toEqual([null, null, null]);
});

test('of a text that stands nowhere, and of a commit, nothing is kept', async () => {
	session('long', MUCH, edit('a', LINE));
	expect(await blame(LINE, {}, false)).toEqual(['use-a']);
	expect(existsSync(path.join(cache, 'lines'))).toBe(false);
});
