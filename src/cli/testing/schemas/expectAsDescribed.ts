// Holds what a call printed against the schema of its document.
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { schemaFor } from './documentsOf';

/** @param words of the call, after the program's name @param out what it printed under `--json` */
export function expectAsDescribed(words: readonly string[], out: string): void {
	const printed = JSON.parse(out) as object;
	const { error } = schemaFor(words, printed).safeParse(printed);
	if (error === undefined) return;
	expect.fail(`session-keeper ${words.join(' ')} is not as its schema says:\n${z.prettifyError(error)}\n${out}`);
}
