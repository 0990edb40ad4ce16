// The command line, called within the process of a test.
import { type Around, type Ended, callProgram } from './callProgram';
import { expectAsDescribed } from './schemas/expectAsDescribed';

export type { Around, Ended } from './callProgram';

/** Calls the command line as a shell would, with pipes for its streams. A document that it prints is as its schema says. */
export async function call(words: readonly string[], around: Around): Promise<Ended> {
	const ended = await callProgram(words, around);
	if (words.includes('--json') && ended.out !== '') expectAsDescribed(words, ended.out);
	return ended;
}
