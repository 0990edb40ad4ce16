// A window that stays open: what becomes due, is trusted or set later is archived without a restart, and told once.
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../core/base/dates';
import { FakeClock } from '../../core/testing/fakeClock';
import { newMemento } from '../../core/testing/memento';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { soon } from '../../core/testing/soon';
import { type BackupTestPlace, newBackupPlace } from '../../node/testing/backupPlace';
import { NOW_MS } from '../../node/testing/places';
import { listArchive } from '../../node/backups/transcriptArchive';
import { play, window as vscodeWindow, workspace as vscodeWorkspace } from '../testing/vscode';
import { registerBeforeCleanup } from './beforeCleanup';
// Loaded now: no test waits for it.
import './cleanupQuestion';

const said: string[] = [];
play(vscodeWorkspace, { isTrusted: true });
play(vscodeWindow, {
	withProgress: (_: object, work: () => Promise<unknown>) => work(),
	showInformationMessage: (text: string) => Promise.resolve(void said.push(text)),
	showWarningMessage: (text: string) => Promise.resolve(void said.push(text)),
});

let place: BackupTestPlace;
let clock: FakeClock;
let wish: 'ask' | 'always' | 'never';
let watching: { dispose(): void };
beforeEach(async () => {
	said.length = 0;
	vscodeWorkspace.isTrusted = true;
	place = newBackupPlace();
	clock = new FakeClock(NOW_MS);
	wish = 'always';
	const project = await place.project();
	watching = registerBeforeCleanup({
		claude: place.claude,
		clock,
		logger: new RecordingLogger(),
		memento: newMemento(),
		configuration: () => ({ beforeCleanup: wish }),
		unasked: () => Promise.resolve(undefined),
		workspace: { whenKnown: Promise.resolve(), state: { projects: [{ project, parked: [] }] } },
	} as unknown as Parameters<typeof registerBeforeCleanup>[0]);
});
afterEach(() => {
	watching.dispose();
	place.remove();
});

const transcript = (session: string, ageDays: number): string =>
	place.write(
		path.relative(place.root, place.transcript(session)),
		jsonl([userLine('hello', { sessionId: session, cwd: place.repo })]),
		ageDays,
	);
const archived = async (): Promise<readonly string[]> =>
	(await listArchive(place.claude)).map(({ session }) => session).sort();
async function pass(ms: number): Promise<void> {
	await Promise.resolve();
	clock.advance(ms);
}

test('what becomes due while a window is open is archived by it', async () => {
	transcript('old', 25);
	transcript('later', 21);
	await pass(5_000);
	await soon(async () => expect(await archived()).toEqual(['old']));
	await pass(3 * DAY_MS);
	await soon(async () => expect(await archived()).toEqual(['later', 'old']));
	watching.dispose();
	expect(clock.waiting).toEqual([]);
});

test('so is what is there when the folder is trusted, or when the person says so in the settings', async () => {
	transcript('old', 25);
	vscodeWorkspace.isTrusted = false;
	await pass(5_000);
	vscodeWorkspace.isTrusted = true;
	wish = 'never';
	await pass(HOUR_MS);
	expect(await archived()).toEqual([]);
	wish = 'always';
	await pass(HOUR_MS);
	await soon(async () => expect(await archived()).toEqual(['old']));
});

test('that the archive is full is said once, and not each hour', async () => {
	place.write('home/.claude/session-keeper/settings.json', JSON.stringify({ archiveMaxMegabytes: 1 }));
	place.write('home/.claude/session-keeper/archive/another/a.jsonl.br', 'x'.repeat(1_100_000));
	transcript('old', 25);
	await pass(5_000);
	await soon(() => expect(said).toHaveLength(1));
	for (let n = 0; n < 3; n++) {
		await pass(HOUR_MS);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	expect(said).toEqual(['The archive is full: 0 of 1 transcripts were archived.']);
});
