import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../testing/fakeClock';
import { MINUTE_MS, shortDuration } from './dates';
import { Drawing } from './drawing';

let clock: FakeClock;
let drawing: Drawing;
let seen: { rows: string[]; isVisible: boolean };
let draws: number;
let looks: number;
beforeEach(() => {
	clock = new FakeClock(0);
	seen = { rows: ['one'], isVisible: true };
	[draws, looks] = [0, 0];
	drawing = new Drawing({
		clock,
		look: () => {
			looks++;
			return seen.rows.map((row) => [row, shortDuration(clock.now())]);
		},
		isVisible: () => seen.isVisible,
		draw: () => draws++,
	});
});

test('it is drawn again where it looks different, and only then', () => {
	drawing.noteDrawn();
	drawing.refresh();
	expect(draws).toBe(0);
	seen.rows.push('two');
	drawing.refresh();
	drawing.refresh();
	expect(draws).toBe(1);
	// As drawn by somebody else meanwhile.
	seen.rows.push('three');
	drawing.noteDrawn();
	drawing.refresh();
	expect(draws).toBe(1);
});

test('what nobody has asked for yet is neither looked at nor drawn', () => {
	drawing.refresh();
	clock.advance(5 * MINUTE_MS);
	expect([draws, looks]).toEqual([0, 0]);
});

test('an age on it follows the clock', () => {
	drawing.noteDrawn();
	clock.advance(MINUTE_MS);
	expect(draws).toBe(1);
	clock.advance(59 * MINUTE_MS);
	expect(draws).toBe(60);
	// Hours say the same for an hour.
	clock.advance(59 * MINUTE_MS);
	expect(draws).toBe(60);
	clock.advance(MINUTE_MS);
	expect(draws).toBe(61);
});

test('while nobody sees it, the clock is no reason to look', () => {
	drawing.noteDrawn();
	seen.isVisible = false;
	clock.advance(5 * MINUTE_MS);
	expect([draws, looks]).toEqual([0, 1]);
	drawing.refresh();
	expect(draws).toBe(1);
	seen.isVisible = true;
	drawing.dispose();
	clock.advance(5 * MINUTE_MS);
	expect(draws).toBe(1);
});
