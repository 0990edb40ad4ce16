import { expect, test } from 'vitest';
import { endAfter, endsIn } from './recordedEnd';

const firing = (event: string, ts: string, reason?: string) => ({
	event,
	ts,
	session: 'a',
	reason,
});
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();

test('the last end of a session counts, with a reason out of the fixed set', () => {
	const ends = endsIn([
		firing('SessionEnd', at(1), 'clear'),
		firing('SessionEnd', at(3), 'exit'),
		firing('SessionStart', at(4)),
		firing('SessionEnd', 'never', 'clear'),
	]);
	expect([...ends]).toEqual([['a', { atMs: Date.parse(at(3)), reason: 'exit' }]]);
	expect(endsIn([firing('SessionEnd', at(1), '\u001b[2J')]).get('a')?.reason).toBe('other');
	expect(endsIn([{ ...firing('SessionEnd', at(1)), session: undefined }]).size).toBe(0);
});

test('a message after it takes the session up again', () => {
	const told = { atMs: 10, reason: 'exit' };
	expect(endAfter(told, 10, false)).toEqual(told);
	expect(endAfter(told, 9, true)).toEqual(told);
	expect(endAfter(told, 11, false)).toBeUndefined();
	expect(endAfter(told, 11, true)).toEqual({ atMs: 11, reason: undefined });
	expect(endAfter(undefined, 11, false)).toBeUndefined();
});
