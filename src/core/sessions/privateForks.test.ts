import { expect, test } from 'vitest';
import { changeLine, compactLabels, foldLabels } from './labels';
import { isKept, unwrittenBeginnings, withPrivateForks } from './privateForks';

const at = Date.parse('2026-11-21T10:00:00Z');
type Known = { readonly forkedFrom: string | undefined; readonly firstAnswer: string | undefined };
const known = (firstAnswer: string | undefined, forkedFrom?: string): Known => ({ forkedFrom, firstAnswer });
const PRIVATE = changeLine('origin', { mark: 'private', on: true }, at);
const BEGINS = changeLine('origin', { begins: 'm1' }, at);

test('a fork of a private session is private by what it is known to come from', () => {
	const sessions = new Map([
		['fork of fork', known(undefined, 'fork')],
		['fork', known(undefined, 'origin')],
		['other', known('m2')],
	]);
	const labelled = withPrivateForks(foldLabels(PRIVATE), sessions);
	expect([...labelled.keys()]).toEqual(['origin', 'fork of fork', 'fork']);
});

test('what begins as a private session does is private when that one is gone, and when the two have swapped roles', () => {
	const labelled = foldLabels(`${PRIVATE}\n${BEGINS}`);
	expect(isKept(labelled, 'fork', new Map([['fork', known('m1')]]))).toBe(true);
	const swapped = new Map([
		['origin', known('m1', 'fork')],
		['sister', known('m1', 'fork')],
		['fork', known('m1')],
	]);
	expect(['origin', 'sister', 'fork'].map((id) => isKept(labelled, id, swapped))).toEqual([true, true, false]);
	expect(isKept(foldLabels(PRIVATE), 'sister', swapped)).toBe(true);
	expect(isKept(labelled, 'other', new Map([['other', known('m2')]]))).toBe(false);
});

test('a person opens what is private because of another one, and closes it again', () => {
	const opened = [PRIVATE, BEGINS, changeLine('fork', { begins: '' }, at)];
	const sessions = new Map([['fork', known('m1')]]);
	expect(isKept(foldLabels(compactLabels(foldLabels(opened.join('\n')), at)), 'fork', sessions)).toBe(false);
	const closed = [...opened, changeLine('fork', { mark: 'private', on: true }, at)];
	expect(isKept(foldLabels(closed.join('\n')), 'fork', sessions)).toBe(true);
});

test('how a private session begins is written down once', () => {
	const sessions = new Map([
		['origin', known('m1')],
		['other', known('m2')],
	]);
	expect(unwrittenBeginnings(foldLabels(PRIVATE), sessions)).toEqual([['origin', 'm1']]);
	expect(unwrittenBeginnings(foldLabels(`${PRIVATE}\n${BEGINS}`), sessions)).toEqual([]);
});
