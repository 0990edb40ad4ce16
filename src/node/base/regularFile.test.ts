import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRegularFile } from './regularFile';
import { type Place, newPlace } from '../testing/places';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

test('a file is read with its size and time', async () => {
	const file = place.write('a', 'hello', 2);
	expect(await readRegularFile(file, 100)).toEqual({
		bytes: Buffer.from('hello'),
		sizeBytes: 5,
		modifiedMs: expect.any(Number) as number,
		mode: expect.any(Number) as number,
	});
});

test('a limit holds from either end', async () => {
	const file = place.write('a', 'hello');
	expect((await readRegularFile(file, 2))?.bytes.toString()).toBe('he');
	expect((await readRegularFile(file, 2, { fromEnd: true }))?.bytes.toString()).toBe('lo');
	expect((await readRegularFile(file, 100, { fromEnd: true }))?.bytes.toString()).toBe('hello');
});

test('a huge file costs no more than the limit', async () => {
	const file = place.write('huge');
	truncateSync(file, 4 * 1024 ** 3);
	const read = await readRegularFile(file, 10, { fromEnd: true });
	expect([read?.bytes.length, read?.sizeBytes]).toEqual([10, 4 * 1024 ** 3]);
});

test.each([
	['nothing at all', () => path.join(place.root, 'nowhere')],
	['something below a file', () => path.join(place.write('a'), 'b')],
	['a folder', () => place.folder('a')],
	[
		'a pipe that nobody writes to',
		() => {
			execFileSync('mkfifo', [path.join(place.root, 'pipe')]);
			return path.join(place.root, 'pipe');
		},
	],
	[
		'a link that dangles',
		() => {
			symlinkSync('nowhere', path.join(place.root, 'link'));
			return path.join(place.root, 'link');
		},
	],
	[
		'a link that goes round',
		() => {
			symlinkSync('link', path.join(place.root, 'link'));
			return path.join(place.root, 'link');
		},
	],
])('%s is no file, and nobody waits for it', async (_name, make) =>
	expect(await readRegularFile(make(), 100)).toBeUndefined(),
);

test('a link is followed or refused, as is asked', async () => {
	place.write('a', 'hello');
	const link = path.join(place.root, 'link');
	symlinkSync('a', link);
	expect((await readRegularFile(link, 100))?.bytes.toString()).toBe('hello');
	expect(await readRegularFile(link, 100, { isLinkRefused: true })).toBeUndefined();
});
