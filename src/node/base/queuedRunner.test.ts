import { expect, test } from 'vitest';
import { queuedRunner } from './queuedRunner';

/** A task whose runs end when the test says so. */
function controlled(): { run: () => Promise<void>; starts: number; finish: (error?: Error) => void } {
	const state = { starts: 0, finish: (_error?: Error): void => undefined };
	const run = queuedRunner(() => {
		state.starts++;
		return new Promise<void>((resolve, reject) => {
			state.finish = (error) => (error === undefined ? resolve() : reject(error));
		});
	});
	return Object.assign(state, { run });
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('runs one at a time, with one behind it, however many ask', async () => {
	const task = controlled();
	const first = task.run();
	const later = [task.run(), task.run(), task.run()];
	await settle();
	expect(task.starts).toBe(1);
	task.finish();
	await first;
	await settle();
	expect(task.starts).toBe(2);
	task.finish();
	await Promise.all(later);
	expect(task.starts).toBe(2);
});

test('whoever asks during a run gets one that began after the question', async () => {
	const task = controlled();
	void task.run();
	let isDone = false;
	void task.run().then(() => (isDone = true));
	task.finish();
	await settle();
	expect(isDone).toBe(false);
	task.finish();
	await settle();
	expect(isDone).toBe(true);
});

test('a run that fails tells its caller and does not stop the next', async () => {
	const task = controlled();
	const first = task.run();
	const second = task.run();
	task.finish(new Error('mine'));
	await expect(first).rejects.toThrow('mine');
	await settle();
	task.finish();
	await expect(second).resolves.toBeUndefined();
	expect(task.starts).toBe(2);
});

test('a call after the end starts anew', async () => {
	let runs = 0;
	const run = queuedRunner(() => {
		runs++;
		return Promise.resolve();
	});
	await run();
	await run();
	expect(runs).toBe(2);
});
