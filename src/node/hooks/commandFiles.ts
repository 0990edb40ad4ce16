// The files of our slash commands, in a person's Claude home or in a project.
import path from 'node:path';
import {
	SLASH_COMMANDS,
	type SlashCommand,
	commandPath,
	commandText,
	markedCommand,
	ownerOf,
} from '../../core/claude/slashCommands';
import type { ClaudeHome } from '../claude/claudeHome';
import { programFor } from '../keeper/program';
import type { Project } from '../project/project';
import { readRegularFile } from '../base/regularFile';
import { type SettingsPlace, readSettings } from '../project/settingsFile';
import { type Scope } from '../../core/claude/settings';

/** A file with one of our names that somebody else made or edited: it stays as it is. */
interface ForeignCommand {
	readonly name: SlashCommand;
	readonly file: string;
	/** `there`: it is in our place, so ours is not installed. `elsewhere`: the two hide one another. */
	readonly where: 'there' | 'elsewhere';
}

/** Where the command of a scope goes: into the project only where everybody who clones it is to have it. */
export function commandPlace(claude: ClaudeHome, project: Project, scope: Scope, name: SlashCommand): SettingsPlace {
	const file = commandPath(name);
	return scope === 'project'
		? { scope, file: path.join(project.checkout, '.claude', file), root: project.checkout }
		: { scope, file: path.join(claude.configDir, file), root: undefined };
}

/**
 * The text of a command file after an installation or an uninstallation. Files that are not ours, or were edited, stay.
 * @param before nothing if there is not a file.
 */
export function nextCommand(
	claude: ClaudeHome,
	scope: Scope,
	name: SlashCommand,
	before: string | undefined,
	isWanted: boolean,
): string | undefined {
	if (before !== undefined && ownerOf(before) !== 'ours') return before;
	return isWanted ? markedCommand(commandText(name, { program: programFor(claude, scope), prefix: '' })) : undefined;
}

/** Files of others under the names of ours. Reads only. */
export async function foreignCommands(
	claude: ClaudeHome,
	project: Project,
	scope: Scope,
): Promise<readonly ForeignCommand[]> {
	const found: ForeignCommand[] = [];
	for (const name of SLASH_COMMANDS) {
		const own = commandPlace(claude, project, scope, name).file;
		for (const base of [claude.configDir, path.join(project.checkout, '.claude')])
			for (const file of [path.join(base, 'commands', `${name}.md`), path.join(base, 'skills', name, 'SKILL.md')]) {
				const text = (await readRegularFile(file, 1024 * 1024).catch(() => undefined))?.bytes.toString('utf8');
				if (text === undefined || (file !== own && ownerOf(text) === 'ours') || ownerOf(text) === 'ours') continue;
				found.push({ name, file, where: file === own ? 'there' : 'elsewhere' });
			}
	}
	return found;
}

/** How many of `SLASH_COMMANDS` are in a place as ours, edited or not. */
export async function countCommands(claude: ClaudeHome, project: Project, scope: Scope): Promise<number> {
	let count = 0;
	for (const name of SLASH_COMMANDS) {
		const read = await readSettings(commandPlace(claude, project, scope, name));
		if (read.ok && read.value.text !== undefined && ownerOf(read.value.text) !== 'foreign') count++;
	}
	return count;
}
