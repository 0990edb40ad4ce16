import { expect, test } from 'vitest';
import { extractOf } from '../testing/extracts';
import { type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
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
		commits: [],
		deferred: [],
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

const bash = (run: string, isFailed = false): readonly Line[] => {
	const id = run.replace(/\W/gu, '');
	return [
		assistantLine({ tool: 'Bash', id, input: { command: run } }),
		resultLine(id, isFailed ? 'Exit code 1\n 1 failed' : ' Tests  212 passed', { isError: isFailed }),
	];
};
const commit = [
	assistantLine({ tool: 'Bash', id: 'c', input: { command: 'git commit -m Fix' } }),
	resultLine('c', '[main 4be1c2d] Fix'),
];
const failing = (...lines: readonly (readonly Line[])[]): readonly string[] =>
	nextSteps(extractOf([userLine('Fix the price'), ...lines.flat(), assistantLine('It is fixed.')]))
		.steps.filter(({ before }) => before === 'Still failing: ')
		.map(({ statement }) => statement.text);

test.each([
	['npx vitest run test/price.test.ts', 'npm test'],
	['npx vitest run test/price.test.ts', 'npm test 2>&1 | tail -5'],
	['npx vitest run test/price.test.ts', 'pnpm run test'],
	['npx vitest run test/price.test.ts', 'npx vitest run test/price.test.ts test/tax.test.ts'],
	['npx vitest run --repeat 20', 'npx vitest run --repeat 100'],
	['npx tsc --noEmit -p .', 'npx tsc -b'],
])('%s fails no more once %s passes', (failed, passed) => {
	expect(failing(bash(failed, true), bash(passed))).toEqual([]);
	expect(failing(bash(passed), bash(failed, true))).toEqual([failed]);
});

test.each([
	['npm test', 'npx vitest run test/price.test.ts'],
	['npx vitest run', 'npx vitest run -t price'],
	['npx vitest run', 'npx vitest run --testNamePattern=price'],
	['npx vitest run test/price.test.ts', 'npx vitest run test/tax.test.ts'],
	['npm run lint', 'npm test'],
	['npx tsc --noEmit', 'npx eslint .'],
])('%s still fails where only %s passes, until it is committed', (failed, passed) => {
	expect(failing(bash(failed, true), bash(passed))).toEqual([failed]);
	expect(failing(bash(failed, true), commit)).toEqual([]);
});
