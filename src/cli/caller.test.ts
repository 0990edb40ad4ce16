// What a command that is told to stop does, and what it leaves to the program that it waits for.
import { afterEach, expect, test, vi } from 'vitest';
import { callerOfProcess } from './caller';
import { processOutput } from './output';
import { untilStopped } from './engine';
import type { CommandContext } from './context';

const others = process.listeners('SIGHUP');
/** As the system says it, to nobody but us. */
const tellToStop = (): void => {
	for (const each of process.listeners('SIGHUP')) if (!others.includes(each)) each('SIGHUP');
};
const isHeard = (): boolean => process.listenerCount('SIGHUP') > others.length;

/** Nothing is kept. */
const nobody = { env: {}, output: processOutput, spoil: () => undefined, keep: () => undefined };

afterEach(() => expect(isHeard()).toBe(false));

test('who waits for a pager is told each time, and not ended by it', () => {
	const stop = vi.fn();
	const release = callerOfProcess(nobody).onStop(stop);
	for (const _ of [1, 2, 3]) {
		tellToStop();
		expect(isHeard()).toBe(true);
	}
	release();
	expect(stop).toHaveBeenCalledTimes(3);
});

test('what is stopped cleanly the first time is ended by the second', async () => {
	const stop = vi.fn();
	await untilStopped({ caller: callerOfProcess(nobody) } as CommandContext, stop, () => {
		tellToStop();
		expect(isHeard()).toBe(false);
		return Promise.resolve();
	});
	expect(stop).toHaveBeenCalledOnce();
});
