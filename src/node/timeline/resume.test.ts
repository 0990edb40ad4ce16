import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { assistantLine, userLine } from '../../core/testing/transcripts';
import { snapshot } from '../testing/places';
import {
	backUp,
	document,
	greeting,
	hold,
	id,
	later,
	open,
	place,
	row,
	say,
	useTimeline,
	work,
} from '../testing/timelinePlace';
import { type Resumed, lookAt, resume } from './resume';

useTimeline();

async function resumed(n: number | 'latest'): Promise<Resumed | undefined> {
	const { timeline, documents, backups } = await open();
	const session = n === 'latest' ? (await timeline.latest(undefined)).session : await timeline.get(id(n));
	return session && resume(timeline, documents, backups, { session, document: undefined });
}
const context = (): string => readFileSync(path.join(place.memory, 'active-context.md'), 'utf8');
const pending = (): readonly string[] => place.pending().map(({ raw }) => raw);

describe('resuming', () => {
	test('makes the document of the session, lets it be loaded, and settles its backup alone', async () => {
		say(1, 60, work('older'));
		const older = await backUp(1);
		later(1);
		say(2, 30, work('newer'));
		const newer = await backUp(2);
		const first = await resumed('latest');
		expect(first).toMatchObject({ isMade: true, processed: [newer], document: { topic: 'newer', session: id(2) } });
		expect(context()).toContain('## Active context: newer');
		expect(pending()).toEqual([older]);
	});

	test('changes nothing when it is done again, also where the last prompt is of this very second or later', async () => {
		say(1, 0, work('just now'));
		await backUp(1);
		await resumed('latest');
		later(5);
		const before = snapshot(place.root);
		expect(await resumed('latest')).toMatchObject({ isMade: false, processed: [] });
		expect(snapshot(place.root)).toEqual(before);

		say(2, -120, work('by a clock that is ahead'));
		expect(await resumed('latest')).toMatchObject({ isMade: true, document: { session: id(2) } });
		const after = snapshot(place.root);
		expect(await resumed('latest')).toMatchObject({ isMade: false, document: { session: id(2) } });
		expect(snapshot(place.root)).toEqual(after);
	});

	test('is looked at without writing anything, and what is looked at is what would be made', async () => {
		say(1, 60, work('it'));
		await backUp(1);
		const before = snapshot(place.root);
		const { timeline, documents } = await open();
		const session = await row(1);
		const seen = await lookAt(timeline, documents, { session, document: undefined });
		expect(snapshot(place.root)).toEqual(before);
		expect(seen?.text).toContain('The record follows: read it first');
		const made = await resumed(1);
		// What is only looked at was not saved, and lies nowhere.
		const withoutPlace = (text: string | undefined): string =>
			(text ?? '').replace(/The record .*: read/u, '').replace(/, saved [\d :-]+/u, '');
		expect(withoutPlace(made?.document.text)).toBe(withoutPlace(seen?.text));
	});

	test('takes a document up that is newer than the last prompt, and makes one where more was asked since', async () => {
		say(1, 60, work('it'));
		document('session-2026-11-21-0930.md', id(1), 30);
		await backUp(1);
		expect(await resumed(1)).toMatchObject({ isMade: false, document: { topic: 'session-2026-11-21-0930.md' } });
		// Made after the document, and still nothing that it does not hold.
		expect(pending()).toEqual([]);
		say(1, 10, work('more'));
		expect(await resumed(1)).toMatchObject({ isMade: true });
	});

	test('of an older document by its name leaves what is newer waiting', async () => {
		document('session-2026-11-21-0830.md', id(1), 90);
		say(1, 60, work('it'));
		const raw = await backUp(1);
		const { timeline, documents, backups } = await open();
		const [wanted] = await timeline.find('session-2026-11-21-0830', []);
		if (wanted === undefined) throw new Error('not found');
		const taken = await resume(timeline, documents, backups, wanted);
		expect(taken).toMatchObject({ isMade: false, processed: [], document: { topic: 'session-2026-11-21-0830.md' } });
		expect(pending()).toEqual([raw]);
	});

	test('reads the backup where the transcript is gone, also one that nobody logged', async () => {
		const file = say(1, 60, work('it'));
		await backUp(1);
		rmSync(file);
		rmSync(path.join(place.memory, '.backup-log'));
		rmSync(path.join(place.second, '.backup-log'));
		expect(await resumed('latest')).toMatchObject({ isMade: true, document: { topic: 'it', session: id(1) } });
		expect((await (await open()).backups.list()).pending).toEqual([]);
	});

	test('R1: never reads what a log of the repository points to, not even a transcript of another project', async () => {
		const cwd = place.folder('elsewhere');
		const theirs = work('their secret').map((line) => JSON.stringify({ ...line, sessionId: id(2), cwd }));
		const files = [
			place.write('secret.jsonl', theirs.join('\n')),
			place.write(`home/.claude/projects/-elsewhere/${id(2)}.jsonl`, theirs.join('\n')),
		];
		for (const [n, source] of files.entries()) {
			const own = { event: 'pending', session: id(n + 1), raw: `.claude/memory/raw/x${n}.jsonl`, source };
			place.write('repo/.claude/memory/.backup-log', `${JSON.stringify({ ts: '2026-11-20T10:00:00Z', ...own })}\n`);
			expect(await resumed(n + 1)).toBeUndefined();
			expect(await resumed('latest')).toBeUndefined();
			expect((await row(n + 1)).title).toBe(`x${n}.jsonl`);
		}
	});

	test('of a greeting is done where a person names it', async () => {
		say(1, 5, greeting);
		expect(await resumed('latest')).toBeUndefined();
		expect(await resumed(1)).toMatchObject({ isMade: true, document: { session: id(1) } });
	});

	test('of what still runs is done where a person names it', async () => {
		say(1, 5, work('it'));
		hold(1);
		expect(await resumed('latest')).toBeUndefined();
		expect(await resumed(1)).toMatchObject({ isMade: true });
	});
});

describe('a text names', () => {
	const found = async (text: string, places: readonly string[] = []): Promise<readonly string[]> =>
		(await (await open()).timeline.find(text, places)).map(
			({ session, document: one }) => `${session.title}${one === undefined ? '' : ` ${path.basename(one.file)}`}`,
		);

	test('a session by its id or the beginning of it, its title, or its backup; a document by its path or name', async () => {
		say(1, 60, [userLine('Fix the login'), assistantLine('Done.')]);
		say(2, 30, [userLine('Fix the logo'), assistantLine('Done.')]);
		const raw = await backUp(2);
		const file = document('session-2026-11-21-0930.md', id(1), 30);
		document('session-2026-11-21-0931.md', id(1), 29);
		expect(await found(id(1))).toEqual(['Fix the login']);
		expect(await found(id(2).slice(0, 8).toUpperCase())).toEqual(['Fix the logo']);
		expect(await found('fix the LOGO')).toEqual(['Fix the logo']);
		expect(await found('login')).toEqual(['Fix the login']);
		expect(await found('fix')).toEqual(['Fix the logo', 'Fix the login']);
		expect(await found(`.claude/memory/raw/${raw}`)).toEqual(['Fix the logo']);
		expect(await found('elsewhere.md', [file])).toEqual(['Fix the login session-2026-11-21-0930.md']);
		expect(await found('session-2026-11-21-0931')).toEqual(['Fix the login session-2026-11-21-0931.md']);
		expect(await found('session-2026-11-21')).toEqual(['Fix the login']);
		expect(await found('x')).toEqual([]);
	});
});
