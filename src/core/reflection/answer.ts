// The answer of a language model, in the form in which Claude hands in what it knows of a session; a matter that it was asked
// about is one more section. Its words are proven like Claude's (src/core/handoff/handedIn/proof.ts): it counts for nothing
// before.
import { asRecord, type Result, fail, ok } from '../base/result';
import { HAND_IN_SECTIONS, type HandedIn, statementsOf, statementsSchema } from '../handoff/handedIn/handIn';
import type { MenuItem } from './menu';

/** The form as JSON Schema. @param items that the model is asked about. */
export function answerSchema(items: readonly MenuItem[]): Readonly<Record<string, unknown>> {
	return statementsSchema(sectionsOf(items));
}

/**
 * Strict: a field that we did not ask for means that the model did not follow our request.
 * @returns what is wrong with the answer, without any of its text.
 */
export function readAnswer(value: unknown, items: readonly MenuItem[]): Result<readonly HandedIn[], string> {
	const isAsked = Object.keys(asRecord(value) ?? {}).every((key) => key === 'statements');
	const read = isAsked ? statementsOf(value, sectionsOf(items)) : 'nobody asked for all of its fields';
	return typeof read === 'string' ? fail(`the answer does not fit the schema: ${read}`) : ok(read);
}

function sectionsOf(items: readonly MenuItem[]): readonly string[] {
	return [...HAND_IN_SECTIONS, ...items.map(({ id }) => id)];
}
