import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../core/base/dates';
import { machineName } from '../base/isRunning';
import { openTrash } from './keeperTrash';
import { NOW_MS, type Place, fillDisk, mountSmallDisk, newPlace, setAge, snapshot } from '../testing/places';
import { Trash, type TrashEntry } from './trash';
import type { TrashRecord } from './trashRecord';

let place: Place;
let folder: string;
let trash: Trash;
beforeEach(() => {
	place = newPlace();
	folder = path.join(place.root, 'trash');
	trash = new Trash(folder, { note: { entries: 3, bytes: 1_000 }, big: { entries: 3, bytes: 1_000 } });
});
afterEach(() => place.remove());

const BYTES = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0x00, 0xff, 0xfe]);

function record(file: string, own: Partial<TrashRecord> = {}): Omit<TrashRecord, 'schemaVersion'> {
	return {
		kind: 'note',
		action: 'archived',
		name: 'n',
		takenMs: NOW_MS,
		path: file,
		modifiedMs: statSync(file).mtimeMs,
		...own,
	};
}
async function take(file: string, own: Partial<TrashRecord> = {}, companions: string[] = []): Promise<TrashEntry> {
	const entry = await trash.take(record(file, own), { companions });
	if (entry === undefined) throw new Error('nothing was taken');
	return entry;
}
const names = async (kind = 'note'): Promise<readonly string[]> => (await trash.list(kind)).map((entry) => entry.name);

describe('what is taken comes back', () => {
	test('byte for byte, with its time', async () => {
		const file = place.write('app/a.md', BYTES, 12);
		const { mtimeMs, mode } = statSync(file);
		const entry = await take(file, { extra: { lines: [1] } });
		expect(existsSync(file)).toBe(false);
		expect(await trash.list('note')).toEqual([entry]);
		expect(readFileSync(entry.content)).toEqual(BYTES);
		expect(await trash.giveBack(entry, [file], entry.modifiedMs)).toBe(file);
		expect(readFileSync(file)).toEqual(BYTES);
		expect(statSync(file)).toMatchObject({ mtimeMs, mode, nlink: 1 });
		expect(readdirSync(folder)).toEqual([]);
	});

	test('with another time, where that is asked', async () => {
		const file = place.write('app/a.md', BYTES, 12);
		await trash.giveBack(await take(file), [file], NOW_MS);
		expect(statSync(file).mtimeMs).toBe(NOW_MS);
	});

	test('to the first place that is free, and never over anything', async () => {
		const file = place.write('app/a.md', 'mine');
		const entry = await take(file);
		writeFileSync(file, 'theirs');
		const second = path.join(place.root, 'app/a-2.md');
		symlinkSync('nowhere', second);
		const third = path.join(place.root, 'app/deeper/a-3.md');
		expect(await trash.giveBack(entry, [file, second, third], NOW_MS)).toBe(third);
		expect(readFileSync(file, 'utf8')).toBe('theirs');
		expect(readFileSync(third, 'utf8')).toBe('mine');
	});

	test('not at all where no place is free, and then it is still here', async () => {
		const file = place.write('app/a.md', 'mine');
		const entry = await take(file);
		writeFileSync(file, 'theirs');
		expect(await trash.giveBack(entry, [file], NOW_MS)).toBeUndefined();
		expect(await trash.list('note')).toEqual([entry]);
	});

	test('together with its folders', async () => {
		const file = place.write('app/a.jsonl', 'a');
		place.write('app/a.files/sub/x', 'x');
		const side = path.join(place.root, 'app/a.files');
		const entry = await take(file, {}, [side, path.join(place.root, 'app/none')]);
		expect(existsSync(side)).toBe(false);
		await trash.giveBack(entry, [file], NOW_MS, { companions: [side, path.join(place.root, 'app/none')] });
		expect(readFileSync(path.join(side, 'sub/x'), 'utf8')).toBe('x');
		expect(readdirSync(folder)).toEqual([]);
	});

	test('not, where what belongs to it fails: then it is here, and its place is free', async () => {
		const file = place.write('app/a.jsonl', 'a', 3);
		place.write('app/a.files/x', 'x');
		const companions = [path.join(place.root, 'app/a.files')];
		const entry = await take(file, {}, companions);
		const before = snapshot(entry.content.replace(/\/[^/]*$/, ''));
		const finish = (): Promise<void> => Promise.reject(new Error('full'));
		await expect(trash.giveBack(entry, [file], entry.modifiedMs, { companions, finish })).rejects.toThrow('full');
		expect(readdirSync(path.join(place.root, 'app'))).toEqual([]);
		expect(await trash.list('note')).toEqual([entry]);
		expect(snapshot(path.dirname(entry.content))).toEqual(before);
		expect(await trash.giveBack(entry, [file], NOW_MS, { companions })).toBe(file);
	});

	test('not over a folder that came into being meanwhile', async () => {
		const file = place.write('app/a.jsonl', 'a');
		place.write('app/a.files/x', 'mine');
		const companions = [path.join(place.root, 'app/a.files')];
		const entry = await take(file, {}, companions);
		place.write('app/a.files/y', 'theirs');
		await expect(trash.giveBack(entry, [file], NOW_MS, { companions })).rejects.toThrow();
		expect(existsSync(file)).toBe(false);
		expect(readdirSync(path.join(place.root, 'app/a.files'))).toEqual(['y']);
		expect(await trash.list('note')).toEqual([entry]);
	});
});

describe('of several who want the same', () => {
	test('one takes it', async () => {
		const file = place.write('app/a.md', 'mine');
		const taken = record(file);
		const entries = await Promise.all([1, 2, 3, 4].map(() => trash.take(taken)));
		expect(entries.filter((entry) => entry !== undefined)).toHaveLength(1);
		expect(await names()).toEqual(['n']);
	});

	test('one gives it back, and there is one of it', async () => {
		const file = place.write('app/a.md', 'mine');
		const entry = await take(file);
		const targets = [1, 2, 3, 4].map((n) => path.join(place.root, `app/a-${n}.md`));
		const back = await Promise.all(targets.map(() => trash.giveBack(entry, targets, NOW_MS)));
		expect(back.filter((target) => target !== undefined)).toEqual([targets[0]]);
		expect(readdirSync(path.join(place.root, 'app'))).toEqual(['a-1.md']);
		expect(readdirSync(folder)).toEqual([]);
	});

	test('what another living process is giving back is not offered', async () => {
		const entry = await take(place.write('app/a.md', 'mine'));
		renameSync(path.join(folder, entry.id), path.join(folder, `${entry.id}.claimed-${process.ppid}`));
		expect(await names()).toEqual([]);
		expect(await trash.giveBack(entry, [entry.path], NOW_MS)).toBeUndefined();
	});

	test('what a process of another machine is giving back is not offered for a minute, whatever runs here', async () => {
		const entry = await take(place.write('app/a.md', 'mine'));
		let claimed = '';
		const finish = (): Promise<void> => {
			[claimed = ''] = readdirSync(folder);
			return Promise.reject(new Error('stays'));
		};
		await expect(trash.giveBack(entry, [entry.path], NOW_MS, { finish })).rejects.toThrow('stays');
		expect(claimed).toBe(`${entry.id}.claimed-${process.pid}@${machineName()}`);
		const gone = spawnSync(process.execPath, ['-e', '']).pid;
		renameSync(path.join(folder, entry.id), path.join(folder, `${entry.id}.claimed-${gone}@their-container`));
		expect(await names()).toEqual([]);
		vi.spyOn(Date, 'now').mockReturnValue(Date.now() + MINUTE_MS + 1);
		try {
			const [again = expect.fail()] = await trash.list('note');
			expect(await trash.giveBack(again, [entry.path], NOW_MS)).toBe(entry.path);
			expect(readdirSync(folder)).toEqual([]);
		} finally {
			vi.restoreAllMocks();
		}
	});

	test('what is gone is gone, without an error', async () => {
		expect(await trash.take({ ...record(place.write('a')), path: path.join(place.root, 'nowhere') })).toBeUndefined();
		expect(readdirSync(folder)).toEqual([]);
		const entry = await take(place.write('app/a.md', 'mine'));
		rmSync(folder, { recursive: true });
		expect(await trash.giveBack(entry, [entry.path], NOW_MS)).toBeUndefined();
	});
});

describe('whatever step a process dies at, nothing is lost', () => {
	test('after the record, before the move: the file is where it was, and no entry is offered', async () => {
		const file = place.write('app/a.md', 'mine');
		const entry = await take(file);
		renameSync(entry.content, file);
		expect(await names()).toEqual([]);
		expect((await take(file)).id).not.toBe(entry.id);
		expect(await names()).toEqual(['n']);
	});

	test('in the middle of a copy from another disk: the file is where it was, and no half entry is offered', async () => {
		const file = place.write('app/a.md', 'mine');
		const entry = await take(file);
		renameSync(entry.content, path.join(path.dirname(entry.content), '.abc.tmp'));
		writeFileSync(file, 'mine');
		expect(await names()).toEqual([]);
	});

	test('between the claim and the return: it is offered again, and comes back', async () => {
		const child: ChildProcess = spawn(process.execPath, ['-e', '']);
		await new Promise((resolve) => child.on('exit', resolve));
		const entry = await take(place.write('app/a.md', 'mine'));
		renameSync(path.join(folder, entry.id), path.join(folder, `${entry.id}.claimed-${child.pid}`));
		const [again] = await trash.list('note');
		expect(again).toMatchObject({ name: 'n', path: entry.path });
		expect(again && (await trash.giveBack(again, [entry.path], NOW_MS))).toBe(entry.path);
		expect(readdirSync(folder)).toEqual([]);
	});

	test('and the process that is started next may have its number', async () => {
		const entry = await take(place.write('app/a.md', 'mine'));
		renameSync(path.join(folder, entry.id), path.join(folder, `${entry.id}.claimed-${process.pid}`));
		const [again] = await trash.list('note');
		writeFileSync(entry.path, 'taken');
		expect(again && (await trash.giveBack(again, [entry.path], NOW_MS))).toBeUndefined();
		expect((await trash.list('note'))[0]?.id).toBe(entry.id);
	});

	test('after the return, before the entry goes: it is at both places', async () => {
		const file = place.write('app/a.md', 'mine');
		const entry = await take(file);
		await trash.giveBack(entry, [file], NOW_MS);
		mkdirSync(path.dirname(entry.content));
		writeFileSync(
			path.join(path.dirname(entry.content), 'record.json'),
			JSON.stringify({ schemaVersion: 1, ...record(file) }),
		);
		writeFileSync(entry.content, 'mine');
		const second = path.join(place.root, 'app/a-2.md');
		expect(await trash.giveBack(entry, [file, second], NOW_MS)).toBe(second);
		expect([file, second].map((each) => readFileSync(each, 'utf8'))).toEqual(['mine', 'mine']);
	});
});

// T35
describe('each kind has its own cap', () => {
	const takeMany = async (kind: string, count: number, bytes: number): Promise<void> => {
		for (let n = 0; n < count; n++)
			await take(place.write(`app/${kind}-${n}`, 'x'.repeat(bytes)), {
				kind,
				name: `${kind}-${n}`,
				takenMs: NOW_MS + n,
			});
	};

	test('of entries: the oldest go first', async () => {
		await takeMany('note', 5, 10);
		expect(await names()).toEqual(['note-4', 'note-3', 'note-2']);
	});

	test('of bytes: the oldest go first', async () => {
		await takeMany('note', 3, 400);
		expect(await names()).toEqual(['note-2', 'note-1']);
	});

	test('but what was taken together stays together, and comes back', async () => {
		await takeMany('note', 2, 10);
		for (let n = 0; n < 5; n++)
			await take(place.write(`app/more-${n}`, 'x'.repeat(400)), {
				kind: 'note',
				name: `more-${n}`,
				takenMs: NOW_MS + 10 + n,
				extra: { batch: 'one' },
			});
		expect(await names()).toEqual(['more-4', 'more-3', 'more-2', 'more-1', 'more-0']);
		await takeMany('note', 1, 10);
		expect(await names()).toHaveLength(3);
	});

	test('but the newest always stays', async () => {
		await takeMany('note', 2, 5_000);
		expect(await names()).toEqual(['note-1']);
	});

	test('and a large one pushes nothing of another kind out', async () => {
		await takeMany('note', 2, 10);
		await takeMany('big', 1, 100_000);
		expect(await names()).toEqual(['note-1', 'note-0']);
		expect(await names('big')).toEqual(['big-0']);
	});

	test('a kind without one is not capped', async () => {
		await takeMany('other', 6, 1_000);
		expect(await names('other')).toHaveLength(6);
	});
});

describe('what is no entry is not listed', () => {
	test.each([
		['a stray file', (entry: TrashEntry) => writeFileSync(path.join(folder, 'stray'), entry.id)],
		['a stray folder', () => mkdirSync(path.join(folder, 'stray'))],
		[
			'a broken record',
			(entry: TrashEntry) => writeFileSync(path.join(path.dirname(entry.content), 'record.json'), '{"a'),
		],
		[
			'a record of a later version',
			(entry: TrashEntry) =>
				writeFileSync(
					path.join(path.dirname(entry.content), 'record.json'),
					JSON.stringify({ ...entry, schemaVersion: 2 }),
				),
		],
		[
			'a link for content',
			(entry: TrashEntry) => {
				rmSync(entry.content);
				symlinkSync('/etc/passwd', entry.content);
			},
		],
		[
			'a record that names its own folder',
			(entry: TrashEntry) =>
				writeFileSync(
					path.join(path.dirname(entry.content), 'record.json'),
					JSON.stringify({ ...entry, path: '/a/..' }),
				),
		],
	])('%s', async (name, spoil) => {
		const entry = await take(place.write('app/a.md', 'mine'));
		spoil(entry);
		expect(await names()).toEqual(name.startsWith('a stray') ? ['n'] : []);
	});

	test('and where there is no trash there is nothing in it', async () => expect(await names()).toEqual([]));
});

test('the trash is for its owner alone', async () => {
	const entry = await take(place.write('app/a.md', 'mine'));
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(statSync(path.join(path.dirname(entry.content), 'record.json')).mode & 0o777).toBe(0o600);
});

test('ours lies in our home, and not below projects/, which Claude Code sweeps', async () => {
	const file = place.write('app/a.md', 'mine');
	const entry = await openTrash(place.claude).take(record(file, { kind: 'parked' }));
	expect(entry?.content.startsWith(path.join(place.home, '.claude/session-keeper/trash/'))).toBe(true);
});

describe('across file systems', () => {
	const other = '/dev/shm';
	let far: string;
	beforeEach((context) => {
		if (!existsSync(other) || statSync(other).dev === statSync(place.root).dev) context.skip();
		far = mkdtempSync(path.join(other, 'keeper-'));
	});
	afterEach(() => rmSync(far, { recursive: true, force: true }));

	test('a file and its folder go and come back, byte for byte, with their times', async () => {
		const file = path.join(far, 'a.jsonl');
		writeFileSync(file, BYTES, { mode: 0o640 });
		setAge(file, 9);
		const side = path.join(far, 'a.files');
		mkdirSync(path.join(side, 'sub'), { recursive: true });
		writeFileSync(path.join(side, 'sub/x'), 'x');
		setAge(path.join(side, 'sub/x'), 8);
		const before = snapshot(far);
		const entry = await take(file, {}, [side]);
		expect(readdirSync(far)).toEqual([]);
		expect(readdirSync(path.dirname(entry.content)).sort()).toEqual(['a.files', 'a.jsonl', 'record.json']);
		expect(await trash.giveBack(entry, [file], entry.modifiedMs, { companions: [side] })).toBe(file);
		expect(snapshot(far)).toEqual(before);
		expect(statSync(file).mode & 0o777).toBe(0o640);
	});

	test('nothing is written over, and nothing is left lying about', async () => {
		const file = path.join(far, 'a.md');
		writeFileSync(file, 'mine');
		const entry = await take(file);
		writeFileSync(file, 'theirs');
		expect(await trash.giveBack(entry, [file], NOW_MS)).toBeUndefined();
		expect(readFileSync(file, 'utf8')).toBe('theirs');
		expect(readdirSync(far)).toEqual(['a.md']);
	});

	test('one of several takes it', async () => {
		const file = path.join(far, 'a.md');
		writeFileSync(file, 'mine');
		const taken = record(file);
		const entries = await Promise.all([1, 2, 3].map(() => trash.take(taken)));
		expect(entries.filter((entry) => entry !== undefined)).toHaveLength(1);
		expect(readdirSync(far)).toEqual([]);
	});
});

describe('on a full disk', () => {
	let disk: string;
	let unmount: (() => void) | undefined;
	beforeEach((context) => {
		disk = path.join(place.root, 'disk');
		unmount = mountSmallDisk(disk, 128);
		if (unmount === undefined) context.skip();
	});
	afterEach(() => unmount?.());

	test('what cannot be recorded is not taken', async () => {
		const file = path.join(disk, 'a.md');
		writeFileSync(file, 'mine');
		const full = new Trash(path.join(disk, 'trash'), {});
		fillDisk(disk);
		await expect(full.take(record(file))).rejects.toMatchObject({ code: 'ENOSPC' });
		expect(readFileSync(file, 'utf8')).toBe('mine');
		expect(await full.list('note')).toEqual([]);
		expect(existsSync(path.join(disk, 'trash'))).toBe(false);
	});

	test('what does not fit into the trash stays where it is, with its folder', async () => {
		const file = place.write('app/a.jsonl', 'x'.repeat(10_000));
		place.write('app/a.files/big', 'x'.repeat(200_000));
		const before = snapshot(path.join(place.root, 'app'));
		const small = new Trash(path.join(disk, 'trash'), {});
		await expect(small.take(record(file), { companions: [path.join(place.root, 'app/a.files')] })).rejects.toThrow();
		expect(snapshot(path.join(place.root, 'app'))).toEqual(before);
		expect(await small.list('note')).toEqual([]);
	});

	test('what does not fit back stays in the trash', async () => {
		const entry = await take(place.write('app/a.md', 'x'.repeat(10_000)));
		fillDisk(disk);
		const before = readdirSync(disk);
		await expect(trash.giveBack(entry, [path.join(disk, 'a.md')], NOW_MS)).rejects.toThrow();
		expect(readdirSync(disk)).toEqual(before);
		expect(await trash.list('note')).toEqual([entry]);
	});
});
