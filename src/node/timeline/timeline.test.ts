import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Line, assistantLine, chained, resultLine, userLine } from '../../core/testing/transcripts';
import { BackupWriter } from '../backups/backupWriter';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS, snapshot } from '../testing/places';
import { useUtc } from '../testing/timeZone';
import { locateTranscript } from '../transcript/locateTranscript';
import { openTimeline } from '../workspace/openStores';
import type { Timeline } from './timeline';

let place: BackupTestPlace;
useUtc();
beforeEach(() => (place = newBackupPlace()));
afterEach(() => place.remove());

const MINUTE_MS = 60_000;
const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };
const id = (n: number): string => `${n}${n}${n}${n}aaaa-0000-4000-8000-000000000000`;

/** Says lines in a session, one a second from so many minutes ago on, and lets its file be that old. */
function say(n: number, minutesAgo: number, lines: readonly Line[]): string {
	const fromMs = NOW_MS - minutesAgo * MINUTE_MS;
	const told = chained(lines).map((line, at) =>
		JSON.stringify({
			...line,
			sessionId: id(n),
			cwd: place.repo,
			timestamp: new Date(fromMs + at * 1_000).toISOString(),
		}),
	);
	const file = place.say(told, id(n));
	const seconds = (fromMs + lines.length * 1_000) / 1_000;
	utimesSync(file, seconds, seconds);
	return file;
}
const greet: readonly Line[] = [userLine('hi'), assistantLine('Hello.')];
const work = (what: string): readonly Line[] => [
	userLine(what),
	assistantLine({ tool: 'Write', id: `w-${what}`, input: { file_path: `/x/${what}.ts`, content: 'x' } }),
	resultLine(`w-${what}`, 'File created', { toolUseResult: { type: 'create' } }),
	assistantLine('It is there.'),
];
async function backUp(n: number): Promise<string> {
	const project = await place.project();
	const found = await locateTranscript(place.claude, id(n), undefined, project);
	if (found === undefined) throw new Error('no transcript');
	return (await (await BackupWriter.open(place.claude, project, clock)).create(found, 'exit')).raw;
}
function document(name: string, session: string | undefined, minutesAgo: number): string {
	const date = new Date(NOW_MS - minutesAgo * MINUTE_MS).toISOString();
	const file = path.join(place.memory, name);
	mkdirSync(place.memory, { recursive: true });
	const own = session === undefined ? '' : `session: ${session}\n`;
	writeFileSync(file, `---\n${own}date: ${date}\ntopic: ${name}\n---\n# ${name}\n`);
	utimesSync(file, new Date(date), new Date(date));
	return file;
}
/** The test's own process holds the session. */
function hold(n: number): void {
	const entry = { pid: process.pid, sessionId: id(n), cwd: place.repo, entrypoint: 'cli' };
	place.write(`home/.claude/sessions/${process.pid}.json`, JSON.stringify(entry));
}
const open = async (): Promise<Timeline> =>
	openTimeline({ claude: place.claude, project: await place.project(), clock });
const latest = async (own?: string): Promise<string | undefined> => {
	const before = snapshot(place.root);
	const { session } = await (await open()).latest(own);
	// Looking changes nothing.
	expect(snapshot(place.root)).toEqual(before);
	return session?.id ?? session?.title;
};

describe('latest', () => {
	test('is the newest session with work, whatever is pending of older ones', async () => {
		say(1, 60, work('older'));
		await backUp(1);
		say(2, 30, work('newer'));
		say(3, 5, greet);
		await backUp(3);
		expect(await latest()).toBe(id(2));
		expect(await latest(id(2))).toBe(id(1));
	});

	test('passes over what a process holds, and says so', async () => {
		say(1, 60, work('older'));
		say(2, 30, work('newer'));
		hold(2);
		const { session, held } = await (await open()).latest(undefined);
		expect([session?.id, held.map((each) => each.id)]).toEqual([id(1), [id(2)]]);
		expect((await (await open()).latest(id(2))).held).toEqual([]);
	});

	test('is never a program’s, nor one of a folder that only looks like the project', async () => {
		say(1, 60, work('older'));
		say(
			2,
			30,
			work('program').map((line) => ({ ...line, entrypoint: 'sdk-cli' })),
		);
		const foreign = { ...userLine('x'), sessionId: id(3), cwd: `${place.repo}-other` };
		place.say(
			[foreign, foreign, foreign].map((line, n) => JSON.stringify({ ...line, uuid: `f${n}` })),
			id(3),
		);
		expect(await latest()).toBe(id(1));
	});

	test('is found by its backup where Claude Code has deleted the transcript, also one that waits no more', async () => {
		say(1, 60, work('older'));
		const file = say(2, 30, work('newer'));
		const raw = await backUp(2);
		rmSync(file);
		expect(await latest()).toBe(id(2));
		const timeline = await open();
		const row = await timeline.get(id(2));
		expect(row).toMatchObject({ title: 'newer', isReadable: true, transcript: undefined, hasWork: true });
		place.write(
			'repo/.claude/memory/.backup-log',
			`${JSON.stringify({ ts: '2026-11-21T10:00:00Z', event: 'processed', session: id(2), raw })}\n`,
		);
		expect(await latest()).toBe(id(2));
	});

	test('is what a document says where nothing else is left, but not later than it was written', async () => {
		say(1, 60, work('older'));
		document('session-2026-11-21-0930.md', undefined, 30);
		expect(await latest()).toBe('session-2026-11-21-0930.md');
		utimesSync(path.join(place.memory, 'session-2026-11-21-0930.md'), 1, 1);
		expect(await latest()).toBe(id(1));
	});

	test('is the right one behind many that are newer and have no work', async () => {
		say(1, 600, work('older'));
		for (let n = 2; n <= 9; n++) say(n, 60 - n, greet);
		for (let n = 11; n <= 25; n++) say(n, 60 - n, greet);
		expect(await latest()).toBe(id(1));
	});

	test('is nothing where there is nothing', async () => {
		say(1, 5, greet);
		expect(await latest()).toBeUndefined();
	});
});

describe('a row', () => {
	test('has all that is left of a session, with the last prompt that is a person’s', async () => {
		say(1, 60, work('it'));
		const raw = await backUp(1);
		document('session-2026-11-21-0959.md', id(1), 1);
		const [row, ...others] = await (await open()).list();
		expect(others).toEqual([]);
		expect(row).toMatchObject({ id: id(1), title: 'it', lastPrompt: { atMs: NOW_MS - 60 * MINUTE_MS } });
		expect(row?.waiting.map((each) => each.raw)).toEqual([raw]);
		expect(row?.documents.map((each) => path.basename(each.file))).toEqual(['session-2026-11-21-0959.md']);
		expect(row?.handOffs).toEqual([{ kind: 'document', atMs: NOW_MS - MINUTE_MS }]);
	});

	test('knows a raw file that nobody logged by the lines in it', async () => {
		const file = say(1, 60, work('it'));
		await backUp(1);
		rmSync(path.join(place.memory, '.backup-log'));
		rmSync(path.join(place.second, '.backup-log'));
		rmSync(file);
		expect((await (await open()).get(id(1)))?.waiting.map(({ state }) => state)).toEqual(['unknown']);
	});

	test('has the draft of its session, which is no hand-off', async () => {
		say(1, 60, work('it'));
		place.write(`repo/docs/sessions/${id(1)}.draft.md`, `---\nsession: ${id(1)}\nstatus: draft\n---\n# It\n`);
		const row = await (await open()).get(id(1));
		expect([row?.documents.map(({ isDraft }) => isDraft), row?.handOffs]).toEqual([[true], []]);
	});

	test('shows no secret in its title', async () => {
		const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
		say(1, 60, [userLine(`Use ${key}`), assistantLine('Yes.')]);
		expect((await (await open()).get(id(1)))?.title).not.toContain(key);
	});
});
