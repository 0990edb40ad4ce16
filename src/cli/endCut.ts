// What a command says of changes that somebody did not live to end, and that it ends on its way to its answer.
import { interruptedWords } from '../node/keeper/cutChanges';
import { endCut } from '../node/workspace/endCut';
import { wishIn } from '../node/hooks/installChange';
import type { Recovered } from '../node/keeper/changeJournal';
import type { Change } from '../node/keeper/changeRecord';
import { quotedPath } from '../node/keeper/program';
import { isChangeOf } from '../node/workspace/undo';
import type { CommandContext } from './context';
import { wishWords } from './hooks/installWords';
import { note } from './io';

/** What is typed here is of this project. */
function finishing(context: CommandContext, change: Change, isUndo: boolean): readonly string[] {
	if (!isChangeOf(context, change)) return [`It is of another project: --project ${quotedPath(change.project)}.`];
	const wish = isUndo ? undefined : wishIn(change);
	return wish === undefined ? [] : [`To finish it: session-keeper ${wishWords(wish)}.`];
}

/** Ends them, and says on standard error what became of each, which the hooks' log has in any case. Never throws. @returns them. */
export async function endCutAndTell(context: CommandContext, isSilent: boolean): Promise<readonly Recovered[]> {
	const tell = (...words: readonly string[]): void => {
		if (!isSilent) note(context, words.join(' '));
	};
	try {
		const ended = await endCut(context.claude, context.clock);
		for (const each of ended) {
			if (each.as !== 'cut') tell(interruptedWords(each));
			else tell(interruptedWords(each), ...finishing(context, each.change, each.isUndo));
		}
		return ended;
	} catch (error) {
		tell('An interrupted change could not be ended:', error instanceof Error ? error.message : String(error));
		return [];
	}
}
