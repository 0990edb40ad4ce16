import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localStamp } from '../../../core/documents/words';
import { MINUTE_MS } from '../../../core/base/dates';
import { FakeClock } from '../../../core/testing/fakeClock';
import { RecordingLogger } from '../../../core/testing/recordingLogger';
import { assistantLine, jsonl, resultLine, userLine } from '../../../core/testing/transcripts';
import { BackupWriter } from '../../backups/backupWriter';
import { locateTranscript } from '../../transcript/locateTranscript';
import { keepEndedSession } from './endedSession';
import { openRedactor } from '../../privacy/openRedactor';
import type { Project } from '../../project/project';
import { RecordKeeper } from '../../sessions/recordKeeper';
import { writeLabels } from '../../sessions/sessionLabels';
import { SessionsStore } from '../../sessions/sessionsStore';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../../testing/backupPlace';
import { NOW_MS } from '../../testing/places';

let place: BackupTestPlace;
let project: Project;
let clock: FakeClock;
beforeEach(async () => {
	place = newBackupPlace();
	project = await place.project();
	clock = new FakeClock(NOW_MS);
});
afterEach(() => place.remove());

const END = { atMs: NOW_MS, reason: 'exit' };
const LAST_MS = NOW_MS - 5 * MINUTE_MS;
const keep = (end = END): Promise<void> => keepEndedSession({ claude: place.claude, project, clock }, SESSION, end);
const names = (shelf: string): readonly string[] => {
	const folder = path.join(place.memory, 'sessions', shelf);
	return existsSync(folder) ? readdirSync(folder).sort() : [];
};
const recordOf = (shelf: string): unknown =>
	JSON.parse(readFileSync(path.join(place.memory, 'sessions', shelf, names(shelf)[0] ?? ''), 'utf8'));

function talk(more: object = {}): void {
	const fields = { sessionId: SESSION, cwd: place.repo, timestamp: new Date(LAST_MS).toISOString(), ...more };
	const write = { tool: 'Write', id: 't1', input: { file_path: path.join(place.repo, 'a.js'), content: 'x' } };
	mkdirSync(path.dirname(place.transcript()), { recursive: true });
	writeFileSync(
		place.transcript(),
		jsonl([userLine('Do it', fields), assistantLine(write, {}, fields), resultLine('t1', 'ok', fields)]),
	);
}

describe('the record of a session that ended while no editor was open', () => {
	test('is in the archive, with the end and its reason, whatever an earlier window left', async () => {
		talk();
		place.write(`repo/.claude/memory/sessions/active/${SESSION}.json`, '{}');
		await keep();
		expect(names('archive')).toEqual([`2026-11-21_09-55_${SESSION}.json`]);
		expect(names('active')).toEqual([]);
		expect(recordOf('archive')).toMatchObject({
			id: SESSION,
			state: 'ended',
			context: { recent_tools: ['Write'] },
			metadata: { end_reason: 'exit' },
		});
	});

	test('is one and the same when it is made twice at once, and by the extension as well', async () => {
		talk();
		place.write(
			'home/.claude/session-keeper/hooks.log',
			`${JSON.stringify({ ts: new Date(NOW_MS).toISOString(), event: 'SessionEnd', session: SESSION, ms: 1, outcome: 'x', reason: 'exit' })}\n`,
		);
		mkdirSync(place.claude.sessionsDir, { recursive: true });
		const entry = path.join(place.claude.sessionsDir, `${process.pid}.json`);
		writeFileSync(entry, JSON.stringify({ pid: process.pid, sessionId: SESSION, cwd: place.repo, entrypoint: 'cli' }));
		const redactor = (): ReturnType<typeof openRedactor> => openRedactor(place.claude);
		const logger = new RecordingLogger();
		const store = new SessionsStore({ claude: place.claude, clock, logger, redactor });
		try {
			await store.open([project]);
			const extension = new RecordKeeper({
				sessions: store,
				projects: () => [project],
				redactor,
				archivesOnEnd: () => true,
				clock,
				logger,
			});
			await extension.update();
			expect(names('active')).toHaveLength(1);
			await Promise.all([keep(), keep()]);
			const byHook = recordOf('archive');
			writeFileSync(entry, '{}');
			await store.refreshRegistry();
			await extension.update();
			expect([names('archive').length, names('active').length]).toEqual([1, 0]);
			expect(recordOf('archive')).toEqual(byHook);
		} finally {
			store.dispose();
		}
	});

	test('stays beside the others where the person wants no archive', async () => {
		talk();
		place.write('home/.claude/session-keeper/settings.json', '{"archiveOnEnd":false}');
		await keep();
		expect([names('active'), names('archive')]).toEqual([[`${SESSION}.json`], []]);
		expect(recordOf('active')).toMatchObject({ state: 'ended' });
	});

	test('is not made of a private session, of one of a program, or of one that goes on', async () => {
		talk({ entrypoint: 'sdk-cli' });
		await keep();
		talk();
		await keep({ atMs: LAST_MS - 1, reason: 'exit' });
		await writeLabels(place.claude, clock, SESSION, [{ mark: 'private', on: true }]);
		await keep();
		expect([names('active'), names('archive')]).toEqual([[], []]);
	});
});

describe('the backup of a session that ends', () => {
	const document = (savedMs: number, session = SESSION): string =>
		place.write(
			'repo/.claude/memory/session-2026-11-21-1000.md',
			`---\nsession: ${session}\ndate: "${localStamp(savedMs)}"\n---\n\n# Done\n`,
		);
	async function backUp(): Promise<void> {
		const writer = await BackupWriter.open(place.claude, project, clock);
		const transcript = await locateTranscript(place.claude, SESSION, undefined, project);
		if (transcript === undefined) throw new Error('There is no transcript.');
		await writer.create(transcript, 'exit');
	}

	test.each([
		['waits no more where a document was saved after its last prompt', LAST_MS + MINUTE_MS, SESSION, 0],
		['waits where something was asked after the document', LAST_MS - MINUTE_MS, SESSION, 1],
		['waits where the document is of another session', LAST_MS + MINUTE_MS, SESSION.replace('1d', '2d'), 1],
	])('%s', async (_name, savedMs, session, left) => {
		talk();
		document(savedMs, session);
		await backUp();
		expect(place.pending()).toHaveLength(1);
		await keep();
		expect(place.pending()).toHaveLength(left);
		expect(place.pending(place.second)).toHaveLength(left);
		expect(existsSync(path.join(place.memory, '.pending-backup'))).toBe(left === 1);
		// Nothing of it is lost either way.
		expect(place.raws()).toHaveLength(1);
	});
});
