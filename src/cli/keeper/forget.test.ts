// A word that was said in a session alone, after everything of ours has happened to it: once it is forgotten, the word is in
// no byte of what we keep, and nothing of other sessions is gone.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { git, newRepository } from '../../node/testing/places';
import { queueMemories } from '../../node/testing/memoryQueue';
import { place, repo, run, useCliPlace } from '../testing/cliPlace';

useCliPlace();

const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';
const OTHER = '2e26ff7a-91d8-45a7-9f02-1b084f11a6d9';
const [WORD, OTHER_WORD] = ['Quagmarine', 'Tangelowise'];

/** A conversation in which a word is all over. @returns its transcript */
function say(session: string, word: string, folder = repo): string {
	const said = [
		userLine(`Where should the ${word} exports go? Remember: always deploy ${word} on Fridays.`),
		assistantLine(`We decided to put the ${word} exports into a folder per month. Should ${word} be compressed?`),
		userLine(`Yes, compress ${word}. We still need to rename ${word} later.`),
		assistantLine(`Done: ${word} is compressed. Next I will rename ${word}. All tests pass.`),
	];
	const lines = chained(said.map((line) => ({ ...line, sessionId: session, cwd: folder })));
	return place.write(`home/.claude/projects/${projectSlug(folder)}/${session}.jsonl`, jsonl(lines));
}

async function ok(...args: readonly string[]): Promise<string> {
	const { code, out, err } = await run(args);
	expect({ code, err: code === 0 ? '' : err }, args.join(' ')).toEqual({ code: 0, err: '' });
	return out;
}

const idsOf = async (...args: readonly string[]): Promise<readonly string[]> =>
	(JSON.parse(await ok(...args, '--json')) as { entries: readonly { id: string }[] }).entries.map(({ id }) => id);

/** Everything of ours that happens to a session. */
async function live(session: string, word: string, folder = repo): Promise<void> {
	say(session, word, folder);
	const texts = ['Always deploy on Fridays', 'Never merge on Mondays', 'Ask before a release', 'Prefer tabs in code'];
	queueMemories(
		place,
		{ session, cwd: folder },
		texts.map((text) => `${text} for ${word}.`),
	);
	const hook = async (event: string, own: object): Promise<void> => {
		const payload = { session_id: session, hook_event_name: event, cwd: folder, ...own };
		await run(['hook', event], { cwd: folder, input: JSON.stringify(payload) });
	};
	await hook('PreCompact', { trigger: 'manual' });
	await hook('SessionEnd', { reason: 'other' });
	await hook('SessionStart', { source: 'startup' });
	const at = (...args: readonly string[]): Promise<string> => ok(...args, '--project', folder);
	await at('backups', 'create', '--session', session);
	await at('backups', 'archive', '--session', session);
	await at('sessions', 'archive', session);
	await at('sessions', 'edit', session, '--name', word);
	await at('sessions', 'list');
	await at('documents', 'save', '--session', session);
	await at('documents', 'keep', '--all');
	await at('documents', 'save', '--session', session);
	await at('protocol', 'save', '--session', session);
	await at('protocol', 'undo');
	const [first = '', second = '', third = '', fourth = ''] = await idsOf('review', 'list', '--project', folder);
	await at('review', 'accept', first, '--into', 'project');
	await at('review', 'accept', second);
	await at('review', 'undo', second);
	await at('review', 'reject', third);
	await at('review', 'edit', fourth, '--text', `Nothing but ${word}.`);
	await at('reflect', '--session', session, '--yes');
	await at('parked', 'park', '--name', word, '--text', `what about ${word}?`, '--session', session);
	await at('parked', 'archive', word);
	await at('backups', 'discard', '--all', '--yes');
	await at('backups', 'create', '--session', session);
	place.write(`home/.claude/session-keeper/cache/answers/${session.slice(0, 8)}.json`, word);
	place.write(`home/.claude/session-keeper/handed-in/${session}.json`, JSON.stringify({ given: word }));
}

/** The files below folders that hold a word, compressed ones included. */
function filesWith(word: string, ...folders: readonly string[]): readonly string[] {
	const files = folders.filter(existsSync).flatMap((folder) =>
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.join(entry.parentPath, entry.name)),
	);
	return files.filter((file) => {
		const bytes = readFileSync(file);
		const text = (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString();
		return `${file}\n${text}`.toLowerCase().includes(word.toLowerCase());
	});
}

/** It is made again. */
const CACHE = /\/cache\/|looks\.json$/u;

const kept = (): readonly string[] => [
	place.claude.keeperHome,
	path.join(place.claude.configDir, 'memory_queue'),
	path.join(repo, '.claude'),
	path.join(repo, 'docs'),
	path.join(repo, '.temp'),
];

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
	expect(filesWith(WORD, ...kept())).toEqual([]);
	const left = filesWith(OTHER_WORD, ...kept(), path.join(place.root, 'repo2'));
	expect(others.filter((file) => !left.includes(file) && !CACHE.test(file))).toEqual([]);
	// What is Claude's is there, and named with what deletes it.
	const transcript = path.join(place.claude.projectsDir, projectSlug(repo), `${SESSION}.jsonl`);
	expect(done).toContain(`rm -r -- ${transcript}`);
	expect(readFileSync(transcript, 'utf8')).toContain(WORD);

	// Nothing takes it up again.
	await run(['hook', 'SessionStart'], { input: JSON.stringify({ session_id: OTHER, source: 'startup', cwd: repo }) });
	expect(filesWith(WORD, ...kept())).toEqual([]);
	expect(await ok('forget', SESSION)).toContain('Nothing is kept of 1d15ee69.');
	rmSync(transcript);
	await ok('sessions', 'list', '--all');
	expect(filesWith(WORD, ...kept())).toEqual([]);
});

test('what git tracks stays, with the command that deletes it', async () => {
	say(SESSION, WORD);
	await ok('documents', 'save', '--session', SESSION);
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'Keep it');
	const done = await ok('forget', SESSION, '--confirm', '1d15ee69');
	const document = /git -C \S+ rm -- (\.claude\/memory\/session-\S+)/u.exec(done)?.[1] ?? '';
	expect(readFileSync(path.join(repo, document), 'utf8')).toContain(WORD);
});

test('a project is forgotten, and its neighbour is not; all is all', { timeout: 60_000 }, async () => {
	const neighbour = newRepository(path.join(place.root, 'repo2'));
	await live(SESSION, WORD);
	await live(OTHER, OTHER_WORD, neighbour);
	const others = filesWith(OTHER_WORD, ...kept(), path.join(neighbour, '.claude'));
	await ok('forget', '--whole-project', '--confirm', 'repo');
	expect(filesWith(WORD, ...kept())).toEqual([]);
	const left = filesWith(OTHER_WORD, ...kept(), path.join(place.root, 'repo2'));
	expect(others.filter((file) => !left.includes(file) && !CACHE.test(file))).toEqual([]);

	place.write('home/.claude/session-keeper/settings.json', '{}');
	await ok('forget', '--all', '--confirm', 'everything');
	expect(filesWith(OTHER_WORD, ...kept(), path.join(neighbour, '.claude'))).toEqual([]);
	expect(existsSync(path.join(place.claude.keeperHome, 'settings.json'))).toBe(true);
	expect(JSON.parse(await ok('vault', '--json'))).toMatchObject({ home: place.claude.keeperHome });
});

test('notes of others stay, and so does what a link leads to', async () => {
	say(SESSION, WORD);
	await ok('backups', 'create', '--session', SESSION);
	const note = place.write('repo/.claude/memory/notes.md', `${SESSION} said ${WORD}\n`);
	const outside = place.write('outside/session-2026-11-20-1200.md', `---\nsession: ${SESSION}\n---\n${WORD}\n`);
	rmSync(path.join(repo, 'docs'), { recursive: true, force: true });
	const { symlinkSync } = await import('node:fs');
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
