// Puts together the Claude Code plugin: what lies in claude/plugin, the launcher, and the bundles of the hooks. The same
// assets as the installer's, so that there is one launcher and one set of hooks.
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import esbuild from 'esbuild';
import { inRoot } from './paths.mjs';

/**
 * @param {string} hooks folder with the bundles of the hooks
 * @param {string} out folder of the plugin; what is in it already is replaced file by file
 */
export async function assemblePlugin(hooks, out) {
	const scripts = await launcherScripts();
	const bin = path.join(out, 'bin');
	cpSync(inRoot('claude/plugin'), out, { recursive: true });
	mkdirSync(path.join(bin, 'hooks'), { recursive: true });
	for (const name of readdirSync(hooks).filter((each) => each.endsWith('.js')))
		cpSync(path.join(hooks, name), path.join(bin, 'hooks', name));
	writeFileSync(path.join(bin, scripts.RUN_FILE), scripts.RUN_SCRIPT);
	writeFileSync(path.join(bin, 'session-keeper-hook.cmd'), scripts.CMD_LAUNCHER);
	writeFileSync(path.join(bin, 'session-keeper-hook'), scripts.SH_LAUNCHER);
	chmodSync(path.join(bin, 'session-keeper-hook'), 0o755);
}

/** The texts of the launcher, out of the TypeScript module that the installer has them from. */
async function launcherScripts() {
	const { outputFiles } = await esbuild.build({
		entryPoints: [inRoot('src/core/hooks/launcherScripts.ts')],
		bundle: true,
		format: 'esm',
		write: false,
		logLevel: 'error',
	});
	return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
