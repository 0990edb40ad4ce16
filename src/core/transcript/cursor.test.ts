import { expect, test } from 'vitest';
import { planRead } from './cursor';

const stamp = (sizeBytes: number, fileId = '1:2') => ({ fileId, sizeBytes, modifiedMs: 0 });
const cursor = { fileId: '1:2', offset: 100 };

test('reads everything the first time', () => {
	expect(planRead(undefined, stamp(100))).toEqual({ kind: 'restart', to: 100 });
});
test('reads only what was appended', () => {
	expect(planRead(cursor, stamp(150))).toEqual({ kind: 'append', from: 100, to: 150 });
});
test('reads nothing when nothing was appended', () => {
	expect(planRead(cursor, stamp(100))).toEqual({ kind: 'unchanged' });
});
test('restarts when the file shrinks', () => {
	expect(planRead(cursor, stamp(99))).toEqual({ kind: 'restart', to: 99 });
});
test('restarts when another file takes its place', () => {
	expect(planRead(cursor, stamp(150, '1:3'))).toEqual({ kind: 'restart', to: 150 });
});
