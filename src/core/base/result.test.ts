import { expect, test } from 'vitest';
import { asRecord, asText, fail, ok, parseObject } from './result';

test.each([[null], [undefined], [1], ['text'], [[1]], [true]])('%j has no fields to read', (value) =>
	expect(asRecord(value)).toBeUndefined(),
);

test('an object has fields to read', () => expect(asRecord({ a: 1 })).toEqual({ a: 1 }));

test.each([[''], ['{'], ['null'], ['[1]'], ['"text"'], ['{"a":1} {"b":2}'], ['\ufeff\ufeff{}']])(
	'%j holds no object',
	(text) => expect(parseObject(text)).toBeUndefined(),
);

test.each([['{"a":1}'], ['\ufeff{"a":1}'], [' {"a":1}\r\n']])('%j holds an object', (text) =>
	expect(parseObject(text)).toEqual({ a: 1 }),
);

test.each([[''], [1], [null], [undefined], [{}], [['a']]])('%j is no text', (value) =>
	expect(asText(value)).toBeUndefined(),
);

test('a result is one of two', () => {
	expect(ok(1)).toEqual({ ok: true, value: 1 });
	expect(fail('why')).toEqual({ ok: false, error: 'why' });
});
