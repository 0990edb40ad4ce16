import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Place, newPlace } from '../testing/places';
import { moveTo } from './changeStep';

let place: Place;
beforeEach(() => void (place = newPlace()));
afterEach(() => place.remove());

test.each([0o600, 0o664])('what is moved keeps its mode (%o), and nothing is written over', async (mode) => {
	const [from, to] = [place.write('a.md', 'a memory'), path.join(place.root, 'b.md')];
	chmodSync(from, mode);
	expect(await moveTo(from, to)).toBe(true);
	expect([readFileSync(to, 'utf8'), statSync(to).mode & 0o777, existsSync(from)]).toEqual(['a memory', mode, false]);
	place.write('a.md', 'another');
	expect([await moveTo(from, to), readFileSync(from, 'utf8')]).toEqual([false, 'another']);
});
