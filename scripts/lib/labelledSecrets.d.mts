export interface Labelled {
	readonly family: string;
	readonly text: string;
	/** Nothing where the text is harmless. */
	readonly secret?: string;
}
type Part = 'madeFrom' | 'keptOut' | 'afterwards' | 'hands' | 'unseenHands';
type Split = Record<Part, readonly Labelled[]>;

export function labelledSecrets(): { readonly secrets: Split; readonly harmless: Split };
/** Whether something of the secret is left. */
export function isMissed(labelled: Labelled, redacted: string): boolean;
export function scoreSecrets(
	redact: (text: string) => string,
	part: Part,
): readonly { family: string; isSecret: boolean; count: number; wrong: readonly Labelled[] }[];
