// `session-keeper resume`: where a person left off, from the terminal and from Claude's slash commands.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { assistantLine, userLine } from '../../core/testing/transcripts';
import { NOW_MS, snapshot } from '../../node/testing/places';
import {
	backUp,
	document,
	greeting,
	hold,
	id,
	later,
	place,
	release,
	say,
	useTimeline,
	work,
} from '../../node/testing/timelinePlace';
import { type Ended, call } from '../testing/inProcess';

useTimeline();

function run(args: readonly string[], how: { input?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Ended> {
	const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(), ...how.env };
	return call(args, { cwd: place.repo, env, input: how.input ?? '' });
}
async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
	return JSON.parse((await run([...args, '--json'])).out) as Record<string, unknown>;
}
const inside = (n: number): NodeJS.ProcessEnv => ({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: id(n) });
const context = (): string => readFileSync(path.join(place.memory, 'active-context.md'), 'utf8');
const titleOf = (out: string): string | undefined => /^## Resumed: (.*)$/mu.exec(out)?.[1];

describe('the latest session', () => {
	test('is resumed at the next start after it was saved, though the backup of an older one waits', async () => {
		say(1, 90, work('older'));
		await backUp(1);
		say(2, 30, work('newest'));
		expect((await run(['documents', 'save'], { env: inside(2) })).err).toBe(
			'Another session has a pending backup: session-keeper backups list\n',
		);
		say(3, 1, greeting);
		const resumed = await run(['resume', 'latest'], { env: inside(3) });
		expect(resumed).toMatchObject({ code: 0, err: '' });
		expect(titleOf(resumed.out)).toBe('newest');
		expect(resumed.out).toContain('\nAnother session has a pending backup: session-keeper backups list\n');
		expect(context()).toContain('## Active context: newest');
		expect(place.pending()).toHaveLength(1);
	});

	test('is what a save names as the way back, and of another session only the document is', async () => {
		say(1, 60, work('older'));
		say(2, 30, work('newest'));
		say(3, 1, greeting);
		hold(2);
		const wayBack = async (n: number): Promise<string> =>
			/^To resume: (.*)$/mu.exec((await run(['documents', 'save', `${n}.md`], { env: inside(n) })).out)?.[1] ?? '';
		// It runs now, as each does that saves itself.
		expect(await wayBack(2)).toBe('session-keeper resume latest, or session-keeper resume 2.md');
		release();
		expect(titleOf((await run(['resume', 'latest'], { env: inside(3) })).out)).toBe('newest');
		for (const n of [1, 3]) expect(await wayBack(n)).toBe(`session-keeper resume ${n}.md`);
	});

	test('is shown as the first words of a fresh one as often as somebody looks, and nothing is consumed', async () => {
		say(1, 90, work('older'));
		say(2, 30, work('newest'));
		await backUp(2);
		// What was looked at is kept for the next look.
		await run(['documents', 'list']);
		const before = snapshot(place.root);
		const looks = [
			['resume', '--prompt'],
			['documents', 'resume', '--prompt'],
			['resume', 'newest', '--prompt'],
		];
		const prompts = [];
		for (const each of looks) prompts.push((await run(each)).out);
		expect(prompts[0]).toMatch(/^Continue the work on “newest”/u);
		expect(new Set(prompts).size).toBe(1);
		for (const each of [
			['documents', 'list'],
			['backups', 'list'],
			['documents', 'open', 'newest'],
			['resume', '--help'],
		])
			expect((await run(each)).code).toBe(0);
		expect(snapshot(place.root)).toEqual(before);
		// Nothing was saved.
		expect((await run(['documents', 'open', 'newest'])).out).not.toContain('Saved ');
		expect(await json('resume', '--prompt')).toMatchObject({
			resumed: { file: null, path: null, topic: 'newest', saved: null, status: null },
			...{ isMade: false, processed: null, engine: null, notEnriched: null, text: null },
			...{ held: [], pendingLeft: 0, drift: { gone: [] } },
		});
		expect(prompts[0]).not.toContain('saved 20');
		expect(snapshot(place.root)).toEqual(before);
	});

	test('is the same when it is asked for twice, and the second time nothing changes', async () => {
		say(1, 30, work('it'));
		await backUp(1);
		expect(await json('resume')).toMatchObject({ isMade: true, session: { id: id(1) }, processed: expect.any(String) });
		const before = snapshot(place.root);
		expect(await json('documents', 'resume')).toMatchObject({ isMade: false, session: { id: id(1) }, processed: null });
		expect(snapshot(place.root)).toEqual(before);
	});

	test('passes over what still runs, in one line', async () => {
		say(1, 60, work('older'));
		say(2, 30, work('newer'));
		hold(2);
		const { out } = await run(['resume']);
		expect(titleOf(out)).toBe('older');
		expect(out).toContain('\nStill running, so not resumed: “newer”\n');
		rmSync(path.join(place.claude.projectsDir, place.slug, `${id(1)}.jsonl`));
		rmSync(place.memory, { recursive: true });
		expect((await run(['resume'])).out).toBe('Nothing to resume.\nStill running, so not resumed: “newer”\n');
	});

	test('has a draft that waits, and is resumed all the same', async () => {
		say(1, 30, work('it'));
		place.write(
			`repo/docs/sessions/${id(1)}.draft.md`,
			`---\nsession: ${id(1)}\ntopic: It\nstatus: draft\n---\n# It\n`,
		);
		const list = await run(['documents', 'list']);
		expect(list.out).toContain(`docs/sessions/${id(1)}.draft.md — It (draft, `);
		expect(titleOf((await run(['documents', 'resume', 'latest'])).out)).toBe('it');
		expect((await run(['resume', `docs/sessions/${id(1)}.draft.md`])).out).toContain(
			`From: docs/sessions/${id(1)}.draft.md\n`,
		);
	});

	test('is none of which only a draft is left, until somebody names that', async () => {
		const draft = `docs/sessions/${id(1)}.draft.md`;
		place.write(`repo/${draft}`, `---\nsession: ${id(1)}\ntopic: It\nstatus: draft\n---\n# It\n\nGuessed.\n`);
		for (const words of [['resume'], ['resume', '--prompt'], ['documents', 'resume', 'latest']])
			expect((await run(words)).out).toBe('Nothing to resume: no session with work, and no document.\n');
		for (const words of [
			['resume', id(1)],
			['documents', 'open', id(1)],
			['documents', 'keep', id(1), '--all'],
		]) {
			const { code, out, err } = await run(words);
			expect([code, out]).toEqual([1, '']);
			expect(err).toContain(words[1] === 'keep' ? 'No document of “It”' : 'Only a draft of “It” is left');
		}
		expect(existsSync(path.join(place.memory, 'active-context.md'))).toBe(false);
		expect((await run(['documents', 'list'])).out).toContain(`${draft} — It (draft, `);
		expect((await run(['resume', draft, '--prompt'])).out).toContain('Guessed.');
		document('session-2026-11-21-0930.md', id(2), 30);
		expect(titleOf((await run(['resume'])).out)).toBe('session-2026-11-21-0930.md');
	});

	test('is said where there is none', async () => {
		say(1, 30, greeting);
		expect(await run(['resume'])).toEqual({
			code: 0,
			out: 'Nothing to resume: no session with work, and no document.\n',
			err: '',
		});
		const nothing = { resumed: null, session: null, isMade: false, drift: null, prompt: null, text: null };
		expect(await json('resume')).toMatchObject({ ...nothing, held: [], pendingLeft: 0 });
	});
});

describe('by a name', () => {
	test('a document is resumed from where it was saved, also later and outside of the project', async () => {
		say(1, 60, work('monday'));
		mkdirSync(path.join(place.repo, 'docs'));
		const outside = place.folder('notes');
		expect((await run(['documents', 'save', 'docs/monday.md'])).code).toBe(0);
		expect((await run(['documents', 'save', path.join(outside, 'mine.md')])).code).toBe(0);
		expect((await run(['documents', 'save'])).code).toBe(0);
		say(2, 5, work('tuesday'));
		expect((await run(['documents', 'save'])).code).toBe(0);
		const { out } = await run(['documents', 'list']);
		expect(out).toContain('docs/monday.md — monday');
		expect(out).toContain(`${path.join(outside, 'mine.md')} — monday`);
		for (const name of ['docs/monday.md', path.join(outside, 'mine.md')]) {
			expect((await run(['resume', name])).out).toContain(`From: ${name}\n`);
			expect(context()).toContain(`The whole record: ${name}\n`);
		}
		// As a slash command says it.
		const told = await run(['resume', '--stdin', '--for-claude'], { input: 'docs/monday.md\n' });
		expect(titleOf(told.out)).toBe('monday');
	});

	test('an older document is taken up, and undo takes that back before the save of the newer one', async () => {
		say(1, 60, work('monday'));
		expect((await run(['documents', 'save', 'monday.md'])).code).toBe(0);
		const before = context();
		say(2, 5, work('tuesday'));
		expect((await run(['documents', 'save', 'tuesday.md'])).code).toBe(0);
		const after = context();
		expect((await run(['resume', 'monday.md'])).code).toBe(0);
		// The second time it changes nothing, so there is nothing more to take back.
		expect((await run(['resume', 'monday.md'])).code).toBe(0);
		expect(context()).toContain('## Active context: monday');
		expect(await run(['undo'])).toMatchObject({ code: 0, err: '' });
		expect(context()).toBe(after);
		expect(await run(['undo'])).toMatchObject({ code: 0, err: '' });
		expect(context()).toBe(before);
		expect(existsSync(path.join(place.repo, 'tuesday.md'))).toBe(false);
	});

	test('a document that was saved in a place of its own is no file that has changed since', async () => {
		say(1, 60, work('monday'));
		mkdirSync(path.join(place.repo, 'notes'));
		for (const name of ['notes.md', 'notes/tuesday.md', 'notes/wednesday.md'])
			expect((await run(['documents', 'save', name])).code).toBe(0);
		place.write('repo/notes/mine.md', '# Mine\n');
		const { out } = await run(['resume', 'notes.md', '--prompt']);
		expect(out).toContain('- Changed and not committed since: notes/mine.md.\n');
		expect(readFileSync(path.join(place.repo, 'notes/wednesday.md'), 'utf8')).not.toContain('Not committed');
	});

	test('a document is read that nobody remembers', async () => {
		const file = place.write('notes/theirs.md', '---\ntopic: Theirs\n---\n# Theirs\n');
		expect(titleOf((await run(['resume', file])).out)).toBe('Theirs');
	});

	test('a session is resumed of the archive, once its transcript is gone, and of what holds more', async () => {
		const file = say(1, 60, work('kept'));
		await backUp(1);
		later(10);
		say(1, 0, work('said later'), file);
		expect((await run(['backups', 'archive', '--session', id(1)])).code).toBe(0);
		rmSync(file);
		for (const name of ['latest', '00010001', 'kept']) {
			const { out } = await run(['resume', name, '--prompt']);
			expect(out).toContain('kept.ts');
			expect(out).toContain('said later.ts');
		}
		expect((await run(['resume'])).out).toContain('said later.ts');
		expect(place.pending()).toEqual([]);
	});

	test('several are listed, and the person says which', async () => {
		say(1, 60, [userLine('Fix the login'), assistantLine('Done.')]);
		say(2, 30, [userLine('Fix the logo'), assistantLine('Done.')]);
		const refused = await run(['resume', 'fix']);
		expect(refused).toMatchObject({ code: 1, out: '' });
		expect(refused.err).toBe(
			'- 00020002 — Fix the logo (29 minutes ago, without work)\n- 00010001 — Fix the login (59 minutes ago, without work)\n2 sessions could be meant.\nName one of them.\n',
		);
		expect(await json('resume', 'fix')).toMatchObject({
			error: { code: 'ambiguous' },
			matches: [{ session: id(2), title: 'Fix the logo', document: null }, { session: id(1) }],
		});
		expect(titleOf((await run(['resume', '00010001'])).out)).toBe('Fix the login');
		expect(existsSync(path.join(place.memory, 'active-context.md'))).toBe(true);
	});
});

test('a list has sessions with titles and ages, and folds those without work', async () => {
	say(1, 90, work('older'));
	say(2, 60, greeting);
	say(3, 30, work('newer'));
	await backUp(3);
	say(
		4,
		20,
		work('program').map((line) => ({ ...line, entrypoint: 'sdk-cli' })),
	);
	expect((await run(['documents', 'list'])).out).toBe(
		[
			'## Session documents',
			'',
			'- 00030003 — newer (29 minutes ago) — no document yet, ⏳ backup pending',
			'- 00010001 — older (1 hour ago) — no document yet',
			'',
			'… 1 without work, 1 of programs: --all\n',
		].join('\n'),
	);
	expect((await run(['documents', 'list', '--all'])).out).toContain('- 00020002 — hi (59 minutes ago, without work)');
});
