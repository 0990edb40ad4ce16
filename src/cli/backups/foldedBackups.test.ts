// Backups that nobody needs to look at: they fold away, and go in one step that can be taken back.
import { describe, expect, test } from 'vitest';
import { assistantLine, resultLine } from '../../core/testing/transcripts';
import { NOW_MS, snapshot } from '../../node/testing/places';
import { backUp, document, greeting, id, place, say, useTimeline, work } from '../../node/testing/timelinePlace';
import { type Ended, call } from '../testing/inProcess';

useTimeline();

function run(...args: readonly string[]): Promise<Ended> {
	const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() };
	return call(args, { cwd: place.repo, env, input: '' });
}
const pending = (): readonly (string | undefined)[] =>
	place
		.pending()
		.map(({ session }) => session)
		.sort();

describe('backups', () => {
	test('are listed with titles and ages; those that are covered or hold no work fold away', async () => {
		say(1, 60, work('older'));
		say(2, 30, greeting);
		say(3, 20, work('saved'));
		const shown = await backUp(1);
		for (const n of [2, 3]) await backUp(n);
		document('session-2026-11-21-0950.md', id(3), 10);
		const { out } = await run('backups', 'list');
		expect(out).toContain(`${shown}  just now  ended  `);
		expect(out).toContain('… 1 covered by a document (backups discard --covered), 1 without work: --all');
		expect(out.match(/\.jsonl  /gu)).toHaveLength(1);
		expect(out).toMatch(/ KB {2}older$/mu);
		const all = await run('backups', 'list', '--all');
		expect(all.out).toMatch(/just now {2}ended {2}[\d.]+ KB {2}saved {2}covered by a document$/mu);
		expect(all.out).toMatch(/without work$/mu);
		const { backups } = JSON.parse((await run('backups', 'list', '--json')).out) as { backups: { session: string }[] };
		expect(backups.find(({ session }) => session === id(3))).toMatchObject({ isCovered: true, hasWork: true });
	});

	test('that fold away are not meant where no name is given, as long as another is shown', async () => {
		say(1, 60, work('older'));
		say(2, 30, greeting);
		for (const n of [1, 2]) await backUp(n);
		expect((await run('backups', 'discard', '--yes')).out).toMatch(/^Discarded: /u);
		expect(pending()).toEqual([id(2)]);
		expect((await run('backups', 'discard', '--yes')).out).toMatch(/^Discarded: /u);
		expect(pending()).toEqual([]);
		expect((await run('backups', 'discard', '--yes')).out).toBe('No pending backups.\n');
	});

	test('that are covered go at once, and come back at once', async () => {
		say(1, 60, work('older'));
		say(2, 20, work('saved'));
		for (const n of [1, 2]) await backUp(n);
		document('session-2026-11-21-0950.md', id(2), 10);
		const before = snapshot(place.repo);
		expect(await run('backups', 'discard', '--covered')).toMatchObject({
			code: 1,
			err: 'Discard 1 backup?\nTo confirm, add --yes.\n',
		});
		expect(snapshot(place.repo)).toEqual(before);
		const done = await run('backups', 'discard', '--covered', '--yes');
		expect(done.out).toMatch(/^Discarded: .*\nUndo: session-keeper backups discard --undo\n$/u);
		expect(pending()).toEqual([id(1)]);
		expect((await run('backups', 'discard', '--covered', '--yes')).out).toBe('No such backups.\n');
	});

	test('go all, or those before a day, and one undo brings all of them back', async () => {
		for (const n of [1, 2, 3]) {
			say(n, 60 - n, work(`it ${n}`));
			await backUp(n);
		}
		expect((await run('backups', 'discard', '--before', '2026-11-21', '--yes')).out).toBe('No such backups.\n');
		expect((await run('backups', 'discard', '--before', 'monday', '--yes')).code).toBe(2);
		expect((await run('backups', 'discard', '--all', 'this', '--yes')).code).toBe(2);
		expect((await run('backups', 'discard', '--all', '--before', '2026-11-22', '--yes')).code).toBe(0);
		expect(pending()).toEqual([]);
		const undone = await run('backups', 'discard', '--undo');
		expect(undone.out.match(/^Pending again: /gmu)).toHaveLength(3);
		expect(pending()).toEqual([id(1), id(2), id(3)]);
		expect((await run('backups', 'list')).out.match(/\.jsonl  /gu)).toHaveLength(3);
	});

	test('of a session that is handed off wait no more, also where they are made after it', async () => {
		say(1, 60, work('it'));
		expect((await run('documents', 'save')).code).toBe(0);
		expect((await run('backups', 'create')).code).toBe(0);
		expect(pending()).toEqual([]);
		expect((await run('backups', 'list')).out).toBe('No pending backups.\n');
		const todos = [{ content: 'Test it', status: 'pending' }];
		say(2, 30, [...work('more'), assistantLine({ tool: 'TodoWrite', id: 't', input: { todos } }), resultLine('t')]);
		expect((await run('backups', 'create', '--session', id(2))).code).toBe(0);
		expect((await run('protocol', 'save', '--session', id(2))).code).toBe(0);
		expect(pending()).toEqual([]);
		expect((await run('backups', 'list')).out).toBe('No pending backups.\n');
	});

	test.each([['protocol.json'], [undefined]])(
		'wait no more once the session is saved to a protocol (%s), and again when that is taken back',
		async (file) => {
			const todos = [{ content: 'Test it', status: 'pending' }];
			say(1, 30, [...work('it'), assistantLine({ tool: 'TodoWrite', id: 't', input: { todos } }), resultLine('t')]);
			await backUp(1);
			expect((await run('protocol', 'save', ...(file === undefined ? [] : [file]))).code).toBe(0);
			expect(pending()).toEqual([]);
			// One that is made afterwards is covered, too.
			await backUp(1);
			expect((await run('backups', 'list')).out).toContain('1 covered by a document');
			expect((await run('backups', 'create')).out).toContain('covered by a hand-off');
			expect(pending()).toEqual([]);
			expect((await run('protocol', 'undo')).code).toBe(0);
			expect(pending()).toEqual([id(1)]);
			expect((await run('backups', 'list')).out.match(/\.jsonl  /gu)).toHaveLength(1);
		},
	);

	test('wait no more once a draft of the session is ratified, and again when that is taken back', async () => {
		say(1, 30, work('it'));
		await backUp(1);
		const text = '---\nsession: ID\ndate: 2026-11-21T09:50:00Z\nstatus: draft\ntopic: It\n---\n# It\n';
		place.write(`repo/docs/sessions/${id(1)}.draft.md`, text.replace('ID', id(1)));
		expect((await run('review', 'ratify', 'draft-', '--yes')).code).toBe(0);
		expect(pending()).toEqual([]);
		expect((await run('review', 'undo')).code).toBe(0);
		expect(pending()).toEqual([id(1)]);
	});
});
