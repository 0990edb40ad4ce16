// The program that the timer of the operating system starts: a copy of the command line at a place that no update moves.
import { copyFile, readFile, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { isFile } from '../base/lookAt';
import { sweepTemporary, temporaryBeside } from '../base/temporary';
import type { ClaudeHome } from '../claude/claudeHome';
import { CLI_COMPANIONS, CLI_FILE } from '../keeper/launcherScripts';
import { makePrivateFolder } from '../project/privateFolder';
import { reflectionHome } from './reflectionHome';

/** Where it is. It is there as long as the timer is. */
export function scheduledProgram(claude: ClaudeHome): string {
	return path.join(reflectionHome(claude), 'program', CLI_FILE);
}

/** Copies a command line with its companions there. @param folder that has them. @throws the file system's error */
export async function installProgram(claude: ClaudeHome, folder: string): Promise<void> {
	const target = path.dirname(scheduledProgram(claude));
	await makePrivateFolder(claude.keeperHome, target);
	const companions = (await readdir(folder)).filter((name) => CLI_COMPANIONS.test(name));
	// The program comes last: it needs the others.
	for (const name of [...companions, CLI_FILE]) await install(path.join(folder, name), path.join(target, name));
}

/** After an update, what lies there is of the version before. @throws the file system's error */
export async function refreshProgram(claude: ClaudeHome, folder: string): Promise<void> {
	if (await isFile(scheduledProgram(claude))) await installProgram(claude, folder);
}

/** A copy that is whole at every moment: a run may begin while it is replaced. */
async function install(from: string, to: string): Promise<void> {
	const temporary = temporaryBeside(to);
	await sweepTemporary(path.dirname(to));
	const [next, there] = await Promise.all([readFile(from), readFile(to).catch(() => undefined)]);
	if (there?.equals(next) === true) return;
	await copyFile(from, temporary);
	await rename(temporary, to);
}
