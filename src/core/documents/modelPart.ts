// What a language model adds to a session document: a section of its own, so that nobody mistakes it for what the rules
// found in the transcript. Every statement ends with the number of the message that proves it.
import type { SessionFacts } from '../transcript/facts';
import type { Pointer } from '../handoff/statement';

export const MODEL_SECTION = 'From a language model';

/** What is proven of an answer. */
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
	/** The message that proves it. */
	readonly from: Pointer;
}

/** The limit is higher than for what the rules quote from one message: a model's statement summarises several. */
const LONGEST = 600;

/** The section's lines. */
export function modelLines(
	{ statements }: ModelPart,
	say: (text: string, limit: number) => string,
	cite: (from: Pointer) => string,
): readonly string[] {
	return statements.map(({ label, text, from }) => `${label}: ${say(text, LONGEST)} ${cite(from)}`);
}

export type Enrichment =
	| { readonly kind: 'added'; readonly part: ModelPart }
	/** Only rules were used; the sentence says why. */
	| { readonly kind: 'left'; readonly reason: string };

/** Asks a model about the session of a transcript or a raw backup. Never throws. */
export type EnrichFile = (file: string, facts: SessionFacts) => Promise<Enrichment>;
