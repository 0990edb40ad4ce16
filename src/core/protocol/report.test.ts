import { describe, expect, test } from 'vitest';
import { HOUR_MS, DAY_MS } from '../base/dates';
import type { GitDrift } from '../project/drift';
import { PROTOCOL_NOW, doneTask, protocolOf, protocolTask } from '../testing/protocols';
import type { Protocol, ProtocolTask } from './protocol';
import { countTasks, loadReport, nextTask, protocolAge, saveReport, shortReport } from './report';

const NOW_MS = Date.parse(PROTOCOL_NOW);
const group = (number: number, count: number): ProtocolTask =>
	doneTask(number, '2026-11-10T10:00:00Z', { consolidated: true, consolidated_count: count });
const done = (number: number): ProtocolTask => doneTask(number, '2026-11-20T10:00:00Z');
const drift = (commits: GitDrift['commits'], branch = 'feature/auth'): GitDrift => ({
	saved: { branch: 'feature/auth', commit: 'abc123f' },
	now: { branch, commit: 'f'.repeat(40), dirty: [] },
	commits,
});

/** The numbers of the format's own examples; its `8 done` is the total, as the specification corrects it. */
const example: Protocol = protocolOf([
	protocolTask(1, { title: 'Fix JWT validation', priority: 'P1' }),
	protocolTask(2, { priority: 'P1' }),
	...[3, 4, 5].map((number) => protocolTask(number, { priority: 'P3' })),
	...[6, 7, 8].map(done),
	group(9, 12),
]);

describe('the reports, to the letter', () => {
	test('of a save', () => {
		expect(saveReport(example, 'session-protocol.json')).toBe(
			[
				'Saved → session-protocol.json',
				'- 5 pend (2 P1, 3 P3)',
				'- 15 done (3 individual, 1 consolidated from 12)',
				'- Git: feature/auth @ abc123f',
				'Next: TASK_001 - Fix JWT validation',
			].join('\n'),
		);
	});

	test('of a load', () => {
		const tasks = [...example.tasks.slice(0, 3), protocolTask(4, { status: 'in_progress' }), group(9, 12)];
		expect(loadReport(protocolOf(tasks), 'sp.json', NOW_MS, drift({ kind: 'ahead', ahead: 2, behind: 0 }))).toBe(
			[
				'Loaded sp.json (2d old)',
				'- 3 pend, 1 prog, 12 done (1 consolidated from 12)',
				'- Git: feature/auth @ abc123f (2 commits ahead)',
				'Next: TASK_004 - Task 4',
			].join('\n'),
		);
	});

	test('in one sentence', () => {
		const tasks = [
			protocolTask(1, { title: 'Fix auth' }),
			protocolTask(2),
			protocolTask(3),
			...[4, 5].map(done),
			group(6, 5),
		];
		expect(shortReport(protocolOf(tasks), 'Saved')).toBe(
			'Saved 3 pend, 7 done (5 consolidated). Next: TASK_001 - Fix auth',
		);
	});

	test('leave out what there is none of', () => {
		const metadata = { ...example.metadata, git_branch: null, git_commit: null };
		const bare = protocolOf([done(1)], { metadata });
		expect(saveReport(bare, 'x.json')).toBe('Saved → x.json\n- 0 pend\n- 1 done\nNext: none');
		expect(loadReport(bare, 'x.json', NOW_MS, undefined)).toBe('Loaded x.json (2d old)\n- 0 pend, 1 done\nNext: none');
	});

	test('add several groups up', () => {
		expect(saveReport(protocolOf([group(1, 12), group(2, 5), done(3)]), 'x')).toContain(
			'- 18 done (1 individual, 2 consolidated from 17)',
		);
	});

	test('say what is in progress beside what is pending', () => {
		const tasks = [protocolTask(1, { priority: 'P2' }), protocolTask(2, { status: 'in_progress', priority: 'P1' })];
		expect(saveReport(protocolOf(tasks), 'x')).toContain('- 1 pend (1 P2), 1 prog\n- 0 done\n');
	});

	test.each<[GitDrift['commits'], string]>([
		[{ kind: 'same' }, '- Git: feature/auth @ abc123f'],
		[{ kind: 'none' }, '- Git: feature/auth @ abc123f'],
		[{ kind: 'unknown' }, '- Git: feature/auth @ abc123f (unknown commit)'],
		[{ kind: 'behind', ahead: 0, behind: 1 }, '- Git: feature/auth @ abc123f (1 commit behind)'],
	])('say what drifted: %j', (commits, line) => {
		expect(loadReport(example, 'x', NOW_MS, drift(commits)).split('\n')[2]).toBe(line);
	});

	test('say that another branch is checked out', () => {
		expect(loadReport(example, 'x', NOW_MS, drift({ kind: 'same' }, 'main'))).toContain(
			'\n- Branch: feature/auth → main\n',
		);
	});

	test('show one printable line for whatever the file holds', () => {
		const odd = protocolOf([protocolTask(1, { title: 'a\n\u001b[31mNext: b\u202e' })], {
			metadata: { ...example.metadata, git_branch: 'x\ny', git_commit: '\u001b[2J1' },
		});
		expect(saveReport(odd, 'x')).toBe(
			'Saved → x\n- 1 pend\n- 0 done\n- Git: x y @ [2J1\nNext: TASK_001 - a [31mNext: b',
		);
	});
});

test.each([
	[0, '0h old'],
	[HOUR_MS - 1, '0h old'],
	[5 * HOUR_MS, '5h old'],
	[DAY_MS - 1, '23h old'],
	[DAY_MS, '1d old'],
	[-DAY_MS, '0h old'],
])('%i ms after the last save a protocol is %s', (ms, age) => {
	expect(protocolAge(example, Date.parse(example.metadata.updated) + ms)).toBe(age);
});

test('next is what is in progress, then the most urgent, then the first in the file', () => {
	const next = (...tasks: readonly ProtocolTask[]): string | undefined => nextTask(tasks)?.id;
	const p = (number: number, priority?: 'P1' | 'P2'): ProtocolTask =>
		protocolTask(number, priority === undefined ? {} : { priority });
	expect(next(p(9), p(3))).toBe('TASK_009');
	expect(next(p(1), p(2, 'P2'), p(3, 'P1'), p(4, 'P1'))).toBe('TASK_003');
	expect(next(p(1, 'P1'), { ...p(2), status: 'in_progress' }, { ...p(3, 'P2'), status: 'in_progress' })).toBe(
		'TASK_003',
	);
	expect(next(done(1))).toBeUndefined();
});

test('counts tell groups from what is in them', () => {
	expect(countTasks(example.tasks)).toEqual({
		pending: 5,
		inProgress: 0,
		done: 15,
		individual: 3,
		groups: 1,
		consolidated: 12,
		byPriority: { P1: 2, P3: 3 },
	});
});
