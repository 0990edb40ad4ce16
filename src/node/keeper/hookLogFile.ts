// The file behind `src/core/keeper/hookLog.ts`: appended by many processes at once, and never more than two megabytes.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { HOOK_LOG, type HookFiring, hookLogLine, parseHookLog } from '../../core/keeper/hookLog';
import { appendLine, renameFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import type { ClaudeHome } from '../claude/claudeHome';
import { noneIsFine } from '../base/lookAt';
import { readTextSurely } from '../base/regularFile';
import { isRootOf } from '../project/formerRoots';
import type { Project } from '../project/project';
import { makePrivateFolder } from '../project/privateFolder';

/** Half of what both generations together may take. */
const LIMIT_BYTES = 1024 * 1024;

export function hookLogFile(claude: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(claude.keeperHome, HOOK_LOG);
}

/** Adds a line; at its limit the log becomes the older generation. Throws the file system's own error. */
export async function appendHookLog(claude: Pick<ClaudeHome, 'keeperHome'>, firing: HookFiring): Promise<void> {
	const file = hookLogFile(claude);
	await makePrivateFolder(claude.keeperHome);
	if (await isFull(file)) {
		// One of those that see it full turns it over. Whoever cannot have the lock at once writes into the old one.
		await withFileLock(`${file}.lock`, 0, async () => {
			if (await isFull(file)) await renameFile(file, `${file}.1`);
		});
	}
	await appendLine(file, hookLogLine(firing), 0o600, false);
}

/** All firings that the log still knows, oldest first. */
export async function readHookLog(claude: ClaudeHome): Promise<readonly HookFiring[]> {
	const file = hookLogFile(claude);
	const texts = await Promise.all([`${file}.1`, file].map(async (each) => readTextSurely(each, 2 * LIMIT_BYTES)));
	return texts.flatMap(parseHookLog);
}

/** Whether a hook fired in a project, wherever that was then. */
export function isOwnFiring(project: Pick<Project, 'root' | 'identity'>, { project: root, ts }: HookFiring): boolean {
	return root !== undefined && isRootOf(project, root, Date.parse(ts));
}

async function isFull(file: string): Promise<boolean> {
	return ((await stat(file).catch(noneIsFine))?.size ?? 0) >= LIMIT_BYTES;
}
