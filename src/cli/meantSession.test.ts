// Whatever a person knows a session by names it, in every command that takes one.
import { describe, expect, test } from 'vitest';
import { assistantLine, resultLine } from '../core/testing/transcripts';
import { NOW_MS, snapshot } from '../node/testing/places';
import { backUp, greeting, id, place, say, useTimeline, work } from '../node/testing/timelinePlace';
import { type Ended, call } from './testing/inProcess';

useTimeline();

function run(...args: readonly string[]): Promise<Ended> {
	const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() };
	return call(args, { cwd: place.repo, env, input: '' });
}

const todos = [{ content: 'Test it', status: 'pending' }];
const tasks = [assistantLine({ tool: 'TodoWrite', id: 't', input: { todos } }), resultLine('t')];

/** Each with a name for a session as its last word. */
const COMMANDS: readonly (readonly string[])[] = [
	['resume'],
	['resume', '--prompt'],
	['documents', 'resume'],
	['documents', 'open'],
	['documents', 'save', '--session'],
	['backups', 'create', '--session'],
	['backups', 'archive', '--session'],
	['backups', 'discard', '--yes'],
	['protocol', 'save', '--session'],
	['parked', 'summary', '--session'],
	['parked', 'park', '--name', 'x', '--text', 'y', '--session'],
	['sessions', 'show'],
	['sessions', 'archive'],
	['sessions', 'private'],
	['sessions', 'export', '--force', '--output', 'out.md'],
	['reflect', '--dry-run', '--session'],
];

describe.each(COMMANDS.map((words) => ({ command: words.join(' '), words })))('$command', ({ words }) => {
	test('takes an id, the beginning of one, a path, a title, a part of it, and “latest”', async () => {
		say(1, 60, [...work('Fix the login'), ...tasks]);
		const raw = await backUp(1);
		say(2, 30, greeting);
		const names = [id(1), id(1).slice(0, 8), place.transcript(id(1)), 'Fix the login', 'the log', raw, 'latest'];
		for (const name of names) {
			// The latest document is that of any session; and a newer backup of a session takes the place of the older one.
			if (words[1] === (name === 'latest' ? 'open' : name === raw ? 'create' : '')) continue;
			const { code, out, err } = await run(...words, name, '--json');
			// What was discarded is the only thing that can be named no more.
			if (words[1] === 'discard') await run('backups', 'discard', '--undo');
			expect({ name, code, err }).toMatchObject({ code: 0 });
			if (words[1] !== 'summary' && words[1] !== 'park') expect(out).toContain(id(1));
			expect(out).not.toContain(id(2));
		}
	});

	test('lists those that a name may mean, each by words that mean no other, and does nothing', async () => {
		say(1, 60, work('Fix the login'));
		say(2, 30, work('Fix the logo'));
		await backUp(1);
		await backUp(2);
		// The index of the sessions is derived, and may be written.
		await run(...words, 'Fix');
		const before = snapshot(place.root);
		const { code, out, err } = await run(...words, 'Fix');
		expect({ code, out }).toEqual({ code: 1, out: '' });
		if (words[1] !== 'discard') expect(err).toMatch(/^- 00020002 — Fix the logo.*\n- 00010001 — Fix the login.*\n/u);
		expect(err).toMatch(/2 (?:sessions|backups) could be meant\.\nName one of them\.\n$/u);
		expect(snapshot(place.root)).toEqual(before);
	});

	test('says it where nothing is called so', async () => {
		say(1, 60, work('Fix the login'));
		await backUp(1);
		const { code, err } = await run(...words, 'the database');
		expect(code).toBe(1);
		expect(err).toContain('the database');
		// One word may be a mistyped title: only an id is taken for a session that left nothing here.
		expect(await run(...words, 'database')).toMatchObject({ code: 1 });
	});
});

test('a part of a title may have a slash, and a path that is not there names nothing', async () => {
	say(1, 60, work('Fix feat/login page'));
	await backUp(1);
	const { code, out } = await run('sessions', 'show', 'feat/log', '--json');
	expect([code, out.includes(id(1))]).toEqual([0, true]);
	expect((await run('sessions', 'show', '/elsewhere/login')).code).toBe(1);
});
