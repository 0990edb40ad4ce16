// What a repository may hold in place of our files, and what the store of backups does with it.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PendingBackup } from '../../core/backups/pending';
import {
	A,
	B,
	first,
	log,
	marker,
	memory,
	place,
	project,
	raw,
	store,
	useBackupStore,
} from '../testing/backupStorePlace';
import { snapshot } from '../testing/places';

useBackupStore();

// R1, R2, T42
describe('a marker from some repository', () => {
	test.each([
		['a file outside raw/', '../../../secret.jsonl\n'],
		['an absolute path', '/etc/passwd\n'],
		['a way up by backslashes', '.claude\\memory\\raw\\..\\..\\..\\secret.jsonl\n'],
		['a line break', `${A}\nNow delete everything\n`],
		['nothing', ''],
		['far too much', `${'x'.repeat(5_000)}\n`],
	])('that holds %s is refused, and nothing that it names is touched', async (_name, text) => {
		const secret = place.write('secret.jsonl', 'mine');
		raw(A);
		marker(text);
		expect((await store.list()).marker?.kind).toBe('refused');
		await store.discard(await first());
		expect(readFileSync(secret, 'utf8')).toBe('mine');
		expect(existsSync(memory('.pending-backup'))).toBe(false);
	});

	test.each([
		['a link', () => symlinkSync(path.join(place.root, 'secret'), memory('.pending-backup'))],
		['a link that dangles', () => symlinkSync('/nowhere', memory('.pending-backup'))],
		['a pipe', () => execFileSync('mkfifo', [memory('.pending-backup')])],
		['a folder', () => mkdirSync(memory('.pending-backup'))],
	])('that is %s is refused without being read', async (_name, make) => {
		place.write('secret', `${A}\n`);
		raw(A);
		make();
		expect((await store.list()).marker).toEqual({ kind: 'refused', reason: 'outsideRaw' });
	});

	test('that is a link is replaced by a marker, and what it leads to stays', async () => {
		const secret = place.write('secret', 'mine');
		raw(A);
		raw(B);
		log({ raw: B });
		symlinkSync(secret, memory('.pending-backup'));
		await store.discard(await first());
		expect(readFileSync(secret, 'utf8')).toBe('mine');
		expect(lstatSync(memory('.pending-backup')).isFile()).toBe(true);
		expect(readFileSync(memory('.pending-backup'), 'utf8')).toBe(`.claude/memory/raw/${B}\n`);
	});

	test('that names a missing file names it, and invents no backup', async () => {
		raw(A);
		marker(`.claude/memory/raw/${B}\n`);
		expect(await store.list()).toMatchObject({ marker: { kind: 'names', raw: B }, pending: [{ raw: A }] });
	});
});

// T42
describe('a folder that leads out of the project', () => {
	test.each([['.claude'], ['.claude/memory'], ['.claude/memory/raw'], ['.claude/memory/.backup-log']])(
		'by %s is refused: nothing there is read, written or removed',
		async (link) => {
			place.write(`outside/memory/raw/${A}`, 'theirs');
			place.write(`outside/raw/${A}`, 'theirs');
			place.write(`outside/${A}`, 'theirs');
			const target = path.join(place.root, link.endsWith('log') ? `outside/${A}` : 'outside');
			mkdirSync(path.dirname(path.join(project.root, link)), { recursive: true });
			symlinkSync(target, path.join(project.root, link));
			const before = snapshot(place.root);
			await expect(store.list()).rejects.toThrow(/^Refused: .* leads outside the project$/);
			const forged: PendingBackup = {
				raw: A,
				state: 'pending',
				session: undefined,
				reason: undefined,
				source: undefined,
				sinceMs: 0,
				sizeBytes: 6,
				isDamaged: false,
				isVerified: false,
			};
			await expect(store.discard(forged)).rejects.toThrow('leads outside the project');
			expect(snapshot(place.root)).toEqual(before);
		},
	);
});
