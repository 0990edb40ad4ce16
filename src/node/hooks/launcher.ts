// Puts the launcher and the hook bundles into `<home>/bin`, a folder without a version in its path, so that Claude
// Code's settings can name them permanently.
import { chmod, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type HookShell, LAUNCHER, type WantedHook, wantedHooks } from '../../core/hooks/launcherCommand';
import { BUNDLE_FOLDER, RUNTIME_FILE, RUN_FILE } from '../keeper/launcherScripts';
import { replaceFile } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { type LauncherFile, filesAsInstalled, filesOfVersion, listOf } from './launcherFiles';
import type { Scope } from '../../core/claude/settings';
import { makePrivateFolder } from '../project/privateFolder';
import { isUsable } from '../base/isUsable';

/** Where the launcher is, whether it is installed or not. */
export function launcherFile(claude: ClaudeHome): string {
	return path.join(claude.keeperHome, 'bin', LAUNCHER);
}

/** What belongs into the settings of a scope on this machine. */
export async function hooksFor(claude: ClaudeHome, scope: Scope): Promise<readonly WantedHook[]> {
	return wantedHooks({
		launcher: launcherFile(claude),
		shell: await shellOf(claude.env),
		isWindows: process.platform === 'win32',
		isShared: scope === 'project',
	});
}

/**
 * Installs or refreshes the launcher; only files whose bytes differ are written, each as a whole. Run at every start of the
 * extension, it is what keeps the hooks of an installation up to date.
 * @param bundles folder with the bundles of the hooks (`sessionStart.js`, …); the command line's `cli.js` and its companions
 * lie beside it. Where it is the installation itself, that is made whole again.
 * @param runtime absolute path of a program that acts as Node with ELECTRON_RUN_AS_NODE; nothing keeps the recorded one.
 * @returns the names of the files that were written. Throws the file system's error, or that a lost file is to be had nowhere.
 */
export async function installLauncher(
	claude: ClaudeHome,
	bundles: string,
	runtime?: string,
): Promise<readonly string[]> {
	const bin = path.dirname(launcherFile(claude));
	const own = path.join(bin, BUNDLE_FOLDER);
	await makePrivateFolder(claude.keeperHome, own);
	const written: string[] = [];
	for (const { name, content, mode } of [
		...((await isSameFolder(bundles, own)) ? await filesAsInstalled(bin) : await newFiles(bundles)),
		...(runtime === undefined ? [] : [{ name: RUNTIME_FILE, content: Buffer.from(`${runtime}\n`), mode: 0o644 }]),
	])
		if (await putFile(path.join(bin, name), content, mode)) written.push(name);
	return written;
}

async function newFiles(bundles: string): Promise<readonly LauncherFile[]> {
	const files = await filesOfVersion(bundles);
	return [listOf(files, bundles), ...files];
}

/** Compares what they are, not their names. */
async function isSameFolder(a: string, b: string): Promise<boolean> {
	const [first, second] = await Promise.all([a, b].map((each) => realpath(each).catch(() => each)));
	return first === second;
}

/** Whether the launcher is there as a whole. */
export async function isLauncherInstalled(claude: ClaudeHome): Promise<boolean> {
	const bin = path.dirname(launcherFile(claude));
	const there = await Promise.all([LAUNCHER, RUN_FILE].map((name) => isUsable(path.join(bin, name))));
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
