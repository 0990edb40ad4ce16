// What an installation leaves for a project that moves, and nothing of it for another one at its old path. What tells them
// apart is when a folder was made, so that the clock is the real one.
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SLASH_COMMANDS, commandPath } from '../../core/claude/slashCommands';
import { type Place, git, newPlace, newRepository } from '../../node/testing/places';
import { useSlowClock } from '../../node/testing/slowClock';
import { useUtc } from '../../node/testing/timeZone';
import { call } from '../testing/inProcess';
import { useProgram } from '../testing/ownProgram';

useUtc();
useSlowClock();
const program = useProgram();

let place: Place;
let repo: string;
let moved: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	moved = path.join(place.root, 'moved');
});
afterEach(() => place.remove());

async function good(cwd: string, ...words: readonly string[]): Promise<string> {
	const { code, err, out } = await call(words, { cwd, env: place.env, program: program() });
	expect(code, err).toBe(0);
	return out;
}
const settings = (folder: string): string => path.join(folder, '.claude', 'settings.local.json');
const hasRules = (folder: string): boolean => readFileSync(settings(folder), 'utf8').includes('permissions');
const commandsThere = (): number =>
	SLASH_COMMANDS.filter((name) => existsSync(path.join(place.claude.configDir, commandPath(name)))).length;

/** Another project at a path where one was. */
function newProjectAt(folder: string): void {
	mkdirSync(folder);
	git(folder, 'init', '-q', '--template=');
	git(folder, 'commit', '-q', '--allow-empty', '-m', 'Another beginning');
}

test('what was left out stays out after an uninstallation, and where the project goes', async () => {
	await good(repo, 'hooks', 'install', '--yes', '--no-rules', '--no-commands');
	await good(repo, 'hooks', 'uninstall', '--yes');
	expect(existsSync(settings(repo))).toBe(false);
	expect(await good(repo, 'hooks', 'status')).toContain('The hooks are not installed');
	renameSync(repo, moved);
	await good(moved, 'hooks', 'install', '--yes');
	expect([hasRules(moved), commandsThere()]).toEqual([false, 0]);
	await good(moved, 'hooks', 'install', '--yes', '--rules');
	await good(moved, 'hooks', 'uninstall', '--yes');
	await good(moved, 'hooks', 'install', '--yes');
	expect([hasRules(moved), commandsThere()]).toEqual([true, 0]);
});

test('where an installation that left something out is undone, nothing was left out', async () => {
	await good(repo, 'hooks', 'install', '--yes', '--no-rules');
	await good(repo, 'undo');
	await good(repo, 'hooks', 'install', '--yes');
	expect(hasRules(repo)).toBe(true);
});

test('a new project at the old path has nothing of the installation of the one that moved', async () => {
	await good(repo, 'hooks', 'install', '--yes', '--no-rules');
	renameSync(repo, moved);
	newProjectAt(repo);
	const { out } = await call(['hooks', 'doctor'], { cwd: repo, env: place.env, program: program() });
	expect(out).toContain('[notInstalled]');
	expect(out).not.toContain('[hooksStripped]');
	expect(await good(repo, 'undo')).toBe('Nothing to undo.\n');
	expect(commandsThere()).toBe(SLASH_COMMANDS.length);
	await good(repo, 'hooks', 'install', '--yes');
	expect(hasRules(repo)).toBe(true);
	expect(await good(moved, 'hooks', 'status')).toContain('The hooks are installed.');
});

test('what ran last is what ran in this project, wherever it was then', async () => {
	const other = newRepository(path.join(place.root, 'other'));
	await good(repo, 'hooks', 'install', '--yes', '--scope', 'user');
	// So that it is known when it has moved.
	await good(repo, 'parked', 'park', '--name', 'Later', '--text', 'x');
	const fired = {
		ts: new Date().toISOString(),
		event: 'SessionEnd',
		session: 's',
		project: repo,
		ms: 1,
		outcome: 'x.jsonl',
	};
	place.write('home/.claude/session-keeper/hooks.log', `${JSON.stringify(fired)}\n`);
	const last = async (cwd: string): Promise<readonly boolean[]> => [
		(await good(cwd, 'hooks', 'status')).includes('- SessionEnd: last ran '),
		/^Safety net .*last hook/mu.test(await good(cwd, 'status')),
	];
	expect([await last(repo), await last(other)]).toEqual([
		[true, true],
		[false, false],
	]);
	renameSync(repo, moved);
	expect(await last(moved)).toEqual([true, true]);
});
