// The files beside the launcher: which ones a version brings, in which order they are written, and whether they are
// still as they were installed.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { FILE_LIST, type FileList, fileListText, parseFileList } from '../../core/hooks/fileList';
import { HOOKS, LAUNCHER, hookProgram } from '../../core/hooks/launcherCommand';
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
	RUN_FILE,
	RUN_SCRIPT,
	SH_LAUNCHER,
} from '../keeper/launcherScripts';
import { readTextFile } from '../base/regularFile';
import { sha256 } from '../base/sha256';

export interface LauncherFile {
	/** Below the launcher's folder, with slashes. */
	readonly name: string;
	readonly content: Buffer;
	readonly mode: number;
}

/** A file that is not as it was installed. */
interface DamagedFile {
	readonly name: string;
	readonly isMissing: boolean;
}

const LIST_LIMIT_BYTES = 64 * 1024;

/**
 * What a version brings, in the order in which it is to be written: what a program loads is there before the program.
 * @param bundles folder with the bundles of the hooks; the command line lies beside it. @throws the file system's error.
 */
export async function filesOfVersion(bundles: string): Promise<readonly LauncherFile[]> {
	const names = (await readdir(bundles)).filter((name) => /^[a-z][A-Za-z]*\.js$/u.test(name)).sort(partsFirst);
	const isWindows = process.platform === 'win32';
	return [
		// Bundles first: a new launcher never meets an old one of them.
		...(await Promise.all(names.map((name) => read(path.join(bundles, name), `${BUNDLE_FOLDER}/${name}`)))),
		...(await commandLine(path.dirname(bundles))),
		script(RUN_FILE, RUN_SCRIPT, 0o644),
		...(isWindows ? [script(`${LAUNCHER}.cmd`, CMD_LAUNCHER)] : []),
		script(LAUNCHER, SH_LAUNCHER),
	];
}

/** The list of these files, which is itself one of them. It is written first: from then on it says what should be there. */
export function listOf(files: readonly LauncherFile[], bundles: string): LauncherFile {
	const hashes = new Map(files.map(({ name, content }) => [name, sha256(content)]));
	return script(FILE_LIST, fileListText({ from: path.resolve(bundles), files: hashes }), 0o644);
}

/** Files of an installation that are gone or changed; the list itself where that is. Never throws. @param bin the launcher's folder. */
export async function damagedFiles(bin: string): Promise<readonly DamagedFile[]> {
	const list = await readList(bin);
	if (list === undefined) return [{ name: FILE_LIST, isMissing: true }];
	const checked = await Promise.all(
		[...list.files].map(async ([name, hash]): Promise<readonly DamagedFile[]> => {
			const content = await readFile(path.join(bin, name)).catch(() => undefined);
			return content !== undefined && sha256(content) === hash ? [] : [{ name, isMissing: content === undefined }];
		}),
	);
	return checked.flat();
}

/**
 * The files as they were installed, for a program that lies among them and brings no others: out of what is there, and out
 * of the folder that they came from. What does not have the hash of the list is not taken, wherever it lies.
 * @throws Error where one is to be had nowhere.
 */
export async function filesAsInstalled(bin: string): Promise<readonly LauncherFile[]> {
	const list = await readList(bin);
	const folders = [path.join(bin, BUNDLE_FOLDER), ...(list === undefined ? [] : [list.from])];
	const found = (await Promise.all(folders.map((folder) => filesOfVersion(folder).catch(() => [])))).flat();
	const lost: string[] = [];
	const files = [...(list?.files ?? [])].flatMap(([name, hash]) => {
		const file = found.find((each) => each.name === name && sha256(each.content) === hash);
		if (file === undefined) lost.push(name);
		return file ?? [];
	});
	if (list !== undefined && lost.length === 0) return files;
	const names = list === undefined ? FILE_LIST : lost.join(', ');
	throw new Error(
		`${names} is lost, and the program that brought it is no longer where it was. Start VS Code, which puts it back.`,
	);
}

async function readList(bin: string): Promise<FileList | undefined> {
	return parseFileList(await readTextFile(path.join(bin, FILE_LIST), LIST_LIMIT_BYTES));
}

/** The folder that the installed files came from; nothing where there is no installation. Never throws. @param bin the launcher's folder. */
export async function installedFrom(bin: string): Promise<string | undefined> {
	return (await readList(bin))?.from;
}

/** Writes what a hook loads on demand before the hook itself: `stopHit.js` before `stop.js`. */
function partsFirst(a: string, b: string): number {
	return Number(isHookProgram(a)) - Number(isHookProgram(b));
}

function isHookProgram(name: string): boolean {
	return HOOKS.some((event) => name === `${hookProgram(event)}.js`);
}

/** The files of the command line; none where there is none. */
async function commandLine(folder: string): Promise<readonly LauncherFile[]> {
	const bundle = await read(path.join(folder, CLI_FILE), CLI_FILE).catch(() => undefined);
	if (bundle === undefined) return [];
	const companions = (await readdir(folder)).filter((name) => CLI_COMPANIONS.test(name));
	return [
		...(await Promise.all(companions.map((name) => read(path.join(folder, name), name)))),
		bundle,
		script(CLI_RUN_FILE, CLI_RUN_SCRIPT, 0o644),
		...(process.platform === 'win32' ? [script(`${CLI_LAUNCHER}.cmd`, CLI_CMD_LAUNCHER)] : []),
		script(CLI_LAUNCHER, CLI_SH_LAUNCHER),
	];
}

async function read(file: string, name: string): Promise<LauncherFile> {
	return { name, content: await readFile(file), mode: 0o644 };
}

function script(name: string, text: string, mode = 0o755): LauncherFile {
	return { name, content: Buffer.from(text), mode };
}
