// The program that `main.ts` loads. Compiling the code of all groups takes as long as Node itself takes to start, so the group
// that is asked for all day is in this file as it is shipped, and the others and all descriptions are beside it.
import { PARKED } from './parking/parkedCommand';
import { start } from './program';

/** Resolves with the words that named the command, once it has ended; nothing where it took away what is ours. */
export const ended = start({
	describe: async (name) => (name === 'parked' ? PARKED : (await import('./commands')).described(name)),
	verbs: async (name) =>
		name === 'parked' ? (await import('./parking/parked')).parked : (await import('./groups')).verbsOf(name),
});
