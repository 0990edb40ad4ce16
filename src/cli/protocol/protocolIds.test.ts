// The protocol by the command line: an id of a task stands still.
import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { doneTask, protocolOf } from '../../core/testing/protocols';
import { userLine } from '../../core/testing/transcripts';
import {
	create,
	file,
	json,
	place,
	repo,
	run,
	session,
	short,
	tasks,
	three,
	useProtocolPlace,
} from '../testing/protocolPlace';

useProtocolPlace();

test('keeps ids for good: one that was taken out is not given again', async () => {
	session(three());
	await run(['save']);
	await run(['save', '--without', 'TASK_003']);
	expect(tasks().map((task) => task.id)).toEqual(['TASK_001', 'TASK_002']);
	await run(['save']);
	expect(short()[2]).toBe('TASK_004 Document remove() pending');
});

test('an id that was shown is the id that is saved, whatever is added or taken out', async () => {
	session(three());
	const shown = await json('save', '--dry-run');
	const given = { tasks: [{ title: 'By hand' }, { title: 'Test remove()', status: 'in_progress' }] };
	await run(['save', '--add', '--without', 'TASK_001'], { input: JSON.stringify(given) });
	expect(shown.tasks.map(({ id, title }) => `${id} ${title}`)).toEqual([
		'TASK_001 Add remove()',
		'TASK_002 Test remove()',
		'TASK_003 Document remove()',
	]);
	expect(short()).toEqual([
		'TASK_002 Test remove() in_progress',
		'TASK_003 Document remove() pending',
		'TASK_004 By hand pending',
	]);
});

test('an id that was shown stays, whatever is said, parked or handed in before the save', async () => {
	session(three());
	const ids = async (...args: readonly string[]): Promise<readonly string[]> =>
		(await json('save', '--dry-run', ...args)).tasks.map(({ id, title }) => `${id} ${title}`);
	expect(await ids()).toEqual(['TASK_001 Add remove()', 'TASK_002 Test remove()', 'TASK_003 Document remove()']);
	session([...create('9', 'Came first'), ...three()]);
	expect(await ids()).toEqual([
		'TASK_004 Came first',
		'TASK_001 Add remove()',
		'TASK_002 Test remove()',
		'TASK_003 Document remove()',
	]);
	for (let time = 0; time < 2; time++) {
		expect((await run(['save', '--without', 'TASK_004'])).code).toBe(0);
		expect(short().map((task) => task.slice(0, 8))).toEqual(['TASK_001', 'TASK_002', 'TASK_003']);
	}
});

test('the id that a group was shown with is the id that it is saved with, whatever is added or taken out', async () => {
	const done = [1, 2, 3, 4, 5, 6].map((number) =>
		doneTask(number, '2026-01-05T10:00:00Z', { files: [`src/auth/part${number}.ts:1`] }),
	);
	writeFileSync(file, JSON.stringify(protocolOf(done)));
	session([userLine('Look around')]);
	const groups = async (...args: readonly string[]): Promise<readonly string[]> =>
		(await json('save', '--dry-run', ...args)).consolidated.map(({ id, members }) => `${id}: ${members.length}`);
	expect(await groups()).toEqual(['TASK_007: 6']);
	expect(await groups('--without', 'TASK_001')).toEqual(['TASK_007: 5']);
	const given = { tasks: [{ title: 'By hand' }] };
	await run(['save', '--add', '--without', 'TASK_001'], { input: JSON.stringify(given) });
	expect(short()).toEqual(['TASK_008 By hand pending', 'TASK_007 Task completed']);
});

test('says so where the ids of a preview cannot be kept', async () => {
	session(three());
	await run(['save', '--dry-run']);
	const kept = place.kept(repo, 'protocols');
	rmSync(kept, { recursive: true });
	writeFileSync(kept, '');
	const { code, out, err } = await run(['save', '--dry-run']);
	expect([code, out.includes('TASK_003')]).toEqual([0, true]);
	expect(err).toContain('Warning: These ids may change: ');
});
