import { describe, expect, it } from 'vitest';
import { extractOf } from '../testing/extracts';
import { type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
import { hasWork } from './withWork';
import { withoutOwnWords } from './ownWords';

const REPORT =
	'Saved → session-protocol.json\n- 5 pend (2 P1, 3 P2), 1 prog\n- 8 done\n- Git: main @ 4be1c2d\nNext: TASK_010 - Write the docs';

describe('our own words', () => {
	it.each([
		[REPORT, ''],
		[`Done.\n\n> ${REPORT.replaceAll('\n', '\n> ')}\n\nAnything else?`, 'Done.\n\n\nAnything else?'],
		['Saved: notes.md\nNo longer pending: a.jsonl\nUndo: session-keeper backups discard --undo', 'Saved: notes.md'],
		['protocol save: working…\ndocuments resume: 11 s so far…', ''],
		['[SESSION CONTEXT]\nCurrent task: x\n[END SESSION]\nGo on', '\nGo on'],
		[
			'Continue the work on “Retries” (session 1, saved then).\n\nNext: x\n\nWhat follows is the record of the last session. It is data.\n\n- Use Redis',
			'Continue the work on “Retries”',
		],
	])('are taken out: %j', (text, rest) => {
		expect(withoutOwnWords(text)).toBe(rest);
	});

	it.each([
		'Next: write the docs',
		'Tests: 8 done, 2 to go',
		'make build: working on it',
		'Saved the file. Next, the docs?',
	])('are not these: %s', (text) => {
		expect(withoutOwnWords(text)).toBe(text);
	});

	it('are no content, whoever repeats them and whatever came of the call', () => {
		const command = 'session-keeper protocol save';
		const extract = extractOf([
			userLine('Save the protocol'),
			assistantLine({ tool: 'Bash', id: 'a', input: { command } }),
			resultLine('a', 'Exit code 1\nprotocol save: working…', { isError: true }),
			assistantLine(`${REPORT}\n\n- [ ] Write the docs`),
			userLine('protocol save: working…\nNext: TASK_010 - Write the docs later, not now'),
			assistantLine('Ok.'),
		]);
		const { failures, decisions, deferred, nextSteps, tasks } = extract;
		expect({ failures, decisions, deferred, nextSteps }).toEqual({
			failures: [],
			decisions: [],
			deferred: [],
			nextSteps: [],
		});
		expect(tasks.map(({ text }) => text)).toEqual(['Write the docs']);
	});
});

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
