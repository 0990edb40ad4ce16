import { beforeEach, describe, expect, test } from 'vitest';
import { oneAtATime } from './oneAtATime';
import { FakeClock } from '../testing/fakeClock';

let clock: FakeClock;
let shown: string[];
let show: ReturnType<typeof oneAtATime>;
let answers: Map<string, (answer: string | undefined) => void>;
beforeEach(() => {
	clock = new FakeClock(0);
	shown = [];
	answers = new Map();
	show = oneAtATime(clock);
});
const ask = (name: string): Promise<string | undefined> =>
	show(() => {
		shown.push(name);
		return new Promise<string | undefined>((resolve) => answers.set(name, resolve));
	});
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('questions that nobody asked for', () => {
	test('come one at a time: the next one when the one before was answered or dismissed', async () => {
		const [first, second] = [ask('backups'), ask('clean-up')];
		void ask('hooks');
		await settle();
		expect(shown).toEqual(['backups']);
		answers.get('backups')?.('later');
		expect(await first).toBe('later');
		await settle();
		expect(shown).toEqual(['backups', 'clean-up']);
		answers.get('clean-up')?.(undefined);
		expect(await second).toBeUndefined();
		await settle();
		expect(shown).toEqual(['backups', 'clean-up', 'hooks']);
		answers.get('hooks')?.(undefined);
		await settle();
		expect(clock.waiting).toEqual([]);
	});

	test('do not wait for ever for one that nobody looks at, which can still be answered', async () => {
		const first = ask('backups');
		void ask('hooks');
		await settle();
		clock.advance(59_000);
		await settle();
		expect(shown).toEqual(['backups']);
		clock.advance(1_000);
		await settle();
		expect(shown).toEqual(['backups', 'hooks']);
		answers.get('backups')?.('resume');
		expect(await first).toBe('resume');
	});

	test('come all the same after one that could not be shown', async () => {
		await expect(show(() => Promise.reject(new Error('no window')))).rejects.toThrow('no window');
		const next = ask('hooks');
		await settle();
		answers.get('hooks')?.('doctor');
		expect(await next).toBe('doctor');
	});
});
