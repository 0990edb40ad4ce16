import { expect, test } from 'vitest';
import { lookFor } from './look';
import type { SecretForm } from './programForms';

const form = (needs: readonly string[], run?: number): SecretForm => ({
	needs,
	pattern: () => /x/gu,
	...(run === undefined ? {} : { run }),
});
/** The same texts on every run, of few signs, so that words of them are often there and often nearly. */
function* texts(): Generator<string> {
	for (let n = 1, seed = 7; n < 4_000; n++) {
		let text = '';
		for (let at = 0; at < n % 60; at++) {
			seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
			text += 'ab1- |\n密'[(seed >> 16) % 8] ?? '';
		}
		yield text.repeat(n % 7 === 0 ? 30 : 1);
	}
}

test('the forms are those of which a text has a word', () => {
	const words = ['|', '\n', 'ab', 'ab1', ' -a', 'b-1a', '密a', 'aab', 'a1b-', '1 |'];
	const forms = [...words.map((word) => form([word])), form(['ab1', '密密 a'])];
	const look = lookFor(forms);
	for (const text of texts())
		expect(look(text).forms).toEqual(forms.filter(({ needs }) => needs.some((word) => text.includes(word))));
});

test('a form that needs many characters in a row is for a text that has them', () => {
	const look = lookFor([form(['a'], 4)]);
	expect(look('aaa aaa').forms).toEqual([]);
	expect(look('a 1-_=').forms).toHaveLength(1);
	expect(look('a 1-_=').longest).toBe(4);
	expect(look('').longest).toBe(0);
});

test('a word that can be a key is a long one, or one with a figure', () => {
	const look = lookFor([]);
	for (const text of texts())
		expect([text, look(text).hasKeyWord]).toEqual([text, /[\w.~+/=-]{22}|[\w.~+/=-]{8}\d|\d[\w.~+/=-]{8}/u.test(text)]);
});
