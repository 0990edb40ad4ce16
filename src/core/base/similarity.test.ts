import { expect, test } from 'vitest';
import { gistOf, normalForm, relatedness, saysTheSame, statementsIn } from './similarity';

test.each([
	['Always run the linter before committing.', 'run the linter before every commit'],
	['Use pnpm and not npm.', 'always use pnpm, not npm'],
	['Answer in German.', 'always answer in German'],
	['Set headings in Open Sans, body text too.', 'Headings and body text too: Open Sans'],
	['Ne pousse pas sur main avant la revue.', 'Ne pousse pas sur main avant la revue du code.'],
	['Vor dem Merge laufen nicht alle Tests.', 'Nicht alle Tests laufen vor dem Merge.'],
	['The API docs are at docs.example.com', 'API docs: docs.example.com'],
	// Half of the words of the longer one are enough.
	['Deploy staging friday.', 'Deploy staging friday alpha beta gamma.'],
])('%j says the same as %j', (a, b) => {
	expect(saysTheSame(gistOf(a), gistOf(b))).toBe(true);
	expect(saysTheSame(gistOf(b), gistOf(a))).toBe(true);
});

test.each([
	['Always squash commits.', 'Never squash commits.'],
	['We support Node 18.', 'We support Node 20.'],
	['Vor dem Merge laufen alle Tests.', 'Vor dem Merge laufen nicht alle Tests.'],
	['Branches werden nach dem Merge gelöscht.', 'Branches werden nach dem Merge nie gelöscht.'],
	['Bei Fehlern eine E-Mail schicken, direkt.', 'Bei Fehlern keine E-Mail schicken, direkt.'],
	['On pousse directement sur la branche main.', 'On ne pousse pas directement sur la branche main.'],
	['Il faut merger la branche vendredi soir.', 'Il ne faut jamais merger la branche vendredi soir.'],
	['Las ramas se borran después del merge.', 'Las ramas nunca se borran después del merge.'],
	['Use tabs.', 'Use tabs in Go, spaces in Python, and never mix them.'],
	['Run the linter before committing.', 'Run the tests before committing to main on Fridays.'],
	['Deploy staging friday.', 'Deploy staging friday alpha beta gamma delta.'],
	['', ''],
])('%j does not say the same as %j', (a, b) => {
	expect(saysTheSame(gistOf(a), gistOf(b))).toBe(false);
});

test('what is about the same matter is related, whatever it says', () => {
	expect(relatedness(gistOf('Indent the code with tabs.'), gistOf('Indent the code with two spaces.'))).toBeGreaterThan(
		0.5,
	);
	expect(relatedness(gistOf('Indent the code with tabs.'), gistOf('The runbook is in Notion.'))).toBe(0);
});

test('the form that is hashed does not know case, white space and punctuation', () => {
	expect(normalForm('  Use  TABS — always! ')).toBe(normalForm('use tabs: always'));
	expect(normalForm('use tabs')).not.toBe(normalForm('use tab'));
});

test('a text is its lines, list items and sentences', () => {
	expect(statementsIn('# Rules\n\n- Use tabs. Never spaces.\n1. Test first.\n```\n')).toEqual([
		'Rules',
		'Use tabs. Never spaces.',
		'Use tabs.',
		'Never spaces.',
		'Test first.',
	]);
});
