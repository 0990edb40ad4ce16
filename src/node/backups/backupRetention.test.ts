import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backupLogLine } from '../../core/backups/log';
import { projectSlug } from '../../core/claude/slug';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { checkBackup } from './backupRestore';
import { retainBackups } from './backupRetention';
import { BackupStore } from './backupStore';
import { BackupWriter } from './backupWriter';
import { homePlace } from './place';
import { writeCompressed } from './compress';
import { restoreSession, storedSessions } from './storedSessions';
import { locateTranscript } from '../transcript/locateTranscript';
import { openTrash } from '../keeper/keeperTrash';
import { type Project, findProject } from '../project/project';
import { cleanupDays } from '../project/cleanupSetting';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS, newRepository, setAge } from '../testing/places';
import {
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
beforeEach(() => {
	place = newBackupPlace();
});
afterEach(() => place.remove());

async function backUp(session: string, bytes: number): Promise<string> {
	// Noise: what compresses well would never reach a cap.
	place.say([Array.from({ length: bytes / 8 }, () => Math.random().toString(36).slice(2, 10)).join('')], session);
	const project = await place.project();
	const transcript = await locateTranscript(place.claude, session, undefined, project);
	const writer = await BackupWriter.open(place.claude, project, clock);
	return (await writer.create(transcript ?? expect.fail(), 'exit')).raw;
}

const markProcessed = (raw: string): void =>
	appendFileSync(path.join(place.memory, '.backup-log'), `${backupLogLine({ ts: 't', event: 'processed', raw })}\n`);
const retain = async (cap: number): ReturnType<typeof retainBackups> =>
	retainBackups(place.claude, await place.project(), cap);

describe('backups under a cap', () => {
	test('what was dealt with is compressed, still whole, and has no second copy any more', async () => {
		const raw = await backUp('a', 8_000);
		markProcessed(raw);
		expect(await retain(1e9)).toMatchObject({ compressed: [raw], removed: [], overBytes: 0 });
		expect(place.raws()).toEqual([`${raw}.br`]);
		expect(place.raws(place.second)).toEqual([]);
		expect(await checkBackup(place.claude, await place.project(), raw)).toMatchObject({ main: 'whole' });
	});

	test('over the cap the oldest that was dealt with goes, and nothing that waits', async () => {
		const [old, newer, waits] = [await backUp('a', 80_000), await backUp('b', 80_000), await backUp('c', 80_000)];
		markProcessed(old);
		markProcessed(newer);
		expect(await retain(160_000)).toMatchObject({ compressed: [old, newer], removed: [old], overBytes: 0 });
		expect(place.raws()).toContain(waits);
	});

	test('where only what waits is left it is compressed, kept, and the person is to be asked', async () => {
		const [first, second] = [await backUp('a', 80_000), await backUp('b', 80_000)];
		const report = await retain(1_000);
		expect(report).toMatchObject({ compressed: [first, second], removed: [] });
		expect(report?.overBytes).toBeGreaterThan(0);
		expect(place.pending()).toHaveLength(2);
		// What is compressed is finished: nobody copies it again.
		const writer = await BackupWriter.open(place.claude, await place.project(), clock);
		expect(await writer.unfinishedBytes()).toBeUndefined();
	});

	test('what waits and is compressed stays where the transcript was written anew, and goes where the next one has it', async () => {
		const raw = await backUp('a', 80_000);
		await retain(1_000);
		const kept = (): readonly string[] =>
			place
				.raws()
				.map((name) => name.replace('.br', ''))
				.sort();
		const rewritten = place.transcript('a');
		const before = readFileSync(rewritten);
		rmSync(rewritten);
		const short = await backUp('a', 800);
		expect(place.pending().map((each) => each.raw)).toEqual([raw, short]);
		await retain(1_000);
		expect(kept()).toEqual([short, raw]);
		rmSync(rewritten);
		appendFileSync(rewritten, before);
		const whole = await backUp('a', 8);
		expect(place.pending().map((each) => each.raw)).toEqual([short, whole]);
		expect(kept()).toEqual([short, whole].sort());
	});

	test('a second copy stays until what took its place is proven', async () => {
		const raw = await backUp('a', 800);
		const log = path.join(place.memory, '.backup-log');
		const [next, ts] = ['20261121_110000_exit.jsonl', 't'];
		for (const line of [
			{ ts, event: 'pending', raw: next, session: 'a' },
			{ ts, event: 'superseded', raw, session: 'a' },
		] as const)
			appendFileSync(log, `${backupLogLine(line)}\n`);
		await retain(1e9);
		expect(place.raws(place.second)).toEqual([raw]);
		appendFileSync(log, `${backupLogLine({ ts, event: 'verified', raw: next, session: 'a' })}\n`);
		await retain(1e9);
		expect(place.raws(place.second)).toEqual([]);
	});

	test('what is compressed is listed as pending and whole, and can be discarded and taken back', async () => {
		const raw = await backUp('a', 80_000);
		await retain(1_000);
		const project = await place.project();
		const store = new BackupStore(project, openTrash(place.claude), clock, homePlace(place.claude, project));
		const { pending } = await store.list();
		expect(pending).toMatchObject([{ raw, state: 'pending', isDamaged: false }]);
		const entry = await store.discard(pending[0] ?? expect.fail());
		expect(place.raws()).toEqual([]);
		expect(await store.discarded()).toHaveLength(1);
		expect(await store.undoDiscard(entry ?? expect.fail())).toBe(true);
		expect(place.raws()).toEqual([`${raw}.br`]);
		expect((await store.list()).pending).toMatchObject([{ raw, state: 'pending' }]);
	});

	test('without backups nothing is written', async () => {
		expect(await retain(1)).toEqual({ compressed: [], removed: [], overBytes: 0 });
		expect(existsSync(place.memory)).toBe(false);
	});
});

describe('before Claude deletes', () => {
	const offered = async (): Promise<readonly string[]> =>
		(await aboutToBeDeleted(place.claude, await place.project(), clock)).map((each) => each.session);

	// T34
	test("transcripts are offered a week before the clean-up, by the file's own time", async () => {
		for (const [session, age] of [
			['young', 22],
			['old', 23.5],
			['older', 29],
		] as const)
			setAge(place.say(['x'], session), age);
		expect(await offered()).toEqual(['older', 'old']);
		place.write('home/.claude/settings.json', '{"cleanupPeriodDays": 365}');
		expect(await offered()).toEqual([]);
		expect(await cleanupDays(place.claude, await place.project())).toBe(365);
	});

	test('an archived one is whole, compressed, offered no more, and comes back', async () => {
		const file = place.say(['one', 'two'], SESSION);
		place.write(path.relative(place.root, file.replace('.jsonl', '/tool-results/t.txt')), 'result');
		setAge(file, 28);
		const project = await place.project();
		const [transcript] = await aboutToBeDeleted(place.claude, project, clock);
		expect(await archiveTranscript(place.claude, transcript ?? expect.fail(), clock)).toBe('archived');
		expect(await offered()).toEqual([]);
		const [archived = expect.fail()] = await listArchive(place.claude, project);
		expect(await checkArchived(archived)).toMatchObject({ isWhole: true, isRestorable: true });
		rmSync(file);
		rmSync(file.replace('.jsonl', ''), { recursive: true });
		expect(await restoreArchived(place.claude, archived)).toMatchObject({ kind: 'restored', sideFiles: 1 });
		expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
		await purgeArchive([archived]);
		expect(await listArchive(place.claude)).toEqual([]);
		expect(readdirSync(path.dirname(archived.file))).toEqual([]);
	});

	test('one whose record is torn is a finding, and comes back where its content proves right', async () => {
		const file = place.write(
			path.relative(place.root, place.transcript(SESSION)),
			jsonl([userLine('hello', { sessionId: SESSION, cwd: place.repo })]),
		);
		const [text, project] = [readFileSync(file), await place.project()];
		await archiveSessionTranscript(place.claude, project, SESSION, clock);
		const [{ file: content } = expect.fail()] = await listArchive(place.claude, project);
		const record = content.replace('.jsonl', '.json');
		truncateSync(record, 20);
		rmSync(file);
		const [torn = expect.fail()] = await listArchive(place.claude, project);
		expect(await checkArchived(torn)).toEqual({
			session: SESSION,
			isWhole: false,
			isRecordLost: true,
			isRestorable: true,
			damagedSideFiles: [],
		});
		expect(await restoreArchived(place.claude, torn)).toMatchObject({ kind: 'restored', file });
		expect(readFileSync(file)).toEqual(text);
		rmSync(file);
		truncateSync(`${content}.br`, 60);
		const [cut = expect.fail()] = await listArchive(place.claude);
		expect(await checkArchived(cut)).toMatchObject({ isWhole: false, isRestorable: false });
		expect(await restoreArchived(place.claude, cut)).toEqual({ kind: 'damaged' });
		await purgeArchive([cut]);
		expect(readdirSync(path.dirname(content))).toEqual([]);
	});

	test('what was archived stays where the transcript was written anew, and the fuller one comes back', async () => {
		const archive = async (): Promise<unknown> =>
			archiveSessionTranscript(place.claude, await place.project(), SESSION, clock);
		const sizes = async (): Promise<readonly number[]> => (await listArchive(place.claude)).map(({ size }) => size);
		const file = place.say(['one', 'two']);
		const text = readFileSync(file, 'utf8');
		setAge(file, 9);
		expect(await archive()).toBe('archived');
		place.say(['three']);
		setAge(file, 8);
		expect(await archive()).toBe('archived');
		expect(await sizes()).toEqual([text.length + 6]);
		rmSync(file);
		place.say(['three']);
		setAge(file, 7);
		expect(await archive()).toBe('archived');
		expect(await archive()).toBe('archived');
		expect(await sizes()).toEqual([text.length + 6, 6]);
		for (const each of await listArchive(place.claude))
			expect(await checkArchived(each)).toMatchObject({ isWhole: true, isRestorable: true });
		rmSync(file);
		const [stored = expect.fail()] = await storedSessions(place.claude, await place.project());
		expect(await restoreSession(place.claude, await place.project(), stored)).toMatchObject({ kind: 'restored' });
		expect(readFileSync(file, 'utf8')).toBe(`${text}three\n`);
	});

	test('what was archived anew is no worse where its record was not written any more', async () => {
		const file = place.write(
			`home/.claude/projects/${place.slug}/${SESSION}.jsonl`,
			jsonl([userLine('one', { sessionId: SESSION, cwd: place.repo })]),
		);
		setAge(file, 9);
		const project = await place.project();
		expect(await archiveSessionTranscript(place.claude, project, SESSION, clock)).toBe('archived');
		const record = path.join(place.claude.keeperHome, 'archive', place.slug, `${SESSION}.json`);
		const content = record.replace(/json$/u, 'jsonl');
		appendFileSync(file, jsonl([userLine('two', { sessionId: SESSION, cwd: place.repo })]));
		const text = readFileSync(file, 'utf8');
		const digest = await writeCompressed(file, content);
		expect(digest?.size).toBe(text.length);
		rmSync(file);
		const [archived = expect.fail()] = await listArchive(place.claude, project);
		expect(await checkArchived(archived)).toMatchObject({ isWhole: true, isRestorable: true });
		expect(await restoreArchived(place.claude, archived)).toMatchObject({ kind: 'restored' });
		expect(readFileSync(file, 'utf8')).toBe(text);
		rmSync(file);
		// That it is longer is no proof.
		place.write(path.relative(place.root, file), text.toUpperCase());
		await writeCompressed(file, content);
		rmSync(file);
		expect(await checkArchived(archived)).toMatchObject({ isWhole: false });
		expect(await restoreArchived(place.claude, archived)).toEqual({ kind: 'damaged' });
	});

	// T35
	test('a full archive takes nothing more, and gives nothing up', async () => {
		place.say(['one'], 'a');
		const project = await place.project();
		expect(await archiveSessionTranscript(place.claude, project, 'a', clock)).toBe('archived');
		const b = await locateTranscript(place.claude, 'a', undefined, project);
		setAge(place.transcript('a'), 1);
		const changed = { ...(b ?? expect.fail()), modifiedMs: 1 };
		expect(await archiveTranscript(place.claude, changed, clock, 10)).toBe('full');
		expect(await listArchive(place.claude)).toHaveLength(1);
		expect(await archiveSessionTranscript(place.claude, project, 'none', clock)).toBeUndefined();
	});

	// Purging one project's archive took another one's along.
	test('a project whose folder begins with the same name keeps its own', async () => {
		const other = newRepository(`${place.repo}-other`);
		const say = (cwd: string, session: string): string => {
			const line = JSON.stringify(userLine('x', { sessionId: session, cwd }));
			const file = place.write(`home/.claude/projects/${projectSlug(cwd)}/${session}.jsonl`, `${line}\n`);
			setAge(file, 28);
			return file;
		};
		say(place.repo, 'ours');
		say(path.join(place.repo, 'other'), 'below');
		say(other, 'theirs');
		expect([...(await offered())].sort()).toEqual(['below', 'ours']);
		const [project, theirs] = [await place.project(), await findProject(place.claude, other)];
		expect(await archiveSessionTranscript(place.claude, project, 'theirs', clock)).toBeUndefined();
		expect(await archiveSessionTranscript(place.claude, theirs, 'theirs', clock)).toBe('archived');
		expect(await archiveSessionTranscript(place.claude, project, 'below', clock)).toBe('archived');
		const archivedOf = async (each?: Project): Promise<readonly string[]> =>
			(await listArchive(place.claude, each)).map(({ session }) => session);
		expect(await archivedOf(project)).toEqual(['below']);
		expect(await archivedOf(theirs)).toEqual(['theirs']);
		expect([...(await archivedOf())].sort()).toEqual(['below', 'theirs']);
	});

	test('a project of another slug is not touched, and a broken record without content is no archive', async () => {
		setAge(place.write('home/.claude/projects/-other/x.jsonl', 'x\n'), 100);
		expect(await offered()).toEqual([]);
		place.write(`home/.claude/session-keeper/archive/${place.slug}/x.json`, '{"schemaVersion":1,"session":"../x"}');
		expect(await listArchive(place.claude)).toEqual([]);
	});
});
