// JavaScript's `\b` knows the letters a to z alone: beside `é` or `ß` it holds where it should not, and never where it should.
// Rules that read what people write say `(?!\p{L})` there.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const CORE = path.resolve('src/core');
const FOREIGN = /^[^\P{L}a-z]$/iu;

/** Where the brackets of a pattern begin and end, each by the other. */
function brackets(line: string): ReadonlyMap<number, number> {
	const pairs = new Map<number, number>();
	const open: number[] = [];
	for (let at = 0; at < line.length; at++) {
		if (line[at] === '\\') at++;
		else if (line[at] === '(') open.push(at);
		else if (line[at] === ')') {
			const from = open.pop();
			if (from !== undefined) pairs.set(from, at).set(at, from);
		}
	}
	return pairs;
}

/** Whether what ends before a place, in any of its alternatives, ends in a letter that is none of a to z. */
function endsForeign(line: string, before: number, pairs: ReadonlyMap<number, number>): boolean {
	const at = /[?*+]/u.test(line[before - 1] ?? '') ? before - 2 : before - 1;
	const from = pairs.get(at);
	if (line[at] !== ')' || from === undefined) return FOREIGN.test(line[at] ?? '');
	return splits(line, from, at, pairs).some((end) => endsForeign(line, end, pairs));
}

function beginsForeign(line: string, at: number, pairs: ReadonlyMap<number, number>): boolean {
	const to = pairs.get(at);
	if (line[at] !== '(' || to === undefined) return FOREIGN.test(line[at] ?? '');
	const starts = [at, ...splits(line, at, to, pairs).slice(0, -1)].map((each) => each + 1);
	return starts.some((start) => beginsForeign(line, line.startsWith('?:', start) ? start + 2 : start, pairs));
}

/** Where the alternatives of a group end. */
function splits(line: string, from: number, to: number, pairs: ReadonlyMap<number, number>): readonly number[] {
	const ends: number[] = [];
	for (let at = from + 1; at < to; at++) {
		if (line[at] === '\\') at++;
		else if (line[at] === '(') at = pairs.get(at) ?? at;
		else if (line[at] === '|') ends.push(at);
	}
	return [...ends, to];
}

function isWrong(line: string): boolean {
	const pairs = brackets(line);
	return [...line.matchAll(/\\{1,2}b/gu)].some(
		({ 0: mark, index }) => endsForeign(line, index, pairs) || beginsForeign(line, index + mark.length, pairs),
	);
}

test.each([
	String.raw`/(?:no|sé)\b/u`,
	String.raw`/\b(?:a|(?:b|übersetze))/u`,
	String.raw`/essayé?\b/u`,
	String.raw`'\\bé'`,
])('is found in %s', (pattern) => expect(isWrong(pattern)).toBe(true));

test('no pattern of the core has a word boundary beside a letter that may have an accent', () => {
	const files = readdirSync(CORE, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.ts'));
	const wrong = files.flatMap((file) =>
		readFileSync(path.join(CORE, file), 'utf8')
			.split('\n')
			.flatMap((line, at) => (isWrong(line) ? [`${file}:${at + 1}`] : [])),
	);
	expect(files.length).toBeGreaterThan(100);
	expect(wrong).toEqual([]);
});
