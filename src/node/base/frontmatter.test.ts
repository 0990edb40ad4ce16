import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatFrontMatter, parseFrontMatter } from './frontmatter';
import { type Place, newPlace } from '../testing/places';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

// R13, and the reason why the library has a door of ours.
describe('front matter in a programming language is not executed', () => {
	test.each([
		['js'],
		['javascript'],
		[' js'],
		['JS'],
		['JavaScript'],
		['json'],
		['coffee'],
		['toml'],
		['constructor'],
		['__proto__'],
		['toString'],
	])('---%s', (language) => {
		const trace = path.join(place.root, 'executed');
		const code = `(require('fs').writeFileSync(${JSON.stringify(trace)}, 'x'), { name: 'a' })`;
		const text = `---${language}\n${code}\n---\nbody\n`;
		const { data, body, problem } = parseFrontMatter(text);
		expect(existsSync(trace)).toBe(false);
		expect([data, body]).toEqual([{}, text]);
		expect(problem).toEqual(expect.any(String));
	});
});

test('a caller that changes what it got changes nothing for others', () => {
	const text = '---\nname: a\n---\nb';
	Object.assign(parseFrontMatter(text).data, { name: 'changed' });
	expect(parseFrontMatter(text).data).toEqual({ name: 'a' });
});

test('broken front matter is broken the second time, too', () => {
	const text = '---\nname: [a\n---\nb';
	const first = parseFrontMatter(text);
	expect(first.problem).toBeDefined();
	expect(parseFrontMatter(text)).toEqual(first);
});

describe('what a file holds', () => {
	test.each([
		['the usual', '---\nname: a\nx: 1\n---\n\nb\n', { name: 'a', x: '1' }, '\nb\n'],
		['Windows line ends', '---\r\nname: a\r\n---\r\nb\r\n', { name: 'a' }, 'b\r\n'],
		['a byte-order mark', '\ufeff---\nname: a\n---\nb', { name: 'a' }, 'b'],
		['no front matter', 'just text\n---\nmore', {}, 'just text\n---\nmore'],
		['a ruler of four dashes', '----\nname: a\n----\n', {}, '----\nname: a\n----\n'],
		['empty front matter', '---\n---\nb', {}, 'b'],
		['a list for front matter', '---\n- a\n---\nb', {}, 'b'],
		['a word for front matter', '---\na\n---\nb', {}, 'b'],
		['front matter that never ends', '---\nname: a\n', { name: 'a' }, ''],
		['a session id that looks like a number', '---\nsession: 12e5\n---\n', { session: '12e5' }, ''],
		[
			'a date, a yes and a null, which stay the text that was written',
			'---\na: 2026-12-01\nb: yes\nc: null\n---\n',
			{ a: '2026-12-01', b: 'yes', c: 'null' },
			'',
		],
		['nested fields', '---\nmetadata:\n  type: project\n---\n', { metadata: { type: 'project' } }, ''],
		[
			'texts as Claude writes them, which YAML would not take',
			"---\r\nname: one: two's\r\ndescription: `a: b` fails #1 \r\nfiles:\n  - 'x: y'\n---\r\nb",
			{ name: "one: two's", description: '`a: b` fails #1', files: ['x: y'] },
			'b',
		],
		['nothing', '', {}, ''],
	])('%s', (_name, text, data, body) => expect(parseFrontMatter(text)).toEqual({ data, body, problem: undefined }));

	test.each([
		['a key twice', '---\na: 1\na: 2\n---\nb'],
		['a tag that would make an object', '---\na: !!js/function "function () {}"\n---\nb'],
		['a quotation that never ends', '---\na: "b\n---\nc'],
		['a list that never ends, below a colon', '---\na: b: c\nd: [e\n---\nf'],
	])('%s is a problem, and the text stays whole', (_name, text) =>
		expect(parseFrontMatter(text)).toEqual({ data: {}, body: text, problem: expect.any(String) as string }),
	);

	test('aliases on aliases do not grow without end', () => {
		const levels = Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}*a${n}]`);
		const { data } = parseFrontMatter(`---\nname: bomb\na0: &a0 x\n${levels.join('\n')}\n---\n`);
		expect(data['name']).toBe('bomb');
	});

	test('a prototype is not polluted', () => {
		parseFrontMatter('---\n__proto__:\n  polluted: yes\nconstructor:\n  prototype:\n    polluted: yes\n---\n');
		expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
	});
});

test.each([
	['plain', 'a'],
	['a colon', 'a: b'],
	['a hash, which would cut it off', 'a # b'],
	['quotes', `"a" 'b'`],
	['a dash', '- a'],
	['a date', '2026-12-01'],
	['a null', 'null'],
	['a number', '12e5'],
	['a tag', '!!js/function'],
	['an end of front matter', '---'],
	['emoji and scripts', '日本 👍 مرحبا'],
	['a percent sign and an at sign', '%a @b'],
	['very long', 'x '.repeat(300).trim()],
])('a field that is written is read again: %s', (_name, value) => {
	const text = formatFrontMatter({ name: value, type: 'project' }, '\nbody\n\n');
	expect(parseFrontMatter(text)).toEqual({
		data: { name: value, type: 'project' },
		body: '\nbody\n',
		problem: undefined,
	});
	expect(text.split('\n')).toHaveLength(7);
});
