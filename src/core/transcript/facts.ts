// What a file says of a session: the part that the quick scan of all files and the full reading of one file must agree on.
// `FACTS` is the one list of it. The draft of a scan, the line in the cache and the row of a list follow from it; a new fact
// is one more field there, and what notes it (`noteFacts.ts`).
import {
	BROKEN,
	type Draft,
	type Field,
	Form,
	type RecordOf,
	count,
	flag,
	optional,
	sharedText,
	text,
	word,
} from '../base/form';
import { asRecord } from '../base/result';
import type { TitleKind, Usage } from './entry';
import type { Excerpt } from './excerpt';

/**
 * How the conversation stands. `prompted`: nobody has answered yet. `tool`: a tool was called and has not answered.
 * `working`: Claude goes on. `idle`: Claude is done. `truncated`: it hit the output limit. `error`: the API refused.
 */
export type StopState = 'empty' | 'prompted' | 'tool' | 'working' | 'idle' | 'interrupted' | 'truncated' | 'error';

type Titles = Readonly<Partial<Record<TitleKind, string>>>;

/** A session that began as a copy and says so. The copies come first. */
export interface Fork {
	/** The session that the first line was copied from. */
	readonly origin: string;
	/** When the first `user` or `assistant` line was written that is no copy, and its first prompt; nothing before there is one. */
	readonly own: { readonly firstMs: number | undefined; readonly prompt: string | undefined } | undefined;
}

/** No tokens at all. */
export const NO_TOKENS: Usage = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 };

const titles: Field<Titles> = { blank: {}, unpack: (packed) => (asRecord(packed) as Titles | undefined) ?? BROKEN };

const prompt: Field<Excerpt> = {
	blank: { text: '', fullLength: 0 },
	pack: (each) => [each.text, each.fullLength],
	unpack(packed) {
		if (!Array.isArray(packed) || packed.length !== 2) return BROKEN;
		const [beginning, fullLength] = [packed[0], packed[1]] as unknown[];
		return typeof beginning === 'string' && typeof fullLength === 'number' ? { text: beginning, fullLength } : BROKEN;
	},
};

/** The last prompt, missing where it is the first one too: so it is in memory once. */
const laterPrompt: Field<Excerpt | undefined, { readonly firstPrompt: Excerpt | undefined }> = {
	blank: undefined,
	pack(last, { firstPrompt: first }) {
		const isFirst = last?.text === first?.text && last?.fullLength === first?.fullLength;
		return isFirst || last === undefined ? null : prompt.pack?.(last, undefined);
	},
	unpack: (packed, { firstPrompt }) => (packed === null ? firstPrompt : prompt.unpack(packed, undefined, undefined)),
};

/** Each API message once. */
export const tokenUsage: Field<Usage> = {
	blank: NO_TOKENS,
	pack: ({ input, output, cacheWrite, cacheRead }) => [input, output, cacheWrite, cacheRead],
	unpack(packed) {
		if (!Array.isArray(packed) || packed.length !== 4) return BROKEN;
		if (!packed.every(Number.isFinite)) return BROKEN;
		const [input = 0, output = 0, cacheWrite = 0, cacheRead = 0] = packed as readonly number[];
		return { input, output, cacheWrite, cacheRead };
	},
};

const fork: Field<Fork> = {
	blank: { origin: '', own: undefined },
	pack: ({ origin, own }) => [origin, own === undefined ? null : [own.firstMs, own.prompt]],
	unpack(packed) {
		if (!Array.isArray(packed) || packed.length !== 2) return BROKEN;
		const [origin, own] = packed as unknown[];
		if (typeof origin !== 'string') return BROKEN;
		if (own === null) return { origin, own: undefined };
		if (!Array.isArray(own) || own.length !== 2) return BROKEN;
		const firstMs = time.unpack(own[0], undefined, undefined);
		const ownPrompt = ownText.unpack(own[1], undefined, undefined);
		return firstMs === BROKEN || ownPrompt === BROKEN ? BROKEN : { origin, own: { firstMs, prompt: ownPrompt } };
	},
};

/** Milliseconds since 1970. */
const time = optional(count);
const ownText = optional(text);
const place = optional(sharedText);

/** Every fact, in the order of a line in the cache. */
export const FACTS = {
	sessionId: text,
	/** The last title of each kind. */
	titles,
	firstPrompt: optional(prompt),
	lastPrompt: laterPrompt,
	/** Where the session was started. */
	cwd: place,
	/** Where its last message was written. Worktrees and `cd` make the two differ. */
	lastCwd: place,
	gitBranch: place,
	/** `sdk-*` for programs' own sessions; one of a person's where any line has one (`tellingEntrypoint`). */
	entrypoint: place,
	model: place,
	/** Earliest time of a `user` or `assistant` line. */
	firstMessageMs: time,
	/** Latest time of one. */
	lastMessageMs: time,
	/** What a person typed, custom slash commands included, abandoned ones too. */
	prompts: count,
	/** Prompts and notifications that Claude answered. Several queued prompts can make one turn. */
	turns: count,
	/** Each API message once, however many lines it takes. Subagents' own files are not in it. */
	tokens: tokenUsage,
	/** What Claude Code's own count had beyond that when it ended: subagents, compactions, the title. */
	besides: optional(tokenUsage),
	/** Size of the last request of the main conversation, or of what the last compaction left. */
	contextTokens: optional(count),
	compactions: count,
	interruptions: count,
	apiErrors: count,
	state: word<StopState>('empty'),
	/** `true`: an end is recorded after the last message. `false`: one was recorded and the session went on. Else unknown. */
	ended: optional(flag),
	/** Set where lines say that they are copies. */
	fork: optional(fork),
	/** A turn was started and nobody has answered. */
	isAwaiting: flag,
};

export type SessionFacts = RecordOf<typeof FACTS>;
/** Facts under way. */
export type FactsDraft = Draft<SessionFacts>;

const FORM = new Form(FACTS);

export function createFacts(sessionId: string): FactsDraft {
	return { ...FORM.blank, sessionId };
}

/** A draft that goes on from facts, or from a row that has more than those. */
export function createFactsFrom(facts: SessionFacts): FactsDraft {
	const draft = createFacts(facts.sessionId);
	FORM.copy(facts, draft);
	return draft;
}

/** A branch as it is shown: `HEAD` is what Claude Code writes outside of a repository. */
export function closedBranch(branch: string | undefined): string | undefined {
	return branch === 'HEAD' ? undefined : branch;
}

/** The facts as they stand; the draft can go on. */
export function closeFacts(draft: FactsDraft): SessionFacts {
	return { ...draft, gitBranch: closedBranch(draft.gitBranch) };
}

/** Two counts together, kind by kind. */
export function addUsage(a: Usage, b: Usage): Usage {
	return {
		input: a.input + b.input,
		output: a.output + b.output,
		cacheWrite: a.cacheWrite + b.cacheWrite,
		cacheRead: a.cacheRead + b.cacheRead,
	};
}

/** What is left of a count without another, kind by kind. */
export function subtractUsage(a: Usage, b: Usage): Usage {
	return {
		input: a.input - b.input,
		output: a.output - b.output,
		cacheWrite: a.cacheWrite - b.cacheWrite,
		cacheRead: a.cacheRead - b.cacheRead,
	};
}

/** The larger count of each kind. */
export function mostUsage(a: Usage, b: Usage): Usage {
	return {
		input: Math.max(a.input, b.input),
		output: Math.max(a.output, b.output),
		cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
		cacheRead: Math.max(a.cacheRead, b.cacheRead),
	};
}

/** What is more of each kind in a count than in another; nothing where no kind is. */
export function excessUsage(a: Usage, b: Usage): Usage | undefined {
	const excess = mostUsage(subtractUsage(a, b), NO_TOKENS);
	return Object.values(excess).some((each) => each > 0) ? excess : undefined;
}

/** When the session itself began: what a fork's file says of the time before is its origin's. */
export function beganMs({
	firstMessageMs,
	lastMessageMs,
	fork,
}: Pick<SessionFacts, 'firstMessageMs' | 'lastMessageMs' | 'fork'>): number | undefined {
	return fork === undefined ? firstMessageMs : (fork.own?.firstMs ?? lastMessageMs);
}

/** All that a session used, as far as its own files tell it. */
export function usedTokens({ tokens, besides }: Pick<SessionFacts, 'tokens' | 'besides'>): Usage {
	return besides === undefined ? tokens : addUsage(tokens, besides);
}
