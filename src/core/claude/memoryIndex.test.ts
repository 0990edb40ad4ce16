import { describe, expect, test } from 'vitest';
import { insertIndexLines, readIndexLines, removeIndexLines } from './memoryIndex';

const FILE = 'session-open-a-2026-11-01.md';
const LINE = `- [A](${FILE}) — open`;

describe('the line of an item leaves and comes back, byte for byte', () => {
	test.each([
		['in the middle', `# Memory\n${LINE}\n- [B](b.md)\n`],
		['as the first line', `${LINE}\n- [B](b.md)\n`],
		['as the last line', `- [B](b.md)\n${LINE}\n`],
		['as the last line, without a line break at the end', `- [B](b.md)\n${LINE}`],
		['as the only line', `${LINE}\n`],
		['as the only line, without a line break', LINE],
		['with the line ends of Windows', `# Memory\r\n${LINE}\r\n- [B](b.md)\r\n`],
		['with the line ends of Windows and no last one', `- [B](b.md)\r\n${LINE}`],
		['with mixed line ends', `a\r\n${LINE}\nb\n`],
		['before a last line without a line break', `a\n${LINE}\nb`],
		['with other links in the same line', `a\n- [B](b.md), [A](${FILE}), [C](c.md)\nb\n`],
		['twice', `a\n${LINE}\nb\n- also [here](./${FILE}#part "Title")\nc\n`],
		['twice, in the same words', `${LINE}\nb\n${LINE}\n`],
		['indented and after empty lines', `a\n\n  * [A](<${FILE}>)  \n\n\n`],
		['encoded', `a\n[A](session%2Dopen%2da-2026-11-01.md)\n`],
		['after a byte-order mark', `\ufeff# Memory\n${LINE}\n`],
	])('%s', (_name, text) => {
		const { text: without, removed } = removeIndexLines(text, FILE);
		expect(without).not.toContain('2026-11-01.md');
		expect(removed.length).toBeGreaterThan(0);
		expect(insertIndexLines(without, removed)).toBe(text);
	});
});

describe('of a line that leads to other files too', () => {
	const A = `[A](${FILE})`;
	test.each([
		['before', `a\n- ${A}, [B](b.md) — both\nb\n`, 'a\n- A, [B](b.md) — both\nb\n'],
		['behind', `- [B](./b.md#part) and ${A}`, '- [B](./b.md#part) and A'],
		['twice', `- ${A} [B](b.md) [again](${FILE})\r\n`, '- A [B](b.md) again\r\n'],
		['with brackets in its title', `- [A [or so]](${FILE}) [B](b.md)\n`, '- A [or so] [B](b.md)\n'],
		['without a title', `- [B](b.md) [](${FILE})\n`, '- [B](b.md) \n'],
	])('only the link goes: %s', (_name, text, expected) => {
		const { text: without, removed } = removeIndexLines(text, FILE);
		expect(without).toBe(expected);
		expect(insertIndexLines(without, readIndexLines(JSON.parse(JSON.stringify(removed))))).toBe(text);
	});

	test('an address is no other file: the line is about the item', () =>
		expect(removeIndexLines(`- ${A} — see [issue](https://example.com/a.md)\n`, FILE).text).toBe(''));

	test('both may leave and return, in whichever order', () => {
		const text = `a\n- ${A}, [B](b.md)\nb\n`;
		const first = removeIndexLines(text, FILE);
		const second = removeIndexLines(first.text, 'b.md');
		expect(second.text).toBe('a\nb\n');
		expect(insertIndexLines(insertIndexLines(second.text, second.removed), first.removed)).toBe(text);
		const other = insertIndexLines(insertIndexLines(second.text, first.removed), second.removed);
		expect(other).toBe(`a\n- A, [B](b.md)\n- ${A}, B\nb\n`);
	});

	test('what stayed may have moved, and the file may have another name', () => {
		const { text, removed } = removeIndexLines(`- ${A}, [B](b.md)\n`, FILE);
		expect(insertIndexLines(`new\n${text}new\n`, removed, { from: FILE, to: 'a-2.md' })).toBe(
			'new\n- [A](a-2.md), [B](b.md)\nnew\n',
		);
	});

	test('brackets without end do not hang', () => {
		const line = `${`](${FILE})`.repeat(20_000)}[B](b.md)${'['.repeat(20_000)}\n`;
		expect(removeIndexLines(line, FILE).text).toContain('[B](b.md)');
	});
});

describe('no other line is touched', () => {
	test.each([
		['another file', '- [A](session-open-a-2026-11-02.md)\n'],
		['a file that ends alike', `- [A](x-${FILE})\n`],
		['a file in another folder', `- [A](../other/${FILE})\n`],
		['a mention without a link', `- ${FILE} is open\n`],
		['a link with a stray per cent sign', '- [A](100%.md)\n'],
		['a link text', `- [${FILE}](b.md)\n`],
	])('%s', (_name, text) => expect(removeIndexLines(text, FILE)).toEqual({ text, removed: [] }));

	test('a line that never ends does not hang', () => {
		const spaces = `[a](${' '.repeat(200_000)}\n${'](<'.repeat(50_000)}\n${'" '.repeat(100_000)}`;
		expect(removeIndexLines(spaces, FILE)).toEqual({ text: spaces, removed: [] });
	});
});

describe('where the file has changed meanwhile, the line finds a place', () => {
	const removed = [{ line: 2, text: `${LINE}\n` }];
	test.each([
		['shorter: at the end', 'a\n', `a\n${LINE}\n`],
		['shorter and without a last line break: after one', 'a', `a\n${LINE}\n`],
		['longer: where it was', 'a\nb\nc\nd\n', `a\nb\n${LINE}\nc\nd\n`],
		['there already: not twice', `x\n${LINE}\n`, `x\n${LINE}\n`],
		['empty: alone', '', `${LINE}\n`],
	])('%s', (_name, text, expected) => expect(insertIndexLines(text, removed)).toBe(expected));

	test('a last line that had no end gets one when others came after it', () =>
		expect(insertIndexLines('a\r\nnew\r\n', [{ line: 1, text: LINE }])).toBe(`a\r\n${LINE}\r\nnew\r\n`));

	test('a line number from a broken record does no harm', () =>
		expect(insertIndexLines('a\n', [{ line: -5, text: `${LINE}\n` }])).toBe(`${LINE}\na\n`));
});

describe('where the item comes back under another name, its link goes there', () => {
	test.each([
		['plain', `- [A](${FILE})\n`, FILE, 'session-open-a-2026-11-01-2.md', '- [A](session-open-a-2026-11-01-2.md)\n'],
		[
			'encoded',
			'- [A](session-open-caf%C3%A9.md)\n',
			'session-open-café.md',
			'session-open-café-2.md',
			'- [A](session-open-caf%C3%A9-2.md)\n',
		],
		[
			'with a dollar sign',
			'- [A](session-open-$.md)\n',
			'session-open-$.md',
			'session-open-$&-2.md',
			'- [A](session-open-$&-2.md)\n',
		],
	])('%s', (_name, text, from, to, expected) =>
		expect(insertIndexLines('', [{ line: 0, text }], { from, to })).toBe(expected),
	);
});
