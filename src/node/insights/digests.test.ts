// What Insights keeps of transcripts: each is read once, again when it changes, and what is kept is not believed when it is damaged.
import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Line, assistantLine, jsonl, systemLine, userLine } from '../../core/testing/transcripts';
import { forgetKept } from '../workspace/forget';
import { writeLabels } from '../sessions/sessionLabels';
import { openRedactor } from '../privacy/openRedactor';
import { type Project, findProject } from '../project/project';
import { systemClock } from '../base/systemClock';
import { type Place, newPlace } from '../testing/places';
import { exportTables } from './exportTables';
import { readCounted } from './readCounted';

let place: Place;
beforeEach(() => void (place = newPlace()));
afterEach(() => place.remove());

const transcript = (id: string): string => `home/.claude/projects/-home-dev-app/${id}.jsonl`;
const kept = (): string => path.join(place.claude.keeperHome, 'cache/insights');
const keptFile = (): string => {
	const [name = ''] = keptNames();
	return path.join(kept(), name);
};
const keptNames = (): readonly string[] => readdirSync(kept()).filter((name) => name.endsWith('.gz'));
const keptText = (): string => gunzipSync(readFileSync(keptFile())).toString();

/** An answer with so many tokens. @param id of its message */
const answer = (id: string, output: number, session: string): Line =>
	assistantLine('Words that nobody keeps.', { id, usage: [0, output, 0, 0] }, { sessionId: session });

/** Sums of all sessions, and the bytes of transcripts that were read for them. */
async function counted(
	mayKeep = true,
): Promise<{ tokens: number; prompts: number; compactions: number; read: number }> {
	let read = 0;
	const { used, happened } = await readCounted(place.claude, mayKeep, (done) => (read = done));
	const count = (kind: string): number =>
		happened.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.count, 0);
	const tokens = used.reduce((sum, each) => sum + each.output, 0);
	return { tokens, prompts: count('prompts'), compactions: count('compactions'), read };
}

const first = (): string =>
	jsonl([
		userLine('one', { sessionId: 'a' }),
		answer('msg_1', 100, 'a'),
		systemLine('compact_boundary', { sessionId: 'a' }),
		userLine('two', { sessionId: 'a' }),
		answer('msg_2', 20, 'a'),
	]);

test('each transcript is read once, and again as soon as it is another', async () => {
	const a = place.write(transcript('a'), first());
	place.write(transcript('b'), jsonl([userLine('three', { sessionId: 'b' }), answer('msg_3', 3, 'b')]));
	const sizeOf = (file: string): number => statSync(file).size;
	const all = { tokens: 123, prompts: 3, compactions: 1 };
	expect(await counted()).toEqual({ ...all, read: sizeOf(a) + sizeOf(path.join(path.dirname(a), 'b.jsonl')) });
	expect(await counted()).toEqual({ ...all, read: 0 });
	appendFileSync(a, jsonl([userLine('four', { sessionId: 'a' }), answer('msg_4', 4_000, 'a')]));
	expect(await counted()).toEqual({ ...{ tokens: 4_123, prompts: 4, compactions: 1 }, read: sizeOf(a) });
	rmSync(path.join(path.dirname(a), 'b.jsonl'));
	expect(await counted()).toEqual({ ...{ tokens: 4_120, prompts: 3, compactions: 1 }, read: 0 });
	expect(keptText()).toContain('msg_1');
	expect(keptText()).not.toContain('msg_3');
});

test('what is kept is private, has no word of anybody, and goes with what is forgotten', async () => {
	place.write(transcript('a'), first());
	await counted();
	if (process.platform !== 'win32') expect(statSync(keptFile()).mode & 0o777).toBe(0o600);
	expect(keptText()).not.toMatch(/Words|one|two/u);
	const project = await findProject(place.claude, place.folder('home/dev/app'));
	expect(await forgetKept({ claude: place.claude, clock: systemClock, project }, 'all')).toEqual([]);
	expect(keptNames()).toEqual([]);
});

test('nothing is kept of folders that are gone, or of which every session is private', async () => {
	place.write(transcript('a'), first());
	const gone = place.write('home/.claude/projects/-gone/g.jsonl', jsonl([answer('msg_4', 4, 'g')]));
	place.write('home/.claude/projects/-mine/m.jsonl', jsonl([answer('msg_5', 5, 'm')]));
	await counted();
	expect(keptNames()).toHaveLength(3);
	rmSync(path.dirname(gone), { recursive: true });
	await writeLabels(place.claude, systemClock, 'm', [{ mark: 'private', on: true }]);
	expect((await counted()).tokens).toBe(120);
	expect(keptNames()).toHaveLength(1);
	expect(keptText()).toContain('msg_1');
});

test.each([
	['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 10)],
	['empty', () => Buffer.alloc(0)],
	['changed in one place', (bytes: Buffer) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))],
	['of another version', (bytes: Buffer) => gzipSync(String(gunzipSync(bytes)).replace('"version":2', '"version":9'))],
	['no JSON', (bytes: Buffer) => gzipSync(String(gunzipSync(bytes)).slice(1))],
])('what is %s is read anew', async (_name, damage) => {
	const a = place.write(transcript('a'), first());
	const before = await counted();
	writeFileSync(keptFile(), damage(readFileSync(keptFile())));
	expect(await counted()).toEqual({ ...before, read: statSync(a).size });
	expect(await counted()).toEqual({ ...before, read: 0 });
});

test('an export and Insights read nothing that the other has read, of all projects or of one', async () => {
	// One folder of Claude Code's has sessions of both.
	const other = { sessionId: 'b', cwd: place.folder('home/other') };
	const fileOf = (id: string): string =>
		`home/.claude/projects/${other.cwd.replace(/[^a-zA-Z0-9]/gu, '-')}/${id}.jsonl`;
	place.write(fileOf('a'), first());
	place.write(fileOf('b'), jsonl([userLine('three', other), answer('msg_3', 3, 'b')]));
	const redactor = await openRedactor(place.claude);
	/** What it has to read: once for its texts, and before that for its digest. */
	const told = async (project: Project | undefined): Promise<number> => {
		let count = 0;
		const cacheFolder = path.join(place.claude.keeperHome, 'cache');
		const to = path.join(place.root, project === undefined ? 'all' : 'one');
		const onBytes = (): void => void count++;
		await exportTables({ claude: place.claude, project, redactor, cacheFolder, to, format: 'jsonl', onBytes });
		return count;
	};
	const one = await findProject(place.claude, other.cwd);
	expect(await told(one)).toBe(2);
	const { read } = await counted();
	expect(read).toBe(first().length);
	expect(await told(undefined)).toBe(2);
	rmSync(path.join(place.root, 'one'), { recursive: true });
	expect([await told(one), (await counted()).read]).toEqual([1, 0]);
	rmSync(kept(), { recursive: true });
	expect([await told(undefined), (await counted()).read]).toEqual([2, 0]);
});

test('where nothing may be kept nothing is written', async () => {
	place.write(transcript('a'), first());
	expect((await counted(false)).tokens).toBe(120);
	expect(existsSync(place.claude.keeperHome)).toBe(false);
});

test('where nothing can be kept the numbers are the same', async () => {
	place.write(transcript('a'), first());
	place.write('home/.claude/session-keeper/cache/insights', 'no folder');
	const told = await counted();
	expect([told.tokens, (await counted()).tokens]).toEqual([120, 120]);
	expect((await counted()).read).toBeGreaterThan(0);
});

test('what a fork repeats counts once, for who said it first', async () => {
	place.write(transcript('a'), first());
	const copies = first()
		.trim()
		.split('\n')
		.map((line): Line => {
			const copied = JSON.parse(line) as Line;
			return { ...copied, sessionId: 'f', forkedFrom: { sessionId: 'a', messageUuid: copied['uuid'] } };
		});
	place.write(transcript('f'), jsonl([...copies, userLine('five', { sessionId: 'f' }), answer('msg_5', 50_000, 'f')]));
	const { used, sessions } = await readCounted(place.claude, true);
	const tokensOf = (id: string): number =>
		used.filter(({ session }) => session === id).reduce((sum, { output }) => sum + output, 0);
	expect([tokensOf('a'), tokensOf('f'), sessions.length]).toEqual([120, 50_000, 2]);
	expect(await counted()).toMatchObject({ tokens: 50_120, prompts: 3, compactions: 1 });
});
