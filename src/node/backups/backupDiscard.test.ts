// Backups that are discarded and come back, also those of which only the second copy is left.
import { existsSync, lstatSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { backupLogLine } from '../../core/backups/log';
import { markerText } from '../../core/backups/marker';
import { homePlace } from './place';
import { findProject } from '../project/project';
import {
	A,
	B,
	first,
	log,
	marker,
	memory,
	openStore,
	place,
	project,
	raw,
	source,
	states,
	store,
	useBackupStore,
} from '../testing/backupStorePlace';
import { fillDisk, git, mountSmallDisk, newRepository, snapshot } from '../testing/places';

useBackupStore();

const events = (): readonly string[] =>
	readFileSync(memory('.backup-log'), 'utf8')
		.trim()
		.split('\n')
		.map((line) => (JSON.parse(line) as { event: string }).event);

describe('discarding', () => {
	test('moves a backup and its side files to the trash, and undo brings all back, byte for byte', async () => {
		raw(A, 'content\0\r\n');
		place.write(path.relative(place.root, memory(`raw/${A.replace('.jsonl', '.files')}/subagents/x.jsonl`)), 'side', 2);
		raw(B);
		raw('.gitignore', '*\n');
		log({ raw: A, session: 's1', reason: 'exit', source: source() }, { raw: B });
		marker(`.claude/memory/raw/${A}\n`);
		const before = snapshot(memory('raw'));
		const entry = await store.discard(await first());
		expect(readdirSync(memory('raw'))).toEqual(['.gitignore', B]);
		expect(events()).toEqual(['pending', 'pending', 'discarded']);
		expect(await states()).toEqual([`${B} pending`]);
		expect(readFileSync(memory('.pending-backup'), 'utf8')).toBe(`.claude/memory/raw/${B}\n`);
		expect(await store.discarded()).toHaveLength(1);

		expect(entry && (await store.undoDiscard(entry))).toBe(true);
		expect(snapshot(memory('raw'))).toEqual(before);
		expect(await states()).toEqual([`${A} pending`, `${B} pending`].sort().reverse());
		expect((await store.list()).pending.find((backup) => backup.raw === A)).toMatchObject({
			session: 's1',
			reason: 'exit',
			source: source(),
			sinceMs: Date.parse('2026-11-20T09:15:00Z'),
		});
		expect(await store.discarded()).toEqual([]);
	});

	test('several are recorded each, the marker is written once, and they come back together', async () => {
		const names = ['1', '2', '3', '4'].map((n) => A.replace('0915', `091${n}`));
		names.forEach((name) => raw(name));
		log(...names.map((name) => ({ raw: name })));
		const { pending } = await store.list();
		const listed = vi.spyOn(store, 'list');
		expect(await store.discardAll(pending.slice(0, 3))).toHaveLength(3);
		expect(listed).toHaveBeenCalledTimes(1);
		expect(events().slice(4)).toEqual(['discarded', 'discarded', 'discarded']);
		expect(readFileSync(memory('.pending-backup'), 'utf8')).toBe(markerText(names[0] ?? ''));
		expect((await store.lastDiscarded()).map(({ name }) => name).sort()).toEqual(names.slice(1));
	});

	test('the last one leaves no marker', async () => {
		raw(A);
		marker(`${A}\n`);
		await store.discard(await first());
		expect(existsSync(memory('.pending-backup'))).toBe(false);
	});

	test('one whose copy never came is a line in the log', async () => {
		log({ raw: A });
		expect(await store.discard(await first())).toBeUndefined();
		expect(events()).toEqual(['pending', 'discarded']);
		expect(await states()).toEqual([]);
	});

	test('one twice at once is one line', async () => {
		raw(A);
		const backup = await first();
		const entries = await Promise.all([store.discard(backup), store.discard(backup)]);
		expect(entries.filter((entry) => entry !== undefined)).toHaveLength(1);
		expect(await states()).toEqual([]);
	});

	// R12, T44
	test('keeps what comes back out of git, and the log for its owner', async () => {
		raw(A);
		const entry = await store.discard(await first());
		expect(readFileSync(memory('.gitignore'), 'utf8')).toContain('raw/');
		expect(lstatSync(memory('.backup-log')).mode & 0o777).toBe(0o600);
		rmSync(memory(''), { recursive: true });
		expect(entry && (await store.undoDiscard(entry))).toBe(true);
		for (const name of ['.gitignore', 'raw/.gitignore']) expect(lstatSync(memory(name)).size).toBeGreaterThan(0);
		expect(git(project.root, 'status', '--porcelain', '-uall')).toBe('');
		expect(lstatSync(memory('raw')).mode & 0o777).toBe(0o700);
	});

	test('leaves a marker that git tracks to the repository', async () => {
		raw(A);
		marker('theirs\n');
		git(project.root, 'add', '-f', '.claude/memory/.pending-backup');
		const entry = await store.discard(await first());
		expect(readFileSync(memory('.pending-backup'), 'utf8')).toBe('theirs\n');
		expect(entry && (await store.undoDiscard(entry))).toBe(true);
		expect(readFileSync(memory('.pending-backup'), 'utf8')).toBe('theirs\n');
	});

	test('undo goes over nothing', async () => {
		raw(A, 'mine');
		const entry = await store.discard(await first());
		raw(A, 'theirs');
		expect(entry && (await store.undoDiscard(entry))).toBe(false);
		expect(readFileSync(memory(`raw/${A}`), 'utf8')).toBe('theirs');
		expect(await store.discarded()).toHaveLength(1);
	});

	test('undo goes nowhere but into raw/', async () => {
		raw(A);
		const entry = await store.discard(await first());
		if (entry === undefined) throw new Error('nothing was taken');
		const before = snapshot(place.root);
		for (const target of [path.join(place.root, A), memory(A), memory('raw/.hidden.jsonl'), memory(`raw/sub/${A}`)])
			expect(await store.undoDiscard({ ...entry, path: target })).toBe(false);
		expect(snapshot(place.root)).toEqual(before);
	});

	test('nothing is done where the ignore file leads out of the project', async () => {
		raw(A);
		place.write('outside', 'theirs');
		symlinkSync(path.join(place.root, 'outside'), memory('.gitignore'));
		const backup = await first();
		await expect(store.discard(backup)).rejects.toThrow('leads outside the project');
		expect(await states()).toEqual([`${A} unknown`]);
		expect(await store.discarded()).toEqual([]);
	});

	test('what cannot be recorded on a full disk is not done', async (context) => {
		const disk = path.join(place.root, 'disk');
		const unmount = mountSmallDisk(disk, 128);
		if (unmount === undefined) return context.skip();
		try {
			openStore(await findProject(place.claude, newRepository(path.join(disk, 'repo'))));
			// An empty one: a larger one would make room for the line by leaving.
			raw(A, '');
			const backup = await first();
			place.write('disk/repo/.claude/memory/.gitignore', 'raw/\n.pending-backup\n.backup-log\nsessions/\n');
			fillDisk(disk);
			const before = snapshot(memory('raw'));
			await expect(store.discard(backup)).rejects.toMatchObject({ code: 'ENOSPC' });
			expect(snapshot(memory('raw'))).toEqual(before);
			expect(await store.discarded()).toEqual([]);
		} finally {
			unmount();
		}
	});
});

describe('backups of which only the second copy is left', () => {
	const inHome = (name: string): string => place.kept(project.root, `backups/${name}`);
	function putSecond(...names: readonly string[]): void {
		for (const name of names) place.write(path.relative(place.root, inHome(`raw/${name}`)), 'x'.repeat(10), 1);
		place.write(
			path.relative(place.root, inHome('.backup-log')),
			names
				.map((name) => `${backupLogLine({ ts: '2026-11-20T09:15:00Z', event: 'pending', raw: name, session: 's1' })}\n`)
				.join(''),
		);
	}
	beforeEach(() => {
		openStore(project, homePlace(place.claude, project));
	});

	test('are listed though `git clean -fdX` took everything of the project', async () => {
		putSecond(A);
		expect((await store.list()).pending).toMatchObject([{ raw: A, state: 'pending', session: 's1', isHomeOnly: true }]);
		expect(store.fileOf(await first())).toBe(inHome(`raw/${A}`));
		// Looking at them writes nothing.
		expect(existsSync(path.join(project.root, '.claude'))).toBe(false);
	});

	test('are the ones whose file is gone from the project, and not those that were dealt with there', async () => {
		putSecond(A, B);
		log({ raw: A }, { raw: B }, { raw: B, event: 'processed' });
		expect(await states()).toEqual([`${A} pending`]);
		raw(A);
		expect((await first()).isHomeOnly).toBeUndefined();
	});

	test('are discarded from there, stay away, and come back on undo', async () => {
		putSecond(A, B);
		const entry = await store.discard(await first());
		expect(existsSync(inHome(`raw/${A}`))).toBe(false);
		expect(await states()).toEqual([`${B} pending`]);
		expect(existsSync(path.join(project.root, '.claude'))).toBe(false);
		expect(await store.discarded()).toHaveLength(1);
		if (entry === undefined) throw new Error('nothing went to the trash');
		expect(await store.undoDiscard(entry)).toBe(true);
		expect(readFileSync(inHome(`raw/${A}`), 'utf8')).toBe('x'.repeat(10));
		expect(await states()).toEqual([`${A} pending`, `${B} pending`]);
	});

	test('leave the marker of the project as it is, whatever it says', async () => {
		putSecond(A, B);
		marker('theirs\n');
		const before = snapshot(path.join(project.root, '.claude'));
		const entry = await store.discard(await first());
		await store.process([await first()]);
		if (entry === undefined) throw new Error('nothing went to the trash');
		expect(await store.undoDiscard(entry)).toBe(true);
		expect(snapshot(path.join(project.root, '.claude'))).toEqual(before);
	});

	test('do not include what was discarded before the project was cleaned', async () => {
		putSecond(A);
		raw(A);
		log({ raw: A, session: 's1' });
		await store.discard(await first());
		rmSync(path.join(project.root, '.claude'), { recursive: true });
		expect(await states()).toEqual([]);
	});
});
