import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { soon } from '../../core/testing/soon';
import { FolderWatcher, type Hint, POLL_MS, type WatchArea, type WatchedFolder } from './folderWatcher';
import { type Place, newPlace, watchedInodes } from '../testing/places';

const isLinux = process.platform === 'linux';
const watchesBefore = isLinux ? watchedInodes().length : 0;

let place: Place;
let clock: FakeClock;
let logger: RecordingLogger;
let hints: Hint[];
let watcher: FolderWatcher;
beforeEach(() => {
	place = newPlace();
	clock = new FakeClock(0);
	logger = new RecordingLogger();
	hints = [];
	watcher = new FolderWatcher((hint) => hints.push(hint), clock, logger);
});
afterEach(async () => {
	watcher.dispose();
	place.remove();
	// They are let go of a moment later, and the next test counts its own.
	if (isLinux) await soon(() => expect(watchedInodes().length).toBe(watchesBefore));
});

const at = (relative: string): string => path.join(place.root, relative);
const given = (folder: string, area: WatchArea = 'parked'): WatchedFolder => ({ folder, area });
/** Waits until a hint for a path (or, without one, for an area) has come. */
const hinted = (area: WatchArea, file?: string): Promise<void> =>
	soon(() => {
		if (!hints.some((hint) => hint.area === area && (file === undefined || hint.path === file)))
			throw new Error(`no hint for ${area} ${file ?? ''} among ${JSON.stringify(hints)}`);
	});
/** A folder that is there tells when its watch is. */
async function watch(...folders: WatchedFolder[]): Promise<void> {
	watcher.setFolders(folders);
	await soon(() => {
		for (const { area } of folders)
			if (!hints.some((hint) => hint.area === area && hint.path === undefined)) throw new Error(`no watch for ${area}`);
	});
	hints.length = 0;
}

describe('a folder', () => {
	test('tells of a file that comes, changes and goes', async () => {
		const folder = place.folder('memory');
		await watch(given(folder));
		const file = at('memory/a.md');
		for (const change of [() => writeFileSync(file, 'a'), () => appendFileSync(file, 'b'), () => rmSync(file)]) {
			hints.length = 0;
			change();
			await hinted('parked', file);
		}
	});

	test('tells of a change that comes right after another', async () => {
		const folder = place.folder('memory');
		const file = place.write('memory/a.md', 'a');
		await watch(given(folder));
		for (let n = 0; n < 10; n++) {
			hints.length = 0;
			appendFileSync(file, 'b');
			await hinted('parked', file);
		}
	});

	test('that does not exist yet, nor what it lies in, tells when it is there, and from then on', async () => {
		const folder = at('home/.claude/projects/-x/memory');
		watcher.setFolders([given(folder)]);
		mkdirSync(folder, { recursive: true });
		await hinted('parked');
		hints.length = 0;
		writeFileSync(path.join(folder, 'a.md'), 'a');
		await hinted('parked', path.join(folder, 'a.md'));
	});

	test('that comes into being step by step tells, too', async () => {
		const folder = at('one/two/three');
		watcher.setFolders([given(folder)]);
		for (const step of ['one', 'one/two', 'one/two/three']) {
			mkdirSync(at(step));
			await new Promise((resolve) => setImmediate(resolve));
		}
		await hinted('parked');
		hints.length = 0;
		const file = path.join(folder, 'a.md');
		writeFileSync(file, 'a');
		// It may be watched anew for what came before, which begins with a hint about all of it.
		await hinted('parked');
		await soon(() => {
			appendFileSync(file, 'b');
			expect(hints.map((hint) => hint.path)).toContain(file);
		});
	});

	test.each([
		['is removed', () => rmSync(at('outer'), { recursive: true })],
		// The system tells nothing of this one; the poll finds out.
		['is moved away', () => renameSync(at('outer'), at('moved'))],
		['is removed alone', () => rmSync(at('outer/memory'), { recursive: true })],
		['is moved away alone', () => renameSync(at('outer/memory'), at('moved'))],
	])('that %s and returns is watched again', async (_name, vanish) => {
		const folder = place.folder('outer/memory');
		place.write('outer/memory/old.md', 'x');
		await watch(given(folder));
		vanish();
		clock.advance(POLL_MS);
		await hinted('parked');
		mkdirSync(folder, { recursive: true });
		// Whatever was missed in between, from some moment on each file is told of.
		let n = 0;
		await vi.waitFor(
			() => {
				clock.advance(POLL_MS);
				const file = path.join(folder, `new-${n++}.md`);
				writeFileSync(file, 'x');
				if (!hints.some((hint) => hint.path?.startsWith(path.join(folder, 'new-')) === true))
					throw new Error('no hint yet');
			},
			{ timeout: 45_000, interval: 50 },
		);
	});

	test('may be a link', async () => {
		place.folder('dotfiles');
		symlinkSync('dotfiles', at('memory'));
		await watch(given(at('memory')));
		writeFileSync(at('dotfiles/a.md'), 'a');
		await hinted('parked', at('memory/a.md'));
	});
});

// T48
test.runIf(isLinux)('3,000 transcripts cost one watch', async () => {
	const folder = place.folder('transcripts');
	for (let n = 0; n < 3_000; n++) writeFileSync(path.join(folder, `${n}.jsonl`), '');
	const before = watchedInodes().length;
	await watch(given(folder, 'transcripts'));
	expect(watchedInodes().length - before).toBe(1);
	appendFileSync(path.join(folder, '1500.jsonl'), 'line\n');
	await hinted('transcripts', path.join(folder, '1500.jsonl'));
});

test.runIf(isLinux)(
	'nothing is watched that was not given: no neighbour, no folder inside, nothing behind a link',
	async () => {
		const foreign = ['other', 'memory/inside', 'linked'].map((name) => place.folder(name));
		const files = foreign.map((folder) => path.join(folder, 'secret'));
		for (const file of files) writeFileSync(file, 'x');
		symlinkSync(at('linked'), at('memory/link'));
		symlinkSync(at('linked/secret'), at('memory/session-open-link.md'));
		place.folder('large/inside');
		writeFileSync(at('large/inside/secret'), 'x');
		await watch(given(at('memory')), given(at('large'), 'transcripts'));
		const watched = watchedInodes();
		for (const target of [
			...files,
			at('other'),
			at('linked'),
			at('large/inside'),
			at('large/inside/secret'),
			place.root,
			place.home,
		])
			expect([target, watched.includes(statSync(target).ino)]).toEqual([target, false]);
		for (const file of [...files, at('large/inside/secret')]) appendFileSync(file, 'more');
		writeFileSync(at('memory/a.md'), 'a');
		await hinted('parked', at('memory/a.md'));
		expect(hints.filter((hint) => hint.path?.endsWith('secret'))).toEqual([]);
	},
);

test.runIf(isLinux)('of a folder that is not there, what lies beside it is no hint', async () => {
	watcher.setFolders([given(at('home/memory'))]);
	await soon(() => expect(watchedInodes()).toContain(statSync(place.home).ino));
	writeFileSync(at('home/something'), 'x');
	mkdirSync(at('home/else'));
	mkdirSync(at('home/memory'));
	await hinted('parked');
	expect(hints.every((hint) => hint.path === undefined || hint.path.startsWith(at('home/memory')))).toBe(true);
	await soon(() => expect(watchedInodes()).not.toContain(statSync(place.home).ino));
});

describe('letting go', () => {
	test.runIf(isLinux)('leaves no watch and no timer', async () => {
		const before = watchedInodes().length;
		for (const name of ['a', 'b']) place.write(`${name}/file`, 'x');
		await watch(given(at('a')), given(at('b'), 'transcripts'));
		watcher.setFolders([given(at('a')), given(at('b'), 'transcripts'), given(at('not/there'), 'backups')]);
		watcher.dispose();
		await soon(() => expect(watchedInodes().length).toBe(before));
		expect(clock.waiting).toEqual([]);
		writeFileSync(at('a/file'), 'y');
		clock.advance(10 * POLL_MS);
		expect(hints).toEqual([]);
	});

	test.runIf(isLinux)('in the middle of setting up leaves nothing, either', async () => {
		const before = watchedInodes().length;
		place.write('a/file', 'x');
		place.folder('b');
		for (let turn = 0; turn < 20; turn++) {
			const short = new FolderWatcher((hint) => hints.push(hint), clock, logger);
			short.setFolders([given(at('a')), given(at('b'), 'transcripts'), given(at('c/d'), 'backups')]);
			for (let n = 0; n < turn; n++) await new Promise((resolve) => setImmediate(resolve));
			short.dispose();
		}
		await soon(() => expect(watchedInodes().length).toBe(before));
		expect(clock.waiting).toEqual([]);
	});

	test.runIf(isLinux)('of one folder keeps the others', async () => {
		for (const name of ['a', 'b']) place.folder(name);
		await watch(given(at('a')), given(at('b'), 'backups'));
		watcher.setFolders([given(at('b'), 'backups')]);
		await soon(() => expect(watchedInodes()).not.toContain(statSync(at('a')).ino));
		writeFileSync(at('a/file'), 'x');
		writeFileSync(at('b/file'), 'x');
		await hinted('backups', at('b/file'));
		expect(hints.filter((hint) => hint.area === 'parked')).toEqual([]);
	});
});

describe('the poll', () => {
	test('hints at each area once, whether anything happened or not', async () => {
		for (const name of ['a', 'b', 'c']) place.folder(name);
		await watch(given(at('a')), given(at('b')), given(at('c'), 'backups'));
		clock.advance(POLL_MS - 1);
		expect(hints).toEqual([]);
		clock.advance(1);
		expect(hints).toEqual([
			{ area: 'parked', path: undefined },
			{ area: 'backups', path: undefined },
		]);
		clock.advance(3 * POLL_MS);
		expect(hints).toHaveLength(8);
		expect(clock.waiting).toHaveLength(1);
	});

	test('asks nothing where nothing is watched', () => {
		watcher.setFolders([]);
		clock.advance(POLL_MS);
		expect(hints).toEqual([]);
	});
});
