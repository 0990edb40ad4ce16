// What a disk refuses is told, wherever it was taken for nothing.
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Place, newPlace } from '../testing/places';
import { appendLine } from './atomicFile';
import { findGitLayout } from './gitLayout';
import { noneIsFine } from './lookAt';
import { filesNoted } from './filesNoted';
import { noteRefusal, passOver, takeRefused } from './refused';

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code, syscall: 'lstat' });

let place: Place;
beforeEach(() => {
	place = newPlace();
	takeRefused();
});
afterEach(() => place.remove());

test.each([
	'EIO',
	'EACCES',
	'EPERM',
	'EROFS',
	'ENOSPC',
	'EDQUOT',
	'EMFILE',
	'ENFILE',
	'EBUSY',
	'ENAMETOOLONG',
	'ESTALE',
])('%s is a refusal, and is told once', (code) => {
	noteRefusal(failure(code), '/a');
	noteRefusal(failure(code), '/a');
	expect(takeRefused()).toEqual([`${code}: lstat '/a'`]);
	expect(takeRefused()).toEqual([]);
});

test.each([
	...['ENOENT', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'EISDIR', 'ELOOP', 'EXDEV', 'EINVAL', 'ENXIO', 'ENOSYS', 'ENOTSUP'],
	...['EOPNOTSUPP', 'EBADF', 'ERR_FS_EISDIR'],
])('%s is an answer', (code) => {
	noteRefusal(failure(code), '/a');
	noteRefusal(new Error('no error of the system'), '/a');
	expect(takeRefused()).toEqual([]);
});

test.each([
	'/home/me/.claude/projects/-home-me-session-keeper-cache/memory/a.md',
	'/home/me/session-keeper/cache/.claude/memory/raw/x.jsonl',
	'/home/me/code/session-keeper-cache-server/.claude/memory/.backup-log',
])('%s is somebody’s, whatever its folders are called, and is told', (file) => {
	noteRefusal(failure('EIO'), file);
	expect(takeRefused()).toHaveLength(1);
});

test.each([
	'/proc/1/stat',
	'/home/me/.claude/session-keeper/cache/code',
	'C:\\x\\session-keeper\\cache\\a',
	'/m/session-keeper/projects/m-1/looks.json',
])('%s only helps, and is not told', (file) => {
	noteRefusal(failure('EIO'), file);
	expect(takeRefused()).toEqual([]);
});

test('each is told once, however often it is met, until all who met it knew what to do about it', () => {
	const errors = ['EIO', 'EIO', 'EACCES'].map(failure);
	for (const error of errors) noteRefusal(error, '/a');
	passOver(errors[1]);
	expect(takeRefused()).toEqual(["EIO: lstat '/a'", "EACCES: lstat '/a'"]);
	for (const error of errors) noteRefusal(error, '/a');
	passOver(errors[0]);
	expect(takeRefused()).toEqual(["EIO: lstat '/a'", "EACCES: lstat '/a'"]);
	for (const error of errors) noteRefusal(error, '/a');
	for (const error of errors.slice(0, 2)) passOver(error);
	expect(takeRefused()).toEqual(["EACCES: lstat '/a'"]);
});

test('what somebody knew what to do about is not told', () => {
	const error = failure('EPERM');
	noteRefusal(error, '/a');
	passOver(error);
	expect(takeRefused()).toEqual([]);
});

test('a folder that does not let anybody look for a repository has none, and that is not told', async () => {
	const threaded = { ...fs.promises };
	const lstat = (() => Promise.reject(failure('EACCES'))) as never;
	try {
		Object.assign(fs.promises, filesNoted({ ...threaded, lstat }));
		syncBuiltinESMExports();
		expect(await findGitLayout(place.root)).toBeUndefined();
	} finally {
		Object.assign(fs.promises, threaded);
		syncBuiltinESMExports();
	}
	expect(takeRefused()).toEqual([]);
});

test('nothing is there only where the error says so', () => {
	expect(noneIsFine(failure('ENOENT'))).toBeUndefined();
	expect(() => noneIsFine(failure('EIO'))).toThrow('EIO');
});

test('a program that nobody sees notes what is refused, of files by name and of open ones', async () => {
	const files = filesNoted(fs.promises);
	const file = place.write('some/file', 'text');
	await expect(files.readFile(file, 'utf8')).resolves.toBe('text');
	await expect(files.lstat(`${file}.missing`)).rejects.toMatchObject({ code: 'ENOENT' });
	expect(takeRefused()).toEqual([]);
	const failing = filesNoted({ ...fs.promises, readdir: (() => Promise.reject(failure('EIO'))) as never });
	await expect(failing.readdir(path.dirname(file))).rejects.toThrow('EIO');
	const handle = await files.open(file, 'r');
	await handle.close();
	await expect(handle.stat()).rejects.toMatchObject({ code: 'EBADF' });
	// What was written may only fail when it is closed.
	const open = (async (...how: Parameters<typeof fs.promises.open>) => {
		const opened = await fs.promises.open(...how);
		await opened.close();
		return Object.assign(opened, { close: () => Promise.reject(failure('ENOSPC')) });
	}) as typeof fs.promises.open;
	await expect((await filesNoted({ ...fs.promises, open }).open(file)).close()).rejects.toThrow('ENOSPC');
	expect(takeRefused()).toEqual([`EIO: lstat '${path.dirname(file)}'`, `ENOSPC: lstat '${file}'`]);
});

test('a line of which the disk takes only a part is a refusal that no call has told', async () => {
	const file = path.join(place.root, 'log');
	const { open } = promises;
	const shortly: typeof open = async (...args) => {
		const handle = await open(...args);
		return Object.assign(handle, { write: () => Promise.resolve({ bytesWritten: 3, buffer: '' }) });
	};
	Object.assign(promises, { open: shortly });
	syncBuiltinESMExports();
	try {
		await expect(appendLine(file, 'a whole line')).rejects.toThrow('only a part');
		expect(takeRefused()).toEqual([`ENOSPC: write '${file}'`]);
	} finally {
		Object.assign(promises, { open });
		syncBuiltinESMExports();
	}
});
