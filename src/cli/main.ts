// The program that `boot.ts` loads. Compiling the code of all groups takes as long as Node itself takes to start, so the group
// that is asked for all day is in this part, and the others and all descriptions are in others.
import type { Keeper } from './caller';
import { PARKED } from './parking/parkedCommand';
import { start } from './program';

/** Resolves with the words that named the command, once it has ended. */
export const main = (keeper: Keeper): Promise<readonly string[]> =>
	start(
		{
			describe: async (name) => (name === 'parked' ? PARKED : (await import('./commands')).described(name)),
			verbs: async (name) =>
				name === 'parked' ? (await import('./parking/parked')).parked : (await import('./groups')).verbsOf(name),
		},
		keeper,
	);
