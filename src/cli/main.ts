// The program that `boot.ts` loads. Compiling the code of all groups takes as long as Node itself takes to start, so what they
// are and what they do is in parts beside this one, and each is loaded when it is asked for.
import { type Keeper, callerOfProcess } from './caller';
import type { CommandContext } from './context';
import { type Program, contextFor, start } from './program';

const PROGRAM: Program = {
	describe: async (name) => (await import('./commands')).described(name),
	verbs: async (name) => (await import('./groups')).verbsOf(name),
};

/** Resolves with the words that named the command, once it has ended. */
export const main = (keeper: Keeper): Promise<readonly string[]> => start(PROGRAM, keeper);

/** What a command without flags would work on, for who asks as this process. */
export const contextHere = (keeper: Keeper): Promise<CommandContext> =>
	contextFor(PROGRAM, callerOfProcess(keeper), {});
