import { expect, test } from 'vitest';
import { type Line, assistantLine, resultLine } from '../testing/transcripts';
import { entriesOf } from './parseEntry';
import { NO_TASKS, type TaskLists, foldTasks } from './tasks';

function fold(...lines: readonly Line[]): TaskLists {
	return entriesOf(lines.map((line) => JSON.stringify(line))).reduce(foldTasks, NO_TASKS);
}
let call = 0;
const use = (tool: string, input: Line, own: Parameters<typeof resultLine>[2] = {}, text = 'ok'): Line[] => {
	const id = `call-${++call}`;
	return [assistantLine({ tool, id, input }), resultLine(id, text, own)];
};
const create = (id: string, subject: string): Line[] =>
	use('TaskCreate', { subject }, { toolUseResult: { task: { id } } });
const update = (taskId: string, change: Line, own = {}): Line[] => use('TaskUpdate', { taskId, ...change }, own);
const todos = (...items: readonly [string, string][]): Line[] =>
	use('TodoWrite', { todos: items.map(([content, status]) => ({ content, status })) });

test('tasks are created, renamed, completed and deleted', () => {
	const lists = fold(
		...create('1', 'write'),
		...create('2', 'test'),
		...update('1', { status: 'completed' }),
		...update('2', { status: 'in_progress', subject: 'test it' }),
		...create('3', 'gone'),
		...update('3', { status: 'deleted' }),
	);
	expect(lists.tasks).toEqual([
		{ id: '1', subject: 'write', status: 'completed' },
		{ id: '2', subject: 'test it', status: 'in_progress' },
	]);
	expect(lists.completed).toEqual(['write']);
});

test('the number of a task is read off the text where the result has no structure', () => {
	expect(fold(...use('TaskCreate', { subject: 'a' }, {}, 'Task #4 created successfully: a')).tasks[0]?.id).toBe('4');
});

test('a call that failed or was refused changes nothing', () => {
	const lists = fold(
		...create('1', 'a'),
		...update('1', { status: 'completed' }, { isError: true }),
		...update('1', { status: 'completed' }, { toolUseResult: { success: false } }),
	);
	expect([lists.tasks[0]?.status, lists.completed, lists.calls.size]).toEqual(['pending', [], 0]);
});

test('a call counts when its result comes', () => {
	const [write] = todos(['a', 'completed']);
	expect(fold(...(write ? [write] : [])).completed).toEqual([]);
});

test('the newest todo list replaces the one before, and what was completed stays completed', () => {
	const lists = fold(
		...todos(['a', 'completed'], ['b', 'pending']),
		...todos(['b', 'completed'], ['c', 'in_progress']),
	);
	expect(lists.todos.map((t) => `${t.subject} ${t.status}`)).toEqual(['b completed', 'c in_progress']);
	expect(lists.completed).toEqual(['a', 'b']);
});

test('a task that is taken up again is not completed', () => {
	expect(fold(...todos(['a', 'completed']), ...todos(['a', 'in_progress'])).completed).toEqual([]);
});

test('a list shows tasks whose creation was not read', () => {
	const tasks = [{ id: '7', subject: 'old one', status: 'completed' }, { id: 8 }, null];
	const lists = fold(...update('9', { status: 'completed' }), ...use('TaskList', {}, { toolUseResult: { tasks } }));
	expect(lists.completed).toEqual(['#9', 'old one']);
});

test("a subagent's list is its own", () => {
	const [write, result] = todos(['a', 'completed']);
	expect(fold({ ...write, isSidechain: true }, { ...result, isSidechain: true }).completed).toEqual([]);
});

test.each([[null], ['x'], [[null, 7, { content: 1 }, { content: 'a', status: 'odd' }]]])(
	'todos of an odd shape (%j) are none',
	(odd) => {
		expect(fold(...use('TodoWrite', { todos: odd })).todos).toEqual([]);
	},
);
