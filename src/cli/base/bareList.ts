// A group that is called without a verb: its list, to walk where a person sits at a terminal, printed elsewhere.
import type { CommandContext } from '../context';
import type { Values, Verb } from '../group';
import type { Answer } from '../io';
import type * as Walks from './walks';

/** Whether who calls can choose from a list: a person at a terminal, who asked for no document. */
export function canWalk({ caller, env, isJson }: CommandContext, values: Values): boolean {
	const isAsked = !isJson && values['plain'] !== true && env['CLAUDECODE'] !== '1' && env['TERM'] !== 'dumb';
	// Asking opens a stream, which takes time: standard output first.
	return isAsked && caller.output.isTerminal() && caller.remarks.isTTY === true && caller.input.isTTY === true;
}

/** @param walkThrough loaded for a terminal alone. */
export function bareList(
	list: Verb,
	walkThrough: (context: CommandContext, walks: typeof Walks) => Promise<Answer>,
): Verb {
	return {
		run: async (context, words, values) =>
			canWalk(context, values) ? walkThrough(context, await import('./walks')) : list.run(context, words, values),
	};
}
