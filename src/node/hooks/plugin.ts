// Our hooks and commands as a plugin of Claude Code: whether one is turned on, and where Claude Code put it.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { PluginFacts } from '../../core/hooks/doctorFacts';
import { asRecord, asText } from '../../core/base/result';
import type { ClaudeHome } from '../claude/claudeHome';
import { readJsonObject } from '../project/claudeSettings';
import type { Project } from '../project/project';
import { settingsPlace } from '../project/settingsFile';

/** Names of our plugin begin like this; the marketplace follows. */
const PLUGIN = 'session-keeper@';

/** The same hooks as a plugin: the nearest settings that name it decide, as for everything else in them. */
export async function pluginFacts(claude: ClaudeHome, project: Project): Promise<PluginFacts | undefined> {
	const files = [
		...claude.managedSettings,
		...(['local', 'project', 'user'] as const).map((scope) => settingsPlace(claude, project, scope).file),
	];
	const seen = new Set<string>();
	for (const file of files) {
		const enabled = asRecord((await readJsonObject(file))?.['enabledPlugins']) ?? {};
		for (const name of Object.keys(enabled).filter((each) => each.startsWith(PLUGIN) && !seen.has(each))) {
			if (enabled[name] === true) return { name, file, ...(await installedPlugin(claude, name)) };
			seen.add(name);
		}
	}
	return undefined;
}

/** What Claude Code wrote down about a plugin when it put it among its own. */
async function installedPlugin(claude: ClaudeHome, name: string): Promise<Pick<PluginFacts, 'installedMs' | 'folder'>> {
	const plugins = path.join(claude.configDir, 'plugins');
	const installed = await readJsonObject(path.join(plugins, 'installed_plugins.json'));
	const entries = asRecord(installed?.['plugins'])?.[name];
	const [first] = Array.isArray(entries) ? (entries as readonly unknown[]) : [];
	const entry = asRecord(first);
	const ms = Date.parse(asText(entry?.['installedAt']) ?? '');
	const folder = await realFolderIn(plugins, asText(entry?.['installPath']));
	return { installedMs: Number.isNaN(ms) ? undefined : ms, folder };
}

/** The folder without links on the way; nothing where it is not there, or lies elsewhere than below the other one. */
async function realFolderIn(above: string, folder: string | undefined): Promise<string | undefined> {
	if (folder === undefined || !path.isAbsolute(folder)) return undefined;
	try {
		const [root, real] = await Promise.all([realpath(above), realpath(folder)]);
		return real.startsWith(root + path.sep) ? real : undefined;
	} catch {
		return undefined;
	}
}
