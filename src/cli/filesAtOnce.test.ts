// It stands in for Node's module in the small file, so it has to say the same.
import { constants } from 'node:fs';
import * as promises from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Place, newPlace } from '../node/testing/places';
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
		for (const name of ['lstat', 'readdir', 'realpath', 'stat', 'unlink'] as const)
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
	await expect(written.write(Buffer.from('two'))).resolves.toEqual({ bytesWritten: 3 });
	await written.sync();
	await written.close();
	const read = await atOnce.open(file, constants.O_RDONLY);
	const bytes = Buffer.alloc(3);
	await expect(read.read(bytes, 0, 3, 4)).resolves.toEqual({ bytesRead: 3 });
	expect(bytes.toString()).toBe('two');
	await expect(read.stat()).resolves.toMatchObject({ size: 7 });
	await read.close();
	await expect(read.stat()).rejects.toMatchObject({ code: 'EBADF' });
});
