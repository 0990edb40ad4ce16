// What a person finds again by the command line after a project has moved, and what of a twin nobody ever sees.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectSlug } from '../core/claude/slug';
import { SESSION, jsonl, userLine } from '../core/testing/transcripts';
import { queueMemories } from '../node/testing/memoryQueue';
import { newRepository, snapshot } from '../node/testing/places';
import { place, repo, run, useCliPlace } from './testing/cliPlace';

useCliPlace();

const OTHER = '00000000-0000-4000-8000-0000000000bb';
const at = (relative: string): string => path.join(place.root, relative);

/** A session in a folder, by its transcript. @returns its path. */
function say(cwd: string, session = SESSION): string {
	const prompts = ['Build the parser', 'Now its tests', 'And its docs'].map((text) => userLine(text));
	return place.write(
		`home/.claude/projects/${projectSlug(cwd)}/${session}.jsonl`,
		jsonl(prompts.map((line) => ({ ...line, cwd, sessionId: session }))),
	);
}
async function out(args: readonly string[], cwd: string): Promise<string> {
	const { code, out: text, err } = await run(args, { cwd });
	expect({ code, err }).toMatchObject({ code: 0 });
	return text;
}
const json = async (args: readonly string[], cwd: string): Promise<Record<string, unknown>> =>
	JSON.parse(await out([...args, '--json'], cwd)) as Record<string, unknown>;

test('a renamed project has its sessions, items, backups, documents and marks, each with where it comes from', async () => {
	say(repo);
	await out(['backups', 'create', '--session', SESSION], repo);
	await out(['documents', 'save', '--session', SESSION], repo);
	await out(['sessions', 'private', SESSION], repo);
	await out(['parked', 'park', '--name', 'Later', '--text', 'x'], repo);
	renameSync(repo, at('repo-2'));
	const moved = at('repo-2');

	expect(await out(['sessions', 'list'], moved)).toContain(`Build the parser  main  private, from ${repo}`);
	expect(await json(['sessions', 'list'], moved)).toMatchObject({
		sessions: [{ id: SESSION, from: { folder: repo, isOthers: false } }],
	});
	expect(await out(['parked', 'list'], moved)).toContain(`- [ ] Later — x (from ${repo})`);
	expect(await json(['documents', 'list'], moved)).toMatchObject({ documents: [{ session: SESSION }] });
	expect((await json(['backups', 'verify'], moved))['backups']).toMatchObject([{ main: 'whole', second: 'whole' }]);
	expect(await out(['parked', 'archive', 'Later'], moved)).toBe(
		'Archived: Later\nUndo: session-keeper parked restore later\n',
	);
});

test('what Claude no longer loads is offered, shown first, brought over on a yes, and back again', async () => {
	await out(['parked', 'park', '--name', 'Later', '--text', 'x'], repo);
	const old = path.join(place.claude.projectsDir, projectSlug(repo), 'memory');
	const memory = '---\nname: tabs\ndescription: Use tabs\ntype: feedback\n---\n\nUse tabs.\n';
	writeFileSync(path.join(old, 'feedback_tabs.md'), memory);
	writeFileSync(path.join(old, 'feedback_pnpm.md'), memory.replaceAll('tabs', 'pnpm'));
	const index = '- [Tabs](feedback_tabs.md) — Use tabs\n- [Pnpm](feedback_pnpm.md) — Use pnpm\n';
	writeFileSync(path.join(old, 'MEMORY.md'), index);
	renameSync(repo, at('repo-2'));
	const moved = at('repo-2');
	const now = path.join(place.claude.projectsDir, projectSlug(moved), 'memory');
	const before = snapshot(place.root);

	expect(await out(['memory', 'list'], moved)).toContain(
		'3 files lie where this project was: session-keeper memory adopt',
	);
	const refused = await run(['memory', 'adopt'], { cwd: moved });
	expect([refused.code, refused.err.includes('feedback_tabs.md'), snapshot(place.root)]).toEqual([1, true, before]);

	expect(await json(['memory', 'adopt', '--yes'], moved)).toMatchObject({ adopted: { files: { length: 3 } } });
	expect(readFileSync(path.join(now, 'feedback_tabs.md'), 'utf8')).toBe(memory);
	expect(readFileSync(path.join(now, 'MEMORY.md'), 'utf8')).toContain('(feedback_tabs.md)');
	expect(await out(['parked', 'list'], moved)).toContain('- [ ] Later — x\n');
	expect(await out(['memory', 'adopt', '--yes'], moved)).toContain('No memories to move');

	await out(['memory', 'undo'], moved);
	expect(readFileSync(path.join(old, 'feedback_tabs.md'), 'utf8')).toBe(memory);
	expect(readFileSync(path.join(old, 'MEMORY.md'), 'utf8')).toBe(index);
});

test('what was decided of memories stays decided, and can be taken back as far as its files are where they were', async () => {
	await out(['parked', 'park', '--name', 'Later', '--text', 'x'], repo);
	const texts = ['Never push to main.', 'Always run the race detector.', 'Use tabs.', 'Name branches after issues.'];
	for (const [at, text] of texts.entries()) queueMemories(place, { session: SESSION, cwd: repo, turn: at + 1 }, [text]);
	const { entries } = (await json(['review', 'list'], repo)) as { entries: { id: string }[] };
	const [rejected = '', accepted = '', edited = '', shared = ''] = entries.map(({ id }) => id);
	await out(['review', 'reject', rejected], repo);
	await out(['review', 'accept', accepted], repo);
	await out(['review', 'edit', edited, '--text', 'Use tabs, never spaces.'], repo);
	await out(['review', 'accept', shared, '--into', 'project'], repo);
	renameSync(repo, at('repo-2'));
	const moved = at('repo-2');
	const old = path.join(place.claude.projectsDir, projectSlug(repo), 'memory');

	expect(await json(['review', 'list'], moved)).toMatchObject({
		entries: [{ id: edited, title: 'Use tabs, never spaces.', isEdited: true }],
	});
	expect(await json(['review', 'decided'], moved)).toMatchObject({ decisions: { length: 3 } });
	expect(await run(['review', 'undo', shared], { cwd: moved })).toMatchObject({ code: 1 });
	expect(readdirSync(path.join(moved, '.claude/memory')).join(' ')).toContain('branches');
	expect(await out(['memory', 'undo'], moved)).toBe('Undone: Always run the race detector.\n');
	expect(readFileSync(path.join(old, 'MEMORY.md'), { encoding: 'utf8', flag: 'a+' })).toBe('');
	await out(['review', 'undo', rejected], moved);
	expect(await json(['review', 'list'], moved)).toMatchObject({ entries: { length: 3 } });
});

test('nothing of a twin is listed, announced, resumed or discarded', async () => {
	const [one, two] = [newRepository(at('client_a')), newRepository(at('client-a'))];
	expect(projectSlug(one)).toBe(projectSlug(two));
	say(one);
	say(two, OTHER);
	await out(['backups', 'create', '--session', SESSION], one);
	// Only the second copies are left.
	rmSync(path.join(one, '.claude'), { recursive: true });
	const before = snapshot(one);

	expect(await out(['backups', 'list'], one)).toContain('manual');
	expect(await out(['backups', 'list'], two)).toBe('No pending backups.\n');
	expect(await json(['sessions', 'list'], two)).toMatchObject({ total: 1, sessions: [{ id: OTHER, from: null }] });
	const start = { session_id: OTHER, source: 'startup', cwd: two, hook_event_name: 'SessionStart' };
	const told = await run(['hook', 'SessionStart'], { cwd: two, input: JSON.stringify(start) });
	expect(told.out).not.toContain('SESSION_BACKUP_PENDING');
	expect(await out(['backups', 'discard', 'manual', '--yes'], two)).toBe('No pending backups.\n');
	await run(['documents', 'resume', 'latest'], { cwd: two });
	const texts = readdirSync(two, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
		.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
	expect(texts.filter((text) => text.includes(SESSION))).toEqual([]);
	expect(snapshot(one)).toEqual(before);
	expect(await out(['backups', 'list'], one)).toContain('manual');
});

test('a copy lists the sessions of the folder that it was made from; nothing of them waits in it', async () => {
	say(repo);
	await out(['backups', 'create', '--session', SESSION], repo);
	cpSync(repo, at('copy'), { recursive: true });
	const copy = at('copy');
	expect(await json(['sessions', 'list'], copy)).toMatchObject({
		sessions: [{ id: SESSION, from: { folder: repo, isOthers: true } }],
	});
	expect(await out(['backups', 'list'], copy)).toBe('No pending backups.\n');
	const start = { session_id: OTHER, source: 'startup', cwd: copy, hook_event_name: 'SessionStart' };
	const told = await run(['hook', 'SessionStart'], { cwd: copy, input: JSON.stringify(start) });
	expect(told.out).not.toContain('SESSION_BACKUP_PENDING');
	expect(await out(['backups', 'list'], repo)).toContain('manual');
	// When it is all that is left, it is the project.
	rmSync(repo, { recursive: true });
	expect(await json(['sessions', 'list'], copy)).toMatchObject({
		sessions: [{ id: SESSION, from: { isOthers: false } }],
	});
	expect(await out(['backups', 'list'], copy)).toContain('manual');
});

test('what older versions kept by slug comes to whom it belongs; what nobody can prove stays, and is shown to nobody', async () => {
	const [one, two] = [newRepository(at('client_a')), newRepository(at('client-a'))];
	const [first, second] = [say(one), say(two, OTHER)];
	const shared = path.join('home/.claude/session-keeper/backups', projectSlug(one));
	const names = ['20261120_100000_exit.jsonl', '20261120_110000_exit.jsonl', '20261120_120000_exit.jsonl'];
	const [ofOne = '', ofTwo = '', ofNobody = ''] = names;
	place.write(`${shared}/raw/${ofOne}`, readFileSync(first));
	place.write(`${shared}/raw/${ofTwo}`, readFileSync(second));
	place.write(`${shared}/raw/${ofNobody}`, '{}\n');
	const line = (raw: string, session: string, event: string): string =>
		JSON.stringify({ ts: '2026-11-20T10:00:00Z', event, session, raw: `.claude/memory/raw/${raw}` });
	const log = [ofOne, ofTwo].flatMap((raw, n) =>
		['pending', 'copied', 'verified'].map((event) => line(raw, [SESSION, OTHER][n] ?? '', event)),
	);
	place.write(`${shared}/.backup-log`, `${log.join('\n')}\n`);

	// As a killed process left it: the lines are over, the file is not.
	mkdirSync(place.kept(one, 'backups'), { recursive: true });
	writeFileSync(place.kept(one, 'backups/.backup-log'), `${log.slice(0, 3).join('\n')}\n`);

	await out(['parked', 'park', '--name', 'a', '--text', 'x'], one);
	await out(['parked', 'park', '--name', 'b', '--text', 'x'], two);
	expect(await out(['backups', 'list'], one)).toContain(ofOne);
	expect(await out(['backups', 'list'], one)).not.toContain(ofTwo);
	expect(await out(['backups', 'list'], two)).toContain(ofTwo);
	expect(readFileSync(place.kept(one, 'backups/.backup-log'), 'utf8').match(/verified/gu)).toHaveLength(1);
	expect(readdirSync(at(`${shared}/raw`))).toEqual([ofNobody]);
	const doctor = JSON.parse((await run(['hooks', 'doctor', '--json'], { cwd: one })).out) as { findings: unknown };
	expect(doctor.findings).toContainEqual(
		expect.objectContaining({ code: 'unprovenFiles', evidence: at(`${shared}/raw/${ofNobody}`) }),
	);
});

test('outside git what older versions kept by slug comes along, and what a person saves lies in the folder', async () => {
	const plain = place.folder('plain');
	const transcript = say(plain);
	const old = path.join('home/.claude/session-keeper/projects', projectSlug(plain));
	place.write(`${old}/.claude/memory/raw/20261120_100000_exit.jsonl`, readFileSync(transcript));
	place.write(`${old}/.claude/memory/active-context.md`, 'state');
	await out(['documents', 'save', '--session', SESSION], plain);
	expect([existsSync(at(old)), readdirSync(plain)]).toEqual([false, []]);
	expect(existsSync(place.kept(plain, '.claude/memory/raw/20261120_100000_exit.jsonl'))).toBe(true);
	expect(readFileSync(place.kept(plain, '.claude/memory/active-context.md'), 'utf8')).toContain('state');
	mkdirSync(path.join(plain, 'docs'));
	await out(['documents', 'save', 'docs/monday.md', '--session', SESSION], plain);
	expect(readdirSync(plain)).toEqual(['docs']);
	renameSync(plain, at('plain-2'));
	expect((await json(['documents', 'list'], at('plain-2')))['documents']).not.toEqual([]);
});
