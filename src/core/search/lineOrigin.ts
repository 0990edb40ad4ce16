// Which message wrote each line of a text. What sessions did to files is told again in its order: every text that is known of a
// file comes from an earlier one, and a line keeps who wrote it for as long as nobody changes it in substance. What
// formatters change is none (`codeTokens.ts`). A line that went and came, in its file or another one, was moved.
import { alignTokens } from './alignTokens';
import { type CodeTokens, TELLING, Vocabulary, gramAt, gramsOf, tokensOf } from './codeTokens';
import { type Place, type State, type LineStep, changedLines, isSameLine, keptOf, move, takenOver } from './lineStep';
import { likest } from './sharedGrams';

/** What one call did to a file. */
export interface WrittenChange<A> {
	/** The same for a file in all worktrees. */
	readonly file: string;
	readonly author: A;
	/** The file before and after; or pieces of it, where no more is known. */
	readonly before: string;
	readonly after: string;
	readonly isWhole: boolean;
}

/** Letters and digits of a run that has come from another file. */
const TELLING_ELSEWHERE = 24;
/** A word that has been written so often tells nothing of where it comes from; nor does a shorter one of another file. */
const RARE = 2;
const LONG = 10;
/** How much of a text has to stand in one of another file that is gone, for the file to have been renamed. */
const RENAMED = 0.5;
/** Texts of a file that are kept. */
const MAX_STATES = 400;
/** Places of one gram that are looked at. */
const MAX_PLACES = 32;
/** Longer texts (characters, of files bytes: never fewer) are not read: nobody writes them by hand, nor does Claude. */
export const LONGEST_TEXT = 2_000_000;

const NOTHING = tokensOf('', '', new Vocabulary());

interface Run extends Place {
	readonly length: number;
}

/** What was told of a file, ready for its texts. */
export interface ToldFile<A> {
	/**
	 * @returns an author for each line, of several the last; undefined for a line of somebody else's, or that says nothing
	 */
	authorsOf(text: string): readonly (A | undefined)[];
}

/**
 * Tells again what sessions did to a file.
 * @param asked the file, as `changes` names it
 * @param changes of this file and of those that its lines may have come from, in the order in which they were made
 * @param present what stands in another file at the moment that is asked about; undefined where it is gone
 * @param pause is awaited between two changes: each can take some milliseconds
 * @param vocabulary for who tells several files: most lines stand in many texts
 */
export async function tellFile<A>(
	asked: string,
	changes: readonly WrittenChange<A>[],
	present: (file: string) => string | undefined,
	pause: () => Promise<void> | undefined,
	vocabulary = new Vocabulary(),
): Promise<ToldFile<A>> {
	const history = new History(asked, present, vocabulary);
	const authors: A[] = [];
	for (const change of changes) {
		if (change.before.length > LONGEST_TEXT || change.after.length > LONGEST_TEXT) continue;
		authors.push(change.author);
		history.note(change, authors.length);
		await pause();
	}
	return {
		authorsOf: (text) => (text.length > LONGEST_TEXT ? [] : history.ask(text).map((owner) => authors[owner - 1])),
	};
}

class History {
	/** The texts of each file. */
	private readonly states = new Map<string, State[]>();
	/** Every line, where it first stood, by its grams. */
	private readonly pool = new Map<number, Place[]>();
	/** How often each word was written. */
	private readonly written = new Map<number, number>();
	private isAsked = false;
	/** The author of each birth. */
	private readonly authors: number[] = [0];
	/** The grams of what stands in other files today. */
	private readonly elsewhere = new Map<string, ReadonlySet<number>>();

	constructor(
		private readonly asked: string,
		private readonly present: (file: string) => string | undefined,
		private readonly vocabulary: Vocabulary,
	) {}

	note({ file, before, after, isWhole }: WrittenChange<unknown>, author: number): void {
		if (isWhole)
			return void this.keep(this.step(file, before === '' ? undefined : this.read(file, before), after, author));
		// A piece says no more than itself. Where the text before is known and holds it once, all is known.
		const last = this.states.get(file)?.at(-1);
		const at = last === undefined || before === '' ? -1 : last.text.indexOf(before);
		if (last === undefined || at < 0 || last.text.includes(before, at + 1))
			return void this.step(file, before === '' ? undefined : this.step(file, undefined, before, 0), after, author);
		const text = last.text.slice(0, at) + after + last.text.slice(at + before.length);
		this.keep(this.step(file, last, text, author));
	}

	/** The author of each line of the file that is asked for. Asking leaves no trace. */
	ask(text: string): readonly number[] {
		this.isAsked = true;
		return this.vocabulary.inPassing(() => this.ownersOf(text));
	}

	private ownersOf(text: string): readonly number[] {
		const { tokens, births, owners } = this.left(this.asked, text);
		const bornOf = (token: number): number => this.authors[births[token] ?? -1] ?? 0;
		return Array.from({ length: tokens.starts.length - 1 }, (_, line) => {
			const [start, end] = [tokens.starts[line] ?? 0, tokens.starts[line + 1] ?? 0];
			const opener = tokens.closers.get(line);
			if (opener !== undefined) return bornOf(Math.max(0, opener.token));
			let hasWords = false;
			for (let token = start; token < end; token++) hasWords ||= (tokens.weights[token] ?? 0) > 0;
			let last = 0;
			for (let token = start; token < end; token++) {
				if (hasWords && (tokens.weights[token] ?? 0) === 0) continue;
				// A line of signs alone is told by those as well.
				const author = hasWords ? (owners[token] ?? 0) : bornOf(token);
				if (author === 0) return 0;
				last = Math.max(last, author);
			}
			return last;
		});
	}

	/** A text of a file that somebody else left, from now on. */
	private read(file: string, text: string): State {
		const state = this.left(file, text);
		return this.states.get(file)?.at(-1) === state ? state : this.keep(state);
	}

	/** The same, without keeping it. What sessions wrote of it is known from earlier texts. */
	private left(file: string, text: string): State {
		const own = this.states.get(file) ?? [];
		const last = own.at(-1);
		if (last?.text === text) return last;
		const tokens = tokensOf(text, file, this.vocabulary, last?.tokens);
		const gone = (): State[] =>
			[...this.states].flatMap(([name, states]) =>
				name === file || name === this.asked || this.present(name) !== undefined ? [] : states,
			);
		const parent = own.length > 0 ? likest(own, tokens, 0) : likest(gone(), tokens, RENAMED);
		return this.step(file, parent, text, 0, tokens);
	}

	private keep(state: State): State {
		const states = this.states.get(state.file) ?? [];
		this.states.set(state.file, states);
		states.push(state);
		if (states.length > MAX_STATES) states.shift();
		return state;
	}

	/** One text made of another. @param author of what is new, 0 for everybody else */
	private step(
		file: string,
		parent: State | undefined,
		text: string,
		author: number,
		tokens = tokensOf(text, file, this.vocabulary, parent?.tokens),
	): State {
		const alignment = alignTokens(parent?.tokens ?? NOTHING, tokens);
		const isKept = keptOf(alignment, parent?.tokens.ids.length ?? 0);
		const step: LineStep = { tokens, author, parent, isKept, places: alignment.places, moved: new Map() };
		const changed = changedLines(alignment, step);
		const isStill = this.findMoved(file, step, changed);
		const births = takenOver(alignment, parent?.births);
		const owners = takenOver(alignment, parent?.owners);
		const state: State = { file, text, tokens, births, owners };
		for (const line of changed)
			if (isStill.has(line)) move(line, step, state);
			else this.write(line, step, state);
		if (!this.isAsked) for (const line of changed) this.remember(state, line);
		return state;
	}

	/** A line of which somebody has changed something. */
	private write(line: number, { tokens, author, places }: LineStep, { births, owners }: State): void {
		const [start, end] = [tokens.starts[line] ?? 0, tokens.starts[line + 1] ?? 0];
		let known = 0;
		for (let token = start; token < end; token++) if ((places[token] ?? -1) >= 0) known++;
		// A word that stands in another line by chance is a new one.
		const isNew = known * 2 < end - start;
		for (let token = start; token < end; token++) {
			if (isNew || births[token] === 0) births[token] = this.born(tokens.ids[token] ?? 0, author);
			owners[token] = author;
		}
	}

	private remember(state: State, line: number): void {
		const { ids, starts } = state.tokens;
		for (let at = starts[line] ?? 0; at < (starts[line + 1] ?? 0); at++) {
			const gram = gramAt(ids, at);
			const known = this.pool.get(gram);
			if (known === undefined) this.pool.set(gram, [{ state, at }]);
			else if (known.length < MAX_PLACES) known.push({ state, at });
		}
	}

	private born(word: number, author: number): number {
		if (this.isAsked) return 0;
		this.written.set(word, (this.written.get(word) ?? 0) + 1);
		return this.authors.push(author) - 1;
	}

	/**
	 * Where what was changed, or is new, stood before: in this file, or in another one that does not hold it any more.
	 * @param changed numbers of lines @returns those of them that are but moved
	 */
	private findMoved(file: string, step: LineStep, changed: readonly number[]): ReadonlySet<number> {
		const { tokens, moved, parent, places } = step;
		const { starts } = tokens;
		const isChanged = new Set(changed);
		/** Which births stand in lines that stay: 1. */
		let used: Uint8Array | undefined;
		const inUse = (): Uint8Array => {
			if (used) return used;
			used = new Uint8Array(this.authors.length);
			for (let line = 0; line + 1 < starts.length; line++)
				if (!isChanged.has(line))
					for (let token = starts[line] ?? 0; token < (starts[line + 1] ?? 0); token++)
						used[parent?.births[places[token] ?? -1] ?? 0] = 1;
			return used;
		};
		for (let n = 0; n < changed.length; n++) {
			const from = starts[changed[n] ?? 0] ?? 0;
			let end = n;
			while (changed[end + 1] === (changed[end] ?? 0) + 1) end++;
			const run = this.longestRun(file, tokens, from, starts[(changed[end] ?? 0) + 1] ?? 0, inUse);
			if (run === undefined) continue;
			for (let k = 0; k < run.length; k++) {
				moved.set(from + k, { state: run.state, at: run.at + k });
				inUse()[run.state.births[run.at + k] ?? 0] = 1;
			}
			while ((starts[changed[n + 1] ?? -1] ?? Infinity) < from + run.length) n++;
		}
		return new Set(changed.filter((line) => moved.has(starts[line] ?? 0) && isSameLine(line, step)));
	}

	/** What is the same as lines that stood somewhere, by whole lines. @param end up to which it may go */
	private longestRun(
		file: string,
		{ ids, weights, lines }: CodeTokens,
		from: number,
		end: number,
		inUse: () => Uint8Array,
	): Run | undefined {
		const gram = gramAt(ids, from);
		let best: Run | undefined;
		for (const { state, at } of this.pool.get(gram) ?? []) {
			const isElsewhere = state.file !== file;
			if (isElsewhere && this.stands(state.file, gram)) continue;
			let [length, weight, rare] = [0, 0, 0];
			/** Up to the last line of which all is the same. */
			let whole = { length: 0, weight: 0, rare: 0 };
			for (let token = from; ; token++, length++) {
				if (length > 0 && lines[token] !== lines[token - 1]) whole = { length, weight, rare };
				const isSame =
					token < end && ids[token] === state.tokens.ids[at + length] && inUse()[state.births[at + length] ?? 0] !== 1;
				if (!isSame) break;
				const own = weights[token] ?? 0;
				weight += own;
				const isRare = (this.written.get(ids[token] ?? 0) ?? 0) <= RARE;
				if (isRare && (!isElsewhere || own >= LONG)) rare += own;
			}
			if (whole.rare < TELLING || (isElsewhere && whole.weight < TELLING_ELSEWHERE)) continue;
			({ length } = whole);
			if (best === undefined || length > best.length) best = { state, at, length };
		}
		return best;
	}

	/** Whether a run still stands in another file. */
	private stands(file: string, gram: number): boolean {
		let grams = this.elsewhere.get(file);
		if (grams === undefined) {
			const text = file === this.asked ? undefined : this.present(file);
			grams = new Set(text === undefined ? [] : gramsOf(tokensOf(text, file, this.vocabulary)));
			this.elsewhere.set(file, grams);
		}
		return grams.has(gram);
	}
}
