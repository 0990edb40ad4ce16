// What a session did to a file, told apart from what others did to it.
import { expect, test } from 'vitest';
import { structuredPatch } from 'diff';
import { changeOf, joinChanges } from './ownChanges';

const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');
const FILE = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');

/** As Claude Code writes the result of an edit. */
function edit(before: string, after: string, hasOriginal = true): object {
	const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 });
	return { filePath: '/f', structuredPatch: hunks, ...(hasOriginal ? { originalFile: before } : {}) };
}
const joined = (...results: readonly unknown[]): unknown =>
	joinChanges(results.flatMap((result) => changeOf(result) ?? [])).map(({ before, after }) => [before, after]);

test('edits one after the other are one change, from the text before the first to that after the last', () => {
	const second = FILE.replace('b', 'B');
	expect(joined(edit(FILE, second), edit(second, second.replace('i', 'I')))).toEqual([
		[FILE, FILE.replace('b', 'B').replace('i', 'I')],
	]);
});

test('what others did in between stands on both sides, above and below', () => {
	const mine = FILE.replace('e', 'E\ne');
	const theirs = lines('new', 'newer') + mine.replace('j', 'their j');
	expect(joined(edit(FILE, mine), edit(theirs, theirs.replace('f', 'F')))).toEqual([
		[lines('new', 'newer') + FILE.replace('j', 'their j'), theirs.replace('f', 'F')],
	]);
});

test('where others changed the same lines, there are two changes', () => {
	const mine = FILE.replace('a', 'A');
	const theirs = mine.replace('A', 'AAA');
	expect(joined(edit(FILE, mine), edit(theirs, theirs.replace('f', 'F')))).toEqual([
		[FILE, mine],
		[theirs, theirs.replace('f', 'F')],
	]);
});

test('a file that was made has nothing before; one that was written anew has what the result says', () => {
	expect(joined({ type: 'create', content: FILE, structuredPatch: [], originalFile: null })).toEqual([['', FILE]]);
	expect(joined({ type: 'update', content: 'new', structuredPatch: [], originalFile: 'old' })).toEqual([
		['old', 'new'],
	]);
});

test('a notebook is told as a whole, and a cell where nothing else is said', () => {
	const cell = { cell_type: 'code', new_source: 'x = 2' };
	expect(joined({ ...cell, original_file: '[x = 1]', updated_file: '[x = 2]' })).toEqual([['[x = 1]', '[x = 2]']]);
	expect(joined(cell)).toEqual([['', 'x = 2']]);
});

test('an edit that was undone later leaves nothing', () => {
	expect(joined(edit(FILE, 'x'), edit('x', FILE))).toEqual([]);
});

test('where the text before is not known, what the patches show of it is, one below the other', () => {
	const [start, end] = [FILE.replace('a', 'A'), FILE.replace('j', 'J')];
	expect(joined(edit(FILE, start, false), edit(FILE, end, false))).toEqual([
		['a\nb\nc\nd\n⋯\ng\nh\ni\nj', 'A\nb\nc\nd\n⋯\ng\nh\ni\nJ'],
	]);
});

test.each<[string, unknown]>([
	['words', 'Error: no'],
	['nothing', undefined],
	['another shape', { structuredPatch: [{ lines: ['what'] }, null, 7] }],
	['no change', { originalFile: 'a', structuredPatch: [] }],
])('a result that is %s tells of no change', (_, result) => {
	expect(joined(result)).toEqual([]);
});

test.each([1e12, -1, Number.NaN, undefined])('a patch for line %s of ten is shown by itself', (oldStart) => {
	const hunk = { oldStart, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+A'] };
	expect(joined({ originalFile: FILE, structuredPatch: [hunk] })).toEqual([['a', 'A']]);
});
