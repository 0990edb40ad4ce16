// A desktop VS Code, where there is one or one can be downloaded. It is the nicer way to try the extension; tests use
// it only when VSCODE_EXECUTABLE names one.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, testTools } from './paths.mjs';
import { isExecutable, run, spawnGroup, toolEnvironment, which } from './process.mjs';
import { Advice, say, step } from './terminal.mjs';
import { PERSON_SETTINGS, SAMPLE_SETTINGS } from './vscodeServer.mjs';

const REACH_LIMIT_MS = 5000;

/** The executable of a desktop VS Code, or undefined after having said in a line why there is none. */
export async function findDesktop() {
	const named = process.env.VSCODE_EXECUTABLE;
	if (named) {
		if (!isExecutable(named)) throw new Advice(`VSCODE_EXECUTABLE names ${named}, which cannot be run.`);
		return named;
	}
	if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
		say('There is no display for a desktop VS Code: using the VS Code server from npm.');
		return undefined;
	}
	const installed = which('code');
	return installed ?? download();
}

async function download() {
	const { downloadAndUnzipVSCode, SilentReporter } = await import('@vscode/test-electron');
	const cachePath = path.join(testTools, 'desktop');
	try {
		return await step('Downloading a desktop VS Code', () =>
			downloadAndUnzipVSCode({ cachePath, timeout: REACH_LIMIT_MS, reporter: new SilentReporter() }),
		);
	} catch (error) {
		say(`A desktop VS Code cannot be downloaded (${error.message}): using the VS Code server from npm.`);
		return undefined;
	}
}

/**
 * Opens a window and waits until it is closed. Its settings and extensions are private. A sample's Claude home is
 * named by CLAUDE_CONFIG_DIR and not by HOME, which a desktop program needs for much else.
 */
export async function openDesktop(executable, { dir, check, workspace, claude }) {
	const user = path.join(dir, 'user');
	mkdirSync(path.join(user, 'User'), { recursive: true });
	const settings = { ...PERSON_SETTINGS, ...(claude === undefined ? {} : SAMPLE_SETTINGS) };
	writeFileSync(path.join(user, 'User/settings.json'), JSON.stringify(settings, undefined, '\t'));
	const own = process.env.CLAUDE_CONFIG_DIR;
	const config = claude ?? own;
	const env = toolEnvironment(config ? { CLAUDE_CONFIG_DIR: config } : {});
	const isolated = [`--user-data-dir=${user}`, `--extensions-dir=${path.join(dir, 'extensions')}`];
	// Chromium's sandbox refuses to run as root.
	if (process.getuid?.() === 0) isolated.push('--no-sandbox');
	if (check) {
		const { output } = await run(executable, ['--version', ...isolated], { env, quiet: true });
		say(`Desktop VS Code ${output.split('\n')[0]} is there: ${executable}`);
		return;
	}
	say(`Opening ${workspace} in ${executable}. After a change: \`npm run build\`, then "Developer: Reload Window".`);
	const trust = claude ? ['--disable-workspace-trust'] : [];
	const args = ['--new-window', '--wait', `--extensionDevelopmentPath=${root}`, ...isolated, ...trust, workspace];
	const { gone } = spawnGroup(executable, args, { env, stdio: 'inherit' });
	const code = await gone;
	if (code !== 0) throw new Advice(`VS Code ended with ${code}.`);
}
