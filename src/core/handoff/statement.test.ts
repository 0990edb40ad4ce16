import { expect, test } from 'vitest';
import { fileFacts } from './statement';

const file = { isRemoved: false, isCreated: false, addedLines: 0, removedLines: 0 };
test.each([
	[file, []],
	[{ ...file, isCreated: true }, ['new']],
	[{ ...file, isCreated: true, addedLines: 3 }, ['new', '+3 −0']],
	[{ ...file, isRemoved: true, removedLines: 3 }, ['removed']],
])('%j', (given, expected) => expect(fileFacts(given)).toEqual(expected));
