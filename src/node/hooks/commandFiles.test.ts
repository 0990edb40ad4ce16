import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SLASH_COMMANDS, commandPath } from '../../core/claude/slashCommands';
import { rememberProject } from '../backups/rememberProject';
import { commandPlace, countCommands, foreignCommands } from './commandFiles';
import { findClaudeHome } from '../claude/claudeHome';
import { planInstallation, planUninstallation } from './installation';
import type { Planned } from './plannedChange';
import { type Project, findProject } from '../project/project';
import type { Scope } from '../../core/claude/settings';
import { settingsPlaces } from '../project/settingsFile';
import { type Place, newPlace, newRepository, snapshot } from '../testing/places';

const clock = { now: () => 0, schedule: () => ({ dispose: () => undefined }) };
let place: Place;
let project: Project;
beforeEach(async () => {
	place = newPlace();
	project = await findProject(place.claude, newRepository(path.join(place.root, 'repo')));
});
afterEach(() => place.remove());

async function carryOut(planned: Promise<Planned>): Promise<readonly string[]> {
	const changes = await planned;
	if (!changes.ok) throw new Error(changes.error.refusal.reason);
	for (const change of changes.value) expect(await change.carryOut()).toMatchObject({ ok: true });
	return changes.value
		.filter(({ what }) => what === 'commands')
		.map(({ file }) => SLASH_COMMANDS.find((name) => file.endsWith(path.normalize(commandPath(name)))) ?? file);
}
const install = (scope: Scope): Promise<readonly string[]> =>
	carryOut(planInstallation(place.claude, project, clock, { scope, commands: true }));
const uninstall = (scope: Scope): Promise<readonly string[]> =>
	carryOut(planUninstallation(place.claude, project, clock, { scope }));
const fileOf = (name: (typeof SLASH_COMMANDS)[number], scope: Scope = 'local'): string =>
	commandPlace(place.claude, project, scope, name).file;

/** What is there; git's own list of excluded files got our settings, and lost them. */
const filesOf = (folder: string): readonly string[] =>
	Object.keys(snapshot(folder)).filter((name) => name !== path.join('.git', 'info', 'exclude'));

test.each<Scope>(['local', 'project', 'user'])(
	'the commands come and go with the scope %s, and leave nothing',
	async (scope) => {
		const before = filesOf(project.root);
		expect(await install(scope)).toEqual([...SLASH_COMMANDS]);
		expect(await countCommands(place.claude, project, scope)).toBe(SLASH_COMMANDS.length);
		expect(await install(scope)).toEqual([]);
		expect(await uninstall(scope)).toEqual([...SLASH_COMMANDS]);
		expect(filesOf(project.root)).toEqual(before);
		for (const folder of ['commands', 'skills'])
			expect(existsSync(path.join(place.claude.configDir, folder))).toBe(false);
	},
);

test('what somebody else made or edited stays, and is named', async () => {
	const mine = fileOf('session');
	mkdirSync(path.dirname(mine), { recursive: true });
	writeFileSync(mine, 'Mine\n');
	const skill = place.write('home/.claude/skills/resume-from/SKILL.md', 'theirs');
	expect(await install('local')).not.toContain('session');
	const edited = fileOf('resume-latest');
	writeFileSync(edited, readFileSync(edited, 'utf8').replace('Then ask', 'Never ask'));
	expect(await install('local')).toEqual([]);
	expect(await foreignCommands(place.claude, project, 'local')).toEqual([
		{ name: 'resume-latest', file: edited, where: 'there' },
		{ name: 'resume-from', file: skill, where: 'elsewhere' },
		{ name: 'session', file: mine, where: 'there' },
	]);
	expect(await uninstall('local')).not.toContain('resume-latest');
	expect(readdirSync(path.dirname(mine))).toEqual(['resume-latest.md', 'session.md']);
	expect(readFileSync(mine, 'utf8')).toBe('Mine\n');
});

test('T42: a link in the project is never followed', async () => {
	const elsewhere = place.folder('elsewhere');
	symlinkSync(elsewhere, path.join(project.root, '.claude'));
	await expect(install('local')).rejects.toThrow('linkInProject');
	expect(readdirSync(elsewhere)).toEqual([]);
});

test('T31: with a Claude home of its own, the commands name the whole path', async () => {
	const config = place.folder("my $claude 'home'");
	const claude = findClaudeHome({ ...place.env, CLAUDE_CONFIG_DIR: config });
	await carryOut(planInstallation(claude, project, clock, { scope: 'user', commands: true }));
	const text = readFileSync(path.join(config, 'commands/sessions-list.md'), 'utf8');
	const program = `"${config.replace('$', '\\$')}/session-keeper/bin/session-keeper"`;
	expect(text).toContain(`allowed-tools: Bash(${program} documents:*)`);
	expect(text).toContain(`\n${program} documents list --for-claude\n`);
});

test('what git shares names nobody’s home, wherever Claude Code keeps its files', async () => {
	const claude = findClaudeHome({ ...place.env, CLAUDE_CONFIG_DIR: place.folder('elsewhere') });
	await carryOut(planInstallation(claude, project, clock, { scope: 'project', commands: true, rules: true }));
	const shared = Object.entries(snapshot(path.join(project.root, '.claude'))).map(([, content]) => String(content));
	expect(shared.length).toBeGreaterThan(SLASH_COMMANDS.length);
	expect(shared.join('\n')).not.toContain(place.root);
	expect(shared.join('\n')).toContain('Bash(~/.claude/session-keeper/bin/session-keeper resume:*)');
	expect(await carryOut(planUninstallation(claude, project, clock, { scope: 'project' }))).toEqual([...SLASH_COMMANDS]);
});

test('a home folder that a link leads to gets the commands at once, and keeps them while a project needs them', async () => {
	const link = path.join(place.root, 'link');
	symlinkSync(place.home, link);
	const claude = findClaudeHome({ ...place.env, HOME: link, USERPROFILE: link });
	const home = await findProject(claude, place.home, { isExplicit: true });
	await carryOut(planInstallation(claude, project, clock, { scope: 'local', commands: true }));
	await carryOut(planInstallation(claude, home, clock, { scope: 'user' }));
	// The shared settings of the home folder are the person's own.
	expect(settingsPlaces(claude, home, 'project')).toEqual([]);
	expect(await carryOut(planUninstallation(claude, home, clock, { scope: 'user' }))).toEqual([]);
	expect(await countCommands(claude, home, 'user')).toBe(SLASH_COMMANDS.length);
	expect(await carryOut(planUninstallation(claude, project, clock, { scope: 'local' }))).toEqual([...SLASH_COMMANDS]);
});

test('commands that a project needs stay, also where it was moved', async () => {
	await rememberProject(place.claude, project);
	await install('local');
	const moved = path.join(place.root, 'moved');
	renameSync(project.root, moved);
	await rememberProject(place.claude, await findProject(place.claude, moved));
	project = await findProject(place.claude, newRepository(path.join(place.root, 'other')));
	await install('local');
	expect(await uninstall('local')).toEqual([]);
	project = await findProject(place.claude, moved);
	expect(await uninstall('local')).toEqual([...SLASH_COMMANDS]);
});

test('a linked folder for commands stays with what it leads to, so that they can come again', async () => {
	const linked = ['commands', 'skills'].map((name) => {
		const [folder, link] = [place.folder(`dotfiles/${name}`), path.join(place.folder('home/.claude'), name)];
		symlinkSync(folder, link);
		return link;
	});
	for (let time = 0; time < 2; time++) {
		expect(await install('user')).toEqual([...SLASH_COMMANDS]);
		expect(await uninstall('user')).toEqual([...SLASH_COMMANDS]);
		for (const link of linked) expect(readdirSync(link)).toEqual([]);
	}
});
