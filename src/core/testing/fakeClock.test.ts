import { expect, test } from 'vitest';
import { FakeClock } from './fakeClock';

test('time stands still until it is moved', () => {
	const clock = new FakeClock(1_000);
	expect(clock.now()).toBe(1_000);
	clock.advance(5);
	expect(clock.now()).toBe(1_005);
});

test('what falls due runs once, in order of its moments, each at its own moment', () => {
	const clock = new FakeClock(0);
	const seen: string[] = [];
	const note = (name: string) => () => seen.push(`${name} at ${clock.now()}`);
	clock.schedule(30, note('third'));
	clock.schedule(10, note('first'));
	clock.schedule(10, note('second'));
	clock.schedule(31, note('never'));
	clock.advance(30);
	clock.advance(0);
	expect(seen).toEqual(['first at 10', 'second at 10', 'third at 30']);
});

test('what is scheduled by a call runs on the same way, if it falls due on it', () => {
	const clock = new FakeClock(0);
	const seen: number[] = [];
	const again = (): void => {
		seen.push(clock.now());
		clock.schedule(clock.now() + 10, again);
	};
	clock.schedule(10, again);
	clock.advance(35);
	expect(seen).toEqual([10, 20, 30]);
	expect(clock.waiting).toEqual([40]);
});

test('what is let go of does not run', () => {
	const clock = new FakeClock(0);
	let runs = 0;
	clock.schedule(10, () => runs++).dispose();
	clock.advance(100);
	expect(runs).toBe(0);
	expect(clock.waiting).toEqual([]);
});

test('a moment that is past runs at the next move, late', () => {
	const clock = new FakeClock(100);
	const seen: number[] = [];
	clock.schedule(50, () => seen.push(clock.now()));
	clock.advance(0);
	expect(seen).toEqual([100]);
});

test('a jump runs nothing by itself', () => {
	const clock = new FakeClock(0);
	let runs = 0;
	clock.schedule(10, () => runs++);
	clock.jump(1_000);
	expect(runs).toBe(0);
	clock.advance(0);
	expect([runs, clock.now()]).toEqual([1, 1_000]);
});

test('it counts what was asked of it', () => {
	const clock = new FakeClock(0);
	clock.schedule(20, () => undefined);
	clock.schedule(10, () => undefined).dispose();
	expect(clock.scheduled).toBe(2);
	expect(clock.waiting).toEqual([20]);
});
