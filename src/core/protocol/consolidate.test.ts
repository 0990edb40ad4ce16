import { describe, expect, test } from 'vitest';
import { PROTOCOL_NOW, doneTask, protocolTask } from '../testing/protocols';
import { type Consolidated, consolidate } from './consolidate';
import { idSource } from './merge';
import type { ContextBlock, ProtocolTask } from './protocol';

const NOW_MS = Date.parse(PROTOCOL_NOW);
const OLD = '2026-11-10T10:00:00Z';
const QUITE_OLD = '2026-11-18T09:59:59Z';
const THREE_DAYS = '2026-11-18T10:00:00Z';
const RECENT = '2026-11-20T10:00:00Z';
const run = (tasks: readonly ProtocolTask[], blocks: readonly ContextBlock[] = []): Consolidated =>
	consolidate(tasks, blocks, NOW_MS, idSource(tasks, blocks, 0));
const area = (count: number, completed = OLD, own: Partial<ProtocolTask> = {}, from = 1): ProtocolTask[] =>
	Array.from({ length: count }, (_, i) =>
		doneTask(from + i, completed, { title: `Redesign homepage ${i}`, category: 'FEATURE', ...own }),
	);

describe('the matrix', () => {
	test('merges what meets three criteria, whatever their number', () => {
		const { tasks, groups } = run(area(2));
		expect(groups).toMatchObject([
			{
				id: 'TASK_003',
				reason: 'matrix',
				criteria: { sameArea: true, manyRelated: false, noCriticalFindings: true, isQuiet: true },
			},
		]);
		expect(tasks).toHaveLength(1);
	});

	test('needs more than five for its second criterion', () => {
		const critical = { context: 'Gotcha: x' };
		const of = (count: number): Consolidated =>
			run([doneTask(90, OLD, { ...area(1)[0], id: 'TASK_090', ...critical }), ...area(count)]);
		// With five in all: same area and quiet. With six: and many.
		expect(of(4).groups).toEqual([]);
		expect(of(5).groups).toMatchObject([
			{ reason: 'matrix', criteria: { manyRelated: true, noCriticalFindings: false } },
		]);
	});

	test('needs more than three days for its fourth', () => {
		expect(run(area(3, THREE_DAYS)).groups).toEqual([]);
		expect(run(area(3, QUITE_OLD)).groups).toHaveLength(1);
	});

	test('looks at the last of the whole area', () => {
		expect(run([...area(3), ...area(1, RECENT, {}, 4)]).groups).toEqual([]);
		const many = run([...area(6), ...area(1, RECENT, {}, 7)]);
		expect(many.groups[0]).toMatchObject({ criteria: { isQuiet: false, manyRelated: true } });
		expect(many.tasks.map((task) => task.id)).toEqual(['TASK_007', 'TASK_008']);
	});

	test('takes an area for what shares category and a file or folder, or half of the words', () => {
		const pair = (a: Partial<ProtocolTask>, b: Partial<ProtocolTask>): number =>
			run([doneTask(1, OLD, { title: 'Alpha', ...a }), doneTask(2, OLD, { title: 'Beta', ...b })]).groups.length;
		expect(pair({}, {})).toBe(0);
		expect(pair({ files: ['src/auth/a.ts:3'] }, { files: ['src/auth/a.ts:9'] })).toBe(1);
		expect(pair({ files: ['src/auth/a.ts'] }, { files: ['src/auth/b.ts'] })).toBe(1);
		expect(pair({ files: ['a.ts'] }, { files: ['b.ts'] })).toBe(0);
		expect(pair({ title: 'Parse header fields' }, { title: 'Write header fields' })).toBe(1);
		expect(pair({ title: 'Parse header' }, { title: 'Write tests quickly header' })).toBe(0);
		expect(pair({ files: ['src/auth/a.ts'], category: 'DOCS' }, { files: ['src/auth/a.ts'] })).toBe(0);
	});
});

describe('never merged', () => {
	test.each<[string, Partial<ProtocolTask>]>([
		['criticalBug', { priority: 'P1', category: 'BUGFIX' }],
		...['Pitfall: x', 'a gotcha', 'critical', 'the root cause', 'workaround', 'Security', 'data loss'].map(
			(context): [string, Partial<ProtocolTask>] => ['uniquePitfall', { context }],
		),
		['recent', { completed: '2026-11-18T10:00:01Z' }],
	])('%s: %j', (reason, own) => {
		const tasks = Array.from({ length: 8 }, (_, i) => doneTask(i + 1, OLD, { title: 'Redesign homepage', ...own }));
		const { groups, kept } = run(tasks);
		expect([groups, kept.length, kept[0]?.reasons]).toEqual([[], 8, [reason]]);
	});

	test('what open work refers to, by its id, its file or its name in a text', () => {
		const tasks = [
			doneTask(1, OLD, { title: 'a' }),
			doneTask(2, OLD, { title: 'b', files: ['src/x.ts:4'] }),
			doneTask(3, OLD, { title: 'c', files: ['./src/y.ts'] }),
			...Array.from({ length: 6 }, (_, i) => doneTask(i + 10, OLD, { title: `other ${i}`, files: [`z${i}.ts`] })),
			protocolTask(30, { context: 'after TASK_001', files: ['src/x.ts'], notes: { deep: ['see src/y.ts, too'] } }),
			protocolTask(31, { context: 'not TASK_0101, not az0.ts, not z1.tsx' }),
		];
		const { kept } = run(tasks);
		expect(kept.map((each) => [each.id, each.reasons])).toEqual([
			['TASK_001', ['referenced']],
			['TASK_002', ['referenced']],
			['TASK_003', ['referenced']],
		]);
	});
});

describe('the limit of five', () => {
	const unrelated = (count: number, from = 1): ProtocolTask[] =>
		Array.from({ length: count }, (_, i) => {
			const day = String(1 + i).padStart(2, '0');
			return doneTask(from + i, `2026-11-${day}T10:00:00Z`, { title: `${'abcdefghij'[i] ?? ''}xy${i}` });
		});

	test('leaves the five latest single, and the rest go together', () => {
		const { tasks, groups } = run(unrelated(8));
		expect(tasks.map((task) => task.id)).toEqual([
			'TASK_004',
			'TASK_005',
			'TASK_006',
			'TASK_007',
			'TASK_008',
			'TASK_009',
		]);
		expect(groups).toMatchObject([{ reason: 'limit', title: 'Earlier completed work' }]);
		expect(tasks.at(-1)).toMatchObject({ consolidated: true, consolidated_count: 3 });
	});

	test('never makes a group of one where another may come along', () => {
		expect(run(unrelated(6)).tasks.at(-1)?.consolidated_count).toBe(2);
	});

	test('gives way to the rules that keep a task single', () => {
		const kept = Array.from({ length: 7 }, (_, i) => doneTask(40 + i, RECENT, { title: `kept${i}` }));
		const { tasks } = run([...kept, ...unrelated(2)]);
		expect(tasks.filter((task) => !task.consolidated).map((task) => task.id)).toEqual(kept.map((task) => task.id));
	});
});

test('a group has a new id, the earliest beginning, the latest end, the highest priority, all files, and every title', () => {
	const tasks = [
		doneTask(1, '2026-11-02T10:00:00Z', {
			title: 'Redesign homepage nav',
			priority: 'P3',
			created: '2026-10-02T10:00:00Z',
			files: ['src/home/nav.ts'],
			owner: 'a',
		}),
		doneTask(2, '2026-11-05T10:00:00Z', {
			title: 'Redesign homepage “hero”',
			priority: 'P2',
			context: 'Used CSS grid.',
			files: ['src/home/hero.ts', 'src/home/nav.ts'],
			owner: 'b',
		}),
	];
	const blocks: ContextBlock[] = [
		{ title: 'x', content: 'y', updated: OLD, related_tasks: ['TASK_001', 'TASK_007', 'TASK_002'] },
	];
	const done = run([...tasks, protocolTask(7, { title: 'Else' })], blocks);
	expect(done.tasks).toEqual([
		protocolTask(7, { title: 'Else' }),
		{
			owner: ['a', 'b'],
			id: 'TASK_008',
			title: 'Redesign homepage',
			status: 'completed',
			priority: 'P2',
			created: '2026-10-02T10:00:00Z',
			completed: '2026-11-05T10:00:00Z',
			consolidated: true,
			consolidated_count: 2,
			context:
				'Summary (2 tasks): “Redesign homepage nav”; “Redesign homepage "hero"” (Used CSS grid.). See: src/home/nav.ts, src/home/hero.ts',
			files: ['src/home/nav.ts', 'src/home/hero.ts'],
		},
	]);
	expect(done.blocks[0]?.related_tasks).toEqual(['TASK_008', 'TASK_007']);
});
