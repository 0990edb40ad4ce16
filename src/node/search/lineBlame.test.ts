import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Line, assistantLine, forkedLines, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import type { FoundFile } from '../sessions/index/foundFile';
import { describeTranscript } from '../sessions/index/transcriptFiles';
import { type LineChange, blameLines } from './lineBlame';
import { WrittenCalls } from './writtenChanges';

const FILE = '/home/dev/app/src/store.js';
const LINE = 'const limit = readLimit();';

let folder = '';
let files: string[] = [];
let known: WrittenCalls;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-blame-'));
	files = [];
	known = new WrittenCalls();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function session(name: string, ...lines: readonly Line[]): string {
	const file = path.join(folder, `${name}.jsonl`);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, jsonl(lines.map((line) => ({ ...line, sessionId: name }))));
	files.push(file);
	return file;
}

/** The transcripts as a look at their folder finds them. */
async function found(): Promise<readonly FoundFile[]> {
	const looks = await Promise.all(files.map((file) => describeTranscript(file).catch(() => undefined)));
	return looks.flatMap((each) => each ?? []);
}

interface Asked {
	readonly file?: string;
	readonly present?: Readonly<Record<string, string>>;
	readonly stamp?: string;
}
/** The change of each line; `null` for nobody's. */
async function blame(
	text: string,
	{ file = FILE, present = {}, stamp }: Asked = {},
): Promise<readonly (LineChange | undefined)[]> {
	const standing = (name: string): Promise<string | undefined> => Promise.resolve(present[name]);
	const asked = { file, roots: ['/home/dev/app'], text, present: standing };
	return blameLines(known, await known.list(found, new AbortController().signal, stamp), asked);
}
const uuids = async (text = LINE, asked?: Asked): Promise<readonly (string | null)[]> =>
	(await blame(text, asked)).map((change) => change?.uuid ?? null);
const edit = (id: string, old_string: string, new_string: string, own: Line = {}): Line =>
	assistantLine(
		{ tool: 'Edit', id, input: { file_path: FILE, old_string, new_string } },
		{},
		{ uuid: `use-${id}`, ...own },
	);
/** Its answer: the whole file before, and the line that came. */
const done = (id: string, before: string, lines: readonly string[], file = FILE): Line =>
	resultLine(id, 'updated', {
		uuid: `done-${id}`,
		toolUseResult: {
			filePath: file,
			originalFile: before,
			structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines }],
		},
	});

test('names the call that wrote a line, with its session and message', async () => {
	const file = session('one', userLine('go'), edit('a', 'x', `${LINE}\nx`), done('a', 'x', [`+${LINE}`, ' x']));
	session('other', userLine(`Why is there ${LINE} in store.js?`));
	expect(await blame(`\t${LINE}\nx\nmore`)).toMatchObject([
		{ sessionId: 'one', uuid: 'use-a', tool: 'Edit', editedFile: FILE, file, isSidechain: false },
		undefined,
		undefined,
	]);
});

test('leaves out calls that failed, that somebody refused, and those of other files', async () => {
	session('failed', edit('b', 'x', LINE), resultLine('b', 'String to replace not found', { isError: true }));
	session(
		'refused',
		edit('c', 'x', LINE),
		resultLine('c', 'no', { toolDenialKind: 'user-rejected', toolUseResult: 'User rejected tool use' }),
	);
	const elsewhere = '/home/dev/app/lib/store.js';
	const use = { tool: 'Write', id: 'd', input: { file_path: elsewhere, content: LINE } };
	session('elsewhere', assistantLine(use), done('d', '', [`+${LINE}`], elsewhere));
	expect(await uuids(LINE, { present: { 'lib/store.js': LINE } })).toEqual([null]);
});

test('takes what the tool did before what it was to do', async () => {
	// A rewrite of a whole file that had the line before.
	const write = { tool: 'Write', id: 'a', input: { file_path: FILE, content: `added = true;\n${LINE}\n` } };
	const result = {
		type: 'update',
		content: `added = true;\n${LINE}\n`,
		originalFile: `${LINE}\n`,
		structuredPatch: [],
	};
	session('rewrite', assistantLine(write, {}, { uuid: 'rewrite' }), resultLine('a', 'ok', { toolUseResult: result }));
	expect(await uuids(`added = true;\n${LINE}`)).toEqual(['rewrite', null]);
});

test('takes the word of a call whose answer says nothing more, and of one that waits: subagents', async () => {
	session(
		'one/subagents/agent',
		edit('a', 'x', LINE, { isSidechain: true }),
		resultLine('a', 'The file has been updated.', { isSidechain: true }),
		edit('b', 'y', 'const other = readOther();', { isSidechain: true }),
	);
	expect(await blame(`${LINE}\nconst other = readOther();`)).toMatchObject([
		{ uuid: 'use-a', isSidechain: true },
		{ uuid: 'use-b' },
	]);
});

test('finds what was done in a worktree that is gone', async () => {
	const file_path = '/home/dev/app-fix/src/store.js';
	const use = { tool: 'Edit', id: 'a', input: { file_path, old_string: '', new_string: LINE } };
	session('worktree', assistantLine(use, {}, { uuid: 'w', cwd: '/home/dev/app-fix' }));
	expect(await blame(LINE)).toMatchObject([{ uuid: 'w', editedFile: file_path }]);
});

test('finds what was moved out of another file, and not what still stands there', async () => {
	const block = 'export function readLimitOfFile(file) {\n\treturn parse(file, 60);\n}';
	const use = { tool: 'Write', id: 'a', input: { file_path: FILE, content: block } };
	const result = { type: 'create', content: block, originalFile: null, structuredPatch: [] };
	session('one', assistantLine(use, {}, { uuid: 'w' }), resultLine('a', 'ok', { toolUseResult: result }));
	const file = '/home/dev/app/lib/limits.js';
	expect(await uuids(`// Limits.\n${block}`, { file })).toEqual([null, 'w', 'w', 'w']);
	expect(await uuids(`// Limits.\n${block}`, { file, present: { 'src/store.js': 'x' } })).toEqual([
		null,
		'w',
		'w',
		'w',
	]);
	expect(await uuids(`// Limits.\n${block}`, { file, present: { 'src/store.js': block } })).toEqual(
		Array.from({ length: 4 }, () => null),
	);
});

test('counts a fork once, as what it was copied from', async () => {
	const lines = [edit('a', 'x', `${LINE}\nx`), done('a', 'x', [`+${LINE}`, ' x'])];
	session('fork', ...forkedLines(lines, 'fork', Date.UTC(2026, 10, 21)));
	session('first', ...lines);
	session('copy', ...lines);
	expect(await uuids()).toEqual(['use-a']);
});

test('tells the calls of one message apart', async () => {
	const other = 'const other = readOther();';
	const [first, second] = [edit('a', 'x', LINE), edit('b', 'y', other)];
	const blocks = [first, second].flatMap((line) => (line['message'] as { content: readonly unknown[] }).content);
	const both = { ...first, message: { ...(first['message'] as object), content: blocks } };
	session('one', both, resultLine('a', 'ok'), resultLine('b', 'ok'));
	expect(await uuids(`${LINE}\n${other}`)).toEqual(['use-a', 'use-a']);
});

test('finds a line with quotes, back slashes and letters beyond ASCII', async () => {
	const line = String.raw`const path = "C:\\temp\\é日🚀" + 'x';`;
	session('s', edit('a', 'x', line));
	expect(await uuids(line)).toEqual(['use-a']);
});

test('reads on where a transcript has grown, and anew where it has shrunk', async () => {
	const file = session('s', edit('a', 'x', LINE));
	expect(await uuids()).toEqual(['use-a']);
	appendFileSync(file, jsonl([resultLine('a', 'no', { isError: true }), edit('b', 'x', LINE)]));
	expect(await uuids()).toEqual(['use-b']);
	writeFileSync(file, jsonl([userLine('gone')]));
	expect(await uuids()).toEqual([null]);
	files = [];
	expect(await uuids()).toEqual([null]);
});

test('a line that was half written is read once it is whole', async () => {
	const file = session('s');
	const line = jsonl([edit('a', 'x', LINE)]);
	for (const half of [line.indexOf('file_path') + 4, line.length - 20]) {
		writeFileSync(file, line.slice(0, half));
		known = new WrittenCalls();
		expect(await uuids()).toEqual([null]);
		appendFileSync(file, line.slice(half));
		expect(await uuids()).toEqual(['use-a']);
	}
});

test('says how many transcripts have been read, for who waits', async () => {
	const told: (readonly number[])[] = [];
	known = new WrittenCalls((...far) => told.push(far));
	session('s', edit('a', 'x', LINE));
	session('t', edit('b', 'x', 'y'));
	await uuids();
	expect(told).toEqual([
		[1, 2],
		[2, 2],
	]);
});

test('a file that cannot be read says nothing, and a search that is called off little', async () => {
	session('s', edit('a', 'x', LINE));
	files.push(path.join(folder, 'missing.jsonl'));
	expect(await uuids()).toEqual(['use-a']);
	const asked = { file: FILE, roots: [], text: LINE, present: () => Promise.resolve(undefined) };
	const none = await new WrittenCalls().list(found, AbortSignal.abort());
	expect(await blameLines(new WrittenCalls(), none, asked)).toEqual([undefined]);
});

test('while the stamp of the sessions is the same, no transcript is looked at', async () => {
	const file = session('s', edit('a', 'x', LINE));
	expect(await uuids(LINE, { stamp: '1' })).toEqual(['use-a']);
	appendFileSync(file, jsonl([edit('b', 'y', 'let other = 2;')]));
	expect(await uuids('let other = 2;', { stamp: '1' })).toEqual([null]);
	expect(await uuids('let other = 2;', { stamp: '2' })).toEqual(['use-b']);
	expect(await uuids('let other = 2;')).toEqual(['use-b']);
});
