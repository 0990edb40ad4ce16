import { describe, expect, test } from 'vitest';
import {
	type LabelChange,
	changeLine,
	changesBack,
	compactLabels,
	foldLabels,
	isPrivate,
	labelText,
	sortedAs,
	tagText,
} from './labels';
import { isMarked } from './marks';

const at = Date.parse('2026-11-21T10:00:00Z');
const fold = (...changes: readonly (readonly [string, LabelChange])[]) =>
	foldLabels(changes.map(([session, change]) => changeLine(session, change, at)).join('\n'));

describe('labels of sessions', () => {
	test('the last change of each counts', () => {
		const labelled = fold(
			['a', { mark: 'pinned', on: true }],
			['b', { mark: 'private', on: true }],
			['a', { mark: 'hidden', on: true }],
			['a', { mark: 'pinned', on: false }],
			['a', { name: 'First' }],
			['a', { name: 'Second' }],
			['b', { name: 'Gone' }],
			['b', { name: '' }],
		);
		expect([...labelled].map(([id, { marks, name }]) => [id, [...marks], name])).toEqual([
			['a', ['hidden'], 'Second'],
			['b', ['private'], undefined],
		]);
	});

	test('who is private is made out once for each reading, whoever is asked about', () => {
		const lines = Array.from({ length: 100 }, (_, n) => changeLine(`S${n}`, { mark: 'private', on: n < 50 }, at));
		class Counted extends Map<string, never> {
			read = 0;
			override [Symbol.iterator](): MapIterator<[string, never]> {
				this.read++;
				return super[Symbol.iterator]();
			}
		}
		const labelled = new Counted(foldLabels(lines.join('\n')) as ReadonlyMap<string, never>);
		const found = Array.from({ length: 100 }, (_, n) => isPrivate(labelled, n % 2 === 0 ? `S${n}` : `s${n}`));
		expect(found).toEqual(Array.from({ length: 100 }, (_, n) => n < 50));
		expect(labelled.read).toBeLessThan(2);
	});

	test.each([
		'',
		'null',
		'{"session":"a"',
		'{"session":"a","mark":"loved","on":true}',
		'{"session":"","mark":"pinned","on":true}',
		'{"session":"b","tag":" # ","on":true}',
		'{"session":"b","tag":["x"],"on":true}',
		'{"session":"b","name":1}',
		'[]',
	])('%j is no change', (line) => {
		const text = compactLabels(foldLabels(`${line}\n${changeLine('b', { mark: 'pinned', on: true }, at)}\n`), at);
		expect(text).toBe(`${changeLine('b', { mark: 'pinned', on: true }, at)}\n`);
	});

	test('a mark that is asked for alone is the same', () => {
		const marks = ['pinned', 'hidden', 'private', 'done'] as const;
		const lines = Array.from({ length: 200 }, (_, n) =>
			changeLine(`s${n % 3}`, { mark: marks[n % 4] ?? 'done', on: (n * n) % 7 < 4 }, at),
		);
		const text = ['{"session":"s0","mark":"private"}', ...lines, '{"session":"s0"'].join('\n');
		const labelled = foldLabels(text);
		for (const session of ['s0', 's1', 's2', 'never said'])
			for (const mark of marks)
				expect(isMarked(text, session, mark)).toBe(labelled.get(session)?.marks.has(mark) === true);
	});

	test('compacting keeps what counts', () => {
		const change = (n: number): LabelChange =>
			[
				{ mark: 'done' as const, on: n % 2 === 0 },
				{ tag: `t${n % 5}`, on: n % 3 === 0 },
				{ name: n % 11 === 0 ? '' : `Name ${n}` },
				{ group: n % 13 === 0 ? '' : `Group ${n % 4}` },
			][n % 4] ?? { name: '' };
		const labelled = fold(...Array.from({ length: 999 }, (_, n) => [`s${n % 7}`, change(n)] as const));
		const text = compactLabels(labelled, at);
		expect(foldLabels(text)).toEqual(labelled);
		expect(text.split('\n').length).toBeLessThan(70);
	});

	test('a fork has what its origin has until it is given its own', () => {
		const labelled = fold(
			['origin', { tag: 'api', on: true }],
			['origin', { tag: 'beta', on: true }],
			['origin', { group: 'Release' }],
			['fork', { tag: 'api', on: false }],
			['fork', { tag: 'own', on: true }],
			['fork of fork', { group: '' }],
		);
		expect(sortedAs(labelled, ['origin'])).toEqual({ tags: ['api', 'beta'], group: 'Release' });
		expect(sortedAs(labelled, ['fork', 'origin'])).toEqual({ tags: ['beta', 'own'], group: 'Release' });
		expect(sortedAs(labelled, ['fork of fork', 'fork', 'origin'])).toEqual({ tags: ['beta', 'own'], group: undefined });
		expect(sortedAs(labelled, ['nobody'])).toEqual({ tags: [], group: undefined });
	});

	test('what is private is so in capitals, too: some file systems find a session by them', () => {
		const labelled = foldLabels(changeLine('aa-11', { mark: 'private', on: true }, 0));
		expect(['aa-11', 'AA-11', 'aa-1', ''].map((each) => isPrivate(labelled, each))).toEqual([true, true, false, false]);
	});

	test('what is typed becomes one printable line; a tag is the same however it is typed', () => {
		expect(labelText('  Release\u001b[31m\n 1.0 ')).toBe('Release 1.0');
		expect(['#API', ' api ', 'a,pi'].map(tagText)).toEqual(['api', 'api', 'api']);
	});

	test('changes are taken back to what was there', () => {
		const before = { marks: new Set(['done'] as const), ownName: undefined, tags: ['api'], group: 'Release' };
		expect(
			changesBack(
				[{ name: 'New' }, { group: '' }, { tag: 'api', on: true }, { tag: 'x', on: true }, { mark: 'done', on: false }],
				before,
			),
		).toEqual([
			{ name: '' },
			{ group: 'Release' },
			{ tag: 'api', on: true },
			{ tag: 'x', on: false },
			{ mark: 'done', on: true },
		]);
	});
});
