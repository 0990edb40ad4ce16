import { expect, test } from 'vitest';
import { nearestOf } from './nearest';

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
