import { expect, it, test } from 'vitest';
import { pieces } from './pieces';

const split = (text: string, limit = 10_000): readonly string[] => [...pieces(text, limit)];

test.each([
	['', []],
	['short', ['short']],
])('%j needs no splitting', (text, expected) => expect(split(text)).toEqual(expected));

test.each<[string, string]>([
	['lines', 'a line of text\n'.repeat(5_000)],
	['words', 'word '.repeat(5_000)],
	['one word', 'x'.repeat(50_000)],
	['pairs', '🚀'.repeat(20_000)],
])('%s come back whole, in pieces within the limit', (_, text) => {
	const parts = split(text);
	expect(parts.join('')).toBe(text);
	expect(parts.length).toBeGreaterThan(1);
	expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(10_000);
});

it('ends with a line, else with a word', () => {
	expect(
		split('a line of text\n'.repeat(1_000))
			.slice(0, -1)
			.every((part) => part.endsWith('\n')),
	).toBe(true);
	expect(split('word '.repeat(5_000)).every((part) => part.endsWith(' '))).toBe(true);
});

it('does not cut a key block in two', () => {
	const key = `-----BEGIN RSA PRIVATE KEY-----\n${'QUJD\n'.repeat(600)}-----END RSA PRIVATE KEY-----\n`;
	const parts = split(`${'text\n'.repeat(1_800)}${key}${'more\n'.repeat(2_000)}`);
	expect(parts.filter((part) => part.includes(key))).toHaveLength(1);
});
