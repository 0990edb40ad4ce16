// A word that was said in a session alone, after everything of ours has happened to it: once it is forgotten, the word is in
// no byte of what we keep, and nothing of other sessions is gone.
import { existsSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { NOW_MS, git, newRepository } from '../../node/testing/places';
import { place, repo, run, useCliPlace } from '../testing/cliPlace';
import { OTHER, OTHER_WORD, SESSION, WORD, filesWith, kept, live, lost, ok, say } from '../testing/forgetPlace';

useCliPlace();

/** What a person accepted stays, and so does what points to it. */
const ACCEPTED = ['.claude/memory/MEMORY.md', '.claude/memory/feedback_ask-release-quagmarine.md'];
const accepted = (): readonly string[] => ACCEPTED.map((name) => path.join(repo, name));

test('a session is forgotten in every byte of ours, and another one in none', { timeout: 60_000 }, async () => {
	await live(SESSION, WORD);
	await live(OTHER, OTHER_WORD);
	const kinds = filesWith(WORD, ...kept()).map((file) => path.relative(place.root, file));
	for (const part of [
		'raw/',
		'archive/',
		'trash/',
		'changes/',
		'cache/',
		'cache/recall/',
		'.temp/',
		'handed-in/',
		'memory_queue/',
		'docs/sessions/',
	])
		expect(kinds.join('\n')).toContain(part);
	for (const name of ['review-memory.jsonl', 'active-context.md', 'project-memory.md', '/session-2026'])
		expect(
			filesWith(WORD, ...kept())
				.concat(filesWith(OTHER_WORD, ...kept()))
				.join('\n'),
		).toContain(name);
	const others = filesWith(OTHER_WORD, ...kept());

	const shown = await ok('forget', SESSION, '--dry-run');
	expect(shown).toContain('Dry run: nothing was changed.');
	for (const given of [[], ['--yes'], ['--confirm', 'yes']])
		expect((await run(['forget', SESSION, ...given])).code).toBe(1);
	expect(filesWith(WORD, ...kept())).toHaveLength(kinds.length);

	const done = await ok('forget', SESSION, '--confirm', SESSION.slice(0, 8));
	// A summary of the day names no session.
	const summaries = [WORD, OTHER_WORD].map((word) => path.join(repo, `.temp/output-session-summary-${word}.md`));
	expect(filesWith(WORD, ...kept())).toEqual([...accepted(), ...summaries]);
	for (const file of summaries) {
		expect(done).toContain(`rm -r -- ${file}`);
		rmSync(file);
	}
	expect(lost(OTHER_WORD, others)).toEqual(summaries.slice(1));
	// What is Claude's is there, and named with what deletes it.
	const transcript = path.join(place.claude.projectsDir, projectSlug(repo), `${SESSION}.jsonl`);
	expect(done).toContain(`rm -r -- ${transcript}`);
	expect(readFileSync(transcript, 'utf8')).toContain(WORD);
	expect(done).toContain(`rm -r -- ${accepted()[1] ?? ''}`);

	// Nothing takes it up again.
	await run(['hook', 'SessionStart'], { input: JSON.stringify({ session_id: OTHER, source: 'startup', cwd: repo }) });
	expect(filesWith(WORD, ...kept())).toEqual(accepted());
	expect(await ok('forget', SESSION)).toContain('Nothing is kept of 1d15ee69.');
	rmSync(transcript);
	await ok('sessions', 'list', '--all');
	expect(filesWith(WORD, ...kept())).toEqual(accepted());
});

test('no question brings back what was forgotten, until the session goes on', async () => {
	const asked = async (word: string): Promise<boolean> => (await ok('recall', word)).includes(`${word} exports`);
	const before = (file: string): void => utimesSync(file, NOW_MS / 1_000 - 60, NOW_MS / 1_000 - 60);
	const transcript = say(SESSION, WORD);
	before(transcript);
	before(say(OTHER, OTHER_WORD));
	await ok('backups', 'create', '--session', SESSION);
	expect([await asked(WORD), await asked(OTHER_WORD)]).toEqual([true, true]);
	await ok('forget', SESSION, '--confirm', '1d15ee69');
	expect([await asked(WORD), await asked(OTHER_WORD)]).toEqual([false, true]);
	const recalled = path.join(place.claude.keeperHome, 'cache/recall');
	expect([filesWith(WORD, recalled), filesWith(OTHER_WORD, recalled)]).toEqual([[], [expect.any(String)]]);
	utimesSync(transcript, NOW_MS / 1_000 + 60, NOW_MS / 1_000 + 60);
	expect(await asked(WORD)).toBe(true);
});

test('what git tracks stays, with the command that deletes it', async () => {
	say(SESSION, WORD);
	await ok('documents', 'save', '--session', SESSION);
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'Keep it');
	const done = await ok('forget', SESSION, '--confirm', '1d15ee69');
	const document = /git -C \S+\/\.claude\/memory rm -- (session-\S+)/u.exec(done)?.[1] ?? '';
	expect(readFileSync(path.join(repo, '.claude/memory', document), 'utf8')).toContain(WORD);
});

test('a project is forgotten, and its neighbour is not; all is all', { timeout: 60_000 }, async () => {
	const neighbour = newRepository(path.join(place.root, 'repo2'));
	await live(SESSION, WORD);
	await live(OTHER, OTHER_WORD, neighbour);
	const others = filesWith(OTHER_WORD, ...kept(), path.join(neighbour, '.claude'));
	await ok('forget', '--whole-project', '--confirm', 'repo');
	expect(filesWith(WORD, ...kept())).toEqual(accepted());
	expect(lost(OTHER_WORD, others, path.join(place.root, 'repo2'))).toEqual([]);

	place.write('home/.claude/session-keeper/settings.json', '{}');
	const done = await ok('forget', '--all', '--confirm', 'everything');
	const saved = filesWith(OTHER_WORD, ...kept(), path.join(neighbour, '.claude'));
	expect(saved.map((file) => path.basename(file))).toEqual(['MEMORY.md', expect.stringContaining('feedback_')]);
	expect(done).toContain(`rm -r -- ${saved[1] ?? ''}`);
	expect(existsSync(path.join(place.claude.keeperHome, 'settings.json'))).toBe(true);
	expect(JSON.parse(await ok('vault', '--json'))).toMatchObject({ home: place.claude.keeperHome });
});

test('notes of others stay, and so does what a link leads to', async () => {
	say(SESSION, WORD);
	await ok('backups', 'create', '--session', SESSION);
	const note = place.write('repo/.claude/memory/notes.md', `${SESSION} said ${WORD}\n`);
	const outside = place.write('outside/session-2026-11-20-1200.md', `---\nsession: ${SESSION}\n---\n${WORD}\n`);
	rmSync(path.join(repo, 'docs'), { recursive: true, force: true });
	symlinkSync(path.dirname(outside), path.join(repo, 'docs'));
	writeFileSync(path.join(repo, '.claude/memory/active-context.md'), `My own words about ${WORD}\n`);
	await ok('forget', '--whole-project', '--confirm', 'repo');
	for (const file of [note, outside, path.join(repo, '.claude/memory/active-context.md')])
		expect(readFileSync(file, 'utf8')).toContain(WORD);
});

test('a session that runs is not forgotten', async () => {
	say(SESSION, WORD);
	await ok('backups', 'create', '--session', SESSION);
	place.write(
		`home/.claude/sessions/${process.pid}.json`,
		JSON.stringify({ pid: process.pid, sessionId: SESSION, cwd: repo, kind: 'interactive', status: 'idle' }),
	);
	const { code, err } = await run(['forget', SESSION, '--confirm', '1d15ee69']);
	expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('is running') as string });
});
