// What a disk refuses, where it ends a hook or what a hook leaves to another process.
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesNoted } from '../../base/filesNoted';
import { takeRefused } from '../../base/refused';
import { readHookLog } from '../../keeper/hookLogFile';
import { NOW_MS, type Place, newPlace, newRepository } from '../../testing/places';
import { runHook } from './hookRun';
import { housekeep } from './housekeeping';

const threaded = { ...promises };
const readBy = (files: object): void => {
	Object.assign(promises, files);
	syncBuiltinESMExports();
};
const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };

let place: Place;
let repo: string;
let message: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	const dotGit = path.join(repo, '.git');
	message = `EIO: i/o error, lstat '${dotGit}'`;
	const lstat = (file: string): unknown =>
		file === dotGit
			? Promise.reject(Object.assign(new Error(message), { code: 'EIO', syscall: 'lstat' }))
			: threaded.lstat(file);
	readBy(filesNoted({ ...threaded, lstat: lstat as typeof threaded.lstat }));
});
afterEach(() => {
	readBy(threaded);
	takeRefused();
	place.remove();
});

const outcomes = async (): Promise<readonly string[]> =>
	(await readHookLog(place.claude)).map(({ outcome }) => outcome);

test('a hook that it ended says it once', async () => {
	await runHook('Stop', () => Promise.resolve('done'), {
		env: place.env,
		clock,
		folder: () => repo,
		read: () => Promise.resolve({ session: undefined, transcriptPath: undefined } as never),
		print: () => undefined,
	});
	expect(await outcomes()).toEqual([`failed: ${message}`]);
});

test('so does what it leaves to another process, for each step', async () => {
	const none = { session: undefined, reason: 'exit', endedMs: NOW_MS, finishIn: undefined, expires: false };
	await housekeep(place.claude, repo, { ...none, crashed: [], unsaved: [] }, clock);
	expect(await outcomes()).toEqual([`failed: record: ${message}; signs: ${message}`]);
});
