// What a command says of private files on its way to its answer: that git could have taken them, or has.
import { trackedPrivate } from '../node/keeper/privatePlaces';
import { mendPrivate } from '../node/workspace/privateFiles';
import type { CommandContext } from './context';
import { note } from './io';

/** Keeps out of git what is private, and says on standard error what was not. Never throws. */
export async function lookAfterPrivate(context: CommandContext, isSilent: boolean): Promise<void> {
	const { inReach, problem } = await mendPrivate(context);
	if (isSilent) return;
	const tracked = await trackedPrivate(context.project).catch(() => []);
	if (inReach.length > 0)
		note(context, `Git could have taken private files. They are kept out now: ${inReach.join(', ')}`);
	if (problem !== undefined) note(context, `Private files may be in git’s reach: ${problem}`);
	if (tracked.length > 0)
		note(context, `Git tracks private files: ${tracked.join(', ')}. session-keeper hooks doctor says what to do.`);
}
