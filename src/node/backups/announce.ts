// The first step of a backup, and the only one that has to happen in time: its name, its line in the log and the
// marker, all durable.
import { lstat, readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '../../core/base/dates';
import { rawNames } from '../../core/backups/rawNames';
import type { BackupReason } from '../../core/claude/reasons';
import type { Clock } from '../../core/base/ports';
import { errorCode, writeNew } from '../base/atomicFile';
import type { OnStep } from './copyTranscript';
import type { FoundTranscript } from '../transcript/locateTranscript';
import { type BackupPlace, rawFolder } from './place';
import { logBackup, pointMarker, readBackups } from './placeLog';
import { isThere } from '../base/lookAt';

const LEFTOVER_MS = 24 * HOUR_MS;

/**
 * Announces a backup of a transcript.
 * @returns its name in `raw/`, which nobody else has. @throws the file system's error; nothing is pending then.
 */
export async function announceBackup(
	place: BackupPlace,
	transcript: Pick<FoundTranscript, 'file' | 'session' | 'slug'>,
	reason: BackupReason,
	clock: Clock,
	step: OnStep = () => undefined,
): Promise<string> {
	const nowMs = clock.now();
	const raw = await claimName(place, nowMs, reason);
	await step('claimed');
	const { session, file: source, slug } = transcript;
	const event = reason === 'missed' ? 'missed' : 'pending';
	await logBackup(place, { event, session, raw, source, slug, reason }, nowMs);
	await step('logged');
	await pointMarker(place, [{ raw, sinceMs: nowMs }]);
	await step('marked');
	return raw;
}

/** Takes what shows that a name is in use. The log and the file do from now on. */
export async function releaseName(place: BackupPlace, raw: string): Promise<void> {
	await unlink(claimOf(place, raw)).catch(() => undefined);
}

/** Removes what killed writers left: claims and temporary files, a day after nobody writes to them any more. */
export async function sweepLeftovers(place: BackupPlace, nowMs: number): Promise<void> {
	const folder = rawFolder(place);
	for (const name of await readdir(folder).catch(() => [])) {
		if (!/^\..*\.(claim|tmp)$/u.test(name)) continue;
		const file = path.join(folder, name);
		const found = await lstat(file).catch(() => undefined);
		if (found?.isFile() === true && nowMs - found.mtimeMs > LEFTOVER_MS) await unlink(file).catch(() => undefined);
	}
}

/**
 * The claim decides between two processes in the same second; log and files tell of those before. They are asked when the
 * claim is ours: one of that name may have been announced and finished until then.
 */
async function claimName(place: BackupPlace, nowMs: number, reason: BackupReason): Promise<string> {
	for (const raw of rawNames(nowMs, reason)) {
		try {
			await writeNew(claimOf(place, raw), '', 0o600);
		} catch (error) {
			if (errorCode(error) === 'EEXIST') continue;
			throw error;
		}
		const file = path.join(rawFolder(place), raw);
		const isTaken = (await readBackups(place)).has(raw) || (await isThere(file)) || (await isThere(`${file}.br`));
		if (!isTaken) return raw;
		await releaseName(place, raw);
	}
	throw new Error('unreachable: there is always another name');
}

function claimOf(place: BackupPlace, raw: string): string {
	return path.join(rawFolder(place), `.${raw}.claim`);
}
