import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupLogLine } from '../../core/backups/log';
import { type Place, newPlace } from '../testing/places';
import type { BackupPlace } from './place';
import { readBackups } from './placeLog';

let home: Place;
let place: BackupPlace;
let log: string;
beforeEach(() => {
	home = newPlace();
	place = { root: home.root, folder: path.join(home.root, '.claude/memory') };
	log = path.join(place.folder, '.backup-log');
	mkdirSync(place.folder, { recursive: true });
});
afterEach(() => home.remove());

const line = (raw: string, event: 'pending' | 'missed' = 'pending'): string =>
	`${backupLogLine({ ts: '2026-11-20T09:15:00Z', event, raw, session: 's' })}\n`;
const known = async (): Promise<readonly string[]> => [...(await readBackups(place)).keys()];

test('what others write after we looked is seen at the next look', async () => {
	expect(await known()).toEqual([]);
	writeFileSync(log, line('one.jsonl'));
	expect(await known()).toEqual(['one.jsonl']);
	expect(await known()).toEqual(['one.jsonl']);
	appendFileSync(log, line('two.jsonl'));
	expect(await known()).toEqual(['one.jsonl', 'two.jsonl']);
	// Another file of the same length in its place.
	writeFileSync(`${log}.new`, line('six.jsonl') + line('ten.jsonl'));
	renameSync(`${log}.new`, log);
	expect(await known()).toEqual(['six.jsonl', 'ten.jsonl']);
	rmSync(log);
	expect(await known()).toEqual([]);
});

test('a link to a log in the project is followed each time, one that leads out never', async () => {
	const target = home.write('.claude/memory/other-log', line('one.jsonl'));
	symlinkSync(target, log);
	expect(await known()).toEqual(['one.jsonl']);
	appendFileSync(target, line('two.jsonl'));
	expect(await known()).toEqual(['one.jsonl', 'two.jsonl']);
	const outside = newPlace();
	const theirs = outside.write('log', line('theirs.jsonl'));
	rmSync(log);
	symlinkSync(theirs, log);
	await expect(readBackups(place)).rejects.toThrow();
	outside.remove();
});
