// What a reflection adds to a session document.
import type { ModelStatement } from '../documents/modelPart';
import type { Pointer } from '../handoff/statement';
import type { Reflection } from './reflection';

/**
 * The part of a reflection that goes into a document: everything except menu items and memories.
 * @param pointerOf where a message is; a statement is left out if none of its messages is known.
 */
export function statementsOf(
	reflection: Reflection,
	pointerOf: (index: number) => Pointer | undefined,
): readonly ModelStatement[] {
	const { summary, decisions, failed, assumptions, scope, resumePrompt } = reflection;
	const labelled = [
		['Summary', summary],
		['Decision', decisions],
		['Did not work', failed],
		['Assumption', assumptions],
		['Scope', scope],
		['To go on', resumePrompt],
	] as const;
	return labelled.flatMap(([label, claims]) =>
		claims.flatMap(({ text, at }) => {
			const from = at.flatMap(({ index }) => pointerOf(index) ?? []);
			return from.length === 0 ? [] : [{ label, text, from }];
		}),
	);
}
