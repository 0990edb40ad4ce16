// The only catch around commands: what a person started either works, or says what failed and where to read more.
import * as vscode from 'vscode';
import { type CommandId, NEEDS_NO_FOLDERS, NEEDS_TRUST } from './contributions';
import { explainTrust, showFailure } from './notifications';
import type { Services } from './services';

/** The person closed an input: nothing happened and nothing needs to be said. */
export class CancelledError extends Error {
	constructor() {
		super('cancelled');
		this.name = 'CancelledError';
	}
}

/** What a person answered; a closed input ends the command quietly. */
export function orCancel<T>(answer: T | undefined): T {
	if (answer === undefined) throw new CancelledError();
	return answer;
}

/**
 * Registers a command. Tree items, if any, arrive as its first argument. A command can come before the open folders were
 * looked at, from a key or another extension: it begins when they are known.
 */
export function registerCommand<A extends readonly unknown[]>(
	id: CommandId,
	{ logger, workspace }: Pick<Services, 'logger' | 'workspace'>,
	run: (...args: Partial<A>) => Promise<unknown> | undefined,
): vscode.Disposable {
	return vscode.commands.registerCommand(id, async (...args: Partial<A>) => {
		if (NEEDS_TRUST.has(id) && !vscode.workspace.isTrusted) return void explainTrust();
		try {
			if (!NEEDS_NO_FOLDERS.has(id)) await workspace.whenKnown;
			return await run(...args);
		} catch (error) {
			if (error instanceof CancelledError || error instanceof vscode.CancellationError) return undefined;
			logger.error(`${id} failed`, error);
			void showFailure(error);
			return undefined;
		}
	});
}
