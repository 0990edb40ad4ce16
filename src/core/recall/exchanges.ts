// A conversation as exchanges: what a person said with all that came of it, up to what they said next. An exchange is what
// recall finds; a file also has a name, which counts for each of them.
import { changesFiles } from '../transcript/changedFiles';
import { cleanName } from '../transcript/displayName';
import { isMessage, type TitleKind, type TranscriptEntry } from '../transcript/entry';
import { type PassageRole, type SearchedPassage, passagesOf } from '../search/passages';
import { pairsOf } from './pairs';
import { type Word, indexedWords, isSmall, termHash, termsIn } from './words';

/** One exchange, ready for the index. */
export interface TalkExchange {
	/** Where its first line begins, and where its last one ends: bytes. */
	readonly begin: number;
	end: number;
	/** When something was last said in it. Milliseconds since 1970; 0 where no line says it. */
	atMs: number;
	/** Of the first message, the same in forks of the session; 0 where it has none. */
	readonly key: number;
	/** Something was changed in it. */
	hasWork: boolean;
	/** How often each term stands in it, by its hash; what was said counts twice. */
	readonly counts: Map<number, number>;
	/** Terms in all. */
	length: number;
	/** Words that stand side by side in it, as `pairsOf` numbers them. */
	readonly pairs: Set<number>;
}

/** What a file says of its session beside that. */
export interface SessionWords {
	readonly titles: Partial<Record<TitleKind, string>>;
	/** As it serves for a name. */
	firstPrompt: string | undefined;
	cwd: string | undefined;
	branch: string | undefined;
	entrypoint: string | undefined;
	firstMs: number | undefined;
	lastMs: number | undefined;
}

export const emptySessionWords = (): SessionWords => ({
	titles: {},
	firstPrompt: undefined,
	cwd: undefined,
	branch: undefined,
	entrypoint: undefined,
	firstMs: undefined,
	lastMs: undefined,
});

/** An exchange that is longer is cut: what is found must be short enough to be read. Terms. */
const LONGEST = 3_000;

/** Of what a tool was given or answered, the beginning and the end say what it was. UTF-16 units. */
const TOOL_HEAD = 6_000;
const TOOL_TAIL = 2_000;
const SAID_LIMIT = 60_000;

/** What was said is what a session is about. What a tool printed is about anything, and a summary repeats what is there. */
const WEIGHTS: Readonly<Record<PassageRole, number>> = {
	user: 3,
	assistant: 2,
	title: 0,
	toolUse: 1,
	toolResult: 0.1,
	summary: 0.1,
};

/** A line that is longer is never read for an answer. UTF-16 units. */
const LONGEST_SAID = 512 * 1_024;

/** Words of so many letters at most can be found by a typo. */
const WORD_LETTERS = 24;

/** What is made of a run of lines. */
export class ExchangeReader {
	private open: TalkExchange | undefined;

	/**
	 * @param words of the session, which grow. @param spoken takes the words that can be found by a typo, folded.
	 * @param done takes each exchange when it is over.
	 */
	constructor(
		private readonly words: SessionWords,
		private readonly spoken: (word: string) => void,
		private readonly done: (exchange: TalkExchange) => void,
	) {}

	/** @param begin of its line. @param end of its line, with the line feed: bytes. */
	take(entry: TranscriptEntry, begin: number, end: number): void {
		const { words } = this;
		if (entry.type === 'title') words.titles[entry.kind] = entry.text;
		const passages = passagesOf(entry);
		if (!isMessage(entry) || (entry.type !== 'user' && entry.type !== 'assistant')) {
			this.notePairs(passages);
			return;
		}
		words.cwd ??= entry.cwd;
		words.branch = entry.gitBranch ?? words.branch;
		words.entrypoint ??= entry.entrypoint;
		const isPrompt = entry.type === 'user' && (entry.kind === 'prompt' || entry.kind === 'command');
		if (this.open === undefined || isPrompt || this.open.length > LONGEST) {
			this.close();
			const uuid = entry.copyOf?.uuid ?? entry.uuid;
			this.open = {
				begin,
				end,
				atMs: 0,
				key: uuid === undefined ? 0 : termHash(uuid) % 0x1_0000_0000,
				hasWork: false,
				counts: new Map(),
				length: 0,
				pairs: new Set(),
			};
		}
		this.notePairs(passages);
		const { open } = this;
		open.end = end;
		if (entry.timestampMs !== undefined) {
			open.atMs = Math.max(open.atMs, entry.timestampMs);
			words.firstMs = Math.min(words.firstMs ?? Infinity, entry.timestampMs);
			words.lastMs = Math.max(words.lastMs ?? 0, entry.timestampMs);
		}
		for (const { role, text, tool } of passages) {
			const isTool = role === 'toolUse' || role === 'toolResult';
			if (role === 'user' && isPrompt) words.firstPrompt ??= cleanName(text);
			if (tool !== undefined) open.hasWork ||= changesFiles(tool);
			const indexed = indexedWords(isTool ? endsOf(text) : text.slice(0, SAID_LIMIT));
			addTerms(open, termsIn(indexed), WEIGHTS[role]);
			if (role !== 'toolResult') this.note(indexed);
		}
	}

	/** The last exchange is over as far as the lines go. */
	close(): void {
		if (this.open !== undefined) this.done(this.open);
		this.open = undefined;
	}

	/** Of all that a phrase is looked for in, what a person cannot see included. */
	private notePairs(passages: readonly SearchedPassage[]): void {
		const { open } = this;
		if (open === undefined) return;
		for (const { text } of passages) if (text.length <= LONGEST_SAID) pairsOf(text, (pair) => open.pairs.add(pair));
	}

	private note(words: readonly Word[]): void {
		for (const { parts } of words)
			for (const part of parts)
				if (part.length > 3 && part.length <= WORD_LETTERS && /^\p{L}+$/u.test(part) && !isSmall(part))
					this.spoken(part);
	}
}

/** Adds terms. @param weight how much one of them counts */
export function addTerms(to: Pick<TalkExchange, 'counts' | 'length'>, terms: readonly string[], weight: number): void {
	for (const term of terms) {
		const hash = termHash(term);
		to.counts.set(hash, (to.counts.get(hash) ?? 0) + weight);
		to.length += weight;
	}
}

function endsOf(text: string): string {
	return text.length <= TOOL_HEAD + TOOL_TAIL ? text : `${text.slice(0, TOOL_HEAD)}\n${text.slice(-TOOL_TAIL)}`;
}
