// What a person types at a terminal behind a question. Loaded when somebody is asked.
import { createInterface } from 'node:readline/promises';
import type { Caller } from '../caller';

/** @returns nothing where it was left unanswered, by Ctrl-C or Ctrl-D. */
export async function typedAt({ input, remarks, waiting }: Caller, question: string): Promise<string | undefined> {
	const terminal = createInterface({ input, output: remarks });
	try {
		return (await waiting.during(() => terminal.question(question))).trim();
	} catch (error) {
		if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
		// The cursor stands behind the question.
		remarks.write('\n');
		return undefined;
	} finally {
		terminal.close();
	}
}
