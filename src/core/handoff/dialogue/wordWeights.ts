// How much single words speak for something, beside the forms: the words that many hands use, each with a weight.
// `scripts/fitHandoff.mjs` writes the tables (`weighedWords.ts`).

/** By word, in hundredths of log odds. */
type Weights = ReadonlyMap<string, number>;

const tables = new Map<string, Weights>();

/** @param table words and weights by turns. */
function weightsOf(table: string): Weights {
	const known = tables.get(table);
	if (known !== undefined) return known;
	const parts = table.split(' ');
	const weights = new Map<string, number>();
	for (let at = 0; at + 1 < parts.length; at += 2) weights.set(parts[at] ?? '', Number(parts[at + 1]));
	tables.set(table, weights);
	return weights;
}

/**
 * The words of a text in lower case, each once; the first one once more, as `^first`.
 * @public the script that fits the weights asks for them.
 */
export function spokenWords(bare: string): ReadonlySet<string> {
	const words = bare.match(/[\p{L}\p{N}']+/gu) ?? [];
	return new Set(words.length > 0 ? [`^${words[0] ?? ''}`, ...words] : []);
}

/** What the words of a text weigh together, in units of log odds. */
export function weightOfWords(table: string, bare: string): number {
	const weights = weightsOf(table);
	let sum = 0;
	for (const word of spokenWords(bare)) sum += weights.get(word) ?? 0;
	return sum / 100;
}
