import { expect, test } from 'vitest';
import { MINUTE_MS } from '../core/base/dates';
import { FakeClock } from '../core/testing/fakeClock';
import { newMemento } from '../core/testing/memento';
import { createUnasked } from './unasked';

const UNSEEN = { wasOpened: false };

test('in the first five minutes one notice comes, in whatever window; afterwards all', async () => {
	const clock = new FakeClock(1_000);
	const remembered = newMemento();
	const shown: string[] = [];
	const show = (name: string): (() => Promise<string>) => {
		return () => Promise.resolve(void shown.push(name)).then(() => 'answered');
	};
	const first = createUnasked(clock, remembered, UNSEEN);
	expect(await first(show('cleanup'))).toBe('answered');
	expect(await first(show('backups'))).toBeUndefined();
	clock.advance(4 * MINUTE_MS);
	const second = createUnasked(clock, remembered, UNSEEN);
	expect(await second(show('hooks'))).toBeUndefined();
	clock.advance(MINUTE_MS);
	expect(await second(show('later'))).toBe('answered');
	expect(await second(show('more'))).toBe('answered');
	expect(shown).toEqual(['cleanup', 'later', 'more']);
});

test('before any notice, nothing is used up', async () => {
	const clock = new FakeClock(0);
	const unasked = createUnasked(clock, newMemento(), UNSEEN);
	clock.advance(2 * MINUTE_MS);
	expect(await unasked(() => Promise.resolve('yes'))).toBe('yes');
});

test('who has seen Home is asked there, and in a notice only after five minutes', async () => {
	const clock = new FakeClock(0);
	const home = { wasOpened: false };
	const unasked = createUnasked(clock, newMemento(), home);
	home.wasOpened = true;
	expect(await unasked(() => Promise.resolve('too early'))).toBeUndefined();
	clock.advance(5 * MINUTE_MS);
	expect(await unasked(() => Promise.resolve('yes'))).toBe('yes');
});
