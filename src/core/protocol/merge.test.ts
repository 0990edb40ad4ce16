import { describe, expect, test } from 'vitest';
import { PROTOCOL_NOW, doneTask, foundTask, protocolTask } from '../testing/protocols';
import type { FoundTask } from './found';
import { splitId, withoutRepetitions } from './found';
import { type MergeMode, type MergedTasks, idSource, mergeBlocks, mergeTasks } from './merge';
import type { ProtocolTask } from './protocol';

const merge = (
	existing: readonly ProtocolTask[],
	found: readonly FoundTask[],
	mode: MergeMode = 'merge',
): MergedTasks => mergeTasks(existing, found, mode, PROTOCOL_NOW, idSource(existing, [], 0));
const short = ({ tasks }: MergedTasks): readonly string[] =>
	tasks.map(({ id, title, status }) => `${id} ${title} ${status}`);

describe('ids', () => {
	test('go on after the highest, whatever is missing below it', () => {
		expect(short(merge([protocolTask(7), protocolTask(2)], [foundTask('new'), foundTask('newer')]))).toEqual([
			'TASK_007 Task 7 pending',
			'TASK_002 Task 2 pending',
			'TASK_008 new pending',
			'TASK_009 newer pending',
		]);
	});

	test('are never those that a block points to, or that were given before', () => {
		const blocks = [{ title: 'a', content: '', updated: PROTOCOL_NOW, related_tasks: ['TASK_012'] }];
		expect(idSource([protocolTask(3)], blocks, 0)()).toBe('TASK_013');
		expect(idSource([protocolTask(3)], blocks, 998)()).toBe('TASK_999');
		expect(idSource([], [], 999)()).toBe('TASK_1000');
	});

	test.each([
		['TASK_003 - Fix it', 'TASK_003', 'Fix it'],
		['**TASK_0123**: Fix it', 'TASK_0123', 'Fix it'],
		['TASK_003', undefined, 'TASK_003'],
		['After TASK_003', undefined, 'After TASK_003'],
	])('in a title %j', (text, id, title) => expect(splitId(text)).toEqual({ id, title }));
});

describe('a task that both have', () => {
	const existing = [protocolTask(1, { title: 'Fix auth', priority: 'P1', context: 'of the file', files: ['a.ts'] })];
	const found = foundTask('fix `auth`.', {
		status: 'completed',
		completed: PROTOCOL_NOW,
		context: 'of the session',
		files: ['b.ts'],
	});

	test('keeps the word of the file, and progresses', () => {
		expect(merge(existing, [found]).tasks).toEqual([
			{ ...existing[0], status: 'completed', completed: PROTOCOL_NOW, files: ['a.ts', 'b.ts'] },
		]);
	});

	test('takes the word of a session that loaded it', () => {
		expect(merge(existing, [found], 'overwrite').tasks[0]).toMatchObject({
			title: 'fix `auth`.',
			priority: 'P1',
			context: 'of the session',
		});
	});

	test('is found by its id before its title', () => {
		const two = [protocolTask(1, { title: 'One' }), protocolTask(2, { title: 'Two' })];
		const named = foundTask('One', { id: 'TASK_002', status: 'in_progress' });
		expect(short(merge(two, [named]))).toEqual(['TASK_001 One pending', 'TASK_002 Two in_progress']);
	});

	test('is found by what it was called earlier', () => {
		const renamed = foundTask('Repair auth', { formerTitles: ['Fix auth'], status: 'in_progress' });
		expect(short(merge(existing, [renamed]))).toEqual(['TASK_001 Fix auth in_progress']);
	});

	test('is the open one of two', () => {
		const two = [doneTask(1, '2026-11-19T10:00:00Z', { title: 'Test' }), protocolTask(2, { title: 'Test' })];
		expect(short(merge(two, [foundTask('Test', { status: 'in_progress' })]))[1]).toBe('TASK_002 Test in_progress');
	});

	test('stays done, unless it came up again afterwards or the session knows better', () => {
		const done = [doneTask(1, '2026-11-19T10:00:00Z', { title: 'Test' })];
		const before = foundTask('Test', { created: '2026-11-18T10:00:00Z' });
		const after = foundTask('Test', { created: '2026-11-20T10:00:00Z' });
		expect(short(merge(done, [before]))).toEqual(['TASK_001 Test completed']);
		expect(merge(done, [after]).tasks).toMatchObject([{ status: 'pending', completed: null }]);
		expect(short(merge(done, [before], 'overwrite'))).toEqual(['TASK_001 Test pending']);
	});

	test('is in a group already where its summary quotes it', () => {
		const group = doneTask(9, '2026-11-19T10:00:00Z', {
			consolidated: true,
			consolidated_count: 2,
			context: 'Summary (2 tasks): “Fix auth”; “Test” (well).',
		});
		const done = foundTask('fix auth', { status: 'completed', completed: '2026-11-18T10:00:00Z' });
		expect(merge([group], [done])).toEqual({ tasks: [group], ids: [undefined] });
		expect(short(merge([group], [foundTask('Test', { created: PROTOCOL_NOW })]))[1]).toBe('TASK_010 Test pending');
	});
});

test('what several places of a session show is one task, in the words of the surest', () => {
	const found = [
		foundTask('Write tests', { origin: { kind: 'nextStep', at: undefined } }),
		foundTask('Write tests', { status: 'completed' }),
		foundTask('write tests.', { id: 'TASK_004', origin: { kind: 'reply', at: undefined } }),
		foundTask('Write tests', { id: 'TASK_005', origin: { kind: 'reply', at: undefined } }),
	];
	expect(withoutRepetitions(found)).toEqual([{ ...found[1], id: 'TASK_004' }, found[3]]);
});

test('blocks of one title become one with each line once', () => {
	const old = [{ title: 'Decisions', content: 'RS256', updated: '2026-11-01T10:00:00Z', related_tasks: ['TASK_001'] }];
	expect(
		mergeBlocks(old, [{ title: 'decisions', lines: ['rs256.', 'ES modules', 'ES modules'] }], PROTOCOL_NOW),
	).toEqual([{ ...old[0], content: 'RS256\nES modules', updated: PROTOCOL_NOW }]);
	expect(mergeBlocks(old, [{ title: 'Decisions', lines: ['RS256'] }], PROTOCOL_NOW)).toEqual(old);
	expect(mergeBlocks([], [{ title: 'Pitfalls', lines: ['x'] }], PROTOCOL_NOW)).toEqual([
		{ title: 'Pitfalls', content: 'x', updated: PROTOCOL_NOW },
	]);
});
