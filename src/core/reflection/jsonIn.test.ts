import { expect, test } from 'vitest';
import { jsonIn } from './jsonIn';

test.each([
	['{"a":1}', { a: 1 }],
	['Here it is:\n```json\n{"a":1}\n```\nAnything else?', { a: 1 }],
	['Sure! {"a":{"b":"}"}} Done.', { a: { b: '}' } }],
	['I cannot do that.', undefined],
	['{"a":1', undefined],
	['[1]', undefined],
	['```json\n{"a":1}\n```\nor\n```json\n{"a":2}\n```', undefined],
	['', undefined],
])('%j gives %j', (text, value) => expect(jsonIn(text)).toEqual(value));
