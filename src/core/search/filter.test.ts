import { describe, expect, test } from 'vitest';
import { type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
import { parseLine } from '../transcript/parseEntry';
import { filterIn, parseSearch, withFilter } from './filter';
import { findHit } from './hit';
import { createMatcher } from './matcher';

const NOW = new Date(2026, 10, 22, 15).getTime();
const DAY = 24 * 60 * 60_000;

test.each([
	['deploy who:you', ['deploy'], { who: 'you' }],
	['tool:Bash deploy', ['deploy'], { tool: 'bash' }],
	['deploy since:2d branch:Fix/7', ['deploy'], { sinceMs: NOW - 2 * DAY, branch: 'Fix/7' }],
	['since:2w x', ['x'], { sinceMs: NOW - 14 * DAY }],
	['since:today x', ['x'], { sinceMs: new Date(2026, 10, 22).getTime() }],
	['since:2026-11-01 x', ['x'], { sinceMs: new Date(2026, 10, 1).getTime() }],
	['file:"my notes.md" x', ['x'], { file: 'my notes.md' }],
	[String.raw`file:src\A.ts x`, ['x'], { file: 'src/a.ts' }],
	['who:you', undefined, { who: 'you' }],
	// What makes no sense is looked for.
	['who:nobody', ['who:nobody'], {}],
	['since:soon', ['since:soon'], {}],
	['since:2026-02-31', ['since:2026-02-31'], {}],
	['file: x', ['file:', 'x'], {}],
	['file:///etc/hosts', ['file:///etc/hosts'], {}],
	['"said who:you here"', ['said who:you here'], {}],
	['profile:x', ['profile:x'], {}],
])('reads %j', (typed, terms, filter) => {
	const read = parseSearch(typed, NOW);
	expect(read.query?.terms).toEqual(terms);
	expect(read.filter).toEqual(filter);
});

test.each([
	['deploy', 'who', 'you', 'who:you deploy'],
	['who:you deploy', 'who', 'claude', 'who:claude deploy'],
	['who:you deploy', 'who', undefined, 'deploy'],
	['deploy who:you soon', 'who', undefined, 'deploy soon'],
	['deploy', 'file', 'my notes.md', 'file:"my notes.md" deploy'],
	['who:you deploy', 'branch', 'main', 'branch:main who:you deploy'],
	['"who:you  x"', 'who', undefined, '"who:you x"'],
] as const)('%j with %s %j is %j', (typed, name, value, expected) => {
	const text = withFilter(typed, name, value);
	expect(text).toBe(expected);
	expect(filterIn(text, name)).toBe(value);
});

describe('what passes', () => {
	const finds = (line: Line, typed: string): boolean => {
		const entry = parseLine(JSON.stringify(line)) ?? expect.fail('No entry.');
		const { query, filter } = parseSearch(typed, NOW);
		return (
			findHit(entry, createMatcher(query ?? expect.fail('No query.')), { file: '/t.jsonl', offset: 0 }, filter) !==
			undefined
		);
	};
	const timestamp = new Date(NOW - 3 * DAY).toISOString();
	const prompt = userLine('needle', { gitBranch: 'main', timestamp });
	const edit = assistantLine({ tool: 'Edit', id: 't', input: { file_path: '/r/src/Cart.ts', new_string: 'needle' } });

	test.each<[string, Line, string, boolean]>([
		['a prompt of yours', prompt, 'who:you', true],
		['a prompt as Claude’s', prompt, 'who:claude', false],
		['a reply', assistantLine('needle'), 'who:claude', true],
		['what a tool was given', edit, 'who:tool', true],
		['what a tool answered', resultLine('t', 'needle'), 'who:tool', true],
		['a tool by its name', edit, 'tool:edit', true],
		['another tool', edit, 'tool:bash', false],
		['a file', edit, 'file:src/cart.ts', true],
		['another file', edit, 'file:order.ts', false],
		['a message about no file', prompt, 'file:cart.ts', false],
		['a branch', prompt, 'branch:main', true],
		['another branch', prompt, 'branch:mai', false],
		['a message of late', prompt, 'since:4d', true],
		['an older message', prompt, 'since:2d', false],
		['a title, which has no time', { type: 'custom-title', customTitle: 'needle', sessionId: 's' }, 'since:4d', false],
	])('%s', (_what, line, filter, expected) => {
		expect(finds(line, `${filter} needle`)).toBe(expected);
		expect(finds(line, 'needle')).toBe(true);
	});
});
