// Files that other programs write as well: nothing that anybody wrote is lost, whatever happens between two of our steps.
import { spawnSync } from 'node:child_process';
import {
	appendFileSync,
	chmodSync,
	closeSync,
	existsSync,
	fstatSync,
	linkSync,
	openSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../core/base/dates';
import { seeded } from '../../core/testing/seeded';
import { beforeFileCalls, systemError } from '../testing/fileCalls';
import { type Place, newPlace } from '../testing/places';
import { replaceFile } from './atomicFile';
import { KeptCopyError, exchangeFile, putBackIn } from './exchange';

let place: Place;
let file: string;
let calls: () => void = () => undefined;
beforeEach(() => {
	// In memory where that can be: of the disk only the order of the calls counts.
	place = newPlace(existsSync('/dev/shm') ? '/dev/shm' : undefined);
	file = path.join(place.root, 'shared', 'MEMORY.md');
	place.folder('shared');
});
afterEach(() => {
	calls();
	place.remove();
});

const names = (): readonly string[] => readdirSync(path.dirname(file)).sort();
const read = (): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
/** All that the folder holds, under whatever name. */
const texts = (): readonly string[] => names().map((name) => readFileSync(path.join(path.dirname(file), name), 'utf8'));

describe('a change', () => {
	test('leaves the new bytes with the mode of the old ones, and nothing beside them', async () => {
		writeFileSync(file, 'old');
		chmodSync(file, 0o640);
		expect(await exchangeFile(file, 'old', Buffer.from([0, 255, 10]), { modifiedMs: 1_700_000_000_000 })).toBe(true);
		expect([...readFileSync(file)]).toEqual([0, 255, 10]);
		expect([statSync(file).mode & 0o777, statSync(file).mtimeMs]).toEqual([0o640, 1_700_000_000_000]);
		expect(names()).toEqual(['MEMORY.md']);
	});

	test('keeps a mode that others may write by, whatever the mask of the process', async () => {
		const before = process.umask(0o077);
		try {
			writeFileSync(file, 'old');
			chmodSync(file, 0o664);
			expect(await exchangeFile(file, 'old', 'new')).toBe(true);
			await replaceFile(file, 'newer');
			expect(statSync(file).mode & 0o777).toBe(0o664);
			// What is begun is the person's own matter.
			expect(await exchangeFile(`${file}.2`, undefined, 'new', { mode: 0o644 })).toBe(true);
			expect(statSync(`${file}.2`).mode & 0o777).toBe(0o600);
		} finally {
			process.umask(before);
		}
	});

	test('is not made to a file that is read-only', async () => {
		writeFileSync(file, 'old');
		chmodSync(file, 0o444);
		await expect(exchangeFile(file, 'old', 'new')).rejects.toThrow('MEMORY.md is read-only.');
		expect([names(), read()]).toEqual([['MEMORY.md'], 'old']);
	});

	test('begins a file, empties one and takes one away', async () => {
		expect(await exchangeFile(file, undefined, 'new', { mode: 0o644 })).toBe(true);
		expect([read(), statSync(file).mode & 0o777]).toEqual(['new', 0o644]);
		expect(await exchangeFile(file, 'new', '')).toBe(true);
		expect(read()).toBe('');
		expect(await exchangeFile(file, '', undefined)).toBe(true);
		expect(names()).toEqual([]);
	});

	test.each([
		['another text', 'theirs', 'old'],
		['more text', 'old and more', 'old'],
		['a file where there was none', 'theirs', undefined],
		['nothing any more', undefined, 'old'],
	])('is not made where there is %s', async (_name, now, before) => {
		if (now !== undefined) writeFileSync(file, now);
		expect(await exchangeFile(file, before, 'ours')).toBe(false);
		expect(read()).toBe(now);
		expect(names()).toEqual(now === undefined ? [] : ['MEMORY.md']);
	});
});

/** How other programs write: over it, to its end, in its place, anew; or to what they had opened before. */
const OTHERS: readonly ((text: string, open: number) => void)[] = [
	(text) => writeFileSync(file, text),
	(text) => appendFileSync(file, text),
	(text) => {
		writeFileSync(`${file}.theirs`, text);
		renameSync(`${file}.theirs`, file);
	},
	(text) => {
		rmSync(file, { force: true });
		writeFileSync(file, text);
	},
	(text, open) => writeSync(open, text, 0),
];

test('in 1,000 races with another program nothing is lost, or it lies in a copy beside it, with a word', async () => {
	const random = seeded(20_261_122);
	const seen = { done: 0, refused: 0, kept: 0 };
	for (let race = 0; race < 1_000; race++) {
		const [old, ours, theirs] = [`old ${race}`, `ours ${race}`, `their ${race}`];
		rmSync(path.dirname(file), { recursive: true });
		place.write('shared/MEMORY.md', old);
		const open = openSync(file, 'r+');
		// Before which of our calls it writes, and whether it does so twice.
		const at = [random.int(0, 23), random.chance(0.3) ? random.int(0, 23) : -1];
		let call = 0;
		const written: string[] = [];
		const kind = random.int(0, OTHERS.length - 1);
		calls = beforeFileCalls((name, of) => {
			if (!at.includes(call++)) return;
			// Who had it open for longer than we look at it writes to what is gone.
			if (kind === 4 && (fstatSync(open).nlink === 0 || (of.endsWith('.old') && /^(?:close|unlink)/u.test(name))))
				return;
			written.push(`${theirs}.${written.length}`);
			OTHERS[kind]?.(written.at(-1) ?? '', open);
		});
		let outcome: boolean | KeptCopyError;
		try {
			outcome = await exchangeFile(file, old, ours);
		} catch (error) {
			if (!(error instanceof KeptCopyError)) throw error;
			outcome = error;
		}
		calls();
		closeSync(open);
		const held = texts().join('\n');
		const last = written.at(-1);
		const why = `race ${race}: ${JSON.stringify({ written, names: names(), held, outcome: String(outcome) })}`;
		if (last !== undefined) expect(held, why).toContain(last);
		// Who only adds to a file has given up nothing of what was in it, nor has who found none.
		if (kind === 1 && outcome !== true) expect(held, why).toContain(old);
		if (outcome === true) expect(held, why).toContain(written.length === 0 ? ours : '');
		if (outcome instanceof KeptCopyError) expect(existsSync(outcome.copy), why).toBe(true);
		else expect(names(), why).toEqual(['MEMORY.md']);
		seen[outcome === true ? 'done' : outcome === false ? 'refused' : 'kept']++;
	}
	// Each of the three happens, or nothing was tried.
	expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(10);
});

describe('a disk that fails', () => {
	test.each(['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EMFILE'])(
		'%s at any one call leaves old or new, and no third',
		async (code) => {
			for (let at = 0; ; at++) {
				rmSync(path.dirname(file), { recursive: true });
				place.write('shared/MEMORY.md', 'old');
				let [call, hasFailed] = [0, false];
				calls = beforeFileCalls(() => {
					if (call++ !== at) return;
					hasFailed = true;
					throw systemError(code);
				});
				const outcome = await exchangeFile(file, 'old', 'new').catch((error: unknown) => error as Error);
				calls();
				if (!hasFailed) break;
				const why = `${code} at call ${at}: ${String(outcome)}`;
				expect(read(), why).toBe(outcome === true || /was changed/u.test(String(outcome)) ? 'new' : 'old');
				if (outcome instanceof Error) expect(String(outcome), why).toContain(code);
				// What could not be cleared away is cleared away by the next one.
				await putBackIn(path.dirname(file));
				expect(
					names().filter((name) => name.endsWith('.old')),
					why,
				).toEqual([]);
			}
		},
	);

	test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EACCES', 'EISDIR'])(
		'without second names (%s) it is done all the same',
		async (code) => {
			writeFileSync(file, 'old');
			calls = beforeFileCalls((name) => {
				if (name === 'link') throw systemError(code);
			});
			expect(await exchangeFile(file, 'old', 'new')).toBe(true);
			expect(await exchangeFile(`${file}.2`, undefined, 'first')).toBe(true);
			expect(await exchangeFile(`${file}.2`, undefined, 'second')).toBe(false);
			expect(names()).toEqual(['MEMORY.md', 'MEMORY.md.2']);
			expect(texts()).toEqual(['new', 'first']);
		},
	);

	test.each(['EINVAL', 'EBADF', 'ENOTSUP', 'EOPNOTSUPP', 'EISDIR'])(
		'a folder that cannot be synced (%s) is no failure, and a disk that fails is',
		async (code) => {
			for (const [each, outcome] of [
				[code, true],
				['EIO', 'was changed, but the disk did not confirm it (EIO)'],
			] as const) {
				writeFileSync(file, 'old');
				calls = beforeFileCalls((name, of) => {
					if (name === 'sync of open' && of === path.dirname(file)) throw systemError(each);
				});
				const said = await exchangeFile(file, 'old', 'new').catch(String);
				expect(said === true || String(said).includes(String(outcome)) ? outcome : said).toBe(outcome);
				calls();
			}
		},
	);

	test('what Windows holds for a moment is cleared away all the same', async () => {
		vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
		let held = 0;
		calls = beforeFileCalls((name) => {
			if (name === 'unlink' && held++ % 2 === 0) throw systemError('EBUSY');
		});
		writeFileSync(file, 'old');
		expect(await exchangeFile(file, 'old', 'new')).toBe(true);
		expect(names()).toEqual(['MEMORY.md']);
		// Another program's is there when the old one is to come back.
		let hasWritten = false;
		calls();
		calls = beforeFileCalls((name, of) => {
			if (name === 'link' && !hasWritten) [hasWritten] = [true, writeFileSync(file, 'theirs')];
			if (name === 'unlink' && of.endsWith('.old') && held++ % 2 === 0) throw systemError('EBUSY');
		});
		await expect(exchangeFile(file, 'new', 'ours')).rejects.toThrow(KeptCopyError);
		vi.restoreAllMocks();
		expect(texts()).toEqual(['theirs', 'new']);
	});

	test('what was replaced and could not be removed is no version of what its owner replaces later', async () => {
		writeFileSync(file, 'old');
		calls = beforeFileCalls((name, of) => {
			if (name === 'unlink' && of.endsWith('.old')) throw systemError('EBUSY');
		});
		expect(await exchangeFile(file, 'old', 'new')).toBe(true);
		calls();
		expect(names()).toHaveLength(2);
		OTHERS[2]?.('theirs', 0);
		expect(await exchangeFile(file, 'theirs', 'ours')).toBe(true);
		expect([names(), read()]).toEqual([['MEMORY.md'], 'ours']);
	});

	test('what can neither be changed nor put back is said, with its place, and comes back later', async () => {
		writeFileSync(file, 'old');
		let isTaken = 0;
		calls = beforeFileCalls((name) => {
			if (name === 'link' || (name === 'rename' && isTaken++ > 0)) throw systemError('EIO');
		});
		await expect(exchangeFile(file, 'old', 'new')).rejects.toThrow(
			/MEMORY\.md could not be changed \(EIO\), and lies in .*\.old/u,
		);
		calls();
		await putBackIn(path.dirname(file));
		expect([names(), read()]).toEqual([['MEMORY.md'], 'old']);
	});
});

describe('what a killed process left', () => {
	const gone = spawnSync(process.execPath, ['-e', '']).pid;
	const left = (ending: string): string => path.join(path.dirname(file), `.MEMORY.md.${gone}.0123456789ab.${ending}`);

	test('between the two steps: the old file is back', async () => {
		writeFileSync(left('old'), 'old');
		writeFileSync(left('tmp'), 'new');
		await putBackIn(path.dirname(file));
		expect([names(), read()]).toEqual([['MEMORY.md'], 'old']);
	});

	test.each([
		['by a second name', () => linkSync(left('tmp'), file)],
		['by a rename', () => renameSync(left('tmp'), file)],
	])('after the last one, done %s: the new file stays', async (_name, put) => {
		writeFileSync(left('old'), 'old');
		writeFileSync(left('tmp'), 'new');
		put();
		await putBackIn(path.dirname(file));
		expect([names(), read()]).toEqual([['MEMORY.md'], 'new']);
	});

	test('and another program has begun the file anew: both are there, and it is said once', async () => {
		writeFileSync(left('old'), 'old');
		writeFileSync(left('tmp'), 'new');
		writeFileSync(file, 'theirs');
		await expect(exchangeFile(file, 'theirs', 'ours')).rejects.toThrow(
			/Both versions are there, one of them in .*kept-/u,
		);
		expect(texts()).toEqual(['theirs', 'old']);
		expect(await exchangeFile(file, 'theirs', 'ours')).toBe(true);
	});

	test('is none of it what this process works on, by whichever path somebody looks', async () => {
		const linked = path.join(place.root, 'linked');
		symlinkSync(path.dirname(file), linked, 'junction');
		writeFileSync(file, 'old');
		const own = promises.link;
		const seen: unknown[] = [];
		const stop = (): void => void (Object.assign(promises, { link: own }), syncBuiltinESMExports());
		const link = async (from: string, to: string): Promise<void> => {
			stop();
			seen.push(await putBackIn(linked), read());
			await own(from, to);
		};
		Object.assign(promises, { link });
		syncBuiltinESMExports();
		calls = stop;
		expect(await exchangeFile(file, 'old', 'new')).toBe(true);
		expect([seen, names(), read()]).toEqual([[false, undefined], ['MEMORY.md'], 'new']);
	});

	test('is left to who still works on it', async () => {
		const theirs = path.join(path.dirname(file), `.MEMORY.md.${process.ppid}.0123456789ab.old`);
		writeFileSync(theirs, 'old');
		await putBackIn(path.dirname(file));
		expect(existsSync(theirs)).toBe(true);
	});

	test('is left to a process of another machine for a minute, whatever runs here', async () => {
		writeFileSync(left('old').replace(`.${gone}.`, `.${gone}@their-container.`), 'old');
		expect(await putBackIn(path.dirname(file))).toBe(false);
		vi.spyOn(Date, 'now').mockReturnValue(Date.now() + MINUTE_MS + 1);
		try {
			expect([await putBackIn(path.dirname(file)), names(), read()]).toEqual([true, ['MEMORY.md'], 'old']);
		} finally {
			vi.restoreAllMocks();
		}
	});
});
