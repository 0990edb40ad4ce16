import { expect, test } from 'vitest';
import { actsOf } from './acts';

const isQuestion = (prompt: string): boolean => actsOf(prompt).some((act) => act.isQuestion);

test.each([
	'do it with redis',
	'do the migration first',
	'do this before the release',
	'please do the error message as well',
	'have the tests run in ci',
	'have it print the time',
	'had this before and it broke',
	'had the same error yesterday',
])('“%s” asks nothing', (prompt) => expect(isQuestion(prompt)).toBe(false));

test.each([
	'do we need redis',
	'do you have the log',
	'do the old links work',
	'do the tests run in ci',
	'have you seen the log',
	'have the sessions been moved',
	"haven't we had this before",
	'had they tested it',
	'does the build pass',
	'is it done',
	'do it with redis?',
])('“%s” is a question without its mark, or with it', (prompt) => expect(isQuestion(prompt)).toBe(true));
