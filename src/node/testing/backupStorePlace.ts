// A project whose backups a store lists and discards, for tests of the store: files and lines as they might lie there.
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type BackupEvent, type BackupLogLine, backupLogLine } from '../../core/backups/log';
import type { PendingBackup } from '../../core/backups/pending';
import { FakeClock } from '../../core/testing/fakeClock';
import { BackupStore } from '../backups/backupStore';
import { type BackupPlace, homePlace } from '../backups/place';
import { openTrash } from '../keeper/keeperTrash';
import { type Project, findProject } from '../project/project';
import { NOW_MS, type Place, newPlace, newRepository } from './places';

/** Names of two backups; the first is the newer one. */
export const A = '20261120_091500_exit.jsonl';
export const B = '20261119_091500_clear.jsonl';

export let place: Place;
export let project: Project;
export let store: BackupStore;

/** Gives each test a project of its own, without any backup. */
export function useBackupStore(): void {
	beforeEach(async () => {
		place = newPlace();
		openStore(await findProject(place.claude, newRepository(path.join(place.root, 'repo'))));
	});
	afterEach(() => place.remove());
}

/** Goes on with the store of a project. @param second where its second copies are. */
export function openStore(own: Project, second: BackupPlace = homePlace(place.claude, own)): void {
	project = own;
	store = new BackupStore(own, openTrash(place.claude), new FakeClock(NOW_MS), second);
}

/** Path of a file in the memory folder of the project. */
export const memory = (name: string): string => path.join(project.root, '.claude/memory', name);
/** Path of a transcript in a folder of Claude Code's. */
export const source = (id = 's1'): string => path.join(place.claude.projectsDir, '-x', `${id}.jsonl`);

/** Writes a copy. @returns its path. */
export function raw(name: string, content = 'x'.repeat(10)): string {
	return place.write(path.relative(place.root, memory(`raw/${name}`)), content, 1);
}
/** Writes the log. */
export function log(...lines: (Partial<BackupLogLine> & { raw: string; event?: BackupEvent })[]): void {
	place.write(
		path.relative(place.root, memory('.backup-log')),
		lines.map((line) => `${backupLogLine({ ts: '2026-11-20T09:15:00Z', event: 'pending', ...line })}\n`).join(''),
	);
}
/** Writes the marker. @returns its path. */
export function marker(text: string): string {
	return place.write(path.relative(place.root, memory('.pending-backup')), text);
}

/** Name and state of each pending backup. */
export const states = async (): Promise<readonly string[]> =>
	(await store.list()).pending.map((backup) => `${backup.raw} ${backup.state}`);
/** The pending backup that is listed first. */
export async function first(): Promise<PendingBackup> {
	const [backup] = (await store.list()).pending;
	if (backup === undefined) throw new Error('nothing is pending');
	return backup;
}
