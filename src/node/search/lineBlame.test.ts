import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Line, assistantLine, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { type LineBlame, blameLine } from './lineBlame';
import type { SearchedFile } from './searchTranscripts';

const FILE = '/home/dev/app/src/store.js';
const LINE = 'const limit = readLimit();';

let folder = '';
let files: SearchedFile[] = [];
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-blame-'));
	files = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function session(name: string, ...lines: readonly Line[]): void {
	const file = path.join(folder, `${name}.jsonl`);
	writeFileSync(file, jsonl(lines.map((line) => ({ ...line, sessionId: name }))));
	files.push({ file, modifiedMs: files.length });
}

const blame = (line = LINE, before: readonly string[] = [], after: readonly string[] = []): Promise<LineBlame> =>
	blameLine(files, { file: FILE, roots: ['/home/dev/app'], line, before, after });
const uuids = async (line?: string): Promise<readonly (string | undefined)[]> => {
	const answer = await blame(line);
	return answer.kind === 'searched' ? answer.changes.map((change) => change.uuid) : [answer.kind];
};
const edit = (id: string, new_string: string, old_string = 'x', own: Line = {}): Line =>
	assistantLine(
		{ tool: 'Edit', id, input: { file_path: FILE, old_string, new_string } },
		{},
		{ uuid: `use-${id}`, ...own },
	);
const done = (id: string, lines: readonly string[], file = FILE): Line =>
	resultLine(id, 'updated', { uuid: `done-${id}`, toolUseResult: { filePath: file, structuredPatch: [{ lines }] } });

test('names the edits that brought a line in, newest first', async () => {
	session('old', userLine('go'), edit('a', `${LINE}\n`), done('a', [`+${LINE}`]));
	session('new', edit('b', `  ${LINE}\n}`), done('b', [`+  ${LINE}`, ' }']));
	session(
		'other',
		edit('c', 'const other = 1;'),
		done('c', ['+const other = 1;']),
		userLine(`Why is there ${LINE} in store.js?`),
	);
	const answer = await blame(`\t${LINE}`);
	expect(answer).toMatchObject({
		kind: 'searched',
		changes: [
			{ sessionId: 'new', uuid: 'use-b', tool: 'Edit', editedFile: FILE, file: files[1]?.file },
			{ sessionId: 'old', uuid: 'use-a' },
		],
	});
});

test('leaves out edits that only moved around it, that failed, or that somebody refused', async () => {
	session('kept', edit('a', `${LINE}\nmore`, LINE), done('a', [` ${LINE}`, '+more']));
	session('failed', edit('b', LINE), resultLine('b', 'String to replace not found', { isError: true }));
	session(
		'refused',
		edit('c', LINE),
		resultLine('c', 'no', { toolDenialKind: 'user-rejected', toolUseResult: 'User rejected tool use' }),
	);
	session('elsewhere', done('d', [`+${LINE}`], '/home/dev/app/lib/store.js'));
	expect(await uuids()).toEqual([]);
});

test('takes what the tool did before what it was to do', async () => {
	// A rewrite of a whole file that had the line before.
	const write = { tool: 'Write', id: 'a', input: { file_path: FILE, content: `new\n${LINE}\n` } };
	session('rewrite', assistantLine(write), done('a', ['+new', ` ${LINE}`]));
	// The person changed the edit before taking it.
	session('changed', edit('b', 'const limit = 5;'), done('b', [`+${LINE}`]));
	expect(await uuids()).toEqual(['done-b']);
});

test('takes the word of a tool use whose answer says nothing more: subagents', async () => {
	session(
		'agent',
		edit('a', LINE, 'x', { isSidechain: true }),
		resultLine('a', 'The file has been updated.', { isSidechain: true }),
	);
	expect(await blame()).toMatchObject({ changes: [{ uuid: 'use-a', isSidechain: true }] });
});

test('finds what was done in a worktree that is gone', async () => {
	const file_path = '/home/dev/app-fix/src/store.js';
	const use = { tool: 'Edit', id: 'a', input: { file_path, old_string: '', new_string: LINE } };
	session('worktree', assistantLine(use, {}, { uuid: 'w', cwd: '/home/dev/app-fix' }));
	expect(await blame()).toMatchObject({ changes: [{ uuid: 'w', editedFile: file_path }] });
});

test('counts a fork once', async () => {
	const lines = [edit('a', LINE), done('a', [`+${LINE}`])];
	session('first', ...lines);
	session('fork', ...lines);
	expect(await uuids()).toEqual(['use-a']);
});

test('says when a line is too common to be told apart, and asks its neighbours first', async () => {
	session('s', edit('a', `${LINE}\n}\n`), done('a', [`+${LINE}`, '+}']));
	expect(await blame('}')).toEqual({ kind: 'tooCommon' });
	expect(await blame('   ')).toEqual({ kind: 'tooCommon' });
	expect(await blame('}', [LINE])).toMatchObject({ changes: [{ uuid: 'use-a' }] });
});

test('finds a line with quotes, back slashes and letters beyond ASCII', async () => {
	const line = String.raw`const path = "C:\\temp\\é日🚀" + 'x';`;
	session('s', edit('a', line));
	expect(await uuids(line)).toEqual(['use-a']);
});

test('can be called off', async () => {
	session('s', edit('a', LINE));
	const target = { file: FILE, roots: [], line: LINE, before: [], after: [] };
	expect(await blameLine(files, target, { signal: AbortSignal.abort() })).toEqual({
		kind: 'searched',
		changes: [],
		isCancelled: true,
	});
});
