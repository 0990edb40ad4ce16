// What forgetting must not touch: what is another session's, another project's, git's, or saved on purpose.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { git, newRepository } from '../../node/testing/places';
import { place, repo, run, useCliPlace } from '../testing/cliPlace';
import { OTHER, OTHER_WORD, SESSION, WORD, filesWith, kept, live, lost, ok, say } from '../testing/forgetPlace';

useCliPlace();

const THIRD = '3f37aa8b-a2e9-46b8-8a13-2c195f22bae0';
const forgetSession = (): Promise<string> => ok('forget', SESSION, '--confirm', SESSION.slice(0, 8));
const forgetProject = (): Promise<string> => ok('forget', '--whole-project', '--confirm', 'repo');
const documentOf = (session: string, word: string): string => `---\nsession: ${session}\n---\n\n# ${word}\n`;

test('a document with a plain name takes nothing with it that says the word', { timeout: 60_000 }, async () => {
	say(SESSION, WORD);
	const document = place.write('repo/docs/sessions/release.md', documentOf(SESSION, WORD));
	const note = place.write('repo/docs/sessions/friday.md', 'Our notes of Friday.\n');
	// Its memories speak of a release, and of Fridays.
	await live(OTHER, OTHER_WORD);
	const before = filesWith(OTHER_WORD, ...kept());
	await forgetSession();
	expect(existsSync(document)).toBe(false);
	expect(existsSync(note)).toBe(true);
	expect(lost(OTHER_WORD, before)).toEqual([]);
});

test('a project is forgotten, and those below and beside it are not', { timeout: 60_000 }, async () => {
	const nested = newRepository(path.join(repo, 'packages/nested'));
	const beside = newRepository(`${repo}.wiki`);
	await live(SESSION, WORD);
	await live(OTHER, OTHER_WORD, nested);
	await live(THIRD, 'Persimmonly', beside);
	const linesOf = (root: string): number =>
		['hooks.log', 'review-memory.jsonl', 'reflection/ledger.jsonl'].flatMap((name) =>
			readFileSync(path.join(place.claude.keeperHome, name), 'utf8')
				.split('\n')
				.filter((line) => line.includes(JSON.stringify(root))),
		).length;
	// Nobody but its path says whose it is.
	const note = place.write('home/.claude/session-keeper/reflection/work/note.txt', `of ${nested}/src and ${beside}\n`);
	const before = [OTHER_WORD, 'Persimmonly'].map((word) => filesWith(word, ...kept(), nested, beside));
	const lines = [linesOf(nested), linesOf(beside)];
	await forgetProject();
	expect(lost(OTHER_WORD, before[0] ?? [], nested, beside)).toEqual([]);
	expect(lost('Persimmonly', before[1] ?? [], nested, beside)).toEqual([]);
	expect([linesOf(nested), linesOf(beside)]).toEqual(lines);
	expect(existsSync(note)).toBe(true);
	expect(filesWith(WORD, ...kept()).map((file) => path.basename(file))).toEqual([
		'MEMORY.md',
		'feedback_ask-release-quagmarine.md',
	]);
});

test.each<[string, () => string]>([
	[
		'a repository in the project',
		() => {
			newRepository(path.join(repo, 'docs'));
			return place.write('repo/docs/sessions/release.md', documentOf(SESSION, WORD));
		},
	],
	[
		'a link in the project',
		() => {
			const file = place.write('repo/documentation/sessions/release.md', documentOf(SESSION, WORD));
			rmSync(path.join(repo, 'docs'), { recursive: true, force: true });
			symlinkSync('documentation', path.join(repo, 'docs'));
			return file;
		},
	],
	['an index in two parts', () => place.write('repo/docs/sessions/release.md', documentOf(SESSION, WORD))],
])('what git tracks stays in %s', async (where, lay) => {
	say(SESSION, WORD);
	await ok('backups', 'create', '--session', SESSION);
	const file = lay();
	const folder = path.dirname(file);
	git(folder, 'add', '-A', '.');
	git(folder, 'commit', '-qm', 'Keep it');
	if (where.includes('index')) git(folder, 'update-index', '--split-index');
	const done = await forgetSession();
	expect(readFileSync(file, 'utf8')).toContain(WORD);
	expect(done).toContain(`git -C ${folder} rm -- release.md`);
	git(folder, 'rm', '-q', '--', 'release.md');
	expect(existsSync(file)).toBe(false);
});

test('where nobody can say what git tracks, files of the project stay', async () => {
	say(SESSION, WORD);
	const file = place.write('repo/docs/sessions/release.md', documentOf(SESSION, WORD));
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'Keep it');
	await ok('backups', 'create', '--session', SESSION);
	renameSync(path.join(repo, '.git'), path.join(place.root, 'git'));
	symlinkSync(path.join(place.root, 'git'), path.join(repo, '.git'));
	expect(await forgetSession()).toContain(`rm -r -- ${file}`);
	expect(readFileSync(file, 'utf8')).toContain(WORD);
});

test('what is saved on purpose stays, and is named', { timeout: 60_000 }, async () => {
	await live(SESSION, WORD);
	const elsewhere = path.join(place.root, 'notes/release.md');
	mkdirSync(path.dirname(elsewhere));
	await ok('documents', 'save', elsewhere, '--session', SESSION);
	const summary = place.write('repo/.temp/output-session-summary-2026-11-20.md', '## Session Summary\n');
	const draft = place.write('repo/docs/sessions/plan.draft.md', 'A plan of ours.\n');
	const memory = path.join(repo, '.claude/memory/project-memory.md');
	writeFileSync(memory, `${readFileSync(memory, 'utf8')}- We deploy by hand.\n- Ask Ann (see release)\n`);
	const savedBy = [{ session: SESSION, ms: 1 }];
	const record = { schemaVersion: 1, file: 'session-protocol.json', highestId: 1, savedBy, loadedBy: [] };
	place.write(path.relative(place.root, place.kept(repo, 'protocols/p.json')), JSON.stringify(record));
	place.write('repo/session-protocol.json', '{}');
	const done = await forgetSession();
	expect(existsSync(summary)).toBe(true);
	expect(done).toContain(`rm -r -- ${elsewhere}`);
	expect(done).toContain(`${path.join(repo, 'session-protocol.json')} (edit it in an editor)`);
	await forgetProject();
	for (const file of [elsewhere, draft, path.join(repo, 'session-protocol.json')]) expect(existsSync(file)).toBe(true);
	expect(readFileSync(memory, 'utf8')).toContain('- We deploy by hand.\n- Ask Ann (see release)\n');
	expect(readFileSync(memory, 'utf8')).not.toContain(WORD);
});

test('everything is forgotten, and marks of privacy are not', async () => {
	say(SESSION, WORD);
	say(OTHER, OTHER_WORD);
	await ok('sessions', 'private', OTHER);
	await ok('backups', 'create', '--session', SESSION);
	const done = await ok('forget', '--all', '--confirm', 'everything');
	expect(done).toMatch(/rm -r -- \S+\/projects\/\*\/\?{8}-/u);
	expect(done).not.toContain('projects (edit it');
	const { sessions } = JSON.parse(await ok('sessions', 'list', '--json')) as {
		sessions: readonly { id: string; marks: readonly string[] }[];
	};
	expect(sessions.map(({ marks }) => marks)).toEqual([['private'], ['private']]);
	// Their next start backs up nothing that ended before.
	rmSync(path.join(repo, '.claude'), { recursive: true, force: true });
	place.write(
		'home/.claude/sessions/4000000.json',
		JSON.stringify({ pid: 4_000_000, sessionId: SESSION, cwd: repo, kind: 'interactive', status: 'idle' }),
	);
	await run(['hook', 'SessionStart'], { input: JSON.stringify({ session_id: THIRD, source: 'startup', cwd: repo }) });
	expect(filesWith(WORD, ...kept()).filter((file) => !/\/cache\//u.test(file))).toEqual([]);
});

test('what cannot be looked at is named', async () => {
	say(SESSION, WORD);
	const other = newRepository(path.join(place.root, 'repo2'));
	say(OTHER, OTHER_WORD, other);
	await ok('backups', 'create', '--session', SESSION);
	await ok('backups', 'create', '--session', OTHER, '--project', other);
	const broken = place.write('repo/.claude/memory/raw/20261101_100000.jsonl.br', 'no brotli');
	const orphan = place.write(
		'repo/.claude/memory/raw/20261102_100000.files/subagents/a.jsonl',
		`{"sessionId":"${SESSION}"}`,
	);
	expect(await forgetSession()).toContain(`rm -r -- ${broken}`);
	expect(existsSync(orphan)).toBe(false);
	expect(existsSync(broken)).toBe(true);
	renameSync(other, path.join(place.root, 'gone'));
	expect(JSON.parse(await ok('vault', '--json'))).toMatchObject({ unread: [other] });
	expect(await ok('forget', '--all', '--dry-run')).toContain(`${other} (not read, so not searched)`);
});

test('a copy in the worktree of another project is found', async () => {
	const other = newRepository(path.join(place.root, 'repo2'));
	const worktree = path.join(place.root, 'worktree');
	git(other, 'worktree', 'add', '-q', worktree);
	say(OTHER, OTHER_WORD, other);
	await ok('backups', 'create', '--session', OTHER, '--project', other);
	say(SESSION, WORD);
	await ok('backups', 'create', '--session', SESSION);
	const file = path.join(worktree, `docs/sessions/${SESSION}.draft.md`);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, documentOf(SESSION, WORD));
	await forgetSession();
	expect(existsSync(file)).toBe(false);
});

test('where nobody can say what runs, nothing is forgotten', async () => {
	say(SESSION, WORD);
	await ok('backups', 'create', '--session', SESSION);
	const before = filesWith(WORD, ...kept());
	place.write('home/.claude/sessions', 'no folder');
	const { code, err } = await run(['forget', SESSION, '--confirm', '1d15ee69']);
	expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') as string });
	expect(filesWith(WORD, ...kept())).toEqual(before);
});

test('a folder that was named is forgotten, and the repository around it is not', { timeout: 60_000 }, async () => {
	const folder = place.folder('repo/packages/app');
	await live(SESSION, WORD);
	await live(OTHER, OTHER_WORD, folder);
	// A review in the folder offers what the repository has, too: what was accepted there is a change of the folder.
	const before = filesWith(WORD, ...kept()).filter((file) => !readFileSync(file, 'utf8').includes(`"${folder}"`));
	await ok('forget', '--whole-project', '--project', folder, '--confirm', 'app');
	expect(lost(WORD, before)).toEqual([]);
	expect(filesWith(OTHER_WORD, place.claude.keeperHome, path.join(folder, '.claude/memory/raw'))).toEqual([]);
});

test('what an older project at the same place left is not of the one that is there now', async () => {
	say(OTHER, OTHER_WORD);
	await ok('backups', 'create', '--session', OTHER);
	const before = filesWith(OTHER_WORD, place.claude.keeperHome);
	renameSync(repo, path.join(place.root, 'gone'));
	newRepository(repo);
	git(repo, 'commit', '-q', '--allow-empty', '--amend', '-m', 'Another one');
	const draft = place.write(`repo/docs/sessions/${SESSION}.draft.md`, documentOf(SESSION, WORD));
	await forgetProject();
	expect(existsSync(draft)).toBe(false);
	expect(lost(OTHER_WORD, before)).toEqual([]);
});

test('where the folder of memory leads out of the project, what is there stays', async () => {
	const outside = place.write('outside/raw/20261101_100000.jsonl', `{"sessionId":"${SESSION}"}`);
	mkdirSync(path.join(repo, '.claude'));
	symlinkSync(path.join(place.root, 'outside'), path.join(repo, '.claude/memory'));
	const draft = place.write(`repo/docs/sessions/${SESSION}.draft.md`, documentOf(SESSION, WORD));
	const memory = path.join(repo, '.claude/memory');
	for (const sentence of [
		'Deleted what could be read: 1d15ee69.',
		'No copy was found in what could be read: 1d15ee69.',
	]) {
		const done = await forgetSession();
		expect(done).toContain(`${memory} (not read, so not searched)`);
		expect(done).toContain(sentence);
		expect(done).not.toMatch(/Forgotten|Nothing/u);
		expect([existsSync(draft), existsSync(outside)]).toEqual([false, true]);
	}
});
