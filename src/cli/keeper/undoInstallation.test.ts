// `session-keeper undo` of installations, which go by meaning.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SLASH_COMMANDS, commandPath } from '../../core/claude/slashCommands';
import { beforeFileCalls, systemError } from '../../node/testing/fileCalls';
import { newRepository } from '../../node/testing/places';
import type { Ended } from '../testing/inProcess';
import {
	SETTINGS,
	place,
	repo,
	keeper,
	good,
	undone,
	list,
	local,
	imports,
	read,
	inClaude,
	commandsThere,
	changes,
	ownNow,
	setOwn,
	writeSettings,
	useUndoPlace,
	workIn,
} from '../testing/undoPlace';

useUndoPlace();

test('an installation is taken back by its meaning, and that by the next: each of them stays on record until it is undone', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes');
	expect(await list()).toMatchObject([{ kind: 'hooks', message: `hooks in ${local()} (installed)` }]);
	expect(await undone()).toBe(`Undone: hooks in ${local()} (installed)\n`);
	expect([read(local()), commandsThere(), await list()]).toEqual([SETTINGS, 0, []]);
	expect(existsSync(place.claude.stateFile)).toBe(false);

	await good('hooks', 'install', '--yes', '--no-rules', '--imports');
	const installed = read(local());
	await good('hooks', 'uninstall', '--yes');
	expect([read(local()), commandsThere()]).toEqual([SETTINGS, 0]);
	const messages = async (): Promise<unknown> => (await list()).map(({ message }) => message);
	// The one before begins with what is there no more.
	expect(await messages()).toEqual([`hooks in ${local()} (uninstalled)`]);
	await undone();
	expect(await messages()).toEqual([`hooks in ${local()} (installed)`]);
	// With the parts that were there, and without those that were left out.
	expect([read(local()), commandsThere()]).toEqual([installed, SLASH_COMMANDS.length]);
	expect(read(path.join(repo, '.claude/CLAUDE.md'))).toContain('@memory/active-context.md');
	await undone();
	expect([read(local()), commandsThere()]).toEqual([SETTINGS, 0]);
	expect(await undone()).toBe('Nothing to undo.\n');
});

test('what Claude Code and people write into the same files since stays', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes');
	writeFileSync(local(), read(local()).replace('"opus"', '"sonnet"'));
	writeFileSync(place.claude.stateFile, JSON.stringify({ ...JSON.parse(read(place.claude.stateFile)), theirs: 1 }));
	await undone();
	expect(read(local())).toBe(SETTINGS.replace('opus', 'sonnet'));
	expect(JSON.parse(read(place.claude.stateFile))).toEqual({ theirs: 1 });
});

test('an installation that brought a part is undone by that part alone', async () => {
	await good('hooks', 'install', '--yes', '--no-commands', '--no-parking-rule');
	const before = read(local());
	await good('hooks', 'install', '--yes', '--commands', '--parking-rule');
	expect(commandsThere()).toBe(SLASH_COMMANDS.length);
	await undone();
	expect([read(local()), commandsThere()]).toEqual([before, 0]);
	expect(JSON.parse(read(inClaude('session-keeper/settings.json')))).toMatchObject({ parkingRule: false });
	await undone();
	expect(existsSync(local())).toBe(false);
});

test('what is printed as the way back brings no part that was left out, and takes none that was there', async () => {
	const wayBack = (out: string): readonly string[] => {
		const words = /^Undo: session-keeper (.+)$/mu.exec(out)?.[1]?.split(' ');
		return words ?? expect.fail(out);
	};
	await good('hooks', 'install', '--yes', '--no-rules', '--no-commands');
	const before = read(local());
	await good(...wayBack(await good('hooks', 'uninstall', '--yes')));
	expect([read(local()), commandsThere()]).toEqual([before, 0]);
	await good(...wayBack(await good('hooks', 'install', '--yes', '--rules')));
	expect([read(local()), commandsThere()]).toEqual([before, 0]);
	// A repair has nothing to take back.
	writeFileSync(local(), before.replaceAll('session-keeper-hook', 'session-keeper-hook '));
	expect(await good('hooks', 'install', '--yes')).not.toContain('Undo:');
});

test('a repair that brings nothing new is no change, and neither is one that is refused', async () => {
	await good('hooks', 'install', '--yes');
	writeFileSync(local(), read(local()).replaceAll('session-keeper-hook', 'session-keeper-hook '));
	await good('hooks', 'install', '--yes');
	expect(await list()).toHaveLength(1);
	await undone();
	mkdirSync(path.join(repo, '.claude'), { recursive: true });
	writeFileSync(local(), '{ "hooks": ');
	expect(await keeper('hooks', 'install', '--yes')).toMatchObject({ code: 1 });
	expect(await list()).toEqual([]);
});

test('hooks that somebody took out since are found gone, and the record goes', async () => {
	writeSettings();
	setOwn({ parkingRule: false, injectContext: 'off' });
	await good('hooks', 'install', '--yes', '--no-commands');
	writeFileSync(local(), SETTINGS);
	expect(await keeper('undo')).toMatchObject({ code: 1, err: expect.stringContaining('It was already undone.') });
	expect([read(local()), await list()]).toEqual([SETTINGS, []]);
});

test('what a person had of their own before an installation is there after its undo, as they had set it', async () => {
	const mine = { parkingRule: true, injectContext: 'full' };
	setOwn(mine);
	await good('hooks', 'install', '--yes');
	await undone();
	expect(ownNow()).toEqual(mine);
	await good('hooks', 'install', '--yes', '--no-context', '--no-parking-rule');
	expect(ownNow()).toEqual({ parkingRule: false, injectContext: 'off' });
	await undone();
	expect(ownNow()).toEqual(mine);
	// What they set since stays.
	await good('hooks', 'install', '--yes', '--no-context', '--no-parking-rule');
	setOwn({ parkingRule: true, injectContext: 'brief' });
	await undone();
	expect(ownNow()).toEqual({ parkingRule: true, injectContext: 'brief' });
});

test('an installation for all projects is undone without what a project has of its own', async () => {
	await good('hooks', 'install', '--yes', '--imports');
	const before = [read(local()), read(imports()), commandsThere()];
	await good('hooks', 'install', '--yes', '--scope', 'user');
	await undone();
	expect(existsSync(inClaude('settings.json'))).toBe(false);
	expect([read(local()), read(imports()), commandsThere()]).toEqual(before);
	expect(ownNow()).toEqual({ parkingRule: true, injectContext: 'brief' });
});

test('the parts of hooks that Claude Code took out stay where the repair is undone', async () => {
	await good('hooks', 'install', '--yes', '--imports');
	const stripped = `${JSON.stringify({ ...(JSON.parse(read(local())) as object), hooks: undefined }, null, '\t')}\n`;
	writeFileSync(local(), stripped);
	const before = [read(imports()), read(place.claude.stateFile), commandsThere()];
	await good('hooks', 'install', '--yes');
	expect(read(local())).toContain('session-keeper-hook');
	await undone();
	expect(read(local())).toBe(stripped);
	expect([read(imports()), read(place.claude.stateFile), commandsThere()]).toEqual(before);
});

test('what somebody installs since keeps what was brought for all projects', async () => {
	await good('hooks', 'install', '--yes');
	const other = newRepository(path.join(place.root, 'other'));
	await good('hooks', 'install', '--yes', '--project', other);
	await undone();
	expect([existsSync(local()), commandsThere()]).toEqual([false, SLASH_COMMANDS.length]);
	expect(ownNow()).toEqual({ parkingRule: true, injectContext: 'brief' });
});

test('undone in another project, an installation whose folder is gone changes nothing of that project', async () => {
	const other = newRepository(path.join(place.root, 'other'));
	await good('hooks', 'install', '--yes', '--scope', 'project', '--imports', '--project', other);
	const inOther = (...words: readonly string[]): Promise<Ended> => keeper(...words, '--project', other);
	await good('hooks', 'install', '--yes', '--scope', 'user', '--imports');
	rmSync(repo, { recursive: true });
	workIn(other);
	const before = [read(imports()), existsSync(path.join(other, '.claude', commandPath(SLASH_COMMANDS[0])))];
	expect(await inOther('undo')).toMatchObject({ code: 0 });
	expect([existsSync(inClaude('settings.json')), commandsThere()]).toEqual([false, 0]);
	expect([read(imports()), existsSync(path.join(other, '.claude', commandPath(SLASH_COMMANDS[0])))]).toEqual(before);
});

test('where the worktree of an installation is gone, what lies in the main checkout is undone, and the rest said to be gone', async () => {
	writeSettings();
	const worktree = path.join(place.root, 'worktree');
	spawnSync('git', ['-C', repo, 'worktree', 'add', '-q', worktree]);
	const main = repo;
	workIn(worktree);
	await good('hooks', 'install', '--yes');
	await good('hooks', 'install', '--yes', '--scope', 'project');
	workIn(main);
	expect(read(local())).toContain('session-keeper-hook');
	rmSync(worktree, { recursive: true });
	expect(await keeper('undo')).toMatchObject({
		code: 1,
		err: expect.stringMatching(/Its folder is gone: .+worktree\.\nNothing was changed, and it is no longer listed\./u),
	});
	await undone();
	expect([read(local()), commandsThere(), await list()]).toEqual([SETTINGS, 0, []]);
});

test('a record that nobody understands stands in nobody’s way', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes');
	const [name = ''] = changes();
	const file = inClaude(`session-keeper/changes/${name}`);
	writeFileSync(file, JSON.stringify({ ...(JSON.parse(read(file)) as object), about: 1 }));
	expect(await undone()).toBe('Nothing to undo.\n');
	// It may be a newer version's.
	expect(changes()).toEqual([name]);
});

test('an uninstallation that took the days of transcripts along brings them back', async () => {
	const days = (): unknown =>
		(JSON.parse(read(inClaude('settings.json'))) as Record<string, unknown>)['cleanupPeriodDays'];
	await good('hooks', 'install', '--scope', 'user', '--cleanup-days', '365', '--yes');
	expect(days()).toBe(365);
	await good('hooks', 'uninstall', '--scope', 'user', '--yes');
	expect(existsSync(inClaude('settings.json'))).toBe(false);
	await undone();
	expect(days()).toBe(365);
});

test('an uninstallation that made the days of transcripts fewer makes them as many again', async () => {
	const file = place.write('home/.claude/settings.json', '{"cleanupPeriodDays": 30}');
	await good('hooks', 'install', '--scope', 'user', '--cleanup-days', '365', '--yes');
	await good('hooks', 'uninstall', '--scope', 'user', '--yes');
	expect(JSON.parse(read(file))).toEqual({ cleanupPeriodDays: 30 });
	await undone();
	expect(JSON.parse(read(file))).toMatchObject({ cleanupPeriodDays: 365 });
});

test('comments that a person wrote since an uninstallation stay when it is undone', async () => {
	place.write('repo/.claude/settings.local.json', '{\n\t"model": "opus"\n}\n');
	await good('hooks', 'install', '--yes');
	await good('hooks', 'uninstall', '--yes');
	writeFileSync(local(), '{\n\t// why\n\t"model": "opus"\n}\n');
	await undone();
	expect([read(local()).includes('// why'), read(local()).includes('session-keeper-hook')]).toEqual([true, true]);
});

test('undone in a folder of a project that was named, it touches nothing of the project around it', async () => {
	const sub = path.dirname(place.write('repo/sub/x.txt', ''));
	await good('hooks', 'install', '--yes', '--scope', 'project', '--imports');
	const before = [imports(), path.join(repo, '.claude/settings.json')].map(read);
	await good('hooks', 'install', '--yes', '--scope', 'project', '--imports', '--project', sub);
	await undone('--project', sub);
	expect([imports(), path.join(repo, '.claude/settings.json')].map(read)).toEqual(before);
	expect(existsSync(path.join(sub, '.claude'))).toBe(false);
});

test('what another repository has installed since keeps no imports here', async () => {
	const other = newRepository(path.join(place.root, 'other'));
	await good('hooks', 'install', '--yes', '--imports');
	await good('hooks', 'install', '--yes', '--project', other);
	await undone();
	expect(existsSync(imports())).toBe(false);
});

test('an uninstallation that brought comments back is undone into what Claude Code reads', async () => {
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), '{\n\t// mine\n\t"model": "opus"\n}\n');
	await good('hooks', 'install', '--yes', '--strict-json');
	const installed = read(local());
	await good('hooks', 'uninstall', '--yes');
	expect(read(local())).toContain('// mine');
	await undone();
	expect(read(local())).toBe(installed);
});

test('an uninstallation of what was left alone is taken back too', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes', '--imports');
	writeFileSync(local(), SETTINGS);
	const before = [read(imports()), commandsThere()];
	await good('hooks', 'uninstall', '--yes');
	expect([existsSync(imports()), commandsThere()]).toEqual([false, 0]);
	await undone();
	expect([read(local()), read(imports()), commandsThere()]).toEqual([SETTINGS, ...before]);
});

test('an uninstallation of a project’s shared hooks takes the person’s commands along, and its undo brings them back', async () => {
	await good('hooks', 'install', '--yes');
	await good('hooks', 'install', '--yes', '--scope', 'project');
	rmSync(local());
	const inProject = (): boolean => existsSync(path.join(repo, '.claude', commandPath(SLASH_COMMANDS[0])));
	await good('hooks', 'uninstall', '--yes', '--scope', 'project');
	expect([commandsThere(), inProject()]).toEqual([0, false]);
	await undone();
	expect([commandsThere(), inProject()]).toEqual([SLASH_COMMANDS.length, true]);
});

test('no bytes of the settings are on record: they may hold secrets', async () => {
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), '{ "env": { "KEY": "swordfish" } }\n');
	writeFileSync(place.claude.stateFile, '{ "key": "swordfish" }\n');
	await good('hooks', 'install', '--yes');
	const [name = ''] = changes();
	expect(read(inClaude(`session-keeper/changes/${name}`))).not.toContain('swordfish');
});

test('a person’s own hooks are undone from any project, those of a project in it alone', async () => {
	await good('hooks', 'install', '--yes', '--scope', 'user');
	const other = newRepository(path.join(place.root, 'other'));
	await good('hooks', 'install', '--yes');
	const inOther = (...words: readonly string[]): Promise<Ended> => keeper(...words, '--project', other);
	expect((await inOther('undo', '--list')).out).toMatch(/\/settings\.json \(installed\)/u);
	expect((await inOther('undo', '--list')).out).not.toContain('settings.local.json');
	expect(await inOther('undo')).toMatchObject({ code: 0 });
	expect(existsSync(inClaude('settings.json'))).toBe(false);
	expect(existsSync(local())).toBe(true);
});

test('where a file is refused in the middle, it says what was changed, and how to finish or undo that', async () => {
	writeSettings();
	let isCut = false;
	const stop = beforeFileCalls((name, file) => {
		if (name === 'link' && file.includes('/commands/') && !isCut) {
			isCut = true;
			throw systemError('ENOSPC');
		}
	});
	const { code, err } = await keeper('hooks', 'install', '--yes');
	stop();
	expect([code, isCut]).toEqual([1, true]);
	const [, id = ''] = /Run it again to finish\. To undo it: session-keeper undo (\S+)\.\n/u.exec(err) ?? [];
	expect(await list()).toMatchObject([{ id, isInterrupted: true }]);
	expect(await good('undo', '--list')).toContain('(installed), interrupted');
	await undone(id);
	expect([read(local()), commandsThere()]).toEqual([SETTINGS, 0]);
});
