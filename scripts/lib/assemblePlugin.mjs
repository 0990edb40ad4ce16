// Puts together the Claude Code plugin: what lies in claude/plugin, the launchers, the bundles, the slash commands. Its folder
// is a marketplace with this one plugin, too. The same assets as the installer's, so that there is one launcher and one set of hooks.
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { moduleOf } from './moduleOf.mjs';
import { inRoot } from './paths.mjs';

/**
 * @param {string} hooks folder with the bundles of the hooks
 * @param {string} cli bundle of the command line; its companions lie beside it
 * @param {string} out folder of the plugin; what is in it already is replaced file by file
 */
export async function assemblePlugin(hooks, cli, out) {
	const scripts = await moduleOf('src/node/keeper/launcherScripts.ts');
	const { MCP_SERVER } = await moduleOf('src/core/claude/mcp.ts');
	const { SLASH_COMMANDS, commandPath, commandText } = await moduleOf('src/core/claude/slashCommands.ts');
	const bin = path.join(out, 'bin');
	cpSync(inRoot('claude/plugin'), out, { recursive: true });
	cpSync(inRoot('media/icon.png'), path.join(out, 'icon.png'));
	mkdirSync(path.join(bin, 'hooks'), { recursive: true });
	for (const name of readdirSync(hooks).filter((each) => each.endsWith('.js')))
		cpSync(path.join(hooks, name), path.join(bin, 'hooks', name));
	writeFileSync(path.join(bin, scripts.RUN_FILE), scripts.RUN_SCRIPT);
	writeFileSync(path.join(bin, 'session-keeper-hook.cmd'), scripts.CMD_LAUNCHER);
	writeFileSync(path.join(bin, 'session-keeper-hook'), scripts.SH_LAUNCHER);
	chmodSync(path.join(bin, 'session-keeper-hook'), 0o755);
	cpSync(cli, path.join(bin, scripts.CLI_FILE));
	for (const name of readdirSync(path.dirname(cli)).filter((each) => scripts.CLI_COMPANIONS.test(each)))
		cpSync(path.join(path.dirname(cli), name), path.join(bin, name));
	writeFileSync(path.join(bin, scripts.CLI_RUN_FILE), scripts.CLI_RUN_SCRIPT);
	writeFileSync(path.join(bin, `${scripts.CLI_LAUNCHER}.cmd`), scripts.CLI_CMD_LAUNCHER);
	writeFileSync(path.join(bin, scripts.CLI_LAUNCHER), scripts.CLI_SH_LAUNCHER);
	chmodSync(path.join(bin, scripts.CLI_LAUNCHER), 0o755);
	// Node itself: on Windows, no program can be started that is a script of the shell.
	const args = [`\${CLAUDE_PLUGIN_ROOT}/bin/${scripts.CLI_RUN_FILE}`, 'mcp'];
	const mcpServers = { [MCP_SERVER]: { command: 'node', args } };
	writeFileSync(path.join(out, '.mcp.json'), `${JSON.stringify({ mcpServers }, undefined, '\t')}\n`);
	// Commands of a plugin carry its name, and Claude Code says where it lies.
	const style = { program: '"${CLAUDE_PLUGIN_ROOT}/bin/session-keeper"', prefix: 'session-keeper:' };
	for (const name of SLASH_COMMANDS) {
		const file = path.join(out, commandPath(name));
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, commandText(name, style));
	}
}
