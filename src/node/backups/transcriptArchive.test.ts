// The archive of transcripts where something of it is damaged, or there is no room for more.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Project } from '../project/project';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS, setAge } from '../testing/places';
import {
	type ArchivedTranscript,
	archiveSessionTranscript,
	checkArchived,
	listArchive,
	restoreArchived,
} from './transcriptArchive';

const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };
let place: BackupTestPlace;
let project: Project;
let file: string;
let side: string;
beforeEach(async () => {
	place = newBackupPlace();
	project = await place.project();
	file = place.say(['one', 'two']);
	side = place.write(path.relative(place.root, file.replace('.jsonl', '/tool-results/t.txt')), 'result');
	setAge(file, 28);
	await archive();
});
afterEach(() => place.remove());

const archive = (): ReturnType<typeof archiveSessionTranscript> =>
	archiveSessionTranscript(place.claude, project, SESSION, clock);
async function archived(): Promise<ArchivedTranscript> {
	const [found = expect.fail()] = await listArchive(place.claude, project);
	return found;
}
const archivedSide = async (): Promise<string> =>
	(await archived()).file.replace('.jsonl', '.files/tool-results/t.txt');

describe('a damaged side file', () => {
	test('is found, and is not put back but named', async () => {
		writeFileSync(await archivedSide(), 'rotten');
		expect(await checkArchived(await archived())).toMatchObject({
			isWhole: true,
			damagedSideFiles: ['tool-results/t.txt'],
		});
		rmSync(file);
		rmSync(side);
		expect(await restoreArchived(place.claude, await archived())).toMatchObject({
			kind: 'restored',
			sideFiles: 0,
			damagedSideFiles: ['tool-results/t.txt'],
		});
		expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
	});
});
