import { describe, expect, test } from 'vitest';
import { createMatcher } from '../../core/search/matcher';
import { seeded } from '../../core/testing/seeded';
import { condenseLine } from './condense';
import { createNeedle } from './searchFile';

const terms = createNeedle(createMatcher({ terms: ['needle'] })).terms;

describe('a long line', () => {
	test('stays as it is up to half a megabyte', () => {
		const line = JSON.stringify({ text: 'x'.repeat(500_000) });
		expect(condenseLine(Buffer.from(line), terms)).toBe(line);
	});

	test('keeps its short texts, the beginnings of the long ones, and what is searched for', () => {
		const filler = '<x>'.repeat(300_000);
		const line = JSON.stringify({ uuid: 'u', text: `${filler}a needle here${filler}`, type: 'user' });
		const short = condenseLine(Buffer.from(line), terms);
		expect(short.length).toBeLessThan(10_000);
		expect(JSON.parse(short)).toMatchObject({ uuid: 'u', type: 'user' });
		expect(short).toContain('>a needle here<');
		expect(short).toContain('"text":"<x><x>');
	});

	test('keeps far before what is searched for what may tell that it is a secret', () => {
		const line = JSON.stringify({ text: `${'x'.repeat(600_000)}key = ${'s'.repeat(3_900)}needle${'x'.repeat(9_000)}` });
		expect(condenseLine(Buffer.from(line), terms)).toContain('key = sss');
	});

	test('is JSON again, wherever it is cut (generated)', () => {
		const random = seeded(3);
		const pieces = ['a', '\\\\', '\\"', '\\n', '\\u00e9', '\\ud83d\\ude80', 'é', '日', '🚀', 'needle'] as const;
		for (let round = 0; round < 15; round++) {
			// Few kinds at a time, so that there are long runs of back slashes and of escapes.
			const some = random.shuffle(pieces).slice(0, random.int(1, 4));
			let text = '';
			while (text.length < 300_000) text += (some[random.int(0, some.length - 1)] ?? '').repeat(random.int(1, 300));
			const line = `{"a":"${text}","b":["${text}",{"c":"${text}"}]}`;
			const short = condenseLine(Buffer.from(line), terms);
			expect(() => JSON.parse(short), some.join(' ')).not.toThrow();
			expect(short).not.toContain('\ufffd');
			expect(short.length).toBeLessThan(100_000);
			expect(short.includes('needle')).toBe(line.includes('needle'));
		}
	});
});
