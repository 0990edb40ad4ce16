export interface Labelled {
	readonly family: string;
	readonly text: string;
	/** Nothing where the text is harmless. */
	readonly secret?: string;
}
type Split = Record<'madeFrom' | 'keptOut', readonly Labelled[]>;

export function labelledSecrets(): { readonly secrets: Split; readonly harmless: Split };
/** Whether something of the secret is left. */
export function isMissed(labelled: Labelled, redacted: string): boolean;
export function scoreSecrets(
	redact: (text: string) => string,
	part: 'madeFrom' | 'keptOut',
): readonly { family: string; isSecret: boolean; count: number; wrong: readonly Labelled[] }[];
