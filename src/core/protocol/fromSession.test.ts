import { expect, test } from 'vitest';
import { nextSteps } from '../handoff/nextSteps';
import { extractOf } from '../testing/extracts';
import { type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
import type { FoundTask } from './found';
import { tasksLeft, tasksOfSession } from './fromSession';

const tasksOf = (...lines: readonly Line[]): readonly FoundTask[] => {
	const extract = extractOf(lines);
	return [...tasksOfSession(extract, '/home/dev/app'), ...tasksLeft(extract, '/home/dev/app')];
};

test('a step that a compaction called left keeps its doubt', () => {
	const summary = userLine('Summary:\n1. Pending Tasks:\n   - Rotate the keys of staging\n', {
		isCompactSummary: true,
	});
	expect(tasksOf(userLine('Move the login'), assistantLine('Moved.'), summary)).toMatchObject([
		{ title: 'Rotate the keys of staging', context: 'Left at the last compaction, so perhaps done since.' },
	]);
});

test('a question and the errand that has it are one task', () => {
	const said = 'does the finance report depend on the order of the rows? I have to ask Tom about that before we deploy';
	const tasks = tasksOf(
		userLine('why is the nightly job slow?'),
		assistantLine('It loads every order. I batch it now by 1,000.'),
		userLine(said),
		assistantLine("I can't tell from the code; the report is in another repository."),
	);
	expect(tasks.map(({ title }) => title)).toEqual([said]);
});

test('a step of a plan that the person put off is one task that says so, and not next', () => {
	const plan = '# Coupons\n\n1. Validate coupon codes against the API\n2. Show the discount on the checkout page';
	const lines = [
		userLine('Plan coupons'),
		assistantLine({ tool: 'ExitPlanMode', id: 'p', input: { plan } }),
		resultLine('p', 'approved', { toolUseResult: { plan } }),
		assistantLine('Approved.'),
		userLine('stop here for today. The checkout page we do after the redesign.'),
		assistantLine('OK.'),
	];
	const putOff = 'The checkout page we do after the redesign.';
	expect(tasksOf(...lines).map(({ title, context }) => [title, context])).toEqual([
		['Validate coupon codes against the API', undefined],
		['Show the discount on the checkout page', `Put off: ${putOff}`],
	]);
	const extract = extractOf(lines);
	expect(extract.deferred.map(({ text }) => text)).toEqual([putOff]);
	expect(nextSteps(extract).steps.map(({ statement }) => statement.text)).toEqual([
		'Validate coupon codes against the API',
	]);
});
