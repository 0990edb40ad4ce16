import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findIndexLines, putIndexLines, takeIndexLines } from './memoryIndexFile';
import { type Place, fillDisk, mountSmallDisk, newPlace } from '../testing/places';

const FILE = 'session-open-a.md';
const LINE = `- [A](${FILE})\n`;
let place: Place;
let index: string;
beforeEach(() => {
	place = newPlace();
	index = path.join(place.root, 'MEMORY.md');
});
afterEach(() => place.remove());

test('lines go and come back, byte for byte, and the file keeps its mode', async () => {
	const text = `\ufeff# Memory\r\n${LINE}- [B](b.md)`;
	place.write('MEMORY.md', text);
	const { mode } = statSync(index);
	const lines = await findIndexLines(place.root, FILE);
	await takeIndexLines(place.root, FILE, lines);
	expect(readFileSync(index, 'utf8')).toBe('\ufeff# Memory\r\n- [B](b.md)');
	await putIndexLines(place.root, lines);
	expect(readFileSync(index, 'utf8')).toBe(text);
	expect(statSync(index).mode).toBe(mode);
});

// T39
test('a line that somebody wrote since they were looked up stays', async () => {
	place.write('MEMORY.md', LINE);
	const lines = await findIndexLines(place.root, FILE);
	place.write('MEMORY.md', `${LINE}- [A, newer](${FILE})\n`);
	await takeIndexLines(place.root, FILE, lines);
	expect(readFileSync(index, 'utf8')).toBe(`- [A, newer](${FILE})\n`);
});

test('what others wrote meanwhile stays when the line comes back', async () => {
	place.write('MEMORY.md', `${LINE}- [B](b.md)\n`);
	const lines = await findIndexLines(place.root, FILE);
	await takeIndexLines(place.root, FILE, lines);
	place.write('MEMORY.md', '# New head\n- [C](c.md)\n');
	await putIndexLines(place.root, lines);
	expect(readFileSync(index, 'utf8')).toBe(`${LINE}# New head\n- [C](c.md)\n`);
});

describe('a file that is not plainly an index is left alone', () => {
	test.each([
		['not UTF-8', () => place.write('MEMORY.md', Buffer.from(`caf\u00e9\n${LINE}`, 'latin1'))],
		['UTF-16', () => place.write('MEMORY.md', Buffer.from(LINE, 'utf16le'))],
		['a folder', () => mkdirSync(index)],
		['a pipe, and nobody waits for it', () => execFileSync('mkfifo', [index])],
		['a link that dangles', () => symlinkSync('nowhere', index)],
		['nothing', () => undefined],
	])('%s', async (_name, make) => {
		make();
		const read = (): Buffer | boolean =>
			existsSync(index) && lstatSync(index).isFile() ? readFileSync(index) : existsSync(index);
		const before = read();
		expect(await findIndexLines(place.root, FILE)).toEqual([]);
		await takeIndexLines(place.root, FILE);
		await putIndexLines(place.root, [{ line: 0, text: LINE }]);
		if (before instanceof Buffer) expect(read()).toEqual(before);
		else expect(read()).toBe(before);
	});
});

test('a linked index stays a link, and the file at its end is changed', async () => {
	place.write('dotfiles/MEMORY.md', LINE);
	symlinkSync('dotfiles/MEMORY.md', index);
	const lines = await findIndexLines(place.root, FILE);
	await takeIndexLines(place.root, FILE, lines);
	expect(lstatSync(index).isSymbolicLink()).toBe(true);
	expect(readFileSync(path.join(place.root, 'dotfiles/MEMORY.md'), 'utf8')).toBe('');
});

test('where nothing has to change, nothing is written', async () => {
	place.write('MEMORY.md', `${LINE}- [B](b.md)\n`, 5);
	const before = statSync(index);
	await takeIndexLines(place.root, 'session-open-other.md');
	await putIndexLines(place.root, []);
	await putIndexLines(place.root, [{ line: 9, text: LINE }]);
	expect(statSync(index)).toMatchObject({ mtimeMs: before.mtimeMs, ino: before.ino });
});

test('on a full disk it is an error, and the index is whole', async (context) => {
	const disk = path.join(place.root, 'disk');
	const unmount = mountSmallDisk(disk, 64);
	if (unmount === undefined) return context.skip();
	try {
		const text = `${LINE}${'x'.repeat(5_000)}\n`;
		place.write('disk/MEMORY.md', text);
		fillDisk(disk);
		await expect(takeIndexLines(disk, FILE)).rejects.toMatchObject({ code: 'ENOSPC' });
		expect(readFileSync(path.join(disk, 'MEMORY.md'), 'utf8')).toBe(text);
	} finally {
		unmount();
	}
});
