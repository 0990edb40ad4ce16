// What a language model adds to a session document: a section of its own, so that nobody takes it for what the rules have
// read off the transcript. Every statement ends with the numbers of the messages that it stands on.
import type { Reflection } from '../reflection/reflection';
import type { Pointer } from './statement';

export const MODEL_SECTION = 'From a language model';

/** A checked answer, and where the messages are that it names. */
export interface ModelPart {
	/** Name of the engine. */
	readonly engine: string;
	/** The model as the engine calls it. */
	readonly model: string | undefined;
	readonly statements: readonly ModelStatement[];
}

export interface ModelStatement {
	/** What kind of statement it is: a word or two. */
	readonly label: string;
	/** Redacted. */
	readonly text: string;
	/** At least one. */
	readonly from: readonly Pointer[];
}

/**
 * What of a reflection goes into a document: everything that is no menu item and no memory.
 * @param pointerOf where a message is; a statement none of whose messages is known is left out.
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

/** Longer than what the rules say of one message: a statement of a model is a sentence about several. */
const LONGEST = 600;

/** The section's lines. */
export function modelLines(
	{ statements }: ModelPart,
	say: (text: string, limit: number) => string,
	cite: (from: Pointer) => string,
): readonly string[] {
	return statements.map(({ label, text, from }) => `${label}: ${say(text, LONGEST)} ${from.map(cite).join(' ')}`);
}
