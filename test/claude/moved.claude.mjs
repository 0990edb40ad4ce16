// A project that has moved, and the real Claude Code: the conversation goes on where the folder is now. Letter case and drive
// letters are another system's: src/core/project/identity.test.ts has them.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginRepository, openClaude } from './support/claude.mjs';

let claude;
/** What Claude Code wrote of a conversation about apples. Each project has that conversation, as if it had been held in it. */
let said;
beforeAll(async () => {
	claude = await openClaude();
	await claude.start();
	await claude.say('apples');
	await claude.type('/exit');
	await claude.ended();
	const [file] = claude.transcripts();
	said = { id: path.basename(file, '.jsonl'), folder: claude.repo, text: claude.read(file) };
});
afterAll(() => claude.close());

const git = (cwd, ...args) => execFileSync('git', args, { cwd, env: claude.env, stdio: 'pipe' });
const slugOf = (cwd) => cwd.replace(/[^a-zA-Z0-9]/gu, '-');

/** Moves a folder on the disk, into folders that need not be there. @returns where it is now. */
function rename(from, to) {
	mkdirSync(path.dirname(to), { recursive: true });
	renameSync(from, to);
	return to;
}
/** Another folder, with the same in it. */
function anew(from, to) {
	cpSync(from, to, { recursive: true });
	rmSync(from, { recursive: true });
	return to;
}
function worktree(app, tree) {
	git(app, 'worktree', 'add', '-q', tree);
	return tree;
}
/** A home folder goes with all that is in it, and Claude Code finds it by the environment. */
function moveHome(name) {
	const home = rename(claude.home, path.join(claude.dir, name));
	Object.assign(claude, { home, config: path.join(home, '.claude') });
	claude.env.HOME = home;
}

/** By name: where the session is held, how the folder moves and where it is opened then. `here` is a folder for the test. */
const MOVES = {
	'the folder is renamed': { move: (app) => rename(app, `${app}-2`) },
	'the folder is moved': { move: (app, here) => rename(app, path.join(here, 'elsewhere/deep/app')) },
	'its parent is moved': {
		move: (_, here) => path.join(rename(path.join(here, 'work'), path.join(here, 'jobs')), 'app'),
	},
	'it is cloned again, and the old folder goes': {
		move: (app, here) => (
			git(here, 'clone', '-q', app, 'again'),
			rmSync(app, { recursive: true }),
			path.join(here, 'again')
		),
	},
	'it is copied': { move: (app) => (cpSync(app, `${app}-2`, { recursive: true }), `${app}-2`), isOthers: true },
	'a worktree is added': { move: (app, here) => worktree(app, path.join(here, 'tree')) },
	'a worktree is removed': {
		hold: (app, here) => worktree(app, path.join(here, 'tree')),
		move: (app, here) => (git(app, 'worktree', 'remove', '--force', path.join(here, 'tree')), app),
	},
	'a subfolder is opened': {
		move: (app) => (mkdirSync(path.join(app, 'packages/api'), { recursive: true }), path.join(app, 'packages/api')),
	},
	'it is opened by a symbolic link': {
		move: (app, here) => (symlinkSync(app, path.join(here, 'link')), path.join(here, 'link')),
	},
	'git is begun anew': { move: (app) => (rmSync(path.join(app, '.git'), { recursive: true }), init(app)) },
	'a container has it at another path': { move: (app, here) => anew(app, path.join(here, 'workspaces/app')) },
	'the home folder has another name': {
		project: () => path.join(claude.home, 'work/app'),
		move: () => (moveHome('house'), path.join(claude.home, 'work/app')),
	},
};

const init = (folder) => beginRepository(folder, claude.env);

test.each(Object.entries(MOVES))('%s', async (name, { project, hold = (app) => app, move, isOthers = false }) => {
	const here = path.join(claude.dir, 'moves', name.replaceAll(/\W/gu, '-'));
	const app = init(project?.() ?? path.join(here, 'work/app'));
	mkdirSync(here, { recursive: true });
	const cwd = hold(app, here);
	const id = randomUUID();
	const written = path.join('projects', slugOf(cwd), `${id}.jsonl`);
	const file = path.join(claude.config, written);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, said.text.replaceAll(said.folder, cwd).replaceAll(said.id, id));
	const bytes = readFileSync(file);
	claude.trust(cwd);
	claude.repo = cwd;
	expect(claude.keeper('backups', 'create', '--session', id)).toMatchObject({ code: 0 });

	const now = move(app, here);
	claude.trust(realpathSync(now));
	claude.moveTo(now);
	const { sessions } = JSON.parse(claude.keeper('sessions', 'list', '--json').out);
	expect(sessions.map((each) => [each.id, each.from?.isOthers ?? false])).toEqual([[id, isOthers]]);
	// It says how to go on, whether there was something to put back or not.
	const { out, err } = claude.keeper('backups', 'restore', id);
	const goOn = new RegExp(`(?:To continue|Continue): (?:cd (\\S+) && )?claude --resume ${id}\n`, 'u').exec(out + err);
	expect(goOn, out + err).not.toBeNull();
	const [, folder] = goOn;
	if (folder !== undefined) claude.moveTo(folder);

	await claude.start('--resume', id);
	await claude.say('pears');
	await claude.type('/exit');
	await claude.ended();
	expect(JSON.stringify(claude.api.requests.at(-1))).toContain('apples');
	const went = claude.transcripts().find((file) => path.basename(file) === `${id}.jsonl`);
	for (const words of ['apples', 'pears']) expect(claude.read(went)).toContain(`You said: ${words}`);
	// A copy went on, and what was written where it was is as it was.
	const original = path.join(claude.config, written);
	expect(readFileSync(original).subarray(0, bytes.length).equals(bytes)).toBe(true);
	if (went !== original) expect(readFileSync(original)).toHaveLength(bytes.length);
});
