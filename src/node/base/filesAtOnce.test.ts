// It stands in for Node's module in programs that end soon, so it has to say the same.
import { constants } from 'node:fs';
import * as promises from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Place, newPlace } from '../testing/places';
import * as atOnce from './filesAtOnce';

let place: Place;
beforeAll(() => {
	place = newPlace();
});
afterAll(() => place.remove());

test('what Node has by a name does the same, and fails the same way', async () => {
	const missing = path.join(place.root, 'missing', 'file');
	for (const files of [promises, atOnce]) {
		const file = path.join(place.root, files === atOnce ? 'at-once' : 'later');
		await files.writeFile(file, 'text');
		await expect(files.readFile(file, 'utf8')).resolves.toBe('text');
		await expect(files.realpath(place.root)).resolves.toBe(await promises.realpath(place.root));
		for (const name of ['lstat', 'readdir', 'readlink', 'realpath', 'stat', 'unlink'] as const)
			await expect((files[name] as (file: string) => Promise<unknown>)(missing)).rejects.toMatchObject({
				code: 'ENOENT',
			});
		await expect(files.open(file, 'wx')).rejects.toMatchObject({ code: 'EEXIST' });
	}
	expect(Object.keys(atOnce).filter((name) => !(name in promises))).toEqual([]);
});

test('a file is read and written by its handle', async () => {
	const file = path.join(place.root, 'handle');
	const written = await atOnce.open(file, 'wx', 0o600);
	await written.writeFile('one ');
	await expect(written.write(Buffer.from('two, three'))).resolves.toEqual({ bytesWritten: 10 });
	// A part of what is held, at a place of its own: what a copy writes after a write that took less than it was given.
	await expect(written.write(Buffer.from('-TWO-'), 1, 3, 4)).resolves.toEqual({ bytesWritten: 3 });
	await written.truncate(7);
	await written.chmod(0o640);
	await written.sync();
	await written.close();
	const read = await atOnce.open(file, constants.O_RDONLY);
	const bytes = Buffer.alloc(3);
	await expect(read.read(bytes, 0, 3, 4)).resolves.toEqual({ bytesRead: 3 });
	expect(bytes.toString()).toBe('TWO');
	const found = await read.stat();
	expect(found.size).toBe(7);
	if (process.platform !== 'win32') expect(found.mode & 0o777).toBe(0o640);
	await read.close();
	await expect(read.stat()).rejects.toMatchObject({ code: 'EBADF' });
});

// Who gives up after a while is asked in between, however many calls follow each other.
test('timers get their turn', async () => {
	let isOver = false;
	setTimeout(() => (isOver = true), 100);
	const until = Date.now() + 20_000;
	while (!isOver && Date.now() < until) await atOnce.stat(place.root);
	expect(isOver).toBe(true);
});
