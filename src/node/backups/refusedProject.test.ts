// A project that takes no backups, because its repository tracks a name of ours: the copies in our home are all there are.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isFinding } from '../../core/backups/report';
import { openTrash } from '../keeper/keeperTrash';
import { SESSION } from '../testing/backupPlace';
import { backUp, clock, open, place, useBackupWriting } from '../testing/backupWriting';
import { git } from '../testing/places';
import { locateTranscript } from '../transcript/locateTranscript';
import { backupNames, checkBackup } from './backupRestore';
import { pendingBytes, retainBackups } from './backupRetention';
import { BackupStore } from './backupStore';
import { homePlace } from './place';

useBackupWriting();
beforeEach(() => {
	place.write('repo/.claude/memory/.pending-backup', 'theirs\n');
	git(place.repo, 'add', '-f', '.claude/memory/.pending-backup');
	git(place.repo, 'commit', '-q', '-m', 'theirs');
	place.say(['one']);
});

async function storeHere(): Promise<BackupStore> {
	const project = await place.project();
	return new BackupStore(project, openTrash(place.claude), clock, homePlace(place.claude, project));
}

test('one that nobody finished is listed, and is finished', async () => {
	const project = await place.project();
	const transcript = await locateTranscript(place.claude, SESSION, undefined, project);
	const raw = await (await open()).announce(transcript ?? expect.fail(), 'exit');
	expect((await (await storeHere()).list()).pending).toMatchObject([{ raw, state: 'unfinished', isHomeOnly: true }]);
	await (await open()).finish();
	expect((await (await storeHere()).list()).pending).toMatchObject([{ raw, state: 'pending', isHomeOnly: true }]);
});

test('one whose document was taken back waits again', async () => {
	const raw = await backUp();
	const store = await storeHere();
	await store.process((await store.list()).pending);
	const { pending, kept } = await store.list();
	expect([pending, kept]).toMatchObject([[], [{ raw, isHomeOnly: true }]]);
	await store.reopen(kept[0] ?? expect.fail());
	expect((await store.list()).pending).toMatchObject([{ raw, state: 'pending', isHomeOnly: true }]);
	expect(readFileSync(path.join(place.memory, '.pending-backup'), 'utf8')).toBe('theirs\n');
	expect(git(place.repo, 'status', '--porcelain', '-uall')).toBe('');
});

test('what was dealt with is compressed and leaves when there is too much, and what waits is counted', async () => {
	place.say(['x'.repeat(50_000)]);
	place.say(['y'.repeat(50_000)], 'waits');
	const [done, waits] = [await backUp(), await backUp('exit', 'waits')];
	const [project, store] = [await place.project(), await storeHere()];
	await store.process((await store.list()).pending.filter(({ raw }) => raw === done));
	expect(await retainBackups(place.claude, project, 1e6)).toMatchObject({ compressed: [done], removed: [] });
	expect((await pendingBytes(place.claude, project)).bytes).toBeGreaterThan(50_000);
	expect(await retainBackups(place.claude, project, 10)).toMatchObject({ compressed: [waits], removed: [done] });
	expect(place.raws(place.second)).toEqual([`${waits}.br`]);
});

test('one is checked in our home alone, and is missed where it is gone', async () => {
	const raw = await backUp();
	const project = await place.project();
	const check = await checkBackup(place.claude, project, raw);
	expect(check).toMatchObject({ isPending: true, main: 'missing', second: 'whole', isHomeOnly: true });
	expect(isFinding(check)).toBe(false);
	rmSync(path.join(place.second, 'raw', raw));
	rmSync(place.transcript());
	expect(await backupNames(place.claude, project)).toEqual([raw]);
	expect(isFinding(await checkBackup(place.claude, project, raw))).toBe(true);
});

test('one that an ignore file of the repository keeps out of the project is in our home alone, too', async () => {
	git(place.repo, 'rm', '-q', '--cached', '.claude/memory/.pending-backup');
	rmSync(path.join(place.memory, '.pending-backup'));
	place.write('repo/.claude/memory/.gitignore', '!notes/\nraw/\n.pending-backup\n.backup-log\n');
	git(place.repo, 'add', '-f', '.claude/memory/.gitignore');
	git(place.repo, 'commit', '-q', '-m', 'theirs');
	const raw = await backUp();
	expect((await open()).refused).toContain('lets git take them');
	const check = await checkBackup(place.claude, await place.project(), raw);
	expect(check).toMatchObject({ main: 'missing', second: 'whole', isHomeOnly: true });
});
