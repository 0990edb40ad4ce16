import { expect, test } from 'vitest';
import { ownPassages, ownSentences } from './prose';

test.each([
	['We run `npm test` before a release.', ['We run … before a release.']],
	['We run the tests.', ['We run the tests.']],
	['He said “never again” about it.', ['He said … about it.']],
	["It is called 'main' here. And so on.", ['It is called … here.', 'And so on.']],
	["It's the person's own.", ["It's the person's own."]],
])('%s: words of others are left out', (text, own) => {
	expect(ownSentences(text)).toEqual(own);
});

test('each sentence has its whole beside it', () => {
	expect(ownPassages('Use `a. b` always. Then stop.').flatMap((each) => each)).toEqual([
		{ own: 'Use … always.', whole: 'Use `a. b` always.' },
		{ own: 'Then stop.', whole: 'Then stop.' },
	]);
});
