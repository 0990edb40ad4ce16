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

/** Gives each word its number, and keeps what lines are made of: most stand in many texts. */
export class Vocabulary {
	private readonly words = new Map<string, Word>();
	private readonly lines = new Map<string, readonly Word[]>();
	/** What takes back what came in passing: a vocabulary is large, and a question adds little to it. */
	private added: (() => void)[] | undefined;

	/** @param numberOf gives a word the same number in all vocabularies; without it they are counted, from 0. */
	constructor(private readonly numberOf?: (word: string) => number) {}

	/** @param form which words there are in its language. */
	wordsOf(line: string, form: Form): readonly Word[] {
		const key = form.name + line;
		let words = this.lines.get(key);
		if (words === undefined) {
			words = form.wordsIn(line).map((text) => this.word(text));
			if (this.lines.size < MAX_LINES) this.keep(this.lines, key, words);
		}
		return words;
	}

	/** Does something, and forgets the words and lines that came with it. */
	inPassing<T>(work: () => T): T {
		const added: (() => void)[] = (this.added = []);
		try {
			return work();
		} finally {
			this.added = undefined;
			for (const takeBack of added) takeBack();
		}
	}

	private keep<T>(map: Map<string, T>, key: string, value: T): T {
		map.set(key, value);
		this.added?.push(() => map.delete(key));
		return value;
	}

	private word(text: string): Word {
		const known = this.words.get(text);
		if (known !== undefined) return known;
		const id = this.numberOf?.(text) ?? this.words.size;
		const weight = Math.min(255, text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
		return this.keep(this.words, text, { text, id, weight });
	}
}

interface Word {
	readonly text: string;
	readonly id: number;
	/** Letters and digits. */
	readonly weight: number;
}

/** Lines that a vocabulary keeps. */
const MAX_LINES = 200_000;

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
const BULLET = /^(\s*)[*+](?=\s)/u;

/** A kind of language. */
interface Form {
	readonly name: string;
	readonly hasBrackets: boolean;
	wordsIn(line: string): readonly string[];
}

const codeForm = (name: string, pattern: RegExp): Form => ({
	name,
	hasBrackets: true,
	wordsIn: (line) =>
		(line.replace(QUOTED_KEY, '$2').match(pattern) ?? []).flatMap((word, at, words) => {
			const isEscape = word === '\\' && (words[at + 1] === '"' || words[at + 1] === "'");
			return word === ',' || word === ';' || isEscape ? [] : [word === "'" ? '"' : word];
		}),
});
const CODE = codeForm('code', /[\p{L}\p{N}_$]+|-{3,}|\S/gu);
/** Names of style sheets have hyphens. */
const STYLE = codeForm('style', /[\p{L}\p{N}_$]+(?:-[\p{L}\p{N}_$]+)*|-{3,}|\S/gu);
/** In prose underscores and asterisks say how a word looks. */
const PROSE: Form = {
	name: 'prose',
	hasBrackets: false,
	wordsIn: (line) =>
		(line.replace(BULLET, '$1-').match(/[\p{L}\p{N}]+|-+|[^\s_*\\,;]/gu) ?? []).map((word) =>
			word.startsWith('-') ? '-' : word === "'" ? '"' : word,
		),
};

/** @param file a name or path; the language is told by its ending. */
export function tokensOf(text: string, file: string, vocabulary: Vocabulary): CodeTokens {
	const form = /\.(?:md|mdx|markdown)$/iu.test(file) ? PROSE : /\.(?:css|scss|less)$/iu.test(file) ? STYLE : CODE;
	const [ids, weights, lineOf, starts]: [number[], number[], number[], number[]] = [[], [], [], []];
	const closers = new Map<number, number>();
	const open: { readonly sign: string; readonly token: number; readonly isGroup: boolean }[] = [];
	let last = '';
	text.split(/\r?\n/u).forEach((line, number) => {
		starts.push(ids.length);
		const isClosing = form.hasBrackets && ONLY_CLOSERS.test(line);
		for (const { text: word, id, weight } of vocabulary.wordsOf(line, form)) {
			let isDropped = false;
			if (weight === 0 && form.hasBrackets) {
				if (word === '(' || word === '[' || word === '{') {
					isDropped = word === '(' && !isCalled(last);
					open.push({ sign: word, token: Math.max(0, isDropped ? ids.length - 1 : ids.length), isGroup: isDropped });
				} else if (CLOSING.has(word)) {
					const own = open.at(-1)?.sign === CLOSING.get(word) ? open.pop() : undefined;
					isDropped = own?.isGroup === true;
					if (own && isClosing && !closers.has(number)) closers.set(number, own.token);
				}
			}
			last = word;
			if (isDropped) continue;
			ids.push(id);
			weights.push(weight);
			lineOf.push(number);
		}
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

/** A number of 30 bits, which V8 holds without a box, for the tokens from `at` on; -1 where fewer are left. Two that differ may have the same. */
export function gramAt(ids: Int32Array, at: number): number {
	if (at < 0 || at + GRAM > ids.length) return -1;
	let hash = 0;
	for (let i = at; i < at + GRAM; i++) hash = Math.imul(hash ^ (ids[i] ?? 0), 0x9e3779b1) ^ (hash >>> 15);
	return hash >>> 2;
}

/** All grams, each once, in their order. */
export function gramsOf({ ids }: Pick<CodeTokens, 'ids'>): Uint32Array {
	const grams = new Uint32Array(Math.max(0, ids.length - GRAM + 1));
	for (let at = 0; at < grams.length; at++) grams[at] = gramAt(ids, at);
	return grams.sort().filter((gram, at) => gram !== grams[at - 1]);
}

/** How many numbers stand in both of two rising lists. */
export function commonOf(one: Uint32Array, other: Uint32Array): number {
	let common = 0;
	for (let a = 0, b = 0; a < one.length && b < other.length;) {
		const difference = (one[a] ?? 0) - (other[b] ?? 0);
		if (difference === 0) common++;
		if (difference <= 0) a++;
		if (difference >= 0) b++;
	}
	return common;
}
