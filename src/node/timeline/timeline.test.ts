import { rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { assistantLine, userLine } from '../../core/testing/transcripts';
import { writeLabels } from '../sessions/sessionLabels';
import { NOW_MS, snapshot } from '../testing/places';
import {
	backUp,
	document,
	greeting,
	hold,
	id,
	open,
	place,
	row,
	say,
	useTimeline,
	work,
} from '../testing/timelinePlace';

useTimeline();
const MINUTE_MS = 60_000;
const latest = async (own?: string): Promise<string | undefined> => {
	const before = snapshot(place.root);
	const { session } = await (await open()).timeline.latest(own);
	// Looking changes nothing.
	expect(snapshot(place.root)).toEqual(before);
	return session?.id ?? session?.title;
};

describe('latest', () => {
	test('is the newest session with work, whatever is pending of older ones', async () => {
		say(1, 60, work('older'));
		await backUp(1);
		say(2, 30, work('newer'));
		say(3, 5, greeting);
		await backUp(3);
		expect(await latest()).toBe(id(2));
		expect(await latest(id(2))).toBe(id(1));
	});

	test('passes over what a process holds, and says so', async () => {
		say(1, 60, work('older'));
		say(2, 30, work('newer'));
		hold(2);
		const { session, held } = await (await open()).timeline.latest(undefined);
		expect([session?.id, held.map((each) => each.id)]).toEqual([id(1), [id(2)]]);
		expect((await (await open()).timeline.latest(id(2))).held).toEqual([]);
	});

	test('passes over what a person marked as done, until it is no more', async () => {
		say(1, 60, work('older'));
		say(2, 30, work('newer'));
		const mark = (on: boolean): Promise<void> =>
			writeLabels(place.claude, new FakeClock(NOW_MS), id(2), [{ mark: 'done', on }]);
		await mark(true);
		expect(await latest()).toBe(id(1));
		expect((await (await open()).timeline.list()).rows.map((row) => row.id)).toEqual([id(2), id(1)]);
		await mark(false);
		expect(await latest()).toBe(id(2));
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
		expect(await row(2)).toMatchObject({ title: 'newer', isReadable: true, transcript: undefined, hasWork: true });
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

	test('is no document of long ago that a checkout has just written', async () => {
		say(1, 60, work('older'));
		place.write('repo/.claude/memory/session-2026-01-01-0000.md', '---\ntopic: long ago\nstatus: ratified\n---\n', 0);
		expect(await latest()).toBe(id(1));
	});

	test('is the right one behind many that are newer and have no work', async () => {
		say(1, 600, work('older'));
		for (let n = 2; n <= 9; n++) say(n, 60 - n, greeting);
		for (let n = 11; n <= 25; n++) say(n, 60 - n, greeting);
		expect(await latest()).toBe(id(1));
	});

	test('is nothing where there is nothing', async () => {
		say(1, 5, greeting);
		expect(await latest()).toBeUndefined();
	});
});

test('a list is filled though a folder of a like name has many sessions that are newer', async () => {
	say(1, 60, work('it'));
	for (let n = 2; n <= 6; n++) {
		const foreign = work('foreign').map((line) =>
			JSON.stringify({ ...line, sessionId: id(n), cwd: `${place.repo}-x` }),
		);
		place.say(foreign, id(n));
	}
	const { rows, isAll } = await (await open()).timeline.list(1);
	expect([rows.map((each) => each.id), isAll]).toEqual([[id(1)], true]);
});

describe('a row', () => {
	test('has all that is left of a session, with the last prompt that is a person’s', async () => {
		say(1, 60, work('it'));
		const raw = await backUp(1);
		document('session-2026-11-21-0959.md', id(1), 1);
		const [only, ...others] = (await (await open()).timeline.list()).rows;
		expect(others).toEqual([]);
		expect(only).toMatchObject({ id: id(1), title: 'it', lastPrompt: { atMs: NOW_MS - 60 * MINUTE_MS } });
		expect(only?.waiting.map((each) => each.raw)).toEqual([raw]);
		expect(only?.documents.map((each) => path.basename(each.file))).toEqual(['session-2026-11-21-0959.md']);
		expect(only?.handOffs).toEqual([{ kind: 'document', atMs: NOW_MS - MINUTE_MS }]);
	});

	test('knows a raw file that nobody logged by the lines in it', async () => {
		const file = say(1, 60, work('it'));
		await backUp(1);
		rmSync(path.join(place.memory, '.backup-log'));
		rmSync(path.join(place.second, '.backup-log'));
		rmSync(file);
		expect((await row(1)).waiting.map(({ state }) => state)).toEqual(['unknown']);
	});

	test('has the draft of its session, which is no hand-off', async () => {
		say(1, 60, work('it'));
		place.write(`repo/docs/sessions/${id(1)}.draft.md`, `---\nsession: ${id(1)}\nstatus: draft\n---\n# It\n`);
		const { documents, handOffs } = await row(1);
		expect([documents.map(({ isDraft }) => isDraft), handOffs]).toEqual([[true], []]);
	});

	test('shows no secret in its title', async () => {
		const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
		say(1, 60, [userLine(`Use ${key}`), assistantLine('Yes.')]);
		expect((await row(1)).title).not.toContain(key);
	});
});
