import { expect, test } from 'vitest';
import { diffSummary, unifiedDiff } from './unifiedDiff';

const numbers = (from: number, to: number): string =>
	Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('');

test.each([
	['nothing changed', 'a\n', 'a\n', ''],
	['a new file', undefined, 'a\nb\n', '--- f\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b'.replace('--- f', '--- /dev/null')],
	['a file that goes', 'a\n', undefined, '--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a'],
	['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', '--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c'],
	['line ends', 'a\r\n', 'a\n', '--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a␍\n+a'],
	['the last line break', 'a', 'a\n', '--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a'],
	[
		'two places far from each other',
		numbers(1, 20),
		`0\n${numbers(1, 20)}21\n`,
		'--- f\n+++ f\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -18,3 +19,4 @@\n 18\n 19\n 20\n+21',
	],
	['beside an empty line', 'a\n\n', 'b\n\n', '--- f\n+++ f\n@@ -1,2 +1,2 @@\n-a\n+b\n '],
	['what repeats', 'x\ny\nx\n', 'x\nx\ny\nx\n', '--- f\n+++ f\n@@ -1,3 +1,4 @@\n+x\n x\n y\n x'],
	[
		'far into a long line',
		`a\n${'x'.repeat(300)}b${'y'.repeat(300)}\nc`,
		`a\n${'x'.repeat(300)}BB${'y'.repeat(300)}\nc`,
		`--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-…${'x'.repeat(200)}b${'y'.repeat(200)}…\n+…${'x'.repeat(200)}BB${'y'.repeat(200)}…\n c\n\\ No newline at end of file`,
	],
	[
		'all that changes of a long line',
		`${'x'.repeat(300)}1${'z'.repeat(900)}1`,
		`${'x'.repeat(300)}2${'z'.repeat(900)}2\n`,
		`--- f\n+++ f\n@@ -1,1 +1,1 @@\n-…${'x'.repeat(200)}1${'z'.repeat(900)}1\n\\ No newline at end of file\n+…${'x'.repeat(200)}2${'z'.repeat(900)}2`,
	],
	[
		'a long line of what repeats',
		'x'.repeat(500),
		'x'.repeat(501),
		`--- f\n+++ f\n@@ -1,1 +1,1 @@\n-…${'x'.repeat(200)}\n\\ No newline at end of file\n+…${'x'.repeat(201)}\n\\ No newline at end of file`,
	],
	[
		'a long line before one that begins alike',
		`${'x'.repeat(300)}1\n`,
		`${'x'.repeat(300)}2\n${'x'.repeat(300)}1\n`,
		`--- f\n+++ f\n@@ -1,1 +1,2 @@\n+${'x'.repeat(300)}2\n ${'x'.repeat(199)}…`,
	],
	[
		'a first line that is empty',
		'\na',
		'\nb',
		'--- f\n+++ f\n@@ -1,2 +1,2 @@\n \n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file',
	],
])('%s', (_what, before, after, expected) => {
	const diff = unifiedDiff('f', before, after);
	// Where a line repeats, either of the two may be the new one.
	expect(diff.split('\n').sort()).toEqual(expected.split('\n').sort());
	expect(diff.split('\n').slice(0, 3)).toEqual(expected.split('\n').slice(0, 3));
});

test('a path is shown with its accents', () => {
	expect(unifiedDiff('/home/zoë/a.json', 'a\n', 'b\n')).toMatch(
		/^--- \/home\/zoë\/a\.json\n\+\+\+ \/home\/zoë\/a\.json\n/,
	);
});

test('a summary counts files and lines', () => {
	const diffs = [
		unifiedDiff('a', undefined, '++ x\ny\n'),
		unifiedDiff('b', 'z\n-- x\n', 'z\n'),
		unifiedDiff('c', 'x', 'x'),
	];
	expect(diffSummary(diffs)).toBe('2 files, +2 −1');
	expect(diffSummary(diffs.slice(1))).toBe('1 file, +0 −1');
	expect(diffSummary([''])).toBe('');
});
