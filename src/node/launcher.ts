// Puts the launcher and the hook bundles where Claude Code's settings can name them for good: `<home>/bin`, outside of any
// folder that carries a version.
import { access, chmod, mkdir, readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOOK_EVENTS, type HookShell, LAUNCHER, type WantedHook, wantedHooks } from '../core/hooks/launcherCommand';
import {
	BUNDLE_FOLDER,
	CLI_CMD_LAUNCHER,
	CLI_COMPANIONS,
	CLI_FILE,
	CLI_LAUNCHER,
	CLI_RUN_FILE,
	CLI_RUN_SCRIPT,
	CLI_SH_LAUNCHER,
	CMD_LAUNCHER,
	RUNTIME_FILE,
	RUN_FILE,
	RUN_SCRIPT,
	SH_LAUNCHER,
} from '../core/hooks/launcherScripts';
import { replaceFile } from './atomicFile';
import type { ClaudeHome } from './claudeHome';
import type { Scope } from './settingsFile';

/** Where the launcher is, whether it is installed or not. */
export function launcherFile(claude: ClaudeHome): string {
	return path.join(claude.keeperHome, 'bin', LAUNCHER);
}

/** What belongs into the settings of a scope on this machine. @param launcher another one, such as that of the plugin. */
export async function hooksFor(
	claude: ClaudeHome,
	scope: Scope,
	launcher = launcherFile(claude),
): Promise<readonly WantedHook[]> {
	return wantedHooks({
		launcher,
		shell: await shellOf(claude.env),
		isWindows: process.platform === 'win32',
		isShared: scope === 'project',
	});
}

/**
 * Installs or refreshes the launcher; only files whose bytes differ are written, each as a whole. Run at every start of the
 * extension, it is what keeps the hooks of an installation up to date.
 * @param bundles folder with the bundles of the hooks (`sessionStart.js`, …); the command line's `cli.js` and its companions lie beside it.
 * @param runtime absolute path of a program that acts as Node with ELECTRON_RUN_AS_NODE; nothing keeps the recorded one.
 * @returns the names of the files that were written. Throws the file system's error.
 */
export async function installLauncher(
	claude: ClaudeHome,
	bundles: string,
	runtime?: string,
): Promise<readonly string[]> {
	const bin = path.dirname(launcherFile(claude));
	await mkdir(path.join(bin, BUNDLE_FOLDER), { recursive: true, mode: 0o700 });
	const names = (await readdir(bundles)).filter((name) => /^[a-z][A-Za-z]*\.js$/u.test(name)).sort(partsFirst);
	const files: readonly (readonly [string, string | Uint8Array, number])[] = [
		// Bundles first: a new launcher never meets an old one of them.
		...(await Promise.all(
			names.map(async (name) => [`${BUNDLE_FOLDER}/${name}`, await readFile(path.join(bundles, name)), 0o644] as const),
		)),
		...(await commandLine(bundles)),
		...(runtime === undefined ? [] : [[RUNTIME_FILE, `${runtime}\n`, 0o644] as const]),
		[RUN_FILE, RUN_SCRIPT, 0o644],
		...(process.platform === 'win32' ? [[`${LAUNCHER}.cmd`, CMD_LAUNCHER, 0o755] as const] : []),
		[LAUNCHER, SH_LAUNCHER, 0o755],
	];
	const written: string[] = [];
	for (const [name, content, mode] of files)
		if (await putFile(path.join(bin, name), Buffer.from(content), mode)) written.push(name);
	return written;
}

/** What a hook loads on demand is there before the hook that wants it: `stopHit.js` before `stop.js`. */
function partsFirst(a: string, b: string): number {
	return Number(isHookProgram(a)) - Number(isHookProgram(b));
}

function isHookProgram(name: string): boolean {
	return HOOK_EVENTS.some(({ event }) => name === `${event.charAt(0).toLowerCase()}${event.slice(1)}.js`);
}

/** The files of the command line, whose bundle lies beside the folder of the hooks' bundles. */
async function commandLine(bundles: string): Promise<readonly (readonly [string, string | Uint8Array, number])[]> {
	const folder = path.dirname(bundles);
	const bundle = await readFile(path.join(folder, CLI_FILE)).catch(() => undefined);
	if (bundle === undefined) return [];
	const companions = (await readdir(folder)).filter((name) => CLI_COMPANIONS.test(name));
	return [
		...(await Promise.all(
			companions.map(async (name) => [name, await readFile(path.join(folder, name)), 0o644] as const),
		)),
		[CLI_FILE, bundle, 0o644],
		[CLI_RUN_FILE, CLI_RUN_SCRIPT, 0o644],
		...(process.platform === 'win32' ? [[`${CLI_LAUNCHER}.cmd`, CLI_CMD_LAUNCHER, 0o755] as const] : []),
		[CLI_LAUNCHER, CLI_SH_LAUNCHER, 0o755],
	];
}

/** Whether the launcher is there as a whole. */
export async function isLauncherInstalled(claude: ClaudeHome): Promise<boolean> {
	const bin = path.dirname(launcherFile(claude));
	const there = await Promise.all(
		[LAUNCHER, RUN_FILE].map(async (name) =>
			access(path.join(bin, name)).then(
				() => true,
				() => false,
			),
		),
	);
	return there.every(Boolean);
}

/** Whether a runtime for machines without Node was recorded, and still is there. */
export async function isRuntimeKnown(claude: ClaudeHome): Promise<boolean> {
	const recorded = await readFile(path.join(path.dirname(launcherFile(claude)), RUNTIME_FILE), 'utf8').catch(() => '');
	return (await stat(recorded.trimEnd()).catch(() => undefined))?.isFile() === true;
}

/** Hooks run in Git Bash on Windows; where that is missing, PowerShell has to be asked for. */
async function shellOf(env: NodeJS.ProcessEnv): Promise<HookShell> {
	if (process.platform !== 'win32') return 'sh';
	const places = [
		env['CLAUDE_CODE_GIT_BASH_PATH'],
		...[
			env['ProgramFiles'],
			env['ProgramFiles(x86)'],
			env['LOCALAPPDATA'] && path.join(env['LOCALAPPDATA'], 'Programs'),
		]
			.filter((folder) => folder !== undefined)
			.map((folder) => path.join(folder, 'Git', 'bin', 'bash.exe')),
	];
	for (const place of places)
		if (place !== undefined && (await stat(place).catch(() => undefined))?.isFile() === true) return 'sh';
	return 'powershell';
}

/** @returns whether the file had to be written. */
async function putFile(file: string, content: Buffer, mode: number): Promise<boolean> {
	const there = await readFile(file).catch(() => undefined);
	if (there?.equals(content) === true) {
		if ((((await stat(file)).mode ^ mode) & 0o777) !== 0) await chmod(file, mode);
		return false;
	}
	await replaceFile(file, content, mode);
	return true;
}
