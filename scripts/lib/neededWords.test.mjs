// Which words a pattern needs, and that what is written down of the forms of memories is what their patterns need.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formWords, neededWords } from './neededWords.mjs';
import { inRoot } from './paths.mjs';

test.each([
	['always', ['always']],
	['^ (?:please )?(?:always|never) do', ['always', 'never']],
	['a|be|see', ['a', 'be', 'see']],
	['(?:from|until) now on| in general ', [' in general ', 'from', 'until']],
	['organi[sz]ation', ['organisation', 'organization']],
	['(?!stop )go(?:es)? home', ['go home', 'goes home']],
	[String.raw`(?:must|shall) \w+ twice`, [' twice']],
	[String.raw`\w+ing`, ['ing']],
	['(?:ab)+c', ['ab']],
	['(?:every )?day', ['day']],
	['day(?:x|)?', ['day']],
])('each match of %s holds one of %j', (pattern, words) => expect(neededWords(pattern)).toEqual(words));

test.each([String.raw`\d+`, '(?:a|)', '.*', 'a?', '[^a]', '(?:a|b*)'])('%s needs none', (pattern) =>
	expect(neededWords(pattern)).toBeUndefined(),
);

test('what is written down of the forms of memories is what their patterns need', async () => {
	expect(readFileSync(inRoot('src/core/memory/formWords.ts'), 'utf8')).toBe(await formWords());
});
