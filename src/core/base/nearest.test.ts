import { expect, test } from 'vitest';
import { nearestOf, typosBetween } from './nearest';

const NAMES = ['list', 'load', 'save', 'archive', '--project', '--no-project'];

test.each([
	['lst', ['list']],
	['laod', ['load']],
	['LIST', ['list']],
	['archvie', ['archive']],
	['--porject', ['--project']],
	['lisst', ['list']],
	['unicorns', []],
	['', []],
	['x', []],
])('%s is perhaps %j', (text, near) => expect(nearestOf(text, NAMES)).toEqual(near));

test('two that are as near are both named', () =>
	expect(nearestOf('loat', ['load', 'boat'])).toEqual(['load', 'boat']));

test('what is further away than is asked for is not counted to its end', () => {
	expect(typosBetween('migration', 'migrtaion', 2)).toBe(1);
	expect(typosBetween('migration', 'validation', 2)).toBe(3);
	expect(typosBetween('migration', 'validation')).toBe(5);
});
