// What lines of transcripts say of changes to files, and which files those are.
import { describe, expect, test } from 'vitest';
import { assistantLine } from '../testing/transcripts';
import type { Line } from '../testing/transcripts';
import { entriesOf } from '../transcript/parseEntry';
import { type FileCall, changesOf, commonName, fileCallsOf, isSameFile } from './fileChange';

const TARGET = { file: '/home/dev/app/src/store.js', roots: ['/home/dev/app'] };

const calls = (line: Line): readonly FileCall[] => entriesOf([JSON.stringify(line)]).flatMap(fileCallsOf);

describe('a call', () => {
	test.each<[string, Line, readonly (readonly [string, string])[]]>([
		['Write', { file_path: '/f', content: 'a\nb' }, [['', 'a\nb']]],
		['Edit', { file_path: '/f', old_string: 'a', new_string: 'b' }, [['a', 'b']]],
		[
			'MultiEdit',
			{ file_path: '/f', edits: [{ old_string: 'a', new_string: 'b' }, null, { old_string: 'c', new_string: 'd' }] },
			[
				['a', 'b'],
				['c', 'd'],
			],
		],
		['NotebookEdit', { notebook_path: '/f', new_source: 'x = 1' }, [['', 'x = 1']]],
	])('of %s', (tool, input, texts) => {
		expect(calls(assistantLine({ tool, id: 't', input }))).toEqual([
			{ file: '/f', toolUseId: 't', tool, texts: texts.map(([before, after]) => ({ before, after, isWhole: false })) },
		]);
	});

	test.each<[string, Line]>([
		['another tool', assistantLine({ tool: 'Read', id: 't', input: { file_path: '/f' } })],
		['a tool of an unlucky name', assistantLine({ tool: 'constructor', id: 't', input: { file_path: '/f' } })],
		['no path', assistantLine({ tool: 'Write', id: 't', input: { content: 'x' } })],
		['a reply', assistantLine('I wrote /f')],
	])('is not %s', (_what, line) => {
		expect(calls(line)).toEqual([]);
	});
});

test('an answer tells the whole file, or pieces of it, or nothing', () => {
	const hunk = (lines: readonly string[]): object => ({ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines });
	expect(changesOf({ type: 'create', content: 'a', structuredPatch: [], originalFile: null })).toEqual([
		{ before: '', after: 'a', isWhole: true },
	]);
	expect(changesOf({ structuredPatch: [hunk([' a', '-b', '+B']), hunk(['+c'])] })).toEqual([
		{ before: 'a\nb', after: 'a\nB', isWhole: false },
		{ before: '', after: 'c', isWhole: false },
	]);
	expect(changesOf('Error: no')).toEqual([]);
});

test('a file has one name in all checkouts', () => {
	const roots = ['/home/dev/app', '/home/dev/app/.claude/worktrees/x'];
	expect(commonName(roots, '/home/dev/app/src/a.ts', undefined)).toBe('src/a.ts');
	expect(commonName(roots, '/home/dev/app/.claude/worktrees/x/src/a.ts', '/home/dev/app')).toBe('src/a.ts');
	expect(commonName(roots, '/tmp/gone/src/a.ts', '/tmp/gone')).toBe('src/a.ts');
	expect(commonName(roots, 'src/a.ts', '/home/dev/app')).toBe('src/a.ts');
	expect(commonName(roots, '/elsewhere/a.ts', '/home/dev/app')).toBe('/elsewhere/a.ts');
});

test.each([
	['the same path', '/home/dev/app/src/store.js', '/home/dev/app', true],
	['a relative path', 'src/store.js', '/home/dev/app', true],
	['another worktree', '/home/dev/app-wt/src/store.js', '/home/dev/app-wt', true],
	['another worktree, from a folder in it', '/tmp/tree/src/store.js', '/tmp/tree/src', true],
	[
		'a worktree inside the checkout',
		'/home/dev/app/.claude/worktrees/x/src/store.js',
		'/home/dev/app/.claude/worktrees/x',
		true,
	],
	['a folder of the same name elsewhere', '/home/dev/app/lib/src/store.js', '/home/dev/app', false],
	[
		'a folder of the checkout, in which the session ran',
		'/home/dev/app/packages/a/src/store.js',
		'/home/dev/app/packages/a',
		false,
	],
	['a file of that name', '/home/dev/app/store.js', '/home/dev/app', false],
	['a path with the same end', '/home/dev/app/mysrc/store.js', '/home/dev/app', false],
	['no folder', '/elsewhere/src/store.js', undefined, false],
])('%s: %s in %s is the file: %s', (_what, file, cwd, expected) => {
	expect(isSameFile(TARGET, file, cwd)).toBe(expected);
});

test('paths of Windows are the same in either spelling', () => {
	const windows = { file: 'c:\\dev\\app\\src\\a.ts', roots: ['c:\\dev\\app'] };
	expect(isSameFile(windows, 'C:/dev/app/src/a.ts', 'C:\\dev\\app')).toBe(true);
	expect(isSameFile(windows, 'D:\\wt\\src\\a.ts', 'D:\\wt')).toBe(true);
	expect(isSameFile(windows, 'D:\\wt\\src\\a.ts', 'D:\\other')).toBe(false);
});
