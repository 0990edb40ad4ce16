import { expect, test } from 'vitest';
import { shortHash } from './hash';

test('a hash has 16 digits, is always the same, and begins as FNV-1a has it', () => {
	expect(shortHash('')).toBe('811c9dc5811c9dc5');
	expect(shortHash('a')).toMatch(/^e40c292c[0-9a-f]{8}$/u);
	expect(shortHash('foobar')).toMatch(/^bf9cf968[0-9a-f]{8}$/u);
});

test('alike texts have hashes that are not', () => {
	const texts = Array.from({ length: 10_000 }, (_, n) => `-home-dev-src-api-${n}`);
	expect(new Set(texts.map(shortHash)).size).toBe(texts.length);
});
