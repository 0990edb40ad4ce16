// A hook as a program of its own: exit 0 whatever happens, nothing on standard error.
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import type { HookEvent } from '../../core/hooks/payload';
import { isAttended } from '../../core/hooks/attended';
import { BackupWriter } from '../backupWriter';
import { findClaudeHome } from '../claudeHome';
import { findProject } from '../project';
import { clockFromEnvironment, systemClock } from '../systemClock';
import { readHookInput } from './hookInput';
import { type HookAction, runHook } from './hookRun';

/** Claude Code writes the payload before anything else. */
const INPUT_MS = 1_000;
/** Whatever hangs (a network drive, a lock), the conversation goes on. */
const GIVE_UP_MS = 8_000;
const FINISH = '--finish-backups';

/** The main function of a hook's bundle. */
export function hookMain(event: HookEvent, act: HookAction): void {
	const { env, argv } = process;
	const leave = (): never => process.exit(0);
	process.on('uncaughtException', leave).on('unhandledRejection', leave);
	if (!isAttended(env)) return leave();
	const clock = openClock(env);
	const folder = argv[2] === FINISH ? argv[3] : undefined;
	if (folder !== undefined) return void finishBackups(folder).finally(leave);
	setTimeout(leave, GIVE_UP_MS).unref();
	const around = {
		env,
		clock,
		read: () => readHookInput(process.stdin, INPUT_MS),
		print: (text: string) => void writeSync(1, `${text}\n`),
		detach: (root: string) => detach([argv[1] ?? '', FINISH, root], env),
	};
	void runHook(event, act, around).finally(leave);
}

/** What a detached process does: all that is announced for a project. */
async function finishBackups(folder: string): Promise<void> {
	const claude = findClaudeHome(process.env);
	const writer = await BackupWriter.open(claude, await findProject(claude, folder), openClock(process.env));
	await writer.finish();
}

/** Starts a process that outlives us and Claude Code. On Windows `detached` would open a console window. */
function detach(args: readonly string[], env: NodeJS.ProcessEnv): void {
	const options = { detached: process.platform !== 'win32', windowsHide: true, stdio: 'ignore', env } as const;
	spawn(process.execPath, args, options)
		.on('error', () => undefined)
		.unref();
}

function openClock(env: NodeJS.ProcessEnv): typeof systemClock {
	try {
		return clockFromEnvironment(env);
	} catch {
		return systemClock;
	}
}
