import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { MINUTE_MS } from '../../core/base/dates';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { assistantLine, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { openRedactor } from '../privacy/openRedactor';
import { type Project, findProject } from '../project/project';
import { RecordKeeper } from './recordKeeper';
import { SessionsStore } from './sessionsStore';
import { NOW_MS, type Place, newPlace, newRepository } from '../testing/places';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const PROGRAM = 'bbbbbbbb-0000-4000-8000-000000000002';

let place: Place;
let repo: string;
let clock: FakeClock;
let logger: RecordingLogger;
let store: SessionsStore;
let project: Project;
beforeEach(async () => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	clock = new FakeClock(NOW_MS);
	logger = new RecordingLogger();
	store = new SessionsStore({ claude: place.claude, clock, logger, redactor: () => openRedactor(place.claude) });
	project = await findProject(place.claude, repo);
});
afterEach(() => {
	store.dispose();
	place.remove();
});

function keeper(archivesOnEnd = true): RecordKeeper {
	return new RecordKeeper({
		sessions: store,
		projects: () => [project],
		redactor: () => openRedactor(place.claude),
		archivesOnEnd: () => archivesOnEnd,
		clock,
		logger,
	});
}
function transcript(id: string, minutesAgo: number, own = {}): void {
	const folder = path.join(place.claude.projectsDir, projectSlug(repo));
	mkdirSync(folder, { recursive: true });
	const more = { sessionId: id, cwd: repo, timestamp: new Date(NOW_MS - minutesAgo * MINUTE_MS).toISOString(), ...own };
	const write = { tool: 'Write', id: 't1', input: { file_path: path.join(repo, 'a.js'), content: 'x' } };
	writeFileSync(
		path.join(folder, `${id}.jsonl`),
		jsonl([userLine('Do it', more), assistantLine(write, {}, more), resultLine('t1', 'ok', more)]),
	);
}
function run(id: string): string {
	mkdirSync(place.claude.sessionsDir, { recursive: true });
	const file = path.join(place.claude.sessionsDir, `${process.pid}.json`);
	writeFileSync(file, JSON.stringify({ pid: process.pid, sessionId: id, cwd: repo, entrypoint: 'cli' }));
	return file;
}
const names = (shelf: string): readonly string[] => {
	const folder = path.join(repo, '.claude/memory/sessions', shelf);
	return existsSync(folder) ? readdirSync(folder) : [];
};
const active = (): Record<string, unknown> =>
	JSON.parse(readFileSync(path.join(repo, `.claude/memory/sessions/active/${ID}.json`), 'utf8')) as Record<
		string,
		unknown
	>;

test('a running session has a record that follows its state, and goes to the archive when it has ended', async () => {
	transcript(ID, 5);
	const process = run(ID);
	await store.open([project]);
	const records = keeper();
	await records.update();
	expect(names('active')).toEqual([`${ID}.json`]);
	expect(active()).toMatchObject({ id: ID, state: 'active', context: { recent_tools: ['Write'] } });
	expect(readFileSync(path.join(repo, '.claude/memory/.gitignore'), 'utf8')).toContain('sessions/');

	clock.advance(31 * MINUTE_MS);
	await records.update();
	expect(active()).toMatchObject({ state: 'idle' });

	rmSync(process);
	await store.refreshRegistry();
	await records.update();
	expect(active()).toMatchObject({ state: 'suspended' });

	clock.advance(60 * MINUTE_MS);
	await records.update();
	expect(names('active')).toEqual([]);
	expect(names('archive')).toHaveLength(1);
	await records.update();
	expect(names('archive')).toHaveLength(1);
	expect(logger.lines.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('without a registry, as with Claude Code 2.1.76, a session that speaks has a record, too', async () => {
	transcript(ID, 5);
	await store.open([project]);
	const records = keeper();
	await records.update();
	expect(active()).toMatchObject({ state: 'active' });
	clock.advance(60 * MINUTE_MS);
	await records.update();
	expect(names('archive')).toHaveLength(1);
});

test('without archiving the record stays, and says that the session has ended', async () => {
	transcript(ID, 5);
	rmSync(run(ID));
	run(ID);
	await store.open([project]);
	const records = keeper(false);
	await records.update();
	rmSync(path.join(place.claude.sessionsDir, `${process.pid}.json`));
	await store.refreshRegistry();
	clock.advance(120 * MINUTE_MS);
	await records.update();
	expect(active()).toMatchObject({ state: 'ended' });
	expect(names('archive')).toEqual([]);
});

test('sessions that never ran here, that programs started, or that are private have none', async () => {
	mkdirSync(place.claude.sessionsDir, { recursive: true });
	transcript(ID, 5);
	transcript(PROGRAM, 5, { entrypoint: 'sdk-cli' });
	await store.open([project]);
	await keeper().update();
	expect(names('active')).toEqual([]);
	run(ID);
	await store.refreshRegistry();
	await store.label(ID, [{ mark: 'private', on: true }]);
	await keeper().update();
	expect(names('active')).toEqual([]);
});

test('a record that an earlier window left is archived when its session has ended since', async () => {
	transcript(ID, 5);
	const file = run(ID);
	await store.open([project]);
	await keeper().update();
	rmSync(file);
	await store.refreshRegistry();
	clock.advance(120 * MINUTE_MS);
	await keeper().update();
	expect(names('active')).toEqual([]);
	expect(names('archive')).toHaveLength(1);
});

test('a session that was killed while no window was open has its record, once, and only where nobody wrote it', async () => {
	mkdirSync(place.claude.sessionsDir, { recursive: true });
	transcript(ID, 5);
	transcript(PROGRAM, 5, { entrypoint: 'sdk-cli' });
	await store.open([project]);
	await keeper().keepMissed([ID, PROGRAM, 'unknown']);
	expect(names('active')).toEqual([`${ID}.json`]);
	expect(active()).toMatchObject({ state: 'suspended' });
	clock.advance(60 * MINUTE_MS);
	await keeper().keepMissed([ID]);
	expect([names('active').length, names('archive').length]).toEqual([0, 1]);
	const file = path.join(repo, '.claude/memory/sessions/archive', names('archive')[0] ?? '');
	const written = statSync(file).ino;
	await keeper().keepMissed([ID]);
	expect(statSync(file).ino).toBe(written);
	expect(logger.lines.filter((line) => line.startsWith('error'))).toEqual([]);
});
