// Which of our commands work in a project: what a text of ours may tell somebody to run there. Reads only.
import path from 'node:path';
import type { CommandsHere } from '../../core/claude/commandName';
import { SLASH_COMMANDS, commandPath, ownerOf } from '../../core/claude/slashCommands';
import { readRegularFile } from '../base/regularFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { programFile, programOf, quotedPath } from '../keeper/program';
import type { Project } from '../project/project';
import { isUsable } from '../base/isUsable';

/** No command of ours is nearly as long. */
const LIMIT_BYTES = 256 * 1024;

/** Never throws: what cannot be read counts as not there. */
export async function commandsHere(claude: ClaudeHome, project: Project): Promise<CommandsHere> {
	const own = [project.folder, project.checkout].map((each) => path.join(each, '.claude'));
	const folders = [...new Set([claude.configDir, ...own])];
	const found = await Promise.all(
		SLASH_COMMANDS.map(async (name) => {
			const files = folders.map((folder) => path.join(folder, commandPath(name)));
			return (await Promise.all(files.map(isOurs))).includes(true) ? [name] : [];
		}),
	);
	const names = new Set(found.flat());
	const program = (await isUsable(programFile(claude))) ? programOf(claude) : undefined;
	if (names.size > 0 && program !== undefined) return { names, prefix: '', program };
	// Claude Code says to the hooks of a plugin where that lies, also where only this session has it.
	const plugin = claude.env['CLAUDE_PLUGIN_ROOT'] ?? (await pluginFolder(claude, project));
	const inPlugin = plugin === undefined ? undefined : path.join(plugin, 'bin', 'session-keeper');
	if (inPlugin === undefined || !(await isUsable(inPlugin)))
		return { names: new Set(), prefix: '', program: program ?? 'session-keeper' };
	return { names: new Set(SLASH_COMMANDS), prefix: 'session-keeper:', program: program ?? quotedPath(inPlugin) };
}

/** Those who have our commands in their settings have no plugin. */
async function pluginFolder(claude: ClaudeHome, project: Project): Promise<string | undefined> {
	const { pluginFacts } = await import('./plugin');
	return (await pluginFacts(claude, project))?.folder;
}

/** A command that somebody else made by the same name does something else; one that was edited is still ours. */
async function isOurs(file: string): Promise<boolean> {
	const read = await readRegularFile(file, LIMIT_BYTES).catch(() => undefined);
	return read !== undefined && ownerOf(read.bytes.toString()) !== 'foreign';
}
