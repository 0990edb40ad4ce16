// By what something is known that is to be forgotten, and whether a text speaks of it. Where a record names its owner, that
// counts, and no word in it.
import { asRecord, asText } from '../base/result';

export interface KnownBy {
	/** Of sessions, changes and runs: nothing else is called so. */
	readonly ids: ReadonlySet<string>;
	/** Of files that came from it. Those of another project may be called the same. */
	readonly names: ReadonlySet<string>;
	/** Folders of its project. */
	readonly roots: ReadonlySet<string>;
	/** Folders of other projects, which may lie below those. */
	readonly others: ReadonlySet<string>;
	/** All of the project is to be forgotten. */
	readonly isWhole: boolean;
}

export interface Mentions {
	/**
	 * Whether a text speaks of it.
	 * @param isOwn whether the text is of the project; nothing where that has to be read off the text.
	 * @param isCut more of the text comes: what is cut off at its end is met again.
	 */
	in(text: string, isOwn: boolean | undefined, isCut?: boolean): boolean;
	/** The longest word that matters, in characters: pieces of a longer text must overlap by several of it. */
	readonly longest: number;
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;
const UUID = new RegExp(`^${UUIDS.source}$`, 'u');

/** Whether a text is the whole id of a session, as Claude Code gives it. */
export const isWholeId = (text: string): boolean => UUID.test(text);

/** Whether a file's name says which session it is of. */
export const namesSession = (name: string): boolean => new RegExp(UUIDS.source, 'u').test(name);

/** What finds it in texts. A word counts where it stands alone: the root `/app` is not spoken of by `/app2` or `/app.old`. */
export function mentionsOf({ ids, names, roots, others, isWhole }: KnownBy): Mentions {
	const uuids = new Set([...ids].filter(isWholeId));
	const [idAt, nameAt, rootAt] = [
		finder([...ids].filter((word) => !uuids.has(word))),
		finder([...names]),
		finder([...roots], String.raw`(?!\.\w)`),
	];
	const nested = patternOf([...others].filter((other) => [...roots].some((root) => other.startsWith(root))));
	const hasRoot = (text: string, end: number): boolean =>
		rootAt(nested === undefined ? text : text.replace(nested, (other) => ' '.repeat(other.length))) < end;
	// A path of Windows stands in JSON with its separators doubled.
	const words = [ids, names, roots, others].flatMap((each) => [...each]);
	const longest = 2 * Math.max(36, ...words.map((word) => word.length));
	return {
		in(text, isOwn, isCut = false) {
			const end = isCut ? text.length - longest : text.length;
			if ((text.match(UUIDS) ?? []).some((id) => uuids.has(id)) || idAt(text) < end) return true;
			if (isOwn === false) return false;
			const hasName = (isWhole && isOwn === undefined) || nameAt(text) < end;
			return hasName && (isOwn ?? hasRoot(text, end));
		},
		longest,
	};
}

/** @returns what says where the first of some words stands in a text; infinity where none does. */
function finder(words: readonly string[], after = ''): (text: string) => number {
	const found = patternOf(words, after);
	return (text) => {
		const at = found === undefined ? -1 : text.search(found);
		return at < 0 ? Infinity : at;
	};
}

function patternOf(words: readonly string[], after = ''): RegExp | undefined {
	// An empty word would be found everywhere.
	const spellings = words.filter(Boolean).flatMap((word) => [...new Set([word, JSON.stringify(word).slice(1, -1)])]);
	if (spellings.length === 0) return undefined;
	const pattern = spellings.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)).join('|');
	return new RegExp(String.raw`(?<![\w-])(?:${pattern})(?![\w-])${after}`, 'gu');
}

/** What a record of ours says of its owner. */
export interface NamedOwner {
	/** Empty where it names none; an empty name is one that nobody knows. */
	readonly sessions: readonly string[];
	/** It has words of sessions, and nobody can say which. */
	readonly isAnyones: boolean;
	/** The root of its project. */
	readonly root: string | undefined;
	/** A file or folder of its project. */
	readonly place: string | undefined;
	/** When it was made, in milliseconds since 1970; infinity where it does not say. */
	readonly atMs: number;
}

/** @param fields of a record or a line of ours; nothing where it is none. */
export function ownerIn(fields: Readonly<Record<string, unknown>> = {}): NamedOwner {
	const { ts, takenMs } = fields;
	const about = asRecord(fields['about'])?.['sessions'];
	const session = asText(fields['session']) ?? asText(asRecord(fields['extra'])?.['session']);
	const atMs = typeof takenMs === 'number' ? takenMs : Date.parse(asText(ts) ?? '');
	return {
		sessions: Array.isArray(about) ? about.map(String) : session === undefined ? [] : [session],
		isAnyones: Array.isArray(about) && about.length === 0,
		root: asText(fields['project']) ?? asText(fields['checkout']),
		place: asText(fields['cwd']) ?? asText(fields['path']),
		atMs: Number.isNaN(atMs) ? Infinity : atMs,
	};
}
