import { expect, test } from 'vitest';
import { asRecord, asText, fail, ok } from './result';

test.each([[null], [undefined], [1], ['text'], [[1]], [true]])('%j has no fields to read', (value) =>
	expect(asRecord(value)).toBeUndefined(),
);

test('an object has fields to read', () => expect(asRecord({ a: 1 })).toEqual({ a: 1 }));

test.each([[''], [1], [null], [undefined], [{}], [['a']]])('%j is no text', (value) =>
	expect(asText(value)).toBeUndefined(),
);

test('a result is one of two', () => {
	expect(ok(1)).toEqual({ ok: true, value: 1 });
	expect(fail('why')).toEqual({ ok: false, error: 'why' });
});
