// Sessions whose transcripts are gone: what of them can be found and put back, over everything that may be left.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Random, seeded } from '../../core/testing/seeded';
import { assistantLine, jsonl, metaLine, userLine } from '../../core/testing/transcripts';
import { toRecord } from '../../core/sessions/record';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { casesOf } from '../testing/casesOf';
import { NOW_MS, snapshot } from '../testing/places';
import { locateTranscript } from '../transcript/locateTranscript';
import { writeActiveRecord } from '../sessions/sessionRecords';
import { BackupWriter } from './backupWriter';
import { compressInPlace } from './compress';
import { type TitledSession, deletedSessions, restoreSession, storedSessions } from './storedSessions';
import { archiveTranscript } from './transcriptArchive';

/** Joined here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
const id = (n: number): string => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`;

let place: BackupTestPlace;
beforeEach(() => (place = newBackupPlace()));
afterEach(() => place.remove());

const clockAt = (ms: number) => ({ now: () => ms, schedule: () => ({ dispose: () => undefined }) });
const at = (minute: number): string => new Date(NOW_MS - 3_600_000 + minute * 60_000).toISOString();

function say(session: string, minute: number, prompt: string): void {
	const own = { sessionId: session, cwd: place.repo, timestamp: at(minute) };
	const before = existsSync(place.transcript(session)) ? readFileSync(place.transcript(session), 'utf8') : '';
	const lines = jsonl([userLine(prompt, own), assistantLine('Done.', {}, own)]);
	mkdirSync(path.dirname(place.transcript(session)), { recursive: true });
	writeFileSync(place.transcript(session), before + lines);
}
async function backUp(session: string, minute: number): Promise<string> {
	const transcript = await locateTranscript(place.claude, session, undefined, await place.project());
	const writer = await BackupWriter.open(place.claude, await place.project(), clockAt(NOW_MS + minute * 1_000));
	return (await writer.create(transcript ?? expect.fail(), 'exit')).raw;
}
async function keep(session: string): Promise<void> {
	const transcript = await locateTranscript(place.claude, session, undefined, await place.project());
	expect(await archiveTranscript(place.claude, transcript ?? expect.fail(), clockAt(NOW_MS))).toBe('archived');
}
const stored = async (): ReturnType<typeof storedSessions> => storedSessions(place.claude, await place.project());
const deleted = async (): Promise<readonly TitledSession[]> =>
	(await deletedSessions(place.claude, await place.project())).sessions;

test('a deleted session is listed by its title and its age, with what is there of it', async () => {
	say(id(1), 1, 'Rate limits for the login');
	say(id(2), 2, `Use ${SECRET}`);
	say(id(3), 3, 'Still there');
	const raw = await backUp(id(1), 1);
	await keep(id(2));
	await backUp(id(3), 3);
	for (const n of [1, 2]) rmSync(place.transcript(id(n)));
	expect(await deleted()).toMatchObject([
		{ id: id(2), title: 'Use [redacted: github-token]', lastMs: Date.parse(at(2)), backups: [] },
		{ id: id(1), title: 'Rate limits for the login', lastMs: Date.parse(at(1)), backups: [{ raw, isPending: true }] },
	]);
	expect((await stored()).map(({ id: each, isDeleted }) => [each, isDeleted])).toContainEqual([id(3), false]);
});

test('its record says what it was called last, as a copy that is cut short cannot', async () => {
	say(id(1), 1, 'hi');
	const raw = await backUp(id(1), 1);
	rmSync(place.transcript(id(1)));
	await compressInPlace(path.join(place.memory, 'raw', raw));
	expect(await deleted()).toMatchObject([{ title: 'hi' }]);
	const life = { firstMs: NOW_MS, lastMs: NOW_MS, endedMs: NOW_MS, files: [], tools: [], entities: [], events: [] };
	const record = toRecord(
		{ ...life, hot: [], eventCount: 0, isBusy: false, workedMs: 0 },
		{ id: id(1), state: 'ended', metadata: { title: 'Rate limits' }, redact: (text) => text },
	);
	await writeActiveRecord(await place.project(), record);
	expect(await deleted()).toMatchObject([{ title: 'Rate limits', lastMs: NOW_MS }]);
});

test('one whose transcript lies in another folder is not deleted', async () => {
	say(id(1), 1, 'hello');
	await backUp(id(1), 1);
	const elsewhere = path.join(place.claude.projectsDir, '-gone-worktree');
	mkdirSync(elsewhere);
	writeFileSync(path.join(elsewhere, `${id(1)}.jsonl`), readFileSync(place.transcript(id(1))));
	rmSync(place.transcript(id(1)));
	expect(await deleted()).toEqual([]);
});

test('a log that names something else than a session lists nothing', async () => {
	place.write('repo/.claude/memory/raw/20261121_100000.jsonl', jsonl([metaLine('custom-title', { customTitle: 'x' })]));
	place.write(
		'repo/.claude/memory/.backup-log',
		`${JSON.stringify({ ts: at(0), event: 'copied', session: '../../x', slug: '..', raw: '20261121_100000.jsonl', size: 2 })}\n`,
	);
	expect(await stored()).toEqual([]);
});

/** What may happen to a session and to its copies. @returns the text of the largest copy that is whole; nothing where there is none. */
async function live(random: Random, session: string): Promise<string | undefined> {
	const copies = new Map<string, string>();
	for (let step = 0, steps = random.int(1, 4); step < steps; step++) {
		say(session, step, `Step ${step} of ${session}`);
		const text = readFileSync(place.transcript(session), 'utf8');
		const act = random.pick(['back up', 'back up', 'archive', 'go on'] as const);
		if (act === 'back up') {
			const raw = await backUp(session, step + 1);
			for (const folder of [place.memory, place.second]) copies.set(path.join(folder, 'raw', raw), text);
		}
		if (act === 'archive') {
			await keep(session);
			copies.set(path.join(place.claude.keeperHome, 'archive', place.slug, `${session}.jsonl.br`), text);
		}
	}
	// A backup takes the place of the one before, so some are gone already.
	const left = [...copies].flatMap(([file, text]) => {
		const fate = existsSync(file) ? random.pick(['stays', 'stays', 'goes', 'breaks'] as const) : 'goes';
		if (fate === 'goes') rmSync(file, { force: true });
		if (fate === 'breaks') writeFileSync(file, 'damaged');
		return fate === 'stays' ? [text] : [];
	});
	return left.sort((a, b) => b.length - a.length)[0];
}

test('generated: a deleted session comes back from the largest copy that is whole, and never over a file', async () => {
	for (let seed = 1; seed <= casesOf(24); seed++) {
		place.remove();
		place = newBackupPlace();
		const random = seeded(seed);
		const expected = await live(random, id(seed));
		const isThere = random.chance(0.2);
		if (!isThere) rmSync(place.transcript(id(seed)));
		const project = await place.project();
		const found = (await stored()).find((session) => session.id === id(seed));
		if (found === undefined) {
			expect(expected, `seed ${seed}`).toBeUndefined();
			continue;
		}
		expect(found.isDeleted, `seed ${seed}`).toBe(!isThere);
		const before = snapshot(place.claude.projectsDir);
		// What is damaged is listed, too: only reading all of it tells.
		const { kind } = await restoreSession(place.claude, project, found);
		expect(kind, `seed ${seed}`).toBe(isThere ? 'taken' : expected === undefined ? 'damaged' : 'restored');
		if (kind === 'restored') expect(readFileSync(place.transcript(id(seed)), 'utf8'), `seed ${seed}`).toBe(expected);
		else expect(snapshot(place.claude.projectsDir), `seed ${seed}`).toEqual(before);
	}
});
