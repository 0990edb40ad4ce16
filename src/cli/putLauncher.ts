// The programs that hooks start, from where the command line lies.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { installLauncher, isRuntimeKnown } from '../node/hooks/launcher';
import type { CommandContext } from './context';
import { CommandError } from './io';

/** The bundles of the hooks lie beside the bundle that runs now. */
export async function putLauncher(context: CommandContext): Promise<void> {
	const program = await realpath(context.caller.program);
	const bundles = path.join(path.dirname(program), 'hooks');
	// The extension knows a better one; until it has been there, the Node that runs now is better than none.
	const runtime = (await isRuntimeKnown(context.claude)) ? undefined : process.execPath;
	try {
		await installLauncher(context.claude, bundles, runtime);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandError('launcher', `The launcher could not be installed: ${reason}`, 'No settings were changed.');
	}
}
