// The rules of the house must catch what they are there for; that the code keeps them is the check's affair.
import { describe, expect, test } from 'vitest';
import { countLines } from './countLines.mjs';
import { forbidden, misplaced, roomOf } from './house.mjs';
import { circles } from './imports.mjs';

describe('rooms', () => {
	test('a file lies in a domain of its layer', () => {
		expect(roomOf('src/node/sessions/index/fileMap.ts')).toEqual({ layer: 'node', domain: 'sessions', isTest: false });
		expect(roomOf('src/cli/testing/cliPlace.ts')).toMatchObject({ domain: undefined, isTest: true });
		expect(roomOf('scripts/build.mjs')).toBeUndefined();
		expect(roomOf('src/core/tsconfig.json')).toBeUndefined();
	});

	test.each([
		['src/core/dates.ts', /outside of every domain/],
		['src/node/helpers/dates.ts', /no domain/],
		['src/vscode/features/menu.ts', /no domain/],
	])('%s is out of place', (file, why) => {
		expect(misplaced(file)).toMatch(why);
	});

	test.each(['src/core/base/dates.ts', 'src/vscode/menu.ts', 'src/core/testing/seeded.ts', 'src/hooks/stop.ts'])(
		'%s is where it belongs',
		(file) => {
			expect(misplaced(file)).toBeUndefined();
		},
	);
});

describe('who may import whom', () => {
	test.each([
		['a rule an adapter', 'src/core/parking/item.ts', 'src/node/parking/parkedFile.ts'],
		['the engine room a face', 'src/node/backups/place.ts', 'src/cli/io.ts'],
		['one face another', 'src/vscode/menu.ts', 'src/cli/io.ts'],
		['an earlier domain a later one', 'src/core/sessions/life.ts', 'src/core/backups/log.ts'],
		['an adapter the rules of a later domain', 'src/node/project/project.ts', 'src/core/hooks/doctor.ts'],
		['a domain of a face a later one', 'src/vscode/sessions/sessions.ts', 'src/vscode/search/search.ts'],
		['the product a helper of tests', 'src/core/parking/item.ts', 'src/core/testing/fakeClock.ts'],
	])('not %s', (_what, from, to) => {
		expect(forbidden(from, to)).toEqual(expect.any(String));
	});

	test.each([
		['an adapter its rules', 'src/node/parking/parkedFile.ts', 'src/core/parking/item.ts'],
		['a later domain an earlier one', 'src/core/backups/log.ts', 'src/core/sessions/life.ts'],
		['a face any domain below', 'src/vscode/backups/backups.ts', 'src/node/workspace/workspaceStore.ts'],
		['a domain of a face its hall, and back', 'src/vscode/backups/backups.ts', 'src/vscode/messages.ts'],
		['the hall of a face its domains', 'src/vscode/features.ts', 'src/vscode/backups/backups.ts'],
		['a test a later domain', 'src/core/claude/payload.test.ts', 'src/core/hooks/openItems.ts'],
	])('%s', (_what, from, to) => {
		expect(forbidden(from, to)).toBeUndefined();
	});
});

test('circles are found, however long, and what only hangs on one is none', () => {
	const graph = new Map([
		['a', ['b']],
		['b', ['c', 'd']],
		['c', ['a']],
		['d', ['e']],
		['e', []],
		['f', ['g', 'a']],
		['g', ['f']],
	]);
	expect(circles(graph).map((group) => group.join(''))).toEqual(['abc', 'fg']);
});

test('lines of code are those with more than white space and comments', () => {
	expect(countLines('// why\n\n/** what */\nconst a = `one\ntwo`; // and\n\n/* more\n*/ const b = 2;\n')).toBe(3);
	expect(countLines('')).toBe(0);
});
