// The life cycle with the files of the real Claude Code: its transcripts grow, its registry changes, its processes live and
// die, and a fake clock tells the time. Of the samples only the folder and the times are other ones.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { processStart } from '../../../scripts/lib/sampleSessions.mjs';
import { projectSlug } from '../../core/claude/slug';
import { HOUR_MS, MINUTE_MS } from '../../core/base/dates';
import type { SessionRecord } from '../../core/sessions/record';
import { DEFAULT_LIFECYCLE } from '../../core/sessions/state';
import { activityOf } from '../../core/sessions/order';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { appendHookLog } from '../keeper/hookLogFile';
import { openRedactor } from '../privacy/openRedactor';
import { type Project, findProject } from '../project/project';
import { RecordKeeper } from './recordKeeper';
import { buildSessionRecord } from './sessionFold';
import { SessionsStore } from './sessionsStore';
import { GrowingTranscript } from '../testing/growingTranscript';
import { type Place, newPlace, newRepository } from '../testing/places';

/** Saturday, 23:40 in Berlin; in that night the clocks there go back from 03:00 to 02:00, at 01:00 UTC. */
const BEGAN_MS = Date.UTC(2026, 9, 24, 21, 40);
const REGISTRY = path.resolve('test/fixtures/registry');

let place: Place;
let repo: string;
let clock: FakeClock;
let store: SessionsStore;
let project: Project;
let keeper: RecordKeeper;
let logger: RecordingLogger;
let claude: ChildProcess;

beforeEach(async () => {
	vi.stubEnv('TZ', 'Europe/Berlin');
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	mkdirSync(place.claude.sessionsDir, { recursive: true });
	mkdirSync(transcripts(), { recursive: true });
	clock = new FakeClock(BEGAN_MS);
	logger = new RecordingLogger();
	const redactor = (): ReturnType<typeof openRedactor> => openRedactor(place.claude);
	store = new SessionsStore({ claude: place.claude, clock, logger, redactor });
	project = await findProject(place.claude, repo);
	await store.open([project]);
	keeper = new RecordKeeper({
		sessions: store,
		projects: () => [project],
		redactor,
		archivesOnEnd: () => true,
		clock,
		logger,
	});
	claude = startProcess();
});
afterEach(() => {
	claude.kill('SIGKILL');
	store.dispose();
	place.remove();
	vi.unstubAllEnvs();
});

const transcripts = (): string => path.join(place.claude.projectsDir, projectSlug(repo));
/** A process that stands for Claude Code's. */
const startProcess = (): ChildProcess =>
	spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
async function endProcess(child: ChildProcess): Promise<void> {
	const gone = once(child, 'exit');
	child.kill('SIGKILL');
	await gone;
}
const registryFile = (child: ChildProcess): string => path.join(place.claude.sessionsDir, `${child.pid}.json`);
/** The steps of a registry's file as they were seen: what became of it, and its text. */
function registrySteps(name: string): readonly { readonly kind: string; readonly entry: Record<string, unknown> }[] {
	return readFileSync(path.join(REGISTRY, name), 'utf8')
		.trim()
		.split('\n')
		.map((line) => {
			const [, kind = '', json = ''] = /^\s*[\d.]+s (\w+) \S+ ?(.*)$/u.exec(line) ?? [];
			return { kind, entry: json === '' ? {} : (JSON.parse(json) as Record<string, unknown>) };
		});
}
const [REAL_ENTRY] = registrySteps('lifecycle-clear-and-exit.log');
/** Writes the registry's file of a process as Claude Code does, in place. */
async function register(sessionId: string, more: object, child = claude, base = REAL_ENTRY?.entry): Promise<void> {
	// The sample's process lived on another machine.
	const { pidDomain: _, ...entry } = base ?? {};
	const procStart = processStart(child.pid);
	const own = { ...entry, pid: child.pid, procStart, cwd: repo, sessionId, statusUpdatedAt: clock.now(), ...more };
	writeFileSync(registryFile(child), JSON.stringify(own));
	await store.refreshRegistry();
}

const grow = (label: string): GrowingTranscript =>
	new GrowingTranscript(label, { folder: transcripts(), repo, clock, store });

const shelf = (name: string): readonly string[] => {
	const folder = path.join(repo, '.claude/memory/sessions', name);
	return existsSync(folder) ? readdirSync(folder).sort() : [];
};
const read = (name: string, file: string): SessionRecord =>
	JSON.parse(readFileSync(path.join(repo, '.claude/memory/sessions', name, file), 'utf8')) as SessionRecord;
/** The record of a running session, brought up to date, and its state there and in the list. */
async function activeRecord(growing: GrowingTranscript): Promise<SessionRecord> {
	// Between two changes of state a record is written every five minutes.
	clock.advance(5 * MINUTE_MS);
	await keeper.update();
	const record = read('active', `${growing.id}.json`);
	expect(record.state).toBe(growing.state);
	return record;
}
const told = (record: SessionRecord): readonly string[] => record.events.map((event) => event.event_type);
const localDay = (): number => new Date(clock.now()).getDate();

const TURN = ['prompt_submitted', 'response_completed'];
const BACK = ['session_idle', 'session_resume'];

describe('with the files of the real Claude Code', () => {
	test('a session starts, works, idles, returns, crashes, is resumed, forked and compacted, sleeps over midnight and daylight saving, and ends', async () => {
		const main = grow('03-compacted');

		// Start. There is no transcript before the first prompt.
		await register(main.id, { status: 'idle' });
		await keeper.update();
		expect([store.list(), shelf('active')]).toEqual([[], []]);

		// Work.
		await register(main.id, { status: 'busy' });
		await main.grow('"Document it in the README"');
		expect(main.state).toBe('active');
		await register(main.id, { status: 'idle' });
		const working = await activeRecord(main);
		expect(working).toMatchObject({
			id: main.id,
			state: 'active',
			started_at: '2026-10-24T21:40:00.000Z',
			hot_memory: [],
		});
		expect(told(working)).toEqual(['session_start', ...TURN]);

		// Idle, and midnight in Berlin meanwhile.
		expect(localDay()).toBe(24);
		clock.advance(26 * MINUTE_MS);
		expect(localDay()).toBe(25);
		expect(main.state).toBe('idle');
		expect(told(await activeRecord(main))).toEqual(['session_start', ...TURN]);

		// Return.
		await register(main.id, { status: 'busy' });
		await main.grow('"compact_boundary"');
		await register(main.id, { status: 'idle' });
		const back = await activeRecord(main);
		expect(back.state).toBe('active');
		const WORKED = [
			'session_start',
			...TURN,
			...BACK,
			'prompt_submitted',
			'tool_executed',
			'tool_executed',
			'response_completed',
		];
		expect(told(back)).toEqual(WORKED);
		expect(back.context).toMatchObject({
			recent_files: [path.join(repo, 'README.md')],
			recent_tools: ['Read', 'Edit'],
			working_directory: repo,
		});
		expect(back.hot_memory).toMatchObject([{ tool: 'Edit', summary: expect.stringContaining('README.md') as unknown }]);
		expect(back.events.map(({ event_type, timestamp }) => [event_type, timestamp]).slice(3, 5)).toEqual([
			// Half an hour after the last word, and the moment of the next one.
			['session_idle', '2026-10-24T22:10:00.161Z'],
			['session_resume', '2026-10-24T22:16:00.000Z'],
		]);

		// Crash: SIGKILL leaves the registry's file behind, and the transcript just stops.
		await endProcess(claude);
		await store.refreshRegistry();
		expect(existsSync(registryFile(claude))).toBe(true);
		expect((await activeRecord(main)).state).toBe('suspended');

		// Resume, by another process that goes on with the same file.
		claude = startProcess();
		await register(main.id, { status: 'idle' });
		expect((await activeRecord(main)).state).toBe('active');

		// Fork: a new file with the same lines under another id, in a third process.
		const forkId = '60f6e0aa-1111-4111-8111-111111111111';
		const fork = new GrowingTranscript('03-compacted', { folder: transcripts(), repo, clock, store }, forkId);
		writeFileSync(fork.file, readFileSync(main.file, 'utf8').replaceAll(main.id, forkId));
		const other = startProcess();
		try {
			await register(forkId, { status: 'busy' }, other);
			const forkedMs = clock.now();
			const asked = readFileSync(main.file, 'utf8')
				.split('\n')
				.find((line) => line.includes('"What does this project do?"'));
			await fork.append([
				String(asked)
					.replaceAll(main.id, forkId)
					.replace(/"uuid":"[^"]+"/u, '"uuid":"fork-1"')
					.replace('What does this project do?', 'Another way'),
			]);
			const forked = await activeRecord(fork);
			expect(fork.session).toMatchObject({ forkedFrom: main.id, forkedMs, name: 'Another way', ownPrompts: 1 });
			expect(forked).toMatchObject({ state: 'active', started_at: new Date(forkedMs).toISOString() });
			expect(told(forked)).toEqual(['session_start', 'prompt_submitted']);
			// It knows what its origin knew.
			expect(forked.context.recent_tools).toEqual(['Read', 'Edit']);
			expect(told(await activeRecord(main))).toEqual(WORKED);

			// Compaction: the same session, with less in its context.
			await main.grow('"And how do I run the tests?"');
			expect(main.session).toMatchObject({ compactions: 1, contextTokens: 3072 });
			expect(told(await activeRecord(main))).toEqual(WORKED);

			// The machine sleeps, no timer of ours runs, and the hour between two and three comes twice.
			const offset = new Date(clock.now()).getTimezoneOffset();
			const quietMs = clock.now() - (main.session.lastMessageMs ?? 0);
			clock.jump(clock.now() + 4 * HOUR_MS);
			expect(new Date(clock.now()).getTimezoneOffset()).toBe(offset + 60);
			// The process is there, so it has not ended, however long it was quiet.
			expect(main.state).toBe('idle');
			expect((await activeRecord(main)).state).toBe('idle');
			expect(clock.now() - (main.session.lastMessageMs ?? 0)).toBe(quietMs + 4 * HOUR_MS + 5 * MINUTE_MS);

			// End: the last turn and the final figures in the transcript, the file of the registry gone, the hook's line in the log.
			await main.grow();
			rmSync(registryFile(claude));
			clock.advance(MINUTE_MS);
			const log = {
				ts: new Date(clock.now()).toISOString(),
				event: 'SessionEnd',
				session: main.id,
				project: repo,
				ms: 3,
			};
			await appendHookLog(place.claude, { ...log, outcome: 'detached', reason: 'exit' });
			await store.refreshRegistry();
			expect(main.state).toBe('ended');
			await keeper.update();
			expect(shelf('archive')).toEqual([`2026-10-24_21-40_${main.id}.json`]);
			const ended = read('archive', shelf('archive')[0] ?? '');
			expect(ended).toMatchObject({
				state: 'ended',
				metadata: { end_reason: 'exit', prompts: 3, title: 'What does this project do?' },
			});
			expect(told(ended)).toEqual([...WORKED, ...BACK, ...TURN, 'session_end']);
			expect(ended.events.at(-1)?.timestamp).toBe(log.ts);

			// The fork is left alone: without a process and a word it ends by time, and nobody knows why.
			expect(shelf('active')).toEqual([`${forkId}.json`]);
			await endProcess(other);
			await store.refreshRegistry();
			await keeper.update();
			expect(shelf('active')).toEqual([]);
			expect(read('archive', shelf('archive').at(-1) ?? '').metadata['end_reason']).toBeUndefined();
			expect(logger.lines.filter((line) => line.startsWith('error'))).toEqual([]);
		} finally {
			other.kill('SIGKILL');
		}
	});

	test('/clear ends one session and begins the next in the same process, step by step as the registry told it', async () => {
		const [before, after] = [grow('07-cleared-before'), grow('07-cleared-after')];
		const seen: string[] = [];
		const look = async (): Promise<void> => {
			await keeper.update();
			const stateOf = (id: string): string => {
				const session = store.get(id);
				return session === undefined ? '–' : activityOf(store.stateOf(session), session.live);
			};
			seen.push(`${stateOf(before.id)} ${stateOf(after.id)} | ${shelf('active').length} ${shelf('archive').length}`);
		};
		const hook = (session: string, reason: string): Promise<void> =>
			appendHookLog(place.claude, {
				ts: new Date(clock.now()).toISOString(),
				event: 'SessionEnd',
				session,
				project: repo,
				ms: 3,
				outcome: 'detached',
				reason,
			});
		const steps = registrySteps('lifecycle-clear-and-exit.log');
		const first = steps[0]?.entry['sessionId'];
		for (const [n, { kind, entry }] of steps.entries()) {
			clock.advance(5_000);
			if (n === 1) await before.grow('"cost-state"');
			if (n === 4) await before.grow();
			if (n === 4) await hook(before.id, 'clear');
			if (n === 6) await after.grow('"cost-state"');
			if (kind === 'DEL') {
				await after.grow();
				await hook(after.id, 'exit');
				rmSync(registryFile(claude));
				await store.refreshRegistry();
			} else await register(entry['sessionId'] === first ? before.id : after.id, {}, claude, entry);
			await look();
		}
		expect(seen).toEqual([
			'– – | 0 0',
			'working – | 1 0',
			'active – | 1 0',
			'working – | 1 0',
			'ended – | 0 1',
			'ended – | 0 1',
			'ended working | 1 1',
			'ended active | 1 1',
			'ended ended | 0 2',
		]);
		const records = shelf('archive').map((file) => read('archive', file));
		expect(records.map(({ id, metadata }) => [id, metadata['end_reason'], metadata['prompts']])).toEqual(
			expect.arrayContaining([
				[before.id, 'clear', 1],
				[after.id, 'exit', 1],
			]),
		);
		expect(records.map(told)).toEqual([
			['session_start', ...TURN, 'session_end'],
			['session_start', ...TURN, 'session_end'],
		]);
	});

	test('who waits for a permission is idle later than who waits for nothing', async () => {
		const main = grow('03-compacted');
		const seen: string[] = [];
		await main.grow('"Document it in the README"');
		for (const { entry } of registrySteps('lifecycle-permission-prompt.log')) {
			await register(main.id, {}, claude, entry);
			seen.push(activityOf(store.stateOf(main.session), main.session.live));
		}
		expect(seen).toEqual([
			'active',
			'working',
			'waiting',
			'working',
			'waiting',
			'working',
			'active',
			'working',
			'active',
		]);
		await register(main.id, { status: 'waiting', waitingFor: 'permission prompt' });
		clock.advance(59 * MINUTE_MS);
		expect(main.state).toBe('active');
		expect(main.session.live?.waitingFor).toBe('permission prompt');
		clock.advance(2 * MINUTE_MS);
		expect(main.state).toBe('idle');
	});

	test('a program’s session that was resumed twice has ended three times, and has no record unless somebody asks for it', async () => {
		const main = grow('05-resumed');
		await register(main.id, { status: 'busy', entrypoint: 'sdk-cli' });
		await main.grow();
		rmSync(registryFile(claude));
		await store.refreshRegistry();
		await keeper.update();
		expect([main.session.isProgram, main.state, shelf('active'), shelf('archive')]).toEqual([true, 'ended', [], []]);
		const record = await buildSessionRecord(main.session, 'ended', await openRedactor(place.claude), DEFAULT_LIFECYCLE);
		expect(record && told(record)).toEqual([
			'session_start',
			...TURN,
			'session_end',
			'session_resume',
			...TURN,
			'session_end',
			'session_resume',
			'prompt_submitted',
			'tool_executed',
			'tool_executed',
			'response_completed',
			'session_end',
		]);
		expect(record?.hot_memory).toMatchObject([{ tool: 'Edit' }]);
	});
});
