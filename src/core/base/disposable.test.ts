import { describe, expect, test } from 'vitest';
import { DisposableStore, Emitter } from './disposable';

describe('a store', () => {
	test('lets go of everything once, last added first', () => {
		const store = new DisposableStore();
		const seen: number[] = [];
		for (const n of [1, 2, 3]) store.add({ dispose: () => seen.push(n) });
		expect(store.isDisposed).toBe(false);
		store.dispose();
		store.dispose();
		expect(seen).toEqual([3, 2, 1]);
		expect(store.isDisposed).toBe(true);
	});

	test('does not keep what comes late', () => {
		const store = new DisposableStore();
		store.dispose();
		let isGone = false;
		store.add({ dispose: () => (isGone = true) });
		expect(isGone).toBe(true);
	});

	test('does not leak the others when one throws', () => {
		const store = new DisposableStore();
		const seen: number[] = [];
		store.add({ dispose: () => seen.push(1) });
		store.add({
			dispose: () => {
				throw new Error('stuck');
			},
		});
		store.add({ dispose: () => seen.push(3) });
		expect(() => store.dispose()).toThrow('stuck');
		expect(seen).toEqual([3, 1]);
		expect(() => store.dispose()).not.toThrow();
	});
});

describe('an emitter', () => {
	test('does not starve the others when a listener throws', () => {
		const errors: unknown[] = [];
		const emitter = new Emitter<number>((error) => errors.push(error));
		const seen: number[] = [];
		emitter.event(() => {
			throw new Error('mine');
		});
		emitter.event((value) => seen.push(value));
		emitter.fire(7);
		expect(seen).toEqual([7]);
		expect(errors).toEqual([new Error('mine')]);
	});

	test('does not tell those who left, nor those who come during a round', () => {
		const emitter = new Emitter<number>();
		const seen: string[] = [];
		const first = emitter.event((value) => {
			seen.push(`first ${value}`);
			first.dispose();
			emitter.event((later) => seen.push(`late ${later}`));
		});
		emitter.fire(1);
		emitter.fire(2);
		expect(seen).toEqual(['first 1', 'late 2']);
		expect(emitter.listenerCount).toBe(1);
		emitter.dispose();
		expect(emitter.listenerCount).toBe(0);
	});
});
