// A text as formatters leave it: its words and signs, without what they move, add and drop (white space, line breaks, the
// kind of quotes, commas, semicolons, and brackets that only group).

export interface CodeTokens {
	/** A number for each word or sign; the same in all texts of one `Vocabulary`. */
	readonly ids: Int32Array;
	/** Letters and digits in each. */
	readonly weights: Uint8Array;
	/** The line that each is on, from 0. */
	readonly lines: Int32Array;
	/** Where each line begins among the tokens; one more than there are lines. */
	readonly starts: Int32Array;
	/** Lines that hold closing brackets alone, with the token that opened the first of them. */
	readonly closers: ReadonlyMap<number, number>;
}

/** Gives each word its number. */
export type Vocabulary = Map<string, number>;

/** Letters and digits that a piece of text needs to be told from others by itself. */
export const TELLING = 8;

/** A bracket after one of these groups; after any other word it calls. */
const BEFORE_GROUP = new Set(
	'return throw typeof await async yield case in of else default void delete and or not is export const let var'.split(
		' ',
	),
);
const CLOSING = new Map([
	[')', '('],
	[']', '['],
	['}', '{'],
]);
const ONLY_CLOSERS = /^[\s)\]};,]*[)\]}][\s)\]};,]*$/u;
const QUOTED_KEY = /(['"])([\p{L}_$][\p{L}\p{N}_$]*)\1(?=\s*:)/gu;
const CODE = /[\p{L}\p{N}_$]+|-{3,}|\S/gu;
/** Names of style sheets have hyphens. */
const STYLE = /[\p{L}\p{N}_$]+(?:-[\p{L}\p{N}_$]+)*|-{3,}|\S/gu;
/** In prose underscores and asterisks say how a word looks. */
const PROSE = /[\p{L}\p{N}]+|-+|[^\s_*\\]/gu;
const BULLET = /^(\s*)[*+](?=\s)/u;

/** @param file a name or path; prose is told by its ending. */
export function tokensOf(text: string, file: string, vocabulary: Vocabulary): CodeTokens {
	const isProse = /\.(?:md|mdx|markdown)$/iu.test(file);
	const form = isProse ? PROSE : /\.(?:css|scss|less)$/iu.test(file) ? STYLE : CODE;
	const lines = text.split(/\r?\n/u);
	const [ids, weights, lineOf, starts]: [number[], number[], number[], number[]] = [[], [], [], []];
	const closers = new Map<number, number>();
	const open: { readonly sign: string; readonly token: number; readonly isGroup: boolean }[] = [];
	let last = '';
	lines.forEach((raw, number) => {
		starts.push(ids.length);
		const line = isProse ? raw.replace(BULLET, '$1-') : raw.replace(QUOTED_KEY, '$2');
		const isClosing = !isProse && ONLY_CLOSERS.test(line);
		const words = line.match(form) ?? [];
		words.forEach((word, at) => {
			const next = words[at + 1];
			if (word === ',' || word === ';' || (word === '\\' && (next === '"' || next === "'"))) return;
			let isDropped = false;
			if (word === '(' || word === '[' || word === '{') {
				isDropped = word === '(' && !isProse && !isCalled(last);
				open.push({ sign: word, token: Math.max(0, isDropped ? ids.length - 1 : ids.length), isGroup: isDropped });
			} else if (CLOSING.has(word)) {
				const own = open.at(-1)?.sign === CLOSING.get(word) ? open.pop() : undefined;
				isDropped = own?.isGroup === true;
				if (own && isClosing && !closers.has(number)) closers.set(number, own.token);
			}
			last = word;
			if (isDropped) return;
			const sign = word === "'" ? '"' : isProse && word.startsWith('-') ? '-' : word;
			let id = vocabulary.get(sign);
			if (id === undefined) vocabulary.set(sign, (id = vocabulary.size));
			ids.push(id);
			weights.push(Math.min(255, word.match(/[\p{L}\p{N}]/gu)?.length ?? 0));
			lineOf.push(number);
		});
	});
	starts.push(ids.length);
	return {
		ids: Int32Array.from(ids),
		weights: Uint8Array.from(weights),
		lines: Int32Array.from(lineOf),
		starts: Int32Array.from(starts),
		closers,
	};
}

function isCalled(before: string): boolean {
	return before === ')' || before === ']' || (/^[\p{L}\p{N}_$>]/u.test(before) && !BEFORE_GROUP.has(before));
}

/** So many tokens make a gram: runs are looked for by these. */
export const GRAM = 4;

/** A number for the tokens from `at` on; -1 where fewer are left. Two that differ may have the same. */
export function gramAt(ids: Int32Array, at: number): number {
	if (at < 0 || at + GRAM > ids.length) return -1;
	let hash = 0;
	for (let i = at; i < at + GRAM; i++) hash = Math.imul(hash ^ (ids[i] ?? 0), 0x9e3779b1) ^ (hash >>> 15);
	return hash >>> 0;
}

/** All grams, each once. */
export function gramsOf({ ids }: CodeTokens): ReadonlySet<number> {
	const grams = new Set<number>();
	for (let at = 0; at + GRAM <= ids.length; at++) grams.add(gramAt(ids, at));
	return grams;
}
