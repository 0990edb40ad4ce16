import { expect, test } from 'vitest';
import type { SessionExtract } from './extract';
import type { TaskState } from './statement';
import { nextSteps } from './nextSteps';
import type { Pointer } from './statement';

const from: Pointer = { uuid: 'u', index: 1, turn: 1, by: 'claude', atMs: undefined };
const stepsOf = (inProgress: readonly string[], said: readonly string[], pending: readonly string[]) => {
	const task = (status: TaskState['status']) => (text: string) => ({ text, from, status });
	const extract = {
		exchanges: [],
		ending: 'idle',
		checks: [],
		tasks: [...inProgress.map(task('in_progress')), ...pending.map(task('pending'))],
		nextSteps: said.map((text) => ({ text, from })),
	} as unknown as SessionExtract;
	return nextSteps(extract).steps.map(({ before, statement }) => before + statement.text);
};

test('steps that nearly repeat each other are one, in the place of the first', () => {
	expect(stepsOf(['Add the tests'], ['add the tests!', 'Deploy'], ['Add the tests.'])).toEqual([
		'In progress: Add the tests',
		'Deploy',
	]);
	expect(stepsOf([], ['Add the tests', 'Deploy'], ['Add the tests for the parser', 'So: add the tests, now'])).toEqual([
		'Task: Add the tests for the parser',
		'Deploy',
		'Task: So: add the tests, now',
	]);
	expect(stepsOf([], ['Write the changelog', 'Tag a release', 'Write the changelog, and tag a release'], [])).toEqual([
		'Write the changelog, and tag a release',
	]);
});

test('steps that only share words are not', () => {
	expect(
		stepsOf([], ['Deploy', 'Deploy the docs', 'Tests', 'Run the unit tests', 'Do not run the unit tests'], []),
	).toEqual(['Deploy', 'Deploy the docs', 'Tests', 'Run the unit tests', 'Do not run the unit tests']);
});
