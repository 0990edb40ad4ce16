// A project is more than its path: the ways in which a folder comes to another place, and what only looks like it. The names
// of other systems are in src/core/project/identity.test.ts.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { rememberProject } from '../backups/rememberProject';
import { findClaudeHome } from '../claude/claudeHome';
import { recentTranscripts } from '../sessions/projectSessions';
import { type Place, git, newPlace, newRepository } from '../testing/places';
import { noteSigns } from './evidence';
import { type Project, findProject } from './project';
import { useFilesAtOnce } from '../testing/atOnce';

useFilesAtOnce();
let place: Place;
let app: string;
const at = (relative: string): string => path.join(place.root, relative);
const look = (folder: string): Promise<Project> => findProject(place.claude, folder);
/** As a hook looks at it, which may write down what it found. */
async function meet(folder: string): Promise<Project> {
	const project = await look(folder);
	await rememberProject(place.claude, project);
	return project;
}
/** A session as Claude Code leaves it. @returns its id. */
function session(cwd: string, number: number, startedMs = Date.now()): string {
	const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
	const timestamp = new Date(startedMs).toISOString();
	const line = { type: 'user', sessionId: id, cwd, timestamp, entrypoint: 'cli', uuid: id, parentUuid: null };
	const text = JSON.stringify({ ...line, message: { role: 'user', content: `Prompt ${number}` } });
	place.write(`home/.claude/projects/${projectSlug(cwd)}/${id}.jsonl`, `${text}\n`);
	return id;
}
const listed = async (project: Project): Promise<readonly string[]> =>
	(await recentTranscripts(place.claude, project)).map(({ id }) => id).sort();

function commit(folder: string): string {
	git(folder, 'commit', '-q', '--allow-empty', '-m', `In ${folder}`);
	return folder;
}

beforeEach(() => {
	place = newPlace();
	app = newRepository(at('work/app'));
	git(app, 'remote', 'add', 'origin', 'git@example.invalid:team/app.git');
});
afterEach(() => place.remove());

describe('the same project, with its sessions, its home and nothing else', () => {
	const moves: readonly [string, () => string][] = [
		['a renamed folder', () => rename('work/app', 'work/app-2')],
		['a moved folder', () => rename('work/app', 'elsewhere/app')],
		['a moved parent', () => (rename('work', 'jobs'), at('jobs/app'))],
		['a clone, where the old folder is gone', () => (clone('again'), rmSync(app, { recursive: true }), at('again'))],
		['a worktree that is added', () => (git(app, 'worktree', 'add', '-q', at('wt')), at('wt'))],
		['a subfolder that is opened', () => place.folder('work/app/packages/api')],
		['a symbolic link', () => (symlinkSync(app, at('link')), at('link'))],
		[
			'a folder that is reached by a link where it was',
			() => (rename('work/app', 'real'), symlinkSync(at('real'), app), app),
		],
		[
			'a repository that is begun anew',
			() => (rmSync(path.join(app, '.git'), { recursive: true }), newRepository(app)),
		],
		['a copy, where the old folder is gone', () => (copy('copy'), rmSync(app, { recursive: true }), at('copy'))],
		['a folder that another system knows by another path', () => rename('work/app', 'workspaces/app')],
	];
	function rename(from: string, to: string): string {
		mkdirSync(path.dirname(at(to)), { recursive: true });
		renameSync(at(from), at(to));
		return at(to);
	}
	const clone = (to: string): void => {
		git(place.root, 'clone', '-q', app, at(to));
		git(at(to), 'remote', 'set-url', 'origin', 'https://dev:token@example.invalid/team/app');
	};
	const copy = (to: string): void => cpSync(app, at(to), { recursive: true });

	test.each(moves)('%s', async (_name, move) => {
		const before = await meet(app);
		const id = session(app, 1);
		const found = await look(move());
		expect(found.id).toBe(before.id);
		expect(await listed(found)).toEqual([id]);
		await rememberProject(place.claude, found);
		// Once it is written down, nothing is to be told any more, and the same is found.
		const again = await look(found.folder);
		expect([again.id, again.identity.news, await listed(again)]).toEqual([before.id, undefined, [id]]);
	});

	test('a worktree that is removed: what was said in it stays', async () => {
		git(app, 'worktree', 'add', '-q', at('wt'));
		await meet(at('wt'));
		const id = session(at('wt'), 1);
		git(app, 'worktree', 'remove', '--force', at('wt'));
		expect(await listed(await look(app))).toEqual([id]);
	});

	test.each([true, false])('a home folder with another name, with git or without (%s)', async (isRepository) => {
		const work = isRepository ? newRepository(at('home/app')) : place.folder('home/app');
		const before = await meet(work);
		const id = session(work, 1);
		// On another disk: nothing of the folders is what it was.
		cpSync(place.home, at('house'), { recursive: true });
		rmSync(place.home, { recursive: true });
		const claude = findClaudeHome({ ...place.env, HOME: at('house'), USERPROFILE: at('house') });
		const found = await findProject(claude, at('house/app'));
		expect(found.id).toBe(before.id);
		expect((await recentTranscripts(claude, found)).map((each) => each.id)).toEqual([id]);
	});

	test('a folder without git that is renamed, and renamed again', async () => {
		const plain = place.folder('plain');
		const before = await meet(plain);
		const first = session(plain, 1);
		renameSync(plain, at('plain-2'));
		await meet(at('plain-2'));
		const second = session(at('plain-2'), 2);
		renameSync(at('plain-2'), at('plain-3'));
		const found = await meet(at('plain-3'));
		expect([found.id, await listed(found)]).toEqual([before.id, [first, second]]);
		// And back to where it was.
		renameSync(at('plain-3'), plain);
		expect([(await meet(plain)).id, await listed(await look(plain))]).toEqual([before.id, [first, second]]);
	});

	test('a copy, while the old folder is there: told of, and not taken', async () => {
		await meet(app);
		const id = session(app, 1);
		copy('copy');
		const found = await meet(at('copy'));
		expect([found.identity.copyOf, await listed(found)]).toEqual([[app], []]);
		expect((await look(at('copy'))).identity.copyOf).toEqual([app]);
		rmSync(app, { recursive: true });
		const alone = await meet(at('copy'));
		expect([alone.identity.copyOf, await listed(alone)]).toEqual([[], [id]]);
	});

	test('a copy without a remote, which has what a session did last, and where the old folder is gone', async () => {
		git(app, 'remote', 'remove', 'origin');
		const before = await meet(app);
		const id = session(app, 1);
		commit(app);
		await noteSigns(place.claude, before);
		copy('copy');
		rmSync(app, { recursive: true });
		const found = await meet(at('copy'));
		expect([found.id, await listed(found)]).toEqual([before.id, [id]]);
	});

	test('a clone of what had neither a commit nor a remote when it was met first', async () => {
		const late = place.folder('late');
		git(late, 'init', '-q');
		const before = await meet(late);
		const id = session(late, 1);
		git(commit(late), 'remote', 'add', 'origin', 'git@example.invalid:team/late.git');
		await noteSigns(place.claude, before);
		git(place.root, 'clone', '-q', late, at('again'));
		git(at('again'), 'remote', 'set-url', 'origin', 'git@example.invalid:team/late.git');
		rmSync(late, { recursive: true });
		expect(await listed(await meet(at('again')))).toEqual([id]);
	});
});

describe('another project, of which nothing is shown', () => {
	const strangers: readonly [string, () => string][] = [
		[
			'a fork',
			() => lookAlike('fork', (to) => git(to, 'remote', 'set-url', 'origin', 'git@example.invalid:me/app.git')),
		],
		['a template', () => lookAlike('new', (to) => anew(to))],
		[
			'a second clone that is in use',
			() =>
				lookAlike(
					'second',
					(to) => (git(to, 'remote', 'set-url', 'origin', 'git@example.invalid:team/app.git'), session(to, 7)),
				),
		],
		['the same name elsewhere', () => newRepository(at('elsewhere/app'))],
		[
			'the same remote with another first commit',
			() => {
				const other = anew(newRepository(at('other')));
				git(other, 'remote', 'add', 'origin', 'git@example.invalid:team/app.git');
				return other;
			},
		],
		[
			'what says that it is at a commit of the project, and holds another one under its name',
			() => {
				const other = at('claims');
				git(place.root, 'init', '-q', other);
				git(other, 'remote', 'add', 'origin', 'git@example.invalid:team/app.git');
				const first = git(app, 'rev-list', '--max-parents=0', 'HEAD').trim();
				writeFileSync(path.join(other, '.git', 'HEAD'), `${first}\n`);
				const folder = path.join(other, '.git', 'objects', first.slice(0, 2));
				mkdirSync(folder);
				writeFileSync(path.join(folder, first.slice(2)), deflateSync('commit 12\0tree 0\nauthor '));
				return other;
			},
		],
	];
	function lookAlike(to: string, change: (folder: string) => unknown): string {
		git(place.root, 'clone', '-q', app, at(to));
		change(at(to));
		return at(to);
	}
	function anew(folder: string): string {
		rmSync(path.join(folder, '.git'), { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		git(folder, 'init', '-q');
		return commit(folder);
	}

	test.each(strangers)('%s', async (name, make) => {
		commit(app);
		const theirs = await meet(app);
		const id = session(app, 1);
		await noteSigns(place.claude, theirs);
		const stranger = make();
		for (const isGone of [false, true]) {
			if (isGone && name.startsWith('a second')) continue; // Then it is the project.
			if (isGone) rmSync(app, { recursive: true });
			const found = await meet(stranger);
			expect(found.id).not.toBe(theirs.id);
			expect(found.identity.copyOf).toEqual([]);
			expect(await listed(found)).not.toContain(id);
		}
	});

	test('two that were made from one template, and are fetched from nowhere', async () => {
		const [one, other] = ['one', 'other'].map((name) => {
			git(place.root, 'clone', '-q', app, at(name));
			git(at(name), 'remote', 'remove', 'origin');
			return commit(at(name));
		}) as [string, string];
		const theirs = await meet(one);
		session(one, 1);
		for (const isGone of [false, true]) {
			if (isGone) rmSync(one, { recursive: true });
			const found = await meet(other);
			expect(found.id).not.toBe(theirs.id);
			expect([found.identity.copyOf, await listed(found)]).toEqual([[], []]);
		}
	});

	test('a repository that brings backups, their log and a transcript of a folder that is gone', async () => {
		const theirs = await meet(app);
		const id = session(app, 1);
		const source = path.join(place.claude.projectsDir, projectSlug(app), `${id}.jsonl`);
		const hostile = commit(newRepository(at('hostile')));
		const raw = '20261120_000000_exit.jsonl';
		const line = { event: 'copied', session: id, raw: `.claude/memory/raw/${raw}`, source, slug: projectSlug(app) };
		mkdirSync(path.join(hostile, '.claude/memory/raw'), { recursive: true });
		writeFileSync(path.join(hostile, '.claude/memory/.backup-log'), `${JSON.stringify(line)}\n`);
		cpSync(source, path.join(hostile, '.claude/memory/raw', raw));
		rmSync(app, { recursive: true });
		for (const isKnown of [true, false]) {
			if (!isKnown) rmSync(path.join(place.kept(app), 'project.json'));
			const found = await meet(hostile);
			expect(found.id).not.toBe(theirs.id);
			expect([found.identity.former, await listed(found)]).toEqual([[], []]);
		}
	});

	test('an empty repository where the project was: what was said before it was made is not its', async () => {
		const theirs = await meet(app);
		const before = session(app, 1);
		renameSync(app, at('work/app-2'));
		await new Promise((resolve) => setTimeout(resolve, 10));
		place.folder('work/app');
		git(app, 'init', '-q');
		const found = await meet(app);
		const after = session(app, 2, Date.now() + 1_000);
		expect(found.id).not.toBe(theirs.id);
		expect(await listed(await look(app))).toEqual([after]);
		expect(await listed(await meet(at('work/app-2')))).toEqual([before]);
	});
});

test('nothing is written by looking', async () => {
	await look(app);
	expect(existsSync(place.claude.keeperHome)).toBe(false);
	await meet(app);
	const record = path.join(place.kept(app), 'project.json');
	expect(readFileSync(record, 'utf8')).not.toContain('token');
	expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({ remote: 'example.invalid/team/app' });
});
