// What a terminal is shown: as much as fits, in colour where it may be, and nothing that a file could steer it with.
import { describe, expect, test } from 'vitest';
import { cutToWidth, paintedTable, paintedText, sightOf, widthOf } from './look';
import { wantsColour } from './sight';
import { type Table, plainRows } from './table';

const plainSight = (columns?: number) => sightOf(false, {}, columns);
const inColour = (env: NodeJS.ProcessEnv = {}, columns: number | undefined = 80) => sightOf(true, env, columns);

const TABLE: Table = {
	columns: ['ID', 'STATE', 'TITLE', 'BRANCH', 'FILE'],
	long: ['TITLE'],
	plainOnly: ['FILE'],
	rows: [
		[
			{ shown: 'aaaaaaaa', plain: 'aaaaaaaa-1', file: '/x/a b' },
			{ shown: 'active', tone: 'good' },
			'Rate limits',
			'main',
			'/a',
		],
		['bbbbbbbb', 'ended', '日本語のとても長い題名がここにあります。まだ続きます。', '', '/b'],
		['cccccccc', 'ended', 'A title\u001b[31m that\ttries\n\u202eto steer', 'a-branch', '/c'],
	],
	notes: ['… 3 more: --all'],
};

describe('a table', () => {
	test('fits the width: the long column gets what the others leave, and is cut', () => {
		const lines = paintedTable(TABLE, plainSight(52)).split('\n');
		expect(lines).toEqual([
			'ID        STATE   TITLE                     BRANCH',
			'aaaaaaaa  active  Rate limits               main',
			'bbbbbbbb  ended   日本語のとても長い題名…',
			'cccccccc  ended   A title [31m that tries…  a-branch',
			'',
			'… 3 more: --all',
		]);
	});

	test.each([20, 30, 40, 60, 80, 200])('has no line over %i cells', (columns) => {
		const lines = paintedTable(TABLE, plainSight(columns)).split('\n');
		expect(lines.filter((line) => widthOf(line) > columns && line !== '… 3 more: --all')).toEqual([]);
		expect(lines[1]).toContain('aaaaaaaa');
	});

	test('leaves columns at the end out before a title says nothing any more', () => {
		expect(paintedTable(TABLE, plainSight(44)).split('\n')[0]).toBe('ID        STATE   TITLE');
	});

	test('is cut nowhere where there is no terminal', () => {
		expect(paintedTable(TABLE, plainSight())).toContain('まだ続きます。');
	});

	test('repeats in colour what the words say', () => {
		const table = paintedTable(TABLE, inColour());
		expect(table).toContain('\u001b[32mactive\u001b[39m');
		expect(table).toMatch(/^\u001b\[2mID .*\u001b\[22m$/mu);
		expect(table).not.toContain('\u001b[31m');
		expect(table).not.toContain('\u001b]8');
	});

	test('links where the terminal opens links', () => {
		const linked = '\u001b]8;;file:///x/a%20b\u001b\\aaaaaaaa\u001b]8;;\u001b\\';
		for (const env of [{ TERM_PROGRAM: 'vscode' }, { VTE_VERSION: '6003' }, { FORCE_HYPERLINK: '1' }])
			expect(paintedTable(TABLE, inColour(env))).toContain(linked);
		expect(paintedTable(TABLE, inColour({ TERM_PROGRAM: 'vscode', FORCE_HYPERLINK: '0' }))).not.toContain(']8;');
		expect(paintedTable(TABLE, sightOf(true, { TERM_PROGRAM: 'vscode' }, undefined))).not.toContain(']8;');
	});

	test('is for programs a row per line, with full ids and all columns, whatever the cells hold', () => {
		expect(plainRows(TABLE)).toBe(
			[
				'aaaaaaaa-1\tactive\tRate limits\tmain\t/a',
				'bbbbbbbb\tended\t日本語のとても長い題名がここにあります。まだ続きます。\t\t/b',
				'cccccccc\tended\tA title [31m that tries to steer\ta-branch\t/c',
				'',
			].join('\n'),
		);
	});
});

test.each([
	['abc', 3, 'abc'],
	['abcd', 3, 'ab…'],
	['日本語', 5, '日本…'],
	['日本語', 4, '日…'],
	['👩‍👩‍👧‍👧 family', 4, '👩‍👩‍👧‍👧…'],
])('%s in %i cells is %s', (text, width, expected) => {
	expect(cutToWidth(text, width)).toBe(expected);
});

test.each([
	[undefined, {}, true, true],
	[undefined, {}, false, false],
	[undefined, { NO_COLOR: '1' }, true, false],
	[undefined, { NO_COLOR: '' }, true, true],
	[undefined, { TERM: 'dumb' }, true, false],
	[undefined, { CLICOLOR: '0' }, true, false],
	[undefined, { FORCE_COLOR: '1' }, false, true],
	[undefined, { CLICOLOR_FORCE: '1', NO_COLOR: '1' }, false, true],
	[undefined, { FORCE_COLOR: '0' }, true, true],
	['auto', { NO_COLOR: '1' }, true, false],
	['always', { NO_COLOR: '1' }, false, true],
	['never', { FORCE_COLOR: '1' }, true, false],
])('--color %s with %j, terminal: %s, is colour: %s', (when, env, isTerminal, expected) => {
	expect(wantsColour(when, env, isTerminal)).toBe(expected);
});

describe('text', () => {
	const DIFF = [
		'--- a.json',
		'+++ a.json',
		'@@ -1,3 +1,3 @@',
		' {',
		'--- "a"',
		'+++ "b"',
		' }',
		'\\ No newline at end of file',
	];

	test('has its headings and marks in colour, and loses what steers a terminal', () => {
		expect(paintedText('## Heading\n✗ wrong\n- ⚠ stale — \u001b[2Jx', inColour())).toBe(
			'\u001b[1m## Heading\u001b[22m\n\u001b[31m✗\u001b[39m wrong\n- \u001b[33m⚠ stale\u001b[39m — [2Jx',
		);
		expect(paintedText('## Heading\u001b[2J', plainSight(80))).toBe('## Heading[2J');
	});

	test('has the lines of a diff in colour, by the counts of its hunks', () => {
		const [green, red] = [32, 31].map((code) => (text: string) => `\u001b[${code}m${text}\u001b[39m`);
		expect(paintedText([...DIFF, '- an item', '+ a word'].join('\n'), inColour()).split('\n')).toEqual([
			'\u001b[1m--- a.json\u001b[22m',
			'\u001b[1m+++ a.json\u001b[22m',
			'\u001b[36m@@ -1,3 +1,3 @@\u001b[39m',
			' {',
			red?.('--- "a"'),
			green?.('+++ "b"'),
			' }',
			'\\ No newline at end of file',
			'- an item',
			'+ a word',
		]);
	});

	test('has no diff where there is none', () => {
		const list = '--- one\n- two\n+ three\n@@ -1 +1 @@\n- four';
		expect(paintedText(list, inColour())).toBe(list);
	});
});
