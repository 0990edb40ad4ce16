import { describe, expect, it } from 'vitest';
import { extractOf } from '../testing/extracts';
import { type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
import { hasWork } from './withWork';

describe('a turn that takes up earlier work', () => {
	const own = (name: string): Line =>
		userLine(`<command-message>${name}</command-message>\n<command-name>/${name}</command-name>`);
	const edit = [
		assistantLine({ tool: 'Edit', id: 'e1', input: { file_path: '/home/dev/app/store.ts' } }),
		resultLine('e1', 'edited'),
	];
	const chosen = (answer: string): readonly Line[] => [
		assistantLine({ tool: 'AskUserQuestion', id: answer, input: { questions: [{ question: 'How to go on?' }] } }),
		resultLine(answer, 'answered', { toolUseResult: { answers: { 'How to go on?': answer } } }),
	];
	const ours = [
		assistantLine({ tool: 'Bash', id: 'b1', input: { command: '~/bin/session-keeper resume 1a2b' } }),
		resultLine('b1', 'Next: Add remove()'),
	];
	const told = (...lines: readonly Line[]): readonly unknown[] => {
		const extract = extractOf(lines);
		const requests = extract.exchanges.map(({ request, outcome }) => [request.text, outcome?.text]);
		return [requests, extract.files.map(({ path }) => path), extract.decisions.length, hasWork(extract)];
	};

	it('is work once the person has said how to go on', () => {
		const after = [...edit, assistantLine('It is there.')];
		expect(told(own('resume-latest'), ...chosen('Add remove()'), ...after)).toEqual([
			[['Add remove()', 'It is there.']],
			['/home/dev/app/store.ts'],
			0,
			true,
		]);
		// Which session is meant is nobody's prompt.
		expect(told(own('sessions-list'), ...chosen('Resume 1a2b'), ...ours, ...chosen('Add it'), ...after)[0]).toEqual([
			['Add it', 'It is there.'],
		]);
	});

	it('is work once they said so in place of an answer, or approved a plan', () => {
		const refused = [
			assistantLine({ tool: 'AskUserQuestion', id: 'q', input: { questions: [{ question: 'How to go on?' }] } }),
			resultLine('q', "The user doesn't want to proceed. the user said:\nRename the store first", {
				toolDenialKind: 'user-rejected',
			}),
		];
		expect(told(own('resume-latest'), ...refused, ...edit, assistantLine('Renamed.'))[0]).toEqual([
			['Rename the store first', 'Renamed.'],
		]);
		const plan = [
			assistantLine({ tool: 'ExitPlanMode', id: 'p', input: { plan: '# Store\n\n1. Add remove()\n2. Test it' } }),
			resultLine('p', 'approved', { toolUseResult: { filePath: '/home/dev/plan.md' } }),
		];
		const { decisions, tasks } = extractOf([own('load-session-protocol'), ...plan]);
		expect(decisions.map(({ text }) => text)).toEqual(['Store; Add remove(); Test it']);
		expect(tasks.map(({ text }) => text)).toEqual(['Add remove()', 'Test it']);
	});

	it('is work from the first change, and called by what came of it', () => {
		const lines = [own('resume-latest'), ...ours, ...edit, assistantLine('The store can remove items.')];
		expect(told(...lines)).toEqual([
			[['/resume-latest', 'The store can remove items.']],
			['/home/dev/app/store.ts'],
			0,
			true,
		]);
		expect(extractOf(lines).topic).toBe('The store can remove items.');
	});

	it('is none while nothing is done', () => {
		expect(told(own('resume-latest'), ...ours, ...chosen('Not now'), assistantLine('Fine.'))).toEqual([
			[],
			[],
			0,
			false,
		]);
		expect(told(own('document-and-save'), ...chosen('Keep both'), ...edit)).toEqual([[], [], 0, false]);
	});

	it('copies earlier tasks, which are work only when they move on', () => {
		const make = (id: string, subject: string): readonly Line[] => [
			assistantLine({ tool: 'TaskCreate', id: `c${id}`, input: { subject } }),
			resultLine(`c${id}`, `Task #${id} created`, { toolUseResult: { task: { id, subject } } }),
		];
		const copied = [
			own('load-session-protocol'),
			...make('1', 'TASK_001 - Add remove()'),
			...make('2', 'TASK_002 - Test it'),
		];
		const done = [
			userLine('Do the first'),
			assistantLine({ tool: 'TaskUpdate', id: 'u1', input: { taskId: '1', status: 'completed' } }),
			resultLine('u1', 'Updated task #1', { toolUseResult: { success: true } }),
		];
		const tasksOf = (lines: readonly Line[]): readonly unknown[] =>
			extractOf(lines).tasks.map(({ text, status, isCopy }) => [text, status, isCopy === true]);
		expect(tasksOf(copied)).toEqual([
			['TASK_001 - Add remove()', 'pending', true],
			['TASK_002 - Test it', 'pending', true],
		]);
		expect(hasWork(extractOf(copied))).toBe(false);
		expect(tasksOf([own('resume-latest'), ...chosen('Go on'), ...make('1', 'Add remove()'), ...edit])).toEqual([
			['Add remove()', 'pending', true],
		]);
		expect(tasksOf([...copied, ...done])).toEqual([
			['TASK_001 - Add remove()', 'completed', false],
			['TASK_002 - Test it', 'pending', true],
		]);
		expect(hasWork(extractOf([...copied, ...done]))).toBe(true);
	});
});
