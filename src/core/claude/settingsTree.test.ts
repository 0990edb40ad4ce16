import { expect, test } from 'vitest';
import { brokenLine } from './settingsTree';

test.each([
	['{}', undefined],
	['', undefined],
	['\ufeff{"a": 1}', undefined],
	['{\n\t"a": 1,\n}', 3],
	['{\n\t"a": 1,\n\t// no\n\t"b": 2\n}', 3],
	['\ufeff{\n\t"a": 1,\n}', 3],
	['[]', 1],
	['{"a":'.repeat(10_000), 1],
])('of %j the broken line is %j', (text, line) => expect(brokenLine(text)).toBe(line));
