import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandName } from '../../core/claude/commandName';
import { SLASH_COMMANDS, commandText, markedCommand } from '../../core/claude/slashCommands';
import { findProject } from '../project/project';
import { type Place, newPlace, newRepository } from '../testing/places';
import { commandsHere } from './commandsHere';

let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
});
afterEach(() => place.remove());

const here = async (env: NodeJS.ProcessEnv = {}) =>
	commandsHere({ ...place.claude, env: { ...place.env, ...env } }, await findProject(place.claude, path.join(repo)));
const program = '~/.claude/session-keeper/bin/session-keeper';
const ours = (name: 'resume-latest' | 'session'): string => markedCommand(commandText(name, { program, prefix: '' }));

test('where nothing is installed, the program by its bare name', async () => {
	expect(await here()).toEqual({ names: new Set(), prefix: '', program: 'session-keeper' });
});

test('where only the hooks are installed, the installed program', async () => {
	place.write('home/.claude/session-keeper/bin/session-keeper');
	expect(await here()).toEqual({ names: new Set(), prefix: '', program });
});

test('those that are installed by their names, of the person or of the project, and not somebody else’s', async () => {
	place.write('home/.claude/session-keeper/bin/session-keeper');
	place.write('home/.claude/commands/resume-latest.md', ours('resume-latest'));
	place.write('repo/.claude/commands/session.md', ours('session').replace('Parking rule', 'My rule'));
	place.write('home/.claude/commands/discard-backup.md', 'Throw it away: $ARGUMENTS\n');
	const found = await here();
	expect(found.names).toEqual(new Set(['resume-latest', 'session']));
	expect(commandName('discard-backup', found)).toBe(`${program} backups discard`);
	// Commands of a program that is gone help nobody.
	const bare = { ...place.claude, keeperHome: path.join(place.root, 'nowhere') };
	expect((await commandsHere(bare, await findProject(bare, repo))).names.size).toBe(0);
});

test('where only the plugin is there, by its prefix, and by its own program', async () => {
	const root = place.folder('home/.claude/plugins/cache/keeper');
	place.write('home/.claude/plugins/cache/keeper/bin/session-keeper');
	const expected = {
		names: new Set(SLASH_COMMANDS),
		prefix: 'session-keeper:',
		program: path.join(root, 'bin/session-keeper'),
	};
	// A session has it from --plugin-dir, a person from their settings.
	expect(await here({ CLAUDE_PLUGIN_ROOT: root })).toEqual(expected);
	place.write('home/.claude/settings.json', '{"enabledPlugins":{"session-keeper@market":true}}');
	place.write(
		'home/.claude/plugins/installed_plugins.json',
		JSON.stringify({ plugins: { 'session-keeper@market': [{ installPath: root }] } }),
	);
	expect(await here()).toEqual(expected);
	place.write('home/.claude/settings.json', '{"enabledPlugins":{"session-keeper@market":false}}');
	expect((await here()).prefix).toBe('');
});
