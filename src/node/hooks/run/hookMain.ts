// A hook as a program of its own: exit 0 whatever happens, nothing on standard error.
import { writeSync } from 'node:fs';
import path from 'node:path';
import type { HookEvent } from '../../../core/hooks/launcherCommand';
import { isAttended } from '../../../core/claude/payload';
import { findClaudeHome } from '../../claude/claudeHome';
import { findProject } from '../../project/project';
import { INPUT_MS, readHookInput } from '../../claude/hookInput';
import { type HookAction, type Housekeeping, runHook } from './hookRun';
import { clockOfHook } from '../../base/systemClock';

/** Whatever hangs (a network drive, a lock), the conversation must continue. */
const GIVE_UP_MS = 8_000;
const FINISH = '--finish-backups';
/** Beside the bundles of the hooks. */
const HOUSEKEEPING = 'housekeeping.js';

/** The main function of a hook's bundle. */
export function hookMain(event: HookEvent, act: HookAction): void {
	const { env, argv } = process;
	const leave = (): never => process.exit(0);
	process.on('uncaughtException', leave).on('unhandledRejection', leave);
	if (!isAttended(env)) return leave();
	const clock = clockOfHook(env);
	const folder = argv[2] === FINISH ? argv[3] : undefined;
	if (folder !== undefined) return void finishBackups(folder).finally(leave);
	setTimeout(leave, GIVE_UP_MS).unref();
	const around = {
		env,
		clock,
		folder: () => process.cwd(),
		read: () => readHookInput(INPUT_MS),
		print: (text: string) => void writeSync(1, `${text}\n`),
		detach: (root: string) => detach([argv[1] ?? '', FINISH, root], env),
		housekeep: (root: string, jobs: Housekeeping) =>
			detach([path.join(path.dirname(argv[1] ?? ''), HOUSEKEEPING), root, JSON.stringify(jobs)], env),
	};
	void runHook(event, act, around).finally(leave);
}

/** What a detached process does: everything that is announced for a project. */
async function finishBackups(folder: string): Promise<void> {
	const { BackupWriter } = await import('../../backups/backupWriter');
	const claude = findClaudeHome(process.env);
	const writer = await BackupWriter.open(claude, await findProject(claude, folder), clockOfHook(process.env));
	await writer.finish();
}

/** Starts a process that outlives us and Claude Code: on Windows, too, one that is not detached ends with Node. */
async function detach(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
	// It takes 2.6 ms to load, and a small transcript needs no other process.
	const { spawn } = await import('node:child_process');
	const options = { detached: true, windowsHide: true, stdio: 'ignore', env } as const;
	spawn(process.execPath, args, options)
		.on('error', () => undefined)
		.unref();
}
