// What a command says of private files on its way to its answer: that git could have taken them, or has.
import { trackedPrivate } from '../node/keeper/privatePlaces';
import { stateFile } from '../node/keeper/stateFile';
import { mendPrivate } from '../node/workspace/privateFiles';
import type { CommandContext } from './context';
import { note } from './io';

/** Of projects: some lists are not to be written, and doctor goes on saying it. */
const TOLD = 'toldUnlisted';

/** Keeps out of git what is private, and says on standard error what was not. Never throws. */
export async function lookAfterPrivate(context: CommandContext, isSilent: boolean): Promise<void> {
	const { inReach, problem, unlisted } = await mendPrivate(context);
	if (isSilent) return;
	const tracked = await trackedPrivate(context.project).catch(() => []);
	if (inReach.length > 0)
		note(context, `Git could have taken private files. They are kept out now: ${inReach.join(', ')}`);
	if (problem !== undefined) note(context, `Private files may be in git’s reach: ${problem}`);
	if (unlisted !== undefined && (await isNewToPerson(context)))
		note(
			context,
			`Git’s own list of what it does not show could not be written: ${unlisted}. Private files are kept out by ignore files alone. session-keeper hooks doctor says what to do.`,
		);
	if (tracked.length > 0)
		note(context, `Git tracks private files: ${tracked.join(', ')}. session-keeper hooks doctor says what to do.`);
}

async function isNewToPerson({ claude, project }: CommandContext): Promise<boolean> {
	const state = stateFile(claude);
	const told = state.get<readonly string[]>(TOLD) ?? [];
	if (told.includes(project.id)) return false;
	try {
		await state.update(TOLD, [...told, project.id]);
	} catch {
		// Then it is said again.
	}
	return true;
}
