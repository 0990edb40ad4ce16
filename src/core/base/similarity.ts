// When do two statements say the same? Their words decide, and whether one of them is negative.

/** Words that do not change what a statement says. */
const SMALL = new Set(
	(
		'a an the and or but so of to in on at for from with by as is are was were be been being it its this that these those there ' +
		'i im you we he she they me us my our your their do does did have has had will would can could should must may might ' +
		'please always just also very really all any some here now then than too use using used make made get per about into when ' +
		'user wants want prefers prefer every each'
	).split(' '),
);
const NO =
	/\b(?:no|not|never|don't|dont|doesn't|isn't|aren't|won't|can't|cannot|mustn't|shouldn't|without|stop|avoid|no longer|instead of|against)\b/u;
/** The same in German, French and Spanish, as far as none of it is English as well, as `sans` and `sin` are. */
const NO_ELSEWHERE =
	/(?<!\p{L})(?:nicht|nichts|kein(?:e[mnrs]?)?|nie|niemals|ohne|statt|vermeiden?|nunca|jamás|evitar?|jamais|aucune?|pas de|n(?:e\s|')[^.!?]{0,60}?(?:pas|plus|rien))(?!\p{L})/u;

/** What statements are compared by. */
export interface Gist {
	readonly words: ReadonlySet<string>;
	readonly isNegative: boolean;
	/** Numbers, versions, names with digits: if they differ, the statements do. */
	readonly numbers: string;
}

export function gistOf(text: string): Gist {
	const folded = text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
	const words = (folded.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => word.length > 1 || /\p{N}/u.test(word));
	// Small words are recognised as written and by their stem: `wants` and `wanted`.
	const meant = words
		.filter((word) => !SMALL.has(word))
		.map(stem)
		.filter((word) => !SMALL.has(word));
	return {
		words: new Set(meant),
		isNegative: NO.test(folded) || NO_ELSEWHERE.test(folded),
		numbers: [...new Set(meant.filter((word) => /\p{N}/u.test(word)))].sort().join(' '),
	};
}

/** The text without case, white space and punctuation: the hash is made of it. */
export function normalForm(text: string): string {
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll('’', "'")
		.replace(/[^\p{L}\p{N}']+/gu, ' ')
		.trim();
}

/** Whether two statements say the same in nearly the same words. */
export function saysTheSame(a: Gist, b: Gist): boolean {
	if (a.isNegative !== b.isNegative || a.numbers !== b.numbers) return false;
	const { shared, smaller, larger } = overlap(a, b);
	if (smaller === 0) return false;
	return smaller <= 2 ? shared === smaller && larger === smaller : shared / smaller >= 0.85 && shared / larger >= 0.5;
}

/** Whether two statements are about the same matter. @returns how much, from 0 to 1; 0 if they are not. */
export function relatedness(a: Gist, b: Gist): number {
	const { shared, smaller } = overlap(a, b);
	return shared >= 2 && shared / smaller >= 0.5 ? shared / smaller : 0;
}

function overlap(a: Gist, b: Gist): { readonly shared: number; readonly smaller: number; readonly larger: number } {
	const shared = [...a.words].filter((word) => b.words.has(word)).length;
	return { shared, smaller: Math.min(a.words.size, b.words.size), larger: Math.max(a.words.size, b.words.size) };
}

function stem(word: string): string {
	return word
		.replace(/(?<=\p{L}{3})(?:ies)$/u, 'y')
		.replace(/(?<=\p{L}{3}[^s])s$/u, '')
		.replace(/(?<=\p{L}{4})(?:ing|ed)$/u, '')
		.replace(/([bdgmnprt])\1$/u, '$1');
}

/** The statements in a text: its paragraphs, list items and sentences. */
export function statementsIn(text: string): readonly string[] {
	const lines = text
		.split('\n')
		.map((line) =>
			line
				.replace(/^\s*(?:[-*+]|\d+[.)]|#+|>)\s+/u, '')
				.replace(/\*\*(?:Why|How to apply):\*\*/u, '')
				.trim(),
		)
		.filter((line) => line !== '' && !/^(?:---|```|[\w.-]+:\s*$)/u.test(line));
	return lines.flatMap((line) => [line, ...line.split(/(?<=[.!?])\s+/u).filter((sentence) => sentence !== line)]);
}
