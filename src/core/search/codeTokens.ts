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
	/** Lines that hold closing brackets alone, with what opened the first of them. */
	readonly closers: ReadonlyMap<number, Opener>;
	/** The lines, and what is open (strings, comments, brackets) before each and at the end: reused for a similar text. */
	readonly source: readonly string[];
	readonly stands: readonly Stand[];
	readonly form: Form;
	/** The tokens by which it was taken apart: so many at both ends are the same in both. */
	readonly like: { readonly ids: Int32Array; readonly first: number; readonly last: number } | undefined;
}

/** A bracket that is open, and the one around it. */
interface Opener {
	readonly sign: string;
	/** Of a group the one before it, so that it can be -1. */
	readonly token: number;
	readonly isGroup: boolean;
	readonly around: Opener | undefined;
}

/** What the tokens of a line depend on besides the line. */
interface Stand {
	/** The word before it. */
	readonly last: string;
	readonly open: Opener | undefined;
}

/** Gives each word its number, and keeps what lines are made of: most stand in many texts. */
export class Vocabulary {
	private readonly words = new Map<string, Word>();
	/** By their numbers, where these are counted. */
	private readonly texts: string[] = [];
	private readonly lines = new Map<Form, Map<string, Line>>();
	/** What takes back what came in passing: a vocabulary is large, and a question adds little to it. */
	private added: (() => void)[] | undefined;

	/** @param numberOf gives a word the same number in all vocabularies; without it they are counted, from 0. */
	constructor(private readonly numberOf?: (word: string) => number) {}

	/** @param form which words there are in its language. */
	lineOf(line: string, form: Form): Line {
		let lines = this.lines.get(form);
		if (lines === undefined) this.lines.set(form, (lines = new Map()));
		const known = lines.get(line);
		if (known !== undefined) return known;
		const made = lineFrom(
			form.wordsIn(line).map((text) => this.word(text)),
			form,
		);
		return lines.size < MAX_LINES ? this.keep(lines, line, made) : made;
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

	/** The word that has a number, where they are counted. */
	textOf(id: number): string {
		return this.texts[id] ?? '';
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
		if (this.numberOf === undefined) this.texts[id] = text;
		const letters = /^[a-zA-Z\d]+$/.test(text) ? text.length : (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
		const weight = Math.min(255, letters);
		return this.keep(this.words, text, { text, id, weight });
	}
}

interface Word {
	readonly text: string;
	readonly id: number;
	/** Letters and digits. */
	readonly weight: number;
}

/** A line, taken apart. */
interface Line {
	readonly words: readonly Word[];
	/** Its tokens, where they depend on no other line: all brackets of it are closed in it. */
	readonly own: Walk | undefined;
}

function lineFrom(words: readonly Word[], { hasBrackets }: Form): Line {
	const own = new Walk(0);
	own.add(words, hasBrackets);
	const isOwn = own.open === undefined && !own.isLoose && words[0]?.text !== '(';
	return { words, own: isOwn ? own : undefined };
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
	readonly hasBrackets: boolean;
	wordsIn(line: string): readonly string[];
}

const codeForm = (pattern: RegExp): Form => ({
	hasBrackets: true,
	wordsIn(line) {
		const found = line.replace(QUOTED_KEY, '$2').match(pattern) ?? [];
		const words: string[] = [];
		for (let at = 0; at < found.length; at++) {
			const word = found[at] ?? '';
			const isEscape = word === '\\' && (found[at + 1] === '"' || found[at + 1] === "'");
			if (word !== ',' && word !== ';' && !isEscape) words.push(word === "'" ? '"' : word);
		}
		return words;
	},
});
const CODE = codeForm(/[\p{L}\p{N}_$]+|-{3,}|\S/gu);
/** Names of style sheets have hyphens. */
const STYLE = codeForm(/[\p{L}\p{N}_$]+(?:-[\p{L}\p{N}_$]+)*|-{3,}|\S/gu);
/** In prose underscores and asterisks say how a word looks. */
const PROSE: Form = {
	hasBrackets: false,
	wordsIn: (line) =>
		(line.replace(BULLET, '$1-').match(/[\p{L}\p{N}]+|-+|[^\s_*\\,;]/gu) ?? []).map((word) =>
			word.startsWith('-') ? '-' : word === "'" ? '"' : word,
		),
};

/**
 * @param file a name or path; the language is told by its ending.
 * @param like a text of the same vocabulary that may share lines at both ends: these are not taken apart again.
 */
export function tokensOf(text: string, file: string, vocabulary: Vocabulary, like?: CodeTokens): CodeTokens {
	const form = /\.(?:md|mdx|markdown)$/iu.test(file) ? PROSE : /\.(?:css|scss|less)$/iu.test(file) ? STYLE : CODE;
	const source = text.split(/\r?\n/u);
	const known = like?.form === form ? like : undefined;
	const [head, tail] = known === undefined ? [0, 0] : sameLines(known.source, source);
	const taken = new Taken(known, head);
	let line = head;
	/** How many lines later the same one stands in what is known. */
	const later = (known?.source.length ?? 0) - source.length;
	for (; line < source.length; line++) {
		if (line >= source.length - tail && isSameStand(known?.stands[line + later], taken.stand)) break;
		taken.take(source[line] ?? '', form, vocabulary);
	}
	return taken.close(source, form, line, later);
}

/** How many lines are the same at the beginning, and at the end of what is left. */
function sameLines(one: readonly string[], other: readonly string[]): readonly [head: number, tail: number] {
	const most = Math.min(one.length, other.length);
	let [head, tail] = [0, 0];
	while (head < most && one[head] === other[head]) head++;
	while (head + tail < most && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++;
	return [head, tail];
}

const isSameStand = (one: Stand | undefined, other: Stand): boolean =>
	one?.last === other.last && one.open === other.open;

/** Words as tokens, one after the other. */
class Walk {
	readonly ids: number[] = [];
	readonly weights: number[] = [];
	last = '';
	open: Opener | undefined;
	/** The first bracket that was closed since somebody set this back. */
	closed: Opener | undefined;
	/** A bracket closes nothing. */
	isLoose = false;

	/** @param first tokens that come before */
	constructor(private readonly first: number) {}

	get count(): number {
		return this.first + this.ids.length;
	}

	add(words: readonly Word[], hasBrackets: boolean): void {
		for (let at = 0; at < words.length; at++) {
			const word = words[at];
			if (word === undefined) continue;
			const isDropped = word.weight === 0 && hasBrackets && this.isGroup(word.text);
			this.last = word.text;
			if (isDropped) continue;
			this.ids.push(word.id);
			this.weights.push(word.weight);
		}
	}

	/** Opens and closes. @returns whether it is a bracket that only groups */
	private isGroup(word: string): boolean {
		if (word === '(' || word === '[' || word === '{') {
			const isGroup = word === '(' && !isCalled(this.last);
			this.open = { sign: word, token: isGroup ? this.count - 1 : this.count, isGroup, around: this.open };
			return isGroup;
		}
		const sign = CLOSING.get(word);
		if (sign === undefined) return false;
		const own = this.open;
		if (own?.sign !== sign) {
			this.isLoose = true;
			return false;
		}
		this.open = own.around;
		this.closed ??= own;
		return own.isGroup;
	}
}

/** A text while it is taken apart, line by line. */
class Taken {
	private readonly walk: Walk;
	private readonly starts: number[];
	private readonly stands: Stand[];
	private readonly closers = new Map<number, Opener>();
	/** Tokens of the lines that are known. */
	private readonly first: number;

	constructor(
		private readonly known: CodeTokens | undefined,
		private readonly head: number,
	) {
		this.starts = [...(known?.starts.subarray(0, head) ?? [])];
		this.stands = known?.stands.slice(0, head) ?? [];
		this.first = known?.starts[head] ?? 0;
		for (const [line, opener] of known?.closers ?? []) if (line < head) this.closers.set(line, opener);
		this.walk = new Walk(this.first);
		const stand = known?.stands[head];
		this.walk.last = stand?.last ?? '';
		this.walk.open = stand?.open;
	}

	get stand(): Stand {
		return { last: this.walk.last, open: this.walk.open };
	}

	take(line: string, form: Form, vocabulary: Vocabulary): void {
		const { walk } = this;
		const number = this.starts.length;
		this.stands.push(this.stand);
		this.starts.push(walk.count);
		const { words, own } = vocabulary.lineOf(line, form);
		if (words.length === 0) return;
		if (own !== undefined && words.length < 1_000) {
			walk.ids.push(...own.ids);
			walk.weights.push(...own.weights);
			walk.last = own.last;
			return;
		}
		walk.closed = undefined;
		walk.add(words, form.hasBrackets);
		if (walk.closed !== undefined && ONLY_CLOSERS.test(line)) this.closers.set(number, walk.closed);
	}

	/** @param from the first line of those that are as they are known, `later` lines further down */
	close(source: readonly string[], form: Form, from: number, later: number): CodeTokens {
		const { known, first, starts, stands, closers, walk } = this;
		const begin = known?.starts[from + later] ?? 0;
		const last = (known?.ids.length ?? 0) - begin;
		const length = walk.count + last;
		if (known !== undefined && from < source.length) this.moveRest(known, from, later, walk.count - begin);
		else {
			stands.push(this.stand);
			starts.push(length);
		}
		const [ids, weights, lines] = [new Int32Array(length), new Uint8Array(length), new Int32Array(length)];
		if (known !== undefined) {
			ids.set(known.ids.subarray(0, first));
			ids.set(known.ids.subarray(begin), walk.count);
			weights.set(known.weights.subarray(0, first));
			weights.set(known.weights.subarray(begin), walk.count);
			lines.set(known.lines.subarray(0, first));
		}
		ids.set(walk.ids, first);
		weights.set(walk.weights, first);
		fillLines(lines, starts, this.head);
		const like = known && { ids: known.ids, first, last };
		return { ids, weights, lines, starts: Int32Array.from(starts), closers, source, stands, form, like };
	}

	/** Takes what is known from a line on. What was opened before it stays where it is. */
	private moveRest(known: CodeTokens, from: number, later: number, shift: number): void {
		const moved = new Map<Opener, Opener>();
		for (let { open } = this.walk; open !== undefined; open = open.around) moved.set(open, open);
		const movedTo = (opener: Opener | undefined): Opener | undefined => {
			const inner: Opener[] = [];
			for (let each = opener; each !== undefined && !moved.has(each); each = each.around) inner.push(each);
			for (const each of inner.reverse())
				moved.set(each, { ...each, token: each.token + shift, around: each.around && moved.get(each.around) });
			return opener && moved.get(opener);
		};
		for (let line = from + later; line < known.stands.length; line++) {
			const stand = known.stands[line];
			const open = movedTo(stand?.open);
			this.starts.push((known.starts[line] ?? 0) + shift);
			if (stand !== undefined) this.stands.push(open === stand.open ? stand : { last: stand.last, open });
		}
		for (const [line, opener] of known.closers) {
			const there = line < from + later ? undefined : movedTo(opener);
			if (there !== undefined) this.closers.set(line - later, there);
		}
	}
}

/** The line of each token, from a line on. */
function fillLines(lines: Int32Array, starts: readonly number[], from: number): void {
	for (let line = from; line + 1 < starts.length; line++) lines.fill(line, starts[line], starts[line + 1]);
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
	grams.sort();
	let count = 0;
	for (let at = 0; at < grams.length; at++)
		if (at === 0 || grams[at] !== grams[at - 1]) grams[count++] = grams[at] ?? 0;
	return grams.slice(0, count);
}
