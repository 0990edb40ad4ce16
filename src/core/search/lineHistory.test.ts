import { describe, expect, test } from 'vitest';
import { type Line, assistantLine, resultLine } from '../testing/transcripts';
import { parseEntry } from '../transcript/parseEntry';
import { type FileEdit, type LinePlan, type LineTarget, editsOf, isSameFile, planLine } from './lineHistory';

const target = (line: string, before: readonly string[] = [], after: readonly string[] = []): LineTarget => ({
	file: '/home/dev/app/src/store.js',
	roots: ['/home/dev/app'],
	line,
	before,
	after,
});
const edits = (line: Line): readonly FileEdit[] => {
	const parsed = parseEntry(line, 1);
	return parsed && 'entry' in parsed ? editsOf(parsed.entry) : [];
};
const isBroughtIn = (plan: LinePlan, newText: string, oldText = ''): boolean =>
	plan.kind === 'search' &&
	plan.isBroughtInBy({
		toolUseId: 't',
		file: 'f',
		tool: 'Edit',
		newText: [newText],
		oldText: [oldText],
		isDone: false,
	});

describe('what is looked for', () => {
	test('a line that says enough, by itself', () => {
		const plan = planLine(target('\tconst limit = readLimit();\r'));
		expect(plan).toMatchObject({ kind: 'search', terms: ['const limit = readLimit();', 'store.js'] });
		expect(isBroughtIn(plan, 'a\n  const limit = readLimit();\nb', 'a\nb')).toBe(true);
		expect(isBroughtIn(plan, 'const limit = readLimit();\nmore', 'const limit = readLimit();')).toBe(false);
		expect(isBroughtIn(plan, 'const limit = readLimit(); // now')).toBe(false);
	});

	test('a short line with its nearest neighbour that says more', () => {
		const plan = planLine(target('}', ['function readLimit() {', '\treturn 5;']));
		expect(plan).toMatchObject({ kind: 'search', terms: ['function readLimit() {', 'store.js'] });
		expect(isBroughtIn(plan, 'function readLimit() {\n  return 5;\n}')).toBe(true);
		expect(isBroughtIn(plan, 'function readLimit() {\n  return 6;\n}')).toBe(false);
		expect(planLine(target('}', [], ['', 'export function other() {']))).toMatchObject({ kind: 'search' });
	});

	test.each([
		['a blank line', target('  \t', ['function readLimit() {'])],
		['a brace among braces', target('}', ['\t\t}', '\t}'], ['', '}', '});'])],
		['a short line alone', target('return;')],
	])('nothing for %s', (_what, line) => {
		expect(planLine(line)).toEqual({ kind: 'tooCommon' });
	});
});

describe('an edit', () => {
	test.each<[string, Line, Partial<FileEdit>]>([
		['of Write', { file_path: '/f', content: 'a\nb' }, { tool: 'Write', newText: ['a\nb'], oldText: [] }],
		[
			'of Edit',
			{ file_path: '/f', old_string: 'a', new_string: 'b' },
			{ tool: 'Edit', newText: ['b'], oldText: ['a'] },
		],
		[
			'of MultiEdit',
			{ file_path: '/f', edits: [{ old_string: 'a', new_string: 'b' }, null, { old_string: 'c', new_string: 'd' }] },
			{ tool: 'MultiEdit', newText: ['b', 'd'], oldText: ['a', 'c'] },
		],
		['of NotebookEdit', { notebook_path: '/f', new_source: 'x = 1' }, { tool: 'NotebookEdit', newText: ['x = 1'] }],
	])('%s', (_what, input, expected) => {
		const tool = expected.tool ?? '';
		expect(edits(assistantLine({ tool, id: 't', input }))).toMatchObject([
			{ file: '/f', toolUseId: 't', isDone: false, ...expected },
		]);
	});

	test('that was done, by its patch, with the lines around it', () => {
		const patch = [{ lines: [' a', '-b', '+B', '+c', '\\ No newline at end of file'] }];
		const [edit] = edits(
			resultLine('t', 'ok', { toolUseResult: { filePath: '/f', structuredPatch: patch, originalFile: 'b' } }),
		);
		expect(edit).toEqual({
			toolUseId: 't',
			file: '/f',
			tool: undefined,
			newText: ['a\nB\nc'],
			oldText: ['a\nb'],
			isDone: true,
		});
	});

	test('that made a file', () => {
		const result = { type: 'create', filePath: '/f', content: 'a\n', structuredPatch: [] };
		expect(edits(resultLine('t', 'ok', { toolUseResult: result }))).toMatchObject([{ newText: ['a\n'], oldText: [] }]);
	});

	test.each<[string, Line]>([
		['another tool', assistantLine({ tool: 'Read', id: 't', input: { file_path: '/f' } })],
		['a tool of an unlucky name', assistantLine({ tool: 'constructor', id: 't', input: { file_path: '/f' } })],
		['no path', assistantLine({ tool: 'Write', id: 't', input: { content: 'x' } })],
		['an error', resultLine('t', 'no', { isError: true, toolUseResult: 'Error: no' })],
		['a reply', assistantLine('I wrote /f')],
	])('is not %s', (_what, line) => {
		expect(edits(line)).toEqual([]);
	});
});

test.each([
	['the same path', '/home/dev/app/src/store.js', '/home/dev/app', true],
	['a relative path', 'src/store.js', '/home/dev/app', true],
	['another worktree', '/home/dev/app-wt/src/store.js', '/home/dev/app-wt', true],
	['another worktree, from a folder in it', '/tmp/wt/src/store.js', '/tmp/wt/src', true],
	[
		'a worktree inside the checkout',
		'/home/dev/app/.claude/worktrees/x/src/store.js',
		'/home/dev/app/.claude/worktrees/x',
		true,
	],
	['a folder of the same name elsewhere', '/home/dev/app/lib/src/store.js', '/home/dev/app', false],
	['a file of that name', '/home/dev/app/store.js', '/home/dev/app', false],
	['a path with the same end', '/home/dev/app/mysrc/store.js', '/home/dev/app', false],
	['no folder', '/elsewhere/src/store.js', undefined, false],
])('%s: %s in %s is the file: %s', (_what, file, cwd, expected) => {
	expect(isSameFile(target('x'), file, cwd)).toBe(expected);
});

test('paths of Windows are the same in either spelling', () => {
	const windows = { file: 'c:\\dev\\app\\src\\a.ts', roots: ['c:\\dev\\app'] };
	expect(isSameFile(windows, 'C:/dev/app/src/a.ts', 'C:\\dev\\app')).toBe(true);
	expect(isSameFile(windows, 'D:\\wt\\src\\a.ts', 'D:\\wt')).toBe(true);
	expect(isSameFile(windows, 'D:\\wt\\src\\a.ts', 'D:\\other')).toBe(false);
});
