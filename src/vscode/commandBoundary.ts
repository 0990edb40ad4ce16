// The only catch around commands: what a person started either works, or says what failed and where to read more.
// By name, like everything that is in extension.js: for a namespace the bundler needs code of its own, from one more file.
import { CancellationError, Disposable, commands, l10n, workspace as openWorkspace } from 'vscode';
import { CancelledError, type IDisposable } from '../core/base/disposable';
import type { Logger } from '../core/base/ports';
import type { WorkspaceStore } from '../node/workspace/workspaceStore';
import type { ArgumentsOf } from './commandArguments';
import { COMMANDS, type CommandId, NEEDS_TRUST } from './contributions';
import { explainTrust, showFailure } from './failures';

/** What a person answered; a closed input ends the command quietly. */
export function orCancel<T>(answer: T | undefined): T {
	if (answer === undefined) throw new CancelledError();
	return answer;
}

/** What carries out each command, once its feature is loaded. */
const runs = new Map<CommandId, (...args: readonly unknown[]) => Promise<unknown>>();

/**
 * Tells VS Code of every command, before anything is loaded that carries one out. One that is called early waits for its
 * feature, so none is ever unknown.
 * @param load loads the feature of a command. What it throws is said like what a command throws.
 */
export function announceCommands(logger: Logger, load: (id: CommandId) => Promise<void>): IDisposable {
	const announced = Object.values(COMMANDS).map((id) =>
		commands.registerCommand(id, async (...args: readonly unknown[]) => {
			if (NEEDS_TRUST.has(id) && !openWorkspace.isTrusted) return void explainTrust();
			return guarded(id, logger, async () => {
				if (!runs.has(id)) await load(id);
				const run = runs.get(id);
				if (run === undefined) throw new Error(l10n.t('The command failed to load: {0}', id));
				return run(...args);
			});
		}),
	);
	return Disposable.from(...announced);
}

/**
 * Says what carries out a command. Tree items, if any, arrive as its first argument. A command can come before the open
 * folders were looked at, from a key or another extension: it begins when they are known.
 * @param workspace nothing for a command that helps where the folders cannot be read.
 */
export function registerCommand<Id extends CommandId>(
	id: Id,
	{ workspace }: { readonly workspace?: Pick<WorkspaceStore, 'whenKnown'> },
	run: (...args: ArgumentsOf<Id>) => Promise<unknown> | undefined,
): IDisposable {
	runs.set(id, async (...args) => {
		await workspace?.whenKnown;
		return run(...(args as ArgumentsOf<Id>));
	});
	return { dispose: () => runs.delete(id) };
}

/** Does what a person asked for, and says what was thrown. @returns nothing where something was. */
export async function guarded<T>(id: CommandId, logger: Logger, work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof CancelledError || error instanceof CancellationError) return undefined;
		logger.error(`${id} failed`, error);
		void showFailure(error);
		return undefined;
	}
}
