import { expect, it } from 'vitest';
import type { SessionExtract } from '../handoff/extract';
import type { Pointer } from '../handoff/statement';
import { briefFields, briefIn, briefOf, hasBrief } from './brief';

const from: Pointer = { uuid: 'u', index: 1, turn: 1, by: 'claude', atMs: undefined };
const reading = (own: object): SessionExtract =>
	({
		...{
			topic: 'Exports by month',
			ending: 'idle',
			exchanges: [],
			checks: [],
			commits: [],
			tasks: [],
			nextSteps: [],
			decisions: [],
			openQuestions: [],
			deferred: [],
			failures: [],
		},
		...own,
	}) as unknown as SessionExtract;
const task = (text: string, status: string) => ({ text, status, from });

it('tells open tasks, those in progress first, the step that is none of them, and decisions with their question', () => {
	const brief = briefOf(
		reading({
			tasks: [task('Write docs', 'pending'), task('Fix the parser', 'in_progress'), task('Begin', 'completed')],
			checks: [{ text: 'npm test', outcome: 'exit 1', verdict: [], from }],
			decisions: [
				{ text: 'keep them', question: 'Should old exports go?', how: 'answer', from },
				{ text: 'A flat array', question: undefined, how: 'said', from },
			],
			openQuestions: [{ text: 'Which format?', from }],
			deferred: [{ text: 'Dark mode later', from }],
			failures: [
				{ text: 'A worker did not help', how: 'said', outcome: undefined, from },
				{ text: 'npm test', how: 'tool', outcome: 'exit 1', from },
			],
		}),
	);
	expect(brief).toEqual({
		task: 'Fix the parser',
		openTasks: ['Fix the parser', 'Write docs'],
		nextStep: 'Still failing: npm test',
		openQuestions: ['Which format?'],
		putOff: ['Dark mode later'],
		decisions: ['Should old exports go? → keep them', 'A flat array'],
		failed: ['A worker did not help'],
	});
});

it('is about the topic where no task is in progress, and not about the last words', () => {
	const exchanges = [
		{ kind: 'prompt', turn: 1, request: { text: 'Never mind', from }, outcome: { text: 'OK.', from } },
	];
	expect(briefOf(reading({ exchanges }))).toMatchObject({
		task: 'Exports by month',
		openTasks: [],
		nextStep: undefined,
	});
});

it('comes back out of the record that it went into, made safe', () => {
	const lists = { openQuestions: ['d'], putOff: ['e'], decisions: ['c'], failed: ['f'] };
	const brief = { openTasks: ['a\nb'], nextStep: undefined, ...lists, workedMinutes: 3 };
	const metadata = briefFields({ task: 'x', ...brief }, (text) => text.replace('\n', ' '));
	expect(briefIn({ context: { current_task: 'x' }, metadata })).toEqual({ task: 'x', ...brief, openTasks: ['a b'] });
	expect([hasBrief({ metadata }), hasBrief({ metadata: {} })]).toEqual([true, false]);
});
