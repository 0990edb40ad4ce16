import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readWatched, writeWatched } from '../sessions/watchedProjects';
import { type Place, newPlace } from '../testing/places';
import { stateFile } from './stateFile';

let place: Place;
let file: string;
beforeEach(() => {
	place = newPlace();
	file = path.join(place.claude.keeperHome, 'state.json');
});
afterEach(() => place.remove());

test('what is remembered is on the disk at once, beside what was there', async () => {
	await stateFile(place.claude).update('a', [1]);
	await stateFile(place.claude).update('b', 'two');
	expect(readFileSync(file, 'utf8')).toBe('{"a":[1],"b":"two"}\n');
	expect([stateFile(place.claude).get('a'), stateFile(place.claude).get('c')]).toEqual([[1], undefined]);
});

test('two who remember something at once lose nothing of each other', async () => {
	const keys = Array.from({ length: 8 }, (_, at) => `key ${at}`);
	await Promise.all(keys.map((key) => stateFile(place.claude).update(key, key)));
	expect(keys.map((key) => stateFile(place.claude).get(key))).toEqual(keys);
});

test('a broken file holds nothing, and is written anew', async () => {
	await stateFile(place.claude).update('a', 1);
	writeFileSync(file, '{"a":');
	expect(stateFile(place.claude).get('a')).toBeUndefined();
	await stateFile(place.claude).update('b', 2);
	expect(stateFile(place.claude).get('b')).toBe(2);
});

test('since when projects are watched is read from it, without what somebody else made of it', async () => {
	const memento = stateFile(place.claude);
	await writeWatched(memento, [['/app', 5]]);
	expect(readWatched(stateFile(place.claude))).toEqual([['/app', 5]]);
	await memento.update('watchedSince', [['/app', 5], ['/app'], 'x', null, [1, 2]]);
	expect(readWatched(memento)).toEqual([['/app', 5]]);
	await memento.update('watchedSince', 'no list');
	expect(readWatched(memento)).toEqual([]);
});
