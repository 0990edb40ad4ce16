// Two readers of one format: whatever the quick one reads, the YAML parser must read in the same way.
import { describe, expect, test } from 'vitest';
import { isUnclosedFrontMatter, readPlainFrontMatter } from '../../core/base/plainFrontMatter';
import { parseFrontMatter } from './frontmatter';

const USUAL = '---\nname: Rate limits\ndescription: "per user: or per key?"\ntype: project\n---\n\nText\n';
const CLAUDES =
	"---\nname: Ask about retries\ndescription: 'it is #1'\nmetadata: \n  node_type: memory\n  type: project\n  originSessionId: 12e5-aa\n---\nText";

describe('what everybody writes is read without the parser', () => {
	test.each([
		['our own form', USUAL],
		["the form of Claude's tool", CLAUDES],
		['Windows line ends', USUAL.replaceAll('\n', '\r\n')],
		['other scripts', '---\nname: Größe prüfen — später\n---\nText'],
	])('%s', (_name, text) => {
		expect(readPlainFrontMatter(text)).toBeDefined();
		expect({ ...readPlainFrontMatter(text), problem: undefined }).toEqual(parseFrontMatter(text));
	});
});

test.each([
	['a list', '---\nname: [a]\n---\n'],
	['a text of several lines', '---\nname: a\n  b\n---\n'],
	['a block', '---\nname: |\n  a\n---\n'],
	['a key twice', '---\nname: a\nname: b\n---\n'],
	['a comment', '---\nname: a # b\n---\n'],
	['a colon in a plain text', '---\nname: a: b\n---\n'],
	['an escape', '---\nname: "a\\nb"\n---\n'],
	['nothing for a value', '---\nname:\ntype: project\n---\n'],
	['an anchor', '---\nname: &a b\n---\n'],
	['a language', '---js\nname: a\n---\n'],
	['no end', '---\nname: a\n'],
	['a byte-order mark', '\ufeff---\nname: a\n---\n'],
	['the name of a prototype', '---\n__proto__: a\n---\n'],
])('%s is left to the parser', (_name, text) => expect(readPlainFrontMatter(text)).toBeUndefined());

test.each([
	['a list', '---\nname: [half a list\ndescription: "never closed\n---\ntext\n'],
	['an object', '---\ntype: project\nmetadata: {a: b\n---\n'],
	['a text in quotes', '---\nname: "it is\n---\n'],
])('%s that ends nowhere is broken without a parser', (_name, text) => {
	expect(isUnclosedFrontMatter(text)).toBe(true);
	expect(parseFrontMatter(text).problem).toBeDefined();
});

test.each([
	['a list', '---\nname: [a\n]\n---\n'],
	['a text in quotes', '---\nname: "a\n  b"\n---\n'],
	['a list inside of a text', '---\nname: >\n  a\nb: c\n---\nc: [\n'],
	['what follows the end', '---\nname: a\n---\nb: [\n---\n'],
])('%s that ends is not', (_name, text) => {
	expect(isUnclosedFrontMatter(text)).toBe(false);
	expect(parseFrontMatter(text).problem).toBeUndefined();
});

/** Pieces that lines of front matter are made of, the awkward ones included. */
const PIECES = [
	...['name', 'type', 'metadata', 'a b', '__proto__', 'x', '  ', ' ', '\t', ': ', ':', '\n', '\n', '\n', '\r\n', '---'],
	...['"', "'", '#', ' #', '- ', '[', ']', '{', '}', '&', '*', '!', '|', '>', '%', '@', '`', ',', '?', '~', '<<', '\\'],
	...[
		'word',
		'ü',
		'🙂',
		'12',
		'null',
		'yes',
		'2026-01-01',
		'/',
		'(',
		'.',
		'...',
		'\u0085',
		'\u2028',
		'\ufeff',
		'\u00a0',
		'=',
	],
];

test('generated files: the quick reader says the same as the parser, or nothing', () => {
	let seed = 11;
	const below = (limit: number): number => {
		seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
		return Math.floor((seed / 2 ** 32) * limit);
	};
	let [read, broken] = [0, 0];
	for (let run = 0; run < 60_000; run++) {
		// Half of them begin as proper lines, so that enough get past the first look.
		const lines = Array.from({ length: 1 + below(3) }, (_, at) =>
			below(2) === 0
				? `${below(3) === 0 ? '  ' : ''}${PIECES[below(3)] ?? ''}${at}: ${PIECES[below(PIECES.length)] ?? ''}${PIECES[below(PIECES.length)] ?? ''}`
				: Array.from({ length: 1 + below(6) }, () => PIECES[below(PIECES.length)] ?? '').join(''),
		);
		const text = `---\n${lines.join('\n')}\n---${below(8) === 0 ? 'x' : ''}\nbody ${PIECES[below(PIECES.length)] ?? ''}`;
		if (isUnclosedFrontMatter(text)) {
			broken++;
			expect({ text, problem: parseFrontMatter(text).problem }).not.toEqual({ text, problem: undefined });
		}
		const quick = readPlainFrontMatter(text);
		if (quick === undefined) continue;
		read++;
		expect({ text, ...quick, problem: undefined }).toEqual({ text, ...parseFrontMatter(text) });
	}
	expect(read).toBeGreaterThan(1_000);
	expect(broken).toBeGreaterThan(100);
});
