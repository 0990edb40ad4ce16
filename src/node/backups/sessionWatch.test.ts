import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../core/base/dates';
import type { IDisposable } from '../../core/base/disposable';
import type { Memento } from '../../core/base/ports';
import { newMemento } from '../../core/testing/memento';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { soon } from '../../core/testing/soon';
import { openRedactor } from '../privacy/openRedactor';
import { BackupWriter } from './backupWriter';
import { locateTranscript } from '../transcript/locateTranscript';
import { keepRecords } from '../sessions/recordUpkeep';
import { readRecords } from '../sessions/sessionRecords';
import { readWatched, writeWatched } from '../sessions/watchedProjects';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import type { SafetyNet } from '../workspace/home';
import { readSafetyNet } from '../hooks/safetyNet';
import { type OpenWorkspace, openWorkspace } from '../testing/openWorkspace';
import { NOW_MS } from '../testing/places';
import { watchSessions } from './sessionWatch';

let place: BackupTestPlace;
let open: OpenWorkspace;
let memento: Memento;
let watch: IDisposable | undefined;
let may: { write: boolean; watch: boolean };
let told: { backUps: number };
beforeEach(() => {
	place = newBackupPlace();
	memento = newMemento();
	may = { write: true, watch: true };
	told = { backUps: 0 };
});
afterEach(() => {
	watch?.dispose();
	open.dispose();
	place.remove();
});

/** A session whose last message is so old, and which no process runs. */
function session(hoursAgo: number): void {
	const timestamp = new Date(NOW_MS - hoursAgo * HOUR_MS).toISOString();
	place.write(
		path.relative(place.root, place.transcript()),
		jsonl([userLine('hello', { sessionId: SESSION, cwd: place.repo, timestamp })]),
	);
}
/** The session runs. @returns the file that says so. */
const register = (): string =>
	place.write(
		`home/.claude/sessions/${process.pid}.json`,
		JSON.stringify({ pid: process.pid, sessionId: SESSION, cwd: place.repo, entrypoint: 'cli' }),
	);
async function begin(): Promise<void> {
	open = await openWorkspace(place, [place.repo]);
	watch = watchSessions({
		...open,
		memento,
		projects: () => open.workspace.projects,
		isTrusted: () => may.write,
		isWanted: () => may.watch,
		onBackUp: () => Promise.resolve(void told.backUps++),
	});
	await soon(() => expect(readWatched(memento)).toEqual([[place.repo, expect.any(Number)]]));
	await soon(() => expect(open.sessions.get(SESSION)).toBeDefined());
}

test('a session that was killed while nobody watched is backed up at the next start', async () => {
	session(1);
	await writeWatched(memento, [[place.repo, NOW_MS - 2 * HOUR_MS]]);
	await begin();
	await soon(() => expect(place.pending().map((each) => each.session)).toEqual([SESSION]));
	await soon(() => expect(told.backUps).toBe(1));
});

test('a first start backs up nothing of what was there before', async () => {
	session(1);
	await begin();
	expect(readWatched(memento)).toEqual([[place.repo, NOW_MS]]);
	expect([place.pending(), told.backUps]).toEqual([[], 0]);
});

test.each(['write', 'watch'] as const)('nothing is written where the person may not %s', async (what) => {
	may[what] = false;
	session(1);
	await writeWatched(memento, [[place.repo, NOW_MS - HOUR_MS * 2 - 1]]);
	await begin();
	await soon(() => expect(readWatched(memento)[0]?.[1]).toBe(NOW_MS - HOUR_MS * 2 - 1));
	expect([place.pending(), told.backUps]).toEqual([[], 0]);
});

test('a session that ends while somebody watches is backed up once its hooks had their time', async () => {
	session(1);
	const registered = register();
	await begin();
	rmSync(registered);
	await open.sessions.refreshRegistry();
	open.clock.advance(7_900);
	await new Promise((resolve) => setImmediate(resolve));
	expect(place.pending()).toEqual([]);
	await soon(() => {
		open.clock.advance(100);
		expect(place.pending().map((each) => each.session)).toEqual([SESSION]);
	});
});

test('full backups are told as what they hold, and nothing that waits is removed', async () => {
	place.write('home/.claude/session-keeper/settings.json', JSON.stringify({ backupsMaxMegabytes: 1 }));
	session(1);
	// Noise: what compresses well would never reach the cap.
	const project = await place.project();
	const noise = place.say([randomBytes(3_000_000).toString('base64')], 'large');
	const writer = await BackupWriter.open(place.claude, project, { now: () => NOW_MS, schedule: () => expect.fail() });
	const transcript = await locateTranscript(place.claude, 'large', noise, project);
	await writer.create(transcript ?? expect.fail(), 'exit');
	const net = (): Promise<SafetyNet> =>
		readSafetyNet({ claude: place.claude, project, clock: open.clock }, { pending: [], kept: [] });
	const registered = register();
	await begin();
	await soon(() => expect(open.logger.count('1 compressed')).toBe(1));
	// After the next session it is looked at again.
	rmSync(registered);
	await open.sessions.refreshRegistry();
	await soon(() => {
		open.clock.advance(10_000);
		expect(open.logger.count('1 compressed')).toBe(2);
	});
	const { bytes, overBytes } = (await net()).overLimit;
	expect(bytes).toBeGreaterThan(3_000_000);
	expect(overBytes).toBe(bytes - 1024 * 1024);
	expect(
		place
			.pending()
			.map((each) => each.session)
			.sort(),
	).toEqual([SESSION, 'large']);
});

test('records: what stopped unseen has one, and only where something may be written', async () => {
	session(30);
	await writeWatched(memento, [[place.repo, NOW_MS - 40 * HOUR_MS]]);
	open = await openWorkspace(place, [place.repo]);
	may.write = false;
	watch = keepRecords({
		...open,
		memento,
		projects: () => open.workspace.projects,
		redactor: () => openRedactor(place.claude),
		archivesOnEnd: () => false,
		isTrusted: () => may.write,
	});
	const [project] = open.workspace.projects;
	if (project === undefined) throw new Error('no project');
	const ids = async (): Promise<readonly string[]> =>
		(await readRecords(project, 'active')).map(({ record }) => record.id);
	open.clock.advance(120_000);
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(await ids()).toEqual([]);
	may.write = true;
	await soon(async () => {
		open.clock.advance(60_000);
		expect(await ids()).toEqual([SESSION]);
	});
});
