// What a command looks at, written down, and what ends that.
import { linkSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import type * as Files from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Place, newPlace } from '../../node/testing/places';
import { answerFile, keepAnswer, keptAnswer } from './keptAnswer';
import { Reads } from './reads';

const load = createRequire(import.meta.url);
/** So late that everything was changed long ago. */
const LATER = Date.now() + 60 * 60_000;
const CALL = { words: ['parked', 'list'], folder: '/repo', program: '1' };
const ENV = { HOME: '/home/jo' };

let place: Place;
let reads: Reads;
let file: string;
beforeEach(() => {
	place = newPlace();
	reads = new Reads(LATER, ENV, load);
	file = answerFile(place.folder('answers'), CALL);
});
afterEach(() => place.remove());

const files = (): typeof Files => reads.module('node:fs') as typeof Files;
/** Looks, and keeps an answer with that. @returns whether it is given again after something has happened */
function holdsAfter(look: (fs: typeof Files) => void, happen: () => void, now: { env?: object; ms?: number } = {}) {
	look(files());
	const { looked } = reads;
	expect(looked).toBeDefined();
	if (looked === undefined) return false;
	const env = { ...ENV, ...now.env };
	keepAnswer(file, CALL, looked, { text: 'kept', untilMs: LATER + 1_000, exitCode: 1 });
	expect(keptAnswer(file, CALL, ENV, LATER)).toMatchObject({ text: 'kept', exitCode: 1 });
	happen();
	return keptAnswer(file, CALL, env, now.ms ?? LATER) !== undefined;
}

describe('an answer is given again', () => {
	const nothing = (): undefined => undefined;

	test('while all is as it was', () => {
		const at = place.write('a.md', 'one');
		expect(holdsAfter((fs) => fs.readFileSync(at), nothing)).toBe(true);
	});

	test('to the same words in the same folder, by the same program, alone', () => {
		expect(holdsAfter(nothing, nothing)).toBe(true);
		for (const other of [{ words: ['parked'] }, { folder: '/other' }, { program: '2' }])
			expect(keptAnswer(file, { ...CALL, ...other }, ENV, LATER)).toBeUndefined();
	});

	test.each([
		['the time for which it holds is over', { ms: LATER + 1_000 }],
		['the clock was set back', { ms: LATER - 1 }],
	])('but not when %s', (_what, now) => expect(holdsAfter(nothing, nothing, now)).toBe(false));

	test('but not with another value of a variable that was asked for', () => {
		expect(reads.env['HOME']).toBe('/home/jo');
		expect('CLAUDE_CONFIG_DIR' in reads.env).toBe(false);
		expect(holdsAfter(nothing, nothing, { env: { OTHER: 'x' } })).toBe(true);
		expect(keptAnswer(file, CALL, { HOME: '/home/al' }, LATER)).toBeUndefined();
		expect(keptAnswer(file, CALL, { ...ENV, CLAUDE_CONFIG_DIR: '/c' }, LATER)).toBeUndefined();
	});

	test.each<[string, (fs: typeof Files, at: string) => unknown, (at: string) => void]>([
		['a file was changed', (fs, at) => fs.readFileSync(at), () => place.write('folder/a.md', 'other')],
		['a file of the same size and time was put there', (fs, at) => fs.statSync(at), replaced],
		['a file is gone', (fs, at) => fs.openSync(at, 'r'), (at) => rmSync(at)],
		['a file came', (fs, at) => fs.existsSync(`${at}x`), (at) => linkSync(at, `${at}x`)],
		['a file came into a folder', (fs, at) => fs.readdirSync(path.dirname(at)), (at) => linkSync(at, `${at}x`)],
		['a path leads elsewhere', (fs, at) => fs.realpathSync.native(at), moved],
		['a path leads nowhere', (fs, at) => fs.realpathSync(at), (at) => rmSync(at)],
	])('but not when %s', (_what, look, happen) => {
		const at = place.write('folder/a.md', 'first');
		expect(
			holdsAfter(
				(fs) => void look(fs, at),
				() => happen(at),
			),
		).toBe(false);
	});

	test('though something came into a folder of which only was asked where it leads', () => {
		const folder = place.folder('folder');
		const write = (): unknown => place.write('folder/a.md');
		expect(holdsAfter((fs) => fs.realpathSync.native(folder), write)).toBe(true);
	});

	test('but not when a link leads elsewhere', () => {
		const [one, two, link] = [place.write('one', '1'), place.write('two', '2'), path.join(place.root, 'link')];
		symlinkSync(one, link);
		const lead = (): void => {
			rmSync(link);
			symlinkSync(two, link);
		};
		expect(holdsAfter((fs) => fs.readFileSync(link), lead)).toBe(false);
	});

	test('but not when a process has ended, or come', () => {
		const told = reads.module('node:process') as NodeJS.Process;
		// A copy of all would open the standard streams.
		expect(Object.keys(told)).toEqual([]);
		expect(told.pid).toBe(process.pid);
		const { kill } = told;
		expect(kill(process.pid, 0)).toBe(true);
		expect(reads.looked?.running).toEqual({ [process.pid]: true });
		expect(holdsAfter(nothing, nothing)).toBe(true);
		keepAnswer(
			file,
			CALL,
			{ madeMs: 0, env: {}, files: {}, real: {}, running: { [process.pid]: false } },
			{ text: '', untilMs: LATER, exitCode: 0 },
		);
		expect(keptAnswer(file, CALL, ENV, LATER)).toBeUndefined();
	});

	/** The old one stays, so that its number is not given again. */
	function replaced(at: string): void {
		renameSync(at, `${at}.old`);
		place.write('folder/a.md', 'other');
		utimesSync(at, 1, 1);
	}
	function moved(at: string): void {
		renameSync(path.dirname(at), path.join(place.root, 'away'));
		symlinkSync(path.join(place.root, 'away'), path.dirname(at));
	}
});

describe('nothing is kept', () => {
	test.each<[string, (fs: typeof Files, at: string) => unknown]>([
		['a file was written', (fs, at) => fs.writeFileSync(at, '')],
		['a file was opened to be written', (fs, at) => fs.openSync(at, 'a')],
		['a file was renamed', (fs, at) => fs.renameSync(at, `${at}x`)],
		['a folder was made', (fs, at) => fs.mkdirSync(`${at}x`)],
		['a folder was watched', (fs, at) => fs.watch(path.dirname(at)).close()],
		['a stream was asked for', (fs) => fs.ReadStream],
		['promises were asked for', (fs, at) => fs.promises.stat(at)],
	])('after %s', async (_what, act) => {
		await act(files(), place.write('folder/a.md', 'first'));
		expect(reads.looked).toBeUndefined();
	});

	test.each(['node:child_process', 'node:net', 'node:worker_threads', 'node:fs/promises'])(
		'after %s was loaded',
		(id) => {
			reads.module(id);
			expect(reads.looked).toBeUndefined();
		},
	);

	test('of what was changed a moment before: it may change again without a sign', () => {
		const at = place.write('a.md', 'one');
		const now = new Reads(Date.now(), ENV, load);
		(now.module('node:fs') as typeof Files).readFileSync(at);
		expect(now.looked).toBeUndefined();
	});

	test('where the whole environment was copied', () => {
		expect({ ...reads.env }).toEqual(ENV);
		expect(reads.looked).toBeUndefined();
	});
});

test('a folder that is there is looked at where it would be made', () => {
	files().mkdirSync(place.folder('there'), { recursive: true });
	expect(reads.looked?.files).toHaveProperty([place.folder('there')]);
});

test('what a library puts in place of a call of `fs` stays among what the command sees', () => {
	const own = (): boolean => true;
	const seen = files() as { existsSync: unknown };
	seen.existsSync = own;
	expect(seen.existsSync).toBe(own);
	expect((load('node:fs') as typeof Files).existsSync).not.toBe(own);
});
