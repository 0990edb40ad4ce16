import { execFileSync, spawnSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendLine, errorCode, makeFolder, replaceFile, writeNew } from './atomicFile';
import { temporaryBeside } from './temporary';
import { type Place, fillDisk, mountSmallDisk, newPlace } from '../testing/places';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

const mode = (file: string): number => statSync(file).mode & 0o777;

describe('replacing a file', () => {
	test('gives all of the new bytes and leaves nothing else behind', async () => {
		const file = place.write('folder/a', 'old');
		await replaceFile(file, Buffer.from([0, 255, 10]));
		expect([...readFileSync(file)]).toEqual([0, 255, 10]);
		expect(readdirSync(path.dirname(file))).toEqual(['a']);
	});

	test.each([
		['a new file is for its owner alone', undefined, undefined, 0o600],
		['an old one keeps its mode', 0o640, undefined, 0o640],
		['a mode that is given holds', 0o600, 0o644, 0o644],
	])('%s', async (_name, old, given, expected) => {
		const file = path.join(place.root, 'a');
		if (old !== undefined) {
			writeFileSync(file, 'old');
			chmodSync(file, old);
		}
		await replaceFile(file, 'new', given);
		expect(mode(file)).toBe(expected);
	});

	test('many at once tear nothing, and each wins whole or not at all', async () => {
		const file = place.write('folder/a', '0'.repeat(10_000));
		const texts = Array.from({ length: 20 }, (_, n) => String(n % 10).repeat(10_000));
		const seen: string[] = [];
		await Promise.all(
			texts.map(async (text) => {
				await replaceFile(file, text);
				seen.push(readFileSync(file, 'utf8'));
			}),
		);
		for (const text of seen) expect(new Set(text).size === 1 && text.length === 10_000).toBe(true);
		expect(readdirSync(path.dirname(file))).toEqual(['a']);
	});

	test('a folder in its place is left alone, and no temporary file stays', async () => {
		place.folder('folder/a/b');
		await expect(replaceFile(path.join(place.root, 'folder/a'), 'x')).rejects.toThrow();
		expect(readdirSync(path.join(place.root, 'folder'))).toEqual(['a']);
	});

	test('takes away what a killed writer left, and nothing else', async () => {
		const gone = spawnSync(process.execPath, ['-e', '']).pid;
		const old = (name: string, hours = 2): string => {
			const file = place.write(name, 'x');
			const seconds = Date.now() / 1000 - hours * 3_600;
			utimesSync(file, seconds, seconds);
			return file;
		};
		const left = [
			old(`.MEMORY.md.${gone}.0123456789ab.tmp`),
			old(path.basename(temporaryBeside('MEMORY.md')).replace(`.${process.pid}@`, `.${gone}@`)),
			// Of another machine's process an id of this one says nothing.
			old(`.MEMORY.md.${process.pid}@their-container.0123456789ab.tmp`),
		];
		const others = [
			old(`.MEMORY.md.${gone}.0123456789ac.tmp`, 0),
			old(`.MEMORY.md.${gone}@their-container.0123456789ac.tmp`, 0),
			old(`.MEMORY.md.${process.pid}.0123456789ab.tmp`),
			old('.MEMORY.md.tmp'),
			old(`MEMORY.md.${gone}.0123456789ab.tmp`),
			old(`.MEMORY.md.${gone}.0123456789ab.tmp.md`),
		];
		symlinkSync(others[0] ?? '', path.join(place.root, `.link.${gone}.0123456789ab.tmp`));
		mkdirSync(path.join(place.root, `.folder.${gone}.0123456789ab.tmp`));
		await replaceFile(path.join(place.root, 'MEMORY.md'), 'new');
		expect(left.filter((file) => existsSync(file))).toEqual([]);
		expect(others.filter((file) => !existsSync(file))).toEqual([]);
		expect(readdirSync(place.root)).toContain(`.folder.${gone}.0123456789ab.tmp`);
		expect(lstatSync(path.join(place.root, `.link.${gone}.0123456789ab.tmp`)).isSymbolicLink()).toBe(true);
	});

	test('where there is no folder, that is said', () =>
		expect(replaceFile(path.join(place.root, 'no/a'), 'x')).rejects.toMatchObject({ code: 'ENOENT' }));
});

test('a link that leads nowhere is said to be in the way of a folder', async () => {
	const folder = path.join(place.root, 'folder');
	symlinkSync(path.join(place.root, 'nowhere/x'), folder);
	await expect(makeFolder(folder)).rejects.toMatchObject({ code: 'EEXIST', syscall: 'mkdir' });
});

describe('writing a new file', () => {
	test('never goes over one that is there', async () => {
		const file = place.write('a', 'old');
		await expect(writeNew(file, 'new')).rejects.toMatchObject({ code: 'EEXIST' });
		expect(readFileSync(file, 'utf8')).toBe('old');
	});
});

describe('appending a line', () => {
	const file = (): string => path.join(place.root, 'log');

	test('makes the file, and adds to it', async () => {
		await appendLine(file(), 'a', 0o644);
		await appendLine(file(), 'b');
		expect(readFileSync(file(), 'utf8')).toBe('a\nb\n');
		expect(mode(file())).toBe(0o644);
	});

	// R7
	test('does not glue itself to a last line without a line break', async () => {
		writeFileSync(file(), '{"torn":');
		await appendLine(file(), '{"whole":1}');
		expect(readFileSync(file(), 'utf8')).toBe('{"torn":\n{"whole":1}\n');
	});

	test('loses no line where many append at once', async () => {
		const lines = Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(n * 10)}`);
		await Promise.all(lines.map((line) => appendLine(file(), line)));
		const written = readFileSync(file(), 'utf8')
			.split('\n')
			.filter((line) => line !== '');
		expect(written.sort()).toEqual([...lines].sort());
	});

	test('does not wait for the reader of a pipe', async () => {
		execFileSync('mkfifo', [file()]);
		await expect(appendLine(file(), 'x')).rejects.toThrow('no regular file');
	});
});

// T35
describe('on a full disk', () => {
	let unmount: (() => void) | undefined;
	let disk: string;
	beforeEach((context) => {
		disk = path.join(place.root, 'disk');
		unmount = mountSmallDisk(disk, 64);
		if (unmount === undefined) context.skip();
		writeFileSync(path.join(disk, 'a'), 'old');
		writeFileSync(path.join(disk, 'page'), 'x'.repeat(4096));
		fillDisk(disk);
	});
	afterEach(() => unmount?.());

	test('nothing is half-written: the old file stays, no new one comes, no temporary one is left', async () => {
		const before = readdirSync(disk);
		await expect(replaceFile(path.join(disk, 'a'), 'new'.repeat(5_000))).rejects.toMatchObject({ code: 'ENOSPC' });
		await expect(writeNew(path.join(disk, 'b'), 'new')).rejects.toMatchObject({ code: 'ENOSPC' });
		expect(readFileSync(path.join(disk, 'a'), 'utf8')).toBe('old');
		expect(readdirSync(disk)).toEqual(before);
	});

	test('a line that does not fit is an error', async () => {
		await expect(appendLine(path.join(disk, 'page'), 'y')).rejects.toMatchObject({ code: 'ENOSPC' });
		expect(existsSync(path.join(disk, 'page'))).toBe(true);
	});
});

test.each([
	[Object.assign(new Error(), { code: 'ENOENT' }), 'ENOENT'],
	[Object.assign(new Error(), { code: 7 }), undefined],
	[new Error(), undefined],
	['ENOENT', undefined],
	[null, undefined],
])('the code of %s is %s', (error, code) => expect(errorCode(error)).toBe(code));
