// What waits for a person's word: memory candidates, drafts of hand-offs. Each kind has a source of its own; the view and
// the verbs know only this.
import type { KindCount } from '../privacy/report';

/** `memory`: something that was said and could be remembered. `draft`: a hand-off that was written while nobody looked. */
export type ReviewKind = 'memory' | 'draft';

/** One thing that waits. Its texts are redacted and printable already: every face may show them. */
export interface ReviewEntry {
	readonly kind: ReviewKind;
	/** What names it on the command line: short, stable, unique among all kinds. Letters, digits and dashes. */
	readonly id: string;
	/** One line. */
	readonly title: string;
	/** The quiet word beside it: the type of a memory, the workstream of a draft. One line, perhaps empty. */
	readonly label: string;
	/** The session that it came from. */
	readonly session: string | undefined;
	/** `uuid` of the message in it. */
	readonly message: string | undefined;
	/** When it came up, milliseconds since 1970. */
	readonly atMs: number;
	/** The person changed its text, and has not accepted it yet. */
	readonly isEdited: boolean;
}

/** A file as it is or as it would be. */
interface ReviewText {
	/** What a diff calls it: a path for people. */
	readonly name: string;
	readonly text: string;
}

/** What accepting would write, beside what is there: the two sides of a diff. */
export interface ReviewProposal {
	readonly entry: ReviewEntry;
	/** What exists on the matter; nothing where it is new. */
	readonly before: ReviewText | undefined;
	readonly after: ReviewText;
	/** What a person should know before they accept, a sentence each. */
	readonly notes: readonly string[];
	/** The part of `after` that `edit` replaces. */
	readonly editable: string;
}

export interface AcceptOptions {
	/** Takes the place of what exists (`before`) instead of standing beside it. */
	readonly isReplacing?: boolean;
	/** What existed when the person decided so. Where it is something else by now, nothing is done. */
	readonly seen?: ReviewText;
	/** The person said yes to what would be refused: a limit. */
	readonly isForced?: boolean;
}

/** What came of a decision. */
export type ReviewOutcome =
	| {
			readonly kind: 'done';
			readonly title: string;
			readonly file: string | undefined;
			/** By its id in the journal of changes, where it has what was written. */
			readonly change?: string;
			/** Secrets that were taken out of the file. */
			readonly redacted?: readonly KindCount[];
	  }
	| { readonly kind: 'gone' }
	/** Not done, and why: a sentence, and another that says what helps. */
	| { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly hint: string };
