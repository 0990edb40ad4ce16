// The review and the memory from the command line.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assistantLine, userLine } from '../../core/testing/transcripts';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../../node/testing/backupPlace';
import { beforeFileCalls, systemError } from '../../node/testing/fileCalls';
import { queueMemories } from '../../node/testing/memoryQueue';
import { NOW_MS, setAge } from '../../node/testing/places';
import { useUtc } from '../../node/testing/timeZone';
import { type Ended, call } from '../testing/inProcess';

useUtc();
let place: BackupTestPlace;
beforeEach(() => {
	place = newBackupPlace();
});
afterEach(() => place.remove());

const run = (...args: readonly string[]): Promise<Ended> => runIn({}, args);

function runIn(own: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ended> {
	return call(args, {
		cwd: place.repo,
		env: { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(), ...own },
	});
}
const json = async (...args: readonly string[]): Promise<Record<string, never>> =>
	JSON.parse((await run(...args, '--json')).out) as never;

function queue(...texts: readonly string[]): void {
	for (const [at, text] of texts.entries())
		queueMemories(place, { session: SESSION, cwd: place.repo, turn: at + 1 }, [text]);
}

test('review: list, show, edit, accept, reject, undo', async () => {
	expect(await run('review', 'list')).toMatchObject({ code: 0, out: 'Nothing to review.\n' });
	queue('Always run the race detector.', 'Never push to main.');
	const { entries } = (await json('review', 'list')) as unknown as { entries: { id: string; title: string }[] };
	expect(entries).toMatchObject([
		{
			kind: 'memory',
			label: 'feedback',
			title: 'Always run the race detector.',
			session: SESSION,
			message: 'u1',
			isEdited: false,
		},
		{ title: 'Never push to main.' },
	]);
	const [first = '', second = ''] = entries.map(({ id }) => id);
	expect((await run('review', 'show', first)).out).toContain(`from session ${SESSION}, message u1\n`);
	expect((await run('review', 'show', first)).out).toMatch(
		/\(nothing like it exists\)\n1 file, \+\d+ −0\n--- \/dev\/null\n\+\+\+ memory\/feedback_[\w-]+\.md\n/u,
	);
	expect((await run('review', 'edit', first, '--text', 'Always run the race detector in CI.')).code).toBe(0);
	expect(await run('review', 'accept', first.slice(0, 6))).toMatchObject({ code: 0 });
	// A memory is as old as its file, whatever the command's clock says.
	const { memoryDir } = await place.project();
	for (const name of readdirSync(memoryDir)) setAge(path.join(memoryDir, name), 0);
	expect((await run('memory', 'list')).out).toMatch(
		/ {2}feedback {2}just now {2}Always run the race detector in CI\.$/mu,
	);
	expect((await run('review', 'reject', second)).out).toBe(
		`Rejected: Never push to main.\nUndo: session-keeper review undo ${second}\n`,
	);
	expect((await run('review', 'list')).out).toBe('Nothing to review.\n');
	expect(await json('review', 'undo', 'm-')).toMatchObject({ error: { hint: 'See session-keeper review decided.' } });
	expect((await run('review', 'undo', first.slice(0, 6))).code).toBe(0);
	expect((await run('review', 'undo')).out).toBe('Undone: Never push to main.\n');
	expect((await run('review', 'undo')).out).toBe('Nothing to undo.\n');
	expect(((await json('review', 'list')) as unknown as { entries: unknown[] }).entries).toHaveLength(2);
});

test('asked by Claude in its shell, nothing is told of what a private session said, but to that session', async () => {
	const said = [userLine('never push to main'), assistantLine('Never.')];
	place.say(said.map((line) => JSON.stringify({ ...line, sessionId: SESSION, cwd: place.repo })));
	const theirs = SESSION.replace(/^./u, 'f');
	queue('Never push to main.', 'Always run the race detector.');
	queueMemories(place, { session: theirs, cwd: place.repo, turn: 1 }, ['Use tabs for indentation.']);
	place.write(
		`repo/docs/sessions/${SESSION}.draft.md`,
		`---\nsession: ${SESSION}\ntopic: The push\nstatus: draft\n---\n# The push\n`,
	);
	await run('parked', 'park', '--name', 'The push item', '--text', 'Of it.', '--session', SESSION);
	const { entries } = (await json('review', 'list')) as unknown as { entries: { id: string; title: string }[] };
	const idOf = (title: string): string => entries.find((each) => each.title === title)?.id ?? expect.fail(title);
	await run('review', 'reject', idOf('Never push to main.'));
	expect(await run('parked', 'archive', 'push')).toMatchObject({ code: 0 });
	await run('sessions', 'private', SESSION);
	const inside = (session: string) => ({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session });
	const told = async (session: string): Promise<string> => {
		const lists = [
			['review', 'list'],
			['review', 'decided'],
			['undo', '--list'],
			['status', '--json'],
		];
		const all: string[] = [];
		for (const words of lists) all.push((await runIn(inside(session), words)).out);
		return all.join('\n');
	};
	const asked = await told(theirs);
	expect(asked).toContain('Use tabs for indentation.');
	expect(asked).toContain('"review": 1');
	for (const word of ['push', 'race', 'draft-']) expect(asked).not.toContain(word);
	for (const verb of ['show', 'accept', 'reject', 'undo'])
		for (const entry of entries.filter(({ title }) => !title.startsWith('Use tabs')))
			expect(await runIn(inside(theirs), ['review', verb, entry.id])).toMatchObject({ code: 1, out: '' });
	expect((await runIn(inside(theirs), ['undo'])).out).toContain('Nothing to undo.');
	for (const all of [await told(SESSION), (await run('review', 'list')).out])
		expect(all).toContain('Always run the race detector.');
	expect((await run('undo', '--list')).out).toContain('The push item');
});

test('review: an edit is taken back, and what was said waits again', async () => {
	queue('Always run the race detector.');
	const [{ id } = { id: '' }] = ((await json('review', 'list')) as unknown as { entries: { id: string }[] }).entries;
	expect(await json('review', 'edit', id, '--undo')).toMatchObject({ error: { code: 'notEdited' } });
	expect((await run('review', 'edit', id, '--text', 'Run it in CI.')).code).toBe(0);
	expect(await json('review', 'list')).toMatchObject({ entries: [{ id, title: 'Run it in CI.', isEdited: true }] });
	for (const how of [[], ['--plain']])
		expect((await run('review', 'list', ...how)).out).toMatch(/Run it in CI\..*\sedited$/mu);
	expect(await json('review', 'edit', id, '--undo')).toMatchObject({
		edited: { id, title: 'Always run the race detector.' },
	});
	expect(await json('review', 'list')).toMatchObject({
		entries: [{ title: 'Always run the race detector.', isEdited: false }],
	});
	expect((await run('review', 'edit', id)).code).toBe(2);
});

test('review: what cannot be done says why, with the right exit code', async () => {
	expect(await run('review', 'accept')).toMatchObject({ code: 2 });
	expect(await run('review', 'accept', 'm-00000000')).toMatchObject({ code: 1 });
	expect(await json('review', 'accept', 'm-00000000')).toMatchObject({ error: { code: 'notFound' } });
	expect((await run('review', 'list', '--into', 'elsewhere')).code).toBe(2);
	queue('Always run the race detector.');
	const [{ id } = { id: '' }] = ((await json('review', 'list')) as unknown as { entries: { id: string }[] }).entries;
	expect((await run('review', 'accept', id, '--into', 'project')).code).toBe(0);
	expect(existsSync(path.join(place.repo, '.claude/memory/MEMORY.md'))).toBe(true);
});

test('memory fix refuses an id that two findings share', async () => {
	const { memoryDir } = await place.project();
	const index = path.join(memoryDir, 'MEMORY.md');
	place.write(path.relative(place.root, index), '- [Gone](gone.md) — x\n- [Lost](lost.md)\n- [Gone](gone.md) — y\n');
	expect(await json('memory', 'fix', 'deadPointer:gone.md')).toMatchObject({
		error: { code: 'ambiguous' },
		findings: [
			{ id: 'deadPointer:gone.md#1', line: 1 },
			{ id: 'deadPointer:gone.md#2', line: 3 },
		],
	});
	expect(await run('memory', 'fix', 'dead')).toMatchObject({ code: 1, out: '' });
	expect((await run('memory', 'fix', 'deadPointer:gone.md#2')).code).toBe(0);
	expect(readFileSync(index, 'utf8')).toBe('- [Gone](gone.md) — x\n- [Lost](lost.md)\n');
	expect((await run('memory', 'fix', 'deadPointer:g')).code).toBe(0);
	expect(readFileSync(index, 'utf8')).toBe('- [Lost](lost.md)\n');
});

test('memory undo of an accepted memory puts its candidate back: one undo, one effect', async () => {
	queue('Always run the race detector.');
	const [{ id } = { id: '' }] = ((await json('review', 'list')) as unknown as { entries: { id: string }[] }).entries;
	expect((await run('review', 'accept', id)).code).toBe(0);
	expect((await run('memory', 'undo')).out).toBe('Undone: Always run the race detector.\n');
	expect((await run('memory', 'list')).out).not.toContain('race');
	expect(await json('review', 'decided')).toMatchObject({ decisions: [] });
	expect((await run('review', 'list')).out).toContain(id);
	expect((await run('review', 'undo')).out).toBe('Nothing to undo.\n');
	expect((await run('review', 'accept', id)).code).toBe(0);
});

test('review undo that is typed again after a kill ends the one that was interrupted, and no other', async () => {
	queue('Never push to main.', 'Always run the race detector.');
	const { entries } = (await json('review', 'list')) as unknown as { entries: { id: string; title: string }[] };
	for (const { id } of entries) await run('review', 'accept', id);
	const { decisions } = (await json('review', 'decided')) as unknown as { decisions: { id: string; title: string }[] };
	const [last = expect.fail()] = decisions;
	for (const words of [[], [last.id]]) {
		let isKilled = false;
		const stop = beforeFileCalls((call, file) => {
			isKilled ||= call === 'unlink' && file.endsWith('.pending');
			if (isKilled) throw systemError('EIO');
		});
		await run('review', 'undo', last.id);
		stop();
		rmSync(path.join(place.claude.keeperHome, 'review-memory.jsonl.lock'));
		expect(await run('review', 'undo', ...words)).toMatchObject({
			code: 0,
			out: `Undone: ${last.title}\n`,
			err: expect.stringContaining('is done now'),
		});
		expect(await json('review', 'decided')).toMatchObject({ decisions: [{ id: expect.not.stringMatching(last.id) }] });
		await run('review', 'accept', last.id);
	}
});

test('memory: health has exit 1 with findings, and a fix that can be taken back', async () => {
	expect(await run('memory', 'health')).toMatchObject({ code: 0 });
	const { memoryDir } = await place.project();
	place.write(path.relative(place.root, path.join(memoryDir, 'MEMORY.md')), '- [Gone](gone.md) — x\n');
	const health = await run('memory', 'health');
	expect(health.code).toBe(1);
	expect(health.out).toContain('MEMORY.md links to gone.md, which does not exist.');
	expect(await json('memory', 'health')).toMatchObject({
		index: { lines: 1, maxLines: 200, firstHiddenLine: null },
		findings: [{ id: 'deadPointer:gone.md', code: 'deadPointer', line: 1, fix: 'removeLine' }],
	});
	expect((await run('memory', 'fix', 'deadPointer:gone.md')).code).toBe(0);
	expect((await run('memory', 'health')).code).toBe(0);
	expect((await run('memory', 'undo')).out).toContain('Undone:');
	expect((await run('memory', 'health')).code).toBe(1);
	expect(await json('memory', 'fix', 'nothing')).toMatchObject({ error: { code: 'notFound' } });
	expect(await json('memory', 'undo')).toEqual({ schemaVersion: 1, undone: null });
});
