// `session-keeper undo`: changes of every kind stand in one list, and are taken back by one rule.
import {
	appendFileSync,
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { ChangeJournal } from '../../node/keeper/changeJournal';
import { openTrash } from '../../node/keeper/keeperTrash';
import { beforeFileCalls, systemError } from '../../node/testing/fileCalls';
import { NOW_MS } from '../../node/testing/places';
import { json, memoryDir, place, repo, run, useCliPlace } from '../testing/cliPlace';
import { FakeClock } from '../../core/testing/fakeClock';

const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001';
const SETTINGS = '{\n\t"cleanupPeriodDays": 40 // mine\n}\n';
const OWN = 'My own words.\n';
const STATEMENTS = JSON.stringify({
	statements: [{ section: 'fact', text: 'SQLite holds the sessions', quotes: ['We keep the sessions in SQLite'] }],
});

useCliPlace();
const memory = (name: string): string => path.join(repo, '.claude/memory', name);
const settings = (): string => path.join(place.claude.configDir, 'settings.json');
const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
const documents = (): readonly string[] => readdirSync(memory('')).filter((name) => name.startsWith('session-2'));
const listed = async (what: string, ...args: readonly string[]): Promise<readonly Record<string, unknown>[]> =>
	((await json(...args)).document[what] ?? []) as readonly Record<string, unknown>[];
const pending = (): Promise<readonly unknown[]> => listed('backups', 'backups', 'list');
const undone = async (...args: readonly string[]): Promise<string> => {
	const { code, out, err } = await run(['undo', ...args]);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	return out;
};

beforeEach(() => {
	const said = [
		userLine('We keep the sessions in SQLite, please move them to another folder'),
		assistantLine('Which folder do you want? I suggest data/.'),
		userLine('yes, data is fine, and never store the key in git'),
		assistantLine('Moved.'),
	];
	const lines = jsonl(chained(said).map((line) => ({ ...line, sessionId: SESSION, cwd: repo })));
	place.write(`home/.claude/projects/${projectSlug(repo)}/${SESSION}.jsonl`, lines);
	mkdirSync(memory(''), { recursive: true });
	writeFileSync(memory('active-context.md'), OWN);
	mkdirSync(path.dirname(settings()), { recursive: true });
	writeFileSync(settings(), SETTINGS);
});

test('nothing was changed: it says so', async () => {
	expect(await undone()).toBe('Nothing to undo.\n');
	expect(await undone('--list')).toContain('Nothing to undo.');
	expect(await run(['undo', 'nobody'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('No such change: nobody'),
	});
});

test('changes of every kind are in one list, newest first, and go back one after the other', async () => {
	place.write(path.relative(place.root, path.join(memoryDir, 'MEMORY.md')), '- [gone](gone.md) — it was here\n');
	for (const command of [
		['memory', 'fix', 'deadPointer:gone.md'],
		['documents', 'save'],
		['protocol', 'save', '--add'],
		['hooks', 'cleanup-days', '365', '--yes'],
	]) {
		const input = '{"tasks":[{"title":"Move the sessions"}]}';
		expect(await run(command, { input })).toMatchObject({ code: 0 });
	}
	const changes = await listed('changes', 'undo', '--list');
	expect(changes.map(({ kind }) => kind)).toEqual(['settings', 'protocol', 'document', 'memory']);
	expect(await undone()).toMatch(/^Undone: cleanupPeriodDays in /u);
	expect(read(settings())).toBe(SETTINGS);
	// The one that is named, and no other.
	expect(await undone(String(changes[3]?.['id']).replace(/^.*-/u, ''))).toMatch(/^Undone: /u);
	expect(read(path.join(memoryDir, 'MEMORY.md'))).toBe('- [gone](gone.md) — it was here\n');
	expect(await undone()).toMatch(/^Undone: session-protocol\.json is in the trash/u);
	expect(existsSync(path.join(repo, 'session-protocol.json'))).toBe(false);
	expect(await undone()).toMatch(/^Undone: session-2.*\.md\n/u);
	expect(await undone()).toBe('Nothing to undo.\n');
});

test('a document: it lies in the trash, the context is what it was, and the backup waits again', async () => {
	await run(['backups', 'create', '--session', SESSION]);
	expect(await pending()).toHaveLength(1);
	expect(await run(['documents', 'save'])).toMatchObject({ code: 0 });
	expect(read(memory('active-context.md'))).not.toBe(OWN);
	const [name = ''] = documents();
	const text = read(memory(name));
	expect(await pending()).toEqual([]);
	await undone();
	expect(documents()).toEqual([]);
	expect(read(memory('active-context.md'))).toBe(OWN);
	expect(await pending()).toHaveLength(1);
	const [entry] = await openTrash(place.claude).list('document');
	expect(read(entry?.content ?? '')).toBe(text);
});

test('a document whose undo was interrupted: the next command makes the backup wait again', async () => {
	await run(['backups', 'create', '--session', SESSION]);
	await run(['documents', 'save']);
	const [name = ''] = documents();
	// Nothing more is done from where the record would go.
	let isKilled = false;
	const stop = beforeFileCalls((call, file) => {
		isKilled ||= call === 'unlink' && file.endsWith('.pending');
		if (isKilled) throw systemError('EPERM');
	});
	await run(['undo']);
	stop();
	expect(await run(['parked', 'list'])).toMatchObject({ err: `An undo was interrupted, and is done now: ${name}.\n` });
	expect(documents()).toEqual([]);
	expect(await pending()).toHaveLength(1);
});

test('an undo whose record cannot be taken away is done, and so is what follows from it', async () => {
	await run(['backups', 'create', '--session', SESSION]);
	await run(['documents', 'save']);
	const stop = beforeFileCalls((call, file) => {
		if (call === 'unlink' && file.endsWith('.pending')) throw systemError('EPERM');
	});
	expect(await run(['undo'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Undone: session-2/u) });
	stop();
	expect(await pending()).toHaveLength(1);
	expect(await listed('changes', 'undo', '--list')).toEqual([]);
});

test('a document that statements amended: every byte of it, and of the context, is back', async () => {
	await run(['documents', 'save']);
	const [name = ''] = documents();
	const was = [read(memory(name)), read(memory('active-context.md'))];
	const amended = await run(['documents', 'save', '--statements', '-'], { input: STATEMENTS });
	expect(amended).toMatchObject({
		code: 0,
		out: expect.stringMatching(/^Amended: [^]*\nUndo: session-keeper undo\n$/u),
	});
	expect(read(memory(name))).not.toBe(was[0]);
	await undone();
	expect([read(memory(name)), read(memory('active-context.md'))]).toEqual(was);
});

test('facts of the project memory leave it again; the file that they began goes with them', async () => {
	await run(['documents', 'save', '--statements', '-'], { input: STATEMENTS });
	expect((await run(['documents', 'keep', '--all'])).out).toContain('Undo: session-keeper undo');
	expect(read(memory('project-memory.md'))).toContain('# Project memory');
	expect((await run(['documents', 'keep', '--all'])).out).not.toContain('Undo:');
	await undone();
	expect(read(memory('project-memory.md'))).toBeUndefined();
});

test('what was edited since stays, and nothing else of the change is taken back', async () => {
	await run(['documents', 'save']);
	const [name = ''] = documents();
	appendFileSync(memory('active-context.md'), 'More.\n');
	const was = [read(memory(name)), read(memory('active-context.md'))];
	expect(await run(['undo'])).toMatchObject({ code: 1, err: expect.stringContaining('A file has changed since.') });
	expect([read(memory(name)), read(memory('active-context.md'))]).toEqual(was);
	await run(['hooks', 'cleanup-days', '365', '--yes']);
	writeFileSync(settings(), '{}\n');
	expect(await run(['undo'])).toMatchObject({ code: 1 });
	expect(read(settings())).toBe('{}\n');
});

test('no link leads an undo out of the project', async () => {
	await run(['documents', 'save', '--statements', '-'], { input: STATEMENTS });
	await run(['documents', 'keep', '--all']);
	const outside = path.join(place.root, 'outside.md');
	const text = read(memory('project-memory.md')) ?? '';
	writeFileSync(outside, text);
	rmSync(memory('project-memory.md'));
	symlinkSync(outside, memory('project-memory.md'));
	expect(await run(['undo'])).toMatchObject({ code: 1, err: expect.stringContaining('outside') });
	expect(read(outside)).toBe(text);
});

test('a file of settings that nobody may write is refused, and no change is on record', async () => {
	chmodSync(settings(), 0o444);
	expect(await run(['hooks', 'cleanup-days', '365', '--yes'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('is read-only'),
	});
	expect(await listed('changes', 'undo', '--list')).toEqual([]);
});

test('the changes of another project are not listed', async () => {
	const journal = new ChangeJournal(place.claude, openTrash(place.claude), new FakeClock(NOW_MS));
	await journal.make({ kind: 'document', project: '/elsewhere', label: 'x' }, async (edit) => {
		await edit.create(place.root, 'new.md', 'x\n');
	});
	expect(await undone()).toBe('Nothing to undo.\n');
});
