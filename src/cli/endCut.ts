// What a command says of changes that somebody did not live to end, and that it ends on its way to its answer.
import { interruptedWords, endCutChanges } from '../node/keeper/cutChanges';
import { wishIn } from '../node/hooks/installChange';
import type { CommandContext } from './context';
import { wishWords } from './hooks/installWords';
import { note } from './io';

/** Ends them, and says on standard error what became of each, which the hooks' log has in any case. Never throws. */
export async function endCut(context: CommandContext, isSilent: boolean): Promise<void> {
	const tell = (...words: readonly string[]): void => {
		if (!isSilent) note(context, words.join(' '));
	};
	try {
		for (const each of await endCutChanges(context.claude, context.clock)) {
			const wish = each.as === 'cut' && !each.isUndo ? wishIn(each.change) : undefined;
			const finish = wish === undefined ? [] : [`To finish it: session-keeper ${wishWords(wish)}.`];
			tell(interruptedWords(each), ...finish);
		}
	} catch (error) {
		tell('An interrupted change could not be ended:', error instanceof Error ? error.message : String(error));
	}
}
