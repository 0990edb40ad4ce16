// A project whose sessions a writer backs up, for tests of the writer.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { BackupWriter } from '../backups/backupWriter';
import type { OnStep } from '../backups/copyTranscript';
import { locateTranscript } from '../transcript/locateTranscript';
import { type BackupTestPlace, SESSION, newBackupPlace, sha256 } from './backupPlace';
import { NOW_MS } from './places';

export let place: BackupTestPlace;
/** Stands still. */
export const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };

/** Gives each test a place of its own. */
export function useBackupWriting(): void {
	beforeEach(() => {
		place = newBackupPlace();
	});
	afterEach(() => place.remove());
}

/** Begins anew in the middle of a test. */
export function renewPlace(): void {
	place.remove();
	place = newBackupPlace();
}

/** @param step is called between the steps of a copy. */
export async function open(step?: OnStep): Promise<BackupWriter> {
	return BackupWriter.open(place.claude, await place.project(), clock, step);
}

/** Backs a session up. @returns the name of its copy. */
export async function backUp(reason: 'exit' | 'compact' = 'exit', session = SESSION, step?: OnStep): Promise<string> {
	const transcript = await locateTranscript(place.claude, session, undefined, await place.project());
	if (transcript === undefined) throw new Error('no transcript');
	return (await (await open(step)).create(transcript, reason)).raw;
}

/** What must hold whenever a writer is done: one pending backup, whole, verified, twice. */
export function expectWhole(raw: string, text: string): void {
	for (const folder of [place.memory, place.second]) {
		expect(place.pending(folder).map((each) => each.raw)).toEqual([raw]);
		expect(place.copy(raw, folder)).toBe(text);
		expect(place.log(folder).get(raw)).toMatchObject({
			isVerified: true,
			copiedBytes: text.length,
			sha256: sha256(text),
			session: SESSION,
			slug: place.slug,
		});
	}
	expect(readFileSync(path.join(place.memory, '.pending-backup'), 'utf8')).toBe(`.claude/memory/raw/${raw}\n`);
}
