import { describe, expect, test } from 'vitest';
import { shortenIndex } from './health';
import { measureIndex } from './indexMeter';

const lines = (count: number, text = 'x'): string => Array.from({ length: count }, (_, n) => `${n} ${text}`).join('\n');

describe('T39: what Claude sees of MEMORY.md', () => {
	test.each([
		['nothing', '', { lines: 0, cutLine: undefined, hiddenLines: 0, share: 0 }],
		['white space only', ' \n\n', { lines: 0, cutLine: undefined }],
		['200 lines', `${lines(200)}\n`, { lines: 200, cutLine: undefined, share: 1 }],
		['201 lines', `${lines(201)}\n`, { lines: 201, cutLine: 200, hiddenLines: 1, cutBy: 'lines' }],
		[
			'blank lines at both ends, which do not count',
			`\n\n${lines(201)}\n\n\n`,
			{ lines: 201, cutLine: 202, hiddenLines: 1 },
		],
		['front matter, which does not count', `---\na: b\n---\n${lines(201)}`, { lines: 201, cutLine: 203 }],
		['Windows line ends', lines(201).replaceAll('\n', '\r\n'), { lines: 201, cutLine: 200 }],
		['25,000 characters', 'x'.repeat(25_000), { characters: 25_000, cutLine: undefined, share: 1 }],
		[
			'one more in a second line',
			`${'x'.repeat(24_999)}\ny`,
			{ characters: 25_001, cutLine: 1, hiddenLines: 1, cutBy: 'characters' },
		],
		['characters, not bytes', `${'é'.repeat(24_000)}\ny`, { cutLine: undefined }],
		['a first line that is too long by itself', `${'x'.repeat(25_001)}\ny`, { cutLine: 0, hiddenLines: 2 }],
	])('%s', (_name, text, expected) => {
		expect(measureIndex(text)).toMatchObject(expected);
	});

	test('what is shortened fits, and every line of it is in one of the two', () => {
		for (const text of [lines(230), lines(150, 'y'.repeat(200)), `# Title\n\n${lines(500)}\n`]) {
			const { index, more } = shortenIndex(text, '');
			expect(measureIndex(index).cutLine).toBeUndefined();
			const both = `${index}${more}`;
			for (const line of text.split('\n').filter((each) => each !== '')) expect(both).toContain(line);
			expect(shortenIndex(index, more)).toEqual({ index, more });
		}
	});

	test('what is shortened keeps its headings and the newest lines of its lists, and has room for more', () => {
		const items = Array.from({ length: 230 }, (_, n) => `- [M${n}](m${n}.md)\n`);
		items[1] = '- M1\n  - [Below it](b.md)\n';
		const { index, more } = shortenIndex(`# Memory\n\n${items.join('')}`, '');
		expect(index).toMatch(/^# Memory\n\n- \[M53\][^]*\n- \[M229\]\(m229\.md\)\n- \[More memories\]/u);
		expect(more).toBe(items.slice(0, 53).join(''));
		expect(measureIndex(index).share).toBe(0.9);
	});
});
