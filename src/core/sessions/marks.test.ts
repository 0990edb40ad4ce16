import { describe, expect, test } from 'vitest';
import { compactMarks, foldMarks, markLine } from './marks';

const at = Date.parse('2026-11-21T10:00:00Z');

describe('marks of sessions', () => {
	test('the last change of each mark counts', () => {
		const text = [
			markLine('a', 'pinned', true, at),
			markLine('b', 'private', true, at),
			markLine('a', 'hidden', true, at),
			markLine('a', 'pinned', false, at),
		].join('\n');
		expect(foldMarks(text)).toEqual(
			new Map([
				['b', new Set(['private'])],
				['a', new Set(['hidden'])],
			]),
		);
	});

	test.each([
		'',
		'null',
		'{"session":"a"',
		'{"session":"a","mark":"loved","on":true}',
		'{"session":"","mark":"pinned","on":true}',
		'[]',
	])('%j is no change', (line) => {
		expect(foldMarks(`${line}\n${markLine('b', 'pinned', true, at)}\n`)).toEqual(new Map([['b', new Set(['pinned'])]]));
	});

	test('compacting keeps what counts', () => {
		const marks = foldMarks(
			Array.from({ length: 999 }, (_, n) => markLine(`s${n % 7}`, 'pinned', n % 2 === 0, at)).join('\n'),
		);
		expect(foldMarks(compactMarks(marks, at))).toEqual(marks);
	});
});
