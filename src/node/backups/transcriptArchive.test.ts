// The archive of transcripts where something of it is damaged, or there is no room for more.
import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../core/base/dates';
import { userLine } from '../../core/testing/transcripts';
import type { Project } from '../project/project';
import { locateTranscript } from '../transcript/locateTranscript';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS, setAge } from '../testing/places';
import {
	type ArchivedTranscript,
	aboutToBeDeleted,
	archiveSessionTranscript,
	archiveTranscript,
	checkArchived,
	listArchive,
	purgeArchive,
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

describe('what is damaged or lost in the archive', () => {
	test.each<[string, () => Promise<void>]>([
		['its content', async () => writeFileSync(`${(await archived()).file}.br`, 'no brotli')],
		['its content, which is gone', async () => rmSync(`${(await archived()).file}.br`)],
		['a side file', async () => writeFileSync(await archivedSide(), 'rotten')],
	])('is archived again while its transcript is there: %s', async (_name, happens) => {
		await happens();
		expect(await archive()).toBe('archived');
		expect(await checkArchived(await archived())).toMatchObject({ isWhole: true, damagedSideFiles: [] });
		expect(await listArchive(place.claude)).toHaveLength(1);
	});

	test('is offered before Claude Code deletes the transcript, where its content is gone', async () => {
		const offered = async (): Promise<number> => (await aboutToBeDeleted(place.claude, project, clock)).length;
		expect(await offered()).toBe(0);
		rmSync(`${(await archived()).file}.br`);
		expect(await offered()).toBe(1);
	});
});

test('what compresses well is archived however large it is, and what does not fit leaves nothing', async () => {
	const roomy = async (text: string, capBytes: number): Promise<string> => {
		place.say([text]);
		const transcript = await locateTranscript(place.claude, SESSION, undefined, project);
		return archiveTranscript(place.claude, transcript ?? expect.fail(), clock, capBytes);
	};
	expect(await roomy('x'.repeat(1_000_000), 10_000)).toBe('archived');
	const noise = Array.from({ length: 3_000 }, () => Math.random().toString(36).slice(2, 10)).join('');
	expect(await roomy(noise, 10_000)).toBe('full');
	expect(await checkArchived(await archived())).toMatchObject({ isWhole: true });
	expect(readdirSync(path.dirname((await archived()).file)).filter((name) => name.includes('tmp'))).toEqual([]);
});

describe('a session that was forgotten', () => {
	test('is not archived again when an item is parked from it', async () => {
		await purgeArchive([await archived()]);
		const marks = path.join(place.claude.keeperHome, 'session-marks.jsonl');
		appendFileSync(marks, `${JSON.stringify({ ts: 't', session: SESSION, forgottenMs: NOW_MS })}\n`);
		expect(await archive()).toBeUndefined();
		expect(await listArchive(place.claude)).toEqual([]);
	});

	// Its own end writes lines, as does whoever opens it without a word.
	test('is not offered before Claude Code deletes it, whatever wrote to its transcript since', async () => {
		await purgeArchive([await archived()]);
		const said = NOW_MS - 30 * DAY_MS;
		place.say([JSON.stringify(userLine('Do it', { cwd: place.repo, timestamp: new Date(said).toISOString() }))]);
		setAge(file, 28);
		expect(await aboutToBeDeleted(place.claude, project, clock)).toHaveLength(1);
		const marks = path.join(place.claude.keeperHome, 'session-marks.jsonl');
		appendFileSync(marks, `${JSON.stringify({ ts: 't', session: SESSION, forgottenMs: said + DAY_MS })}\n`);
		expect(await aboutToBeDeleted(place.claude, project, clock)).toEqual([]);
	});
});

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
