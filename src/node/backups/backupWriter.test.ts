import { execFile } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openTrash } from '../keeper/keeperTrash';
import { backUpMissed } from './backupMissed';
import { retainBackups } from './backupRetention';
import { BackupStore } from './backupStore';
import { homePlace } from './place';
import { locateTranscript } from '../transcript/locateTranscript';
import { SESSION } from '../testing/backupPlace';
import { backUp, clock, expectWhole, open, place, useBackupWriting } from '../testing/backupWriting';
import { NOW_MS, git } from '../testing/places';

useBackupWriting();

const run = promisify(execFile);
const mode = (file: string): number => statSync(file).mode & 0o777;

describe('a backup', () => {
	// T44, T34
	test('is whole, verified, there twice, for its owner alone, and out of git', async () => {
		place.say(['{"a":1}', '{"b":2}']);
		const raw = await backUp();
		expect(raw).toBe('20261121_100000_exit.jsonl');
		expectWhole(raw, '{"a":1}\n{"b":2}\n');
		for (const folder of [place.memory, place.second]) {
			expect(mode(path.join(folder, 'raw'))).toBe(0o700);
			for (const name of [`raw/${raw}`, '.backup-log']) expect(mode(path.join(folder, name)), name).toBe(0o600);
		}
		expect(git(place.repo, 'status', '--porcelain', '-uall')).toBe('');
	});

	test('is no second name of the transcript: what is written later does not show through', async () => {
		const file = place.say(['one']);
		const raw = await backUp();
		expect(statSync(file).nlink).toBe(1);
		truncateSync(file, 0);
		expect(place.copy(raw)).toBe('one\n');
	});

	test('takes subagents, results of tools and side files along, and leaves links and pipes', async () => {
		place.say(['one']);
		const side = place.transcript().replace(/\.jsonl$/u, '');
		place.write(path.relative(place.root, `${side}/subagents/agent-a.jsonl`), 'agent\n');
		place.write(path.relative(place.root, `${side}/tool-results/t.txt`), 'result');
		place.write(path.relative(place.root, `${side}/custom-title.json`), '{}');
		symlinkSync('/etc/passwd', `${side}/link`);
		await run('mkfifo', [`${side}/pipe`]);
		const raw = await backUp();
		for (const folder of [place.memory, place.second]) {
			const files = path.join(folder, 'raw', raw.replace('.jsonl', '.files'));
			expect(readFileSync(path.join(files, 'subagents/agent-a.jsonl'), 'utf8')).toBe('agent\n');
			expect(readFileSync(path.join(files, 'tool-results/t.txt'), 'utf8')).toBe('result');
			expect(mode(path.join(files, 'tool-results/t.txt'))).toBe(0o600);
			expect(existsSync(path.join(files, 'link'))).toBe(false);
			expect(existsSync(path.join(files, 'pipe'))).toBe(false);
		}
	});

	// One copy that a disk forgot, or that somebody has written into, must not become two.
	test('mends a side file that is damaged in one place, and never copies it over the whole one', async () => {
		place.say(['one']);
		const side = `${path.relative(place.root, place.transcript().replace(/\.jsonl$/u, ''))}/subagents/agent-a.jsonl`;
		place.write(side, 'agent\n');
		const first = await backUp('compact');
		const sideOf = (folder: string, raw: string): string =>
			path.join(folder, 'raw', raw.replace('.jsonl', '.files'), 'subagents/agent-a.jsonl');
		const both = (raw: string): readonly string[] =>
			[place.memory, place.second].map((folder) => readFileSync(sideOf(folder, raw), 'utf8'));
		writeFileSync(sideOf(place.memory, first), 'rotte\n');
		place.say(['two']);
		const second = await backUp();
		expect(both(second)).toEqual(['agent\n', 'agent\n']);
		writeFileSync(sideOf(place.memory, second), 'rotte\n');
		rmSync(path.join(place.root, side));
		place.say(['three']);
		expect(both(await backUp('compact'))).toEqual(['rotte\n', 'agent\n']);
	});

	test('has its second copy’s side files from the session itself, where the first copy’s are damaged', async () => {
		place.say(['one']);
		const side = path.relative(place.root, place.transcript().replace(/\.jsonl$/u, ''));
		place.write(`${side}/tool-results/t.txt`, 'result');
		place.write(`${side}/tool-results/gone.txt`, 'kept');
		const raw = await backUp();
		const files = (folder: string): string => path.join(folder, 'raw', raw.replace('.jsonl', '.files'), 'tool-results');
		rmSync(place.second, { recursive: true });
		writeFileSync(path.join(files(place.memory), 't.txt'), 'rotten');
		rmSync(path.join(place.root, side, 'tool-results/gone.txt'));
		await (await open()).finish();
		expect(readFileSync(path.join(files(place.second), 't.txt'), 'utf8')).toBe('result');
		expect(readFileSync(path.join(files(place.second), 'gone.txt'), 'utf8')).toBe('kept');
	});

	test('of a session that has one pending grows out of it and takes its place', async () => {
		place.say(['one']);
		const side = path.relative(place.root, place.transcript().replace(/\.jsonl$/u, ''));
		place.write(`${side}/tool-results/t.txt`, 'result');
		const first = await backUp('compact');
		const inode = statSync(path.join(place.memory, 'raw', first)).ino;
		place.say(['two']);
		place.write(`${side}/tool-results/u.txt`, 'more');
		const second = await backUp();
		expectWhole(second, 'one\ntwo\n');
		expect(statSync(path.join(place.memory, 'raw', second)).ino).toBe(inode);
		expect(place.raws()).toEqual([second]);
		expect(existsSync(path.join(place.memory, 'raw', second.replace('.jsonl', '.files'), 'tool-results/t.txt'))).toBe(
			true,
		);
	});

	test('of a transcript that was rewritten does not push out the older one, which holds what is gone', async () => {
		place.say(['one', 'two', 'three']);
		const first = await backUp('compact');
		writeFileSync(place.transcript(), 'three\n');
		const second = await backUp();
		expect(place.copy(first)).toBe('one\ntwo\nthree\n');
		expect(place.copy(second)).toBe('three\n');
		expect(place.pending().map((each) => [each.raw, each.isVerified])).toEqual([
			[first, true],
			[second, true],
		]);
	});

	test('does not grow out of a copy that somebody has written into, which would be damaged, too', async () => {
		place.say(['first foo']);
		const first = await backUp('compact');
		const copy = path.join(place.memory, 'raw', first);
		writeFileSync(copy, readFileSync(copy, 'utf8').replace('foo', 'bar'));
		place.say(['second']);
		const second = await backUp();
		expectWhole(second, 'first foo\nsecond\n');
		expect(place.raws()).toEqual([second]);
	});

	test('takes the place of an older one that an undo brought back, and the log comes to rest', async () => {
		place.say(['one']);
		const side = path.relative(place.root, place.transcript().replace(/\.jsonl$/u, ''));
		place.write(`${side}/tool-results/old.txt`, 'old');
		const first = await backUp('compact');
		const [project, trash] = [await place.project(), openTrash(place.claude)];
		const store = new BackupStore(project, trash, clock, homePlace(place.claude, project));
		const entry = await store.discard((await store.list()).pending[0] ?? expect.fail());
		rmSync(path.join(place.root, side, 'tool-results/old.txt'));
		place.write(`${side}/tool-results/new.txt`, 'new');
		place.say(['two']);
		const second = await backUp();
		await retainBackups(place.claude, project);
		expect(await store.undoDiscard(entry ?? expect.fail())).toBe(true);
		expect(place.pending().map(({ raw }) => raw)).toEqual([first, second]);
		await (await open()).finish();
		expectWhole(second, 'one\ntwo\n');
		const files = path.join(place.memory, 'raw', second.replace('.jsonl', '.files'), 'tool-results');
		expect(readdirSync(files).sort()).toEqual(['new.txt', 'old.txt']);
		const lines = readFileSync(path.join(place.memory, '.backup-log'), 'utf8');
		await (await open()).finish();
		expect(readFileSync(path.join(place.memory, '.backup-log'), 'utf8')).toBe(lines);
		expect(await (await open()).unfinishedBytes()).toBeUndefined();
	});

	// Of a side file, the older backup may have the only copy that is whole.
	test.each<[string, (file: string) => void, string | undefined]>([
		['is damaged in the newer one', (file) => writeFileSync(file, 'bad'), 'old'],
		['cannot be put into the newer one', (file) => (rmSync(file), mkdirSync(file)), undefined],
	])('loses no side file of an older one: one that %s', async (_name, happens, moved) => {
		place.say(['one']);
		const side = path.relative(place.root, place.transcript().replace(/\.jsonl$/u, ''));
		place.write(`${side}/tool-results/old.txt`, 'old');
		const first = await backUp('compact');
		const [project, trash] = [await place.project(), openTrash(place.claude)];
		const store = new BackupStore(project, trash, clock, homePlace(place.claude, project));
		const entry = await store.discard((await store.list()).pending[0] ?? expect.fail());
		place.say(['two']);
		const second = await backUp();
		const old = (raw: string): string =>
			path.join(place.memory, 'raw', raw.replace('.jsonl', '.files'), 'tool-results/old.txt');
		rmSync(path.join(place.root, side), { recursive: true });
		happens(old(second));
		expect(await store.undoDiscard(entry ?? expect.fail())).toBe(true);
		rmSync(place.second, { recursive: true });
		await (await open()).finish();
		expect(readFileSync(old(moved === undefined ? first : second), 'utf8')).toBe('old');
		expect(place.pending().map(({ raw }) => raw)).toEqual(moved === undefined ? [first, second] : [second]);
	});

	test('of a transcript that was rewritten has its second copy again, and so has the older one', async () => {
		place.say(['one', 'two', 'three']);
		const first = await backUp('compact');
		writeFileSync(place.transcript(), 'three\n');
		const second = await backUp();
		rmSync(place.second, { recursive: true });
		await (await open()).finish();
		expect([...place.raws(place.second)].sort()).toEqual([first, second].sort());
		expect(await (await open()).unfinishedBytes()).toBeUndefined();
	});

	// R3
	test('of another session is its own: neither forgets the other', async () => {
		place.say(['one']);
		place.say(['other'], 'another-session');
		const [first, second] = [await backUp(), await backUp('exit', 'another-session')];
		expect([first, second]).toEqual(['20261121_100000_exit.jsonl', '20261121_100000_exit-2.jsonl']);
		expect(place.pending().map((each) => each.raw)).toEqual([first, second]);
	});

	test('is the whole lines that were there when the transcript grows meanwhile', async () => {
		place.say(['one']);
		const raw = await backUp('exit', SESSION, (step) => {
			if (step === 'written') place.say(['two']);
		});
		expectWhole(raw, 'one\n');
	});

	test('waits for a transcript that is cut while it is copied', async () => {
		place.say(['one', 'two']);
		let cuts = 0;
		const raw = await backUp('exit', SESSION, (step) => {
			if (step === 'written' && cuts++ === 0) writeFileSync(place.transcript(), 'x\n');
		});
		expectWhole(raw, 'x\n');
	});

	test('that the person discarded meanwhile does not come back', async () => {
		place.say(['one']);
		const raw = await backUp('exit', SESSION, (step) => {
			if (step === 'written')
				writeFileSync(
					path.join(place.memory, '.backup-log'),
					`${readFileSync(path.join(place.memory, '.backup-log'), 'utf8')}{"ts":"t","event":"discarded","raw":"20261121_100000_exit.jsonl"}\n`,
				);
		});
		expect(place.log().get(raw)?.isPending).toBe(false);
	});
});

describe('what no hook caught', () => {
	const missed = async (lastMessageMs: number, isLive = false): Promise<readonly string[]> =>
		backUpMissed(place.claude, await place.project(), [{ id: SESSION, lastMessageMs, isLive }], clock);

	// T17
	test('is backed up once its process is gone, and only once', async () => {
		place.say(['one']);
		expect(await missed(NOW_MS - 1, true)).toEqual([]);
		expect(existsSync(place.memory)).toBe(false);
		expect(await missed(NOW_MS - 1)).toEqual([SESSION]);
		expectWhole('20261121_100000_missed.jsonl', 'one\n');
		expect(await missed(NOW_MS - 1)).toEqual([]);
	});

	test('is what was said after the last backup, and not what a hook has already', async () => {
		place.say(['one']);
		await backUp('exit');
		expect(await missed(NOW_MS + 900)).toEqual([]);
		place.say(['two']);
		expect(await missed(NOW_MS + 60_000)).toEqual([SESSION]);
		expect(place.pending().map((each) => each.reason)).toEqual(['missed']);
	});

	test('is also what a hook announced, and nobody came to copy', async () => {
		place.say(['one']);
		const transcript = await locateTranscript(place.claude, SESSION, undefined, await place.project());
		if (transcript === undefined) throw new Error('no transcript');
		const raw = await (await open()).announce(transcript, 'exit');
		expect(place.raws()).toEqual([]);
		expect(await missed(NOW_MS - 1, true)).toEqual([]);
		expect(place.raws()).toEqual([]);
		expect(await missed(NOW_MS - 1)).toEqual([]);
		expectWhole(raw, 'one\n');
	});

	test('without a transcript is nothing', async () => {
		expect(await missed(NOW_MS)).toEqual([]);
	});
});
