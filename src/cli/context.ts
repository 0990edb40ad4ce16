// What a command works on: the project, Claude Code's files, the clock.
import path from 'node:path';
import { findClaudeHome } from '../node/claude/claudeHome';
import { errorCode } from '../node/base/atomicFile';
import { type OpenProject, openProject } from '../node/workspace/openProject';
import { clockFromEnvironment } from '../node/base/systemClock';
import type { Clock } from '../core/base/ports';
import type { Recovered } from '../node/keeper/changeJournal';
import type { Caller } from './caller';
import { CommandError, type Printing, UsageError } from './io';

export interface CommandContext extends OpenProject {
	readonly caller: Caller;
	readonly env: NodeJS.ProcessEnv;
	readonly isYes: boolean;
	readonly isJson: boolean;
	readonly printing: Printing;
	/** Changes that somebody did not live to end, and that this command ended on its way. */
	readonly ended?: readonly Recovered[];
	/** Runs another command, for a caller of its own. @returns the exit code; its failure is printed. */
	readonly again: (caller: Caller) => Promise<number>;
}

/** Finds everything that the common flags decide. @throws UsageError for a project that is no folder. */
export async function createContext(
	caller: Caller,
	flags: {
		readonly project?: string | undefined;
		readonly yes: boolean;
		readonly json: boolean;
		readonly printing: Printing;
	},
	again: CommandContext['again'],
): Promise<CommandContext> {
	const { env, isModel: isForModel = false } = caller;
	const { project } = flags;
	const claude = findClaudeHome(env);
	if (project === '') throw new UsageError('--project needs a folder.');
	const folder = inFolderOf(caller, project ?? '.');
	const session = currentSession({ env });
	if (project !== undefined) await requireFolder(folder);
	return {
		caller,
		...(await openProject(claude, folder, requireClock(env), project !== undefined)),
		isForModel,
		asker: isForModel || session !== undefined ? { session } : undefined,
		env,
		isYes: flags.yes,
		isJson: flags.json,
		printing: flags.printing,
		again,
	};
}

/**
 * The absolute path that the caller means. In a folder that somebody removed, only an absolute one means anything.
 * @throws CommandError for any other there.
 */
export function inFolderOf(caller: Caller, named: string): string {
	try {
		return path.isAbsolute(named) ? path.resolve(named) : path.resolve(caller.folder(), named);
	} catch (error) {
		if (errorCode(error) !== 'ENOENT') throw error;
		throw new CommandError(
			'failed',
			'The current folder no longer exists.',
			'Change to another one, or name the project: --project DIR.',
		);
	}
}

/** Claude Code tells the commands that it runs which session they belong to. */
export function currentSession(context: Pick<CommandContext, 'env'>): string | undefined {
	return context.env['CLAUDECODE'] === '1' ? context.env['CLAUDE_CODE_SESSION_ID'] : undefined;
}

/** @throws UsageError where there is no such folder. */
export async function requireFolder(folder: string): Promise<void> {
	const { stat } = await import('node:fs/promises');
	const found = await stat(folder).catch((error: unknown) => {
		throw new UsageError(
			errorCode(error) === 'ENOENT' ? `Folder not found: ${folder}.` : `The folder ${folder} cannot be read.`,
		);
	});
	if (!found.isDirectory()) throw new UsageError(`${folder} is not a folder.`);
}

function requireClock(env: NodeJS.ProcessEnv): Clock {
	try {
		return clockFromEnvironment(env);
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error));
	}
}
