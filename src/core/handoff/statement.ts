// What a session says, each sentence with its message. Nothing here is made up: a text is what somebody said, or names
// what a tool did.
import { gistOf } from '../base/similarity';
import type { TurnStart } from '../transcript/tree';
import type { PrintedCommit } from './shell';

/** Where to look a statement up. */
export interface Pointer {
	/** Id of the message's line in the transcript; very old lines have none. */
	readonly uuid: string | undefined;
	/** Number of the message in the conversation, from 1, in file order: prompts, replies and tool results. */
	readonly index: number;
	/** Number of the turn as the reading view counts them, from 1; 0 before the first. */
	readonly turn: number;
	/** Whose words they are. `summary`: what Claude Code kept of the time before a compaction. */
	readonly by: 'person' | 'claude' | 'tool' | 'summary';
	/** Milliseconds since 1970. */
	readonly atMs: number | undefined;
}

/** A text and where it was said. The text is as it was said: whoever shows or writes it redacts it first. */
export interface Statement {
	readonly text: string;
	readonly from: Pointer;
	/**
	 * Who made it: code from what tools recorded, rules from what was said (the default), Claude or another model, or a person
	 * by hand. The text of these is not in the words of the message: it is an account that the message proves.
	 */
	readonly origin?: 'computed' | 'rules' | 'claude' | 'model' | 'person';
	/** What it took the place of. */
	readonly formerTexts?: readonly string[];
}

/** How many statements of a kind are kept; of a very long session the newest. */
export const MAX_EACH = 200;

/** Limit of one text, in UTF-16 units. Long enough that a secret at the end is still whole when it is searched for. */
const KEPT = 2_000;

/** A statement of a text that may be as long as a file. */
export function statement(text: string, from: Pointer): Statement {
	const kept = text.length <= KEPT ? text : text.slice(0, KEPT).replace(/[\ud800-\udbff]$/u, '');
	return { text: kept.trim(), from };
}

/** One entry for each text (case and white space aside): the newest, in the order of the list. */
export function eachOnce<T extends Statement>(statements: readonly T[]): readonly T[] {
	const newest = new Map(statements.map((each) => [keyOf(each.text), each]));
	return statements.filter((each) => newest.get(keyOf(each.text)) === each);
}

/** A shorter text occurs in too many others to mean the same. Words. */
const TELLING_WORDS = 3;

/**
 * Whether a text says nothing that another does not: both have the same words apart from case and punctuation, or all
 * its words, three at least, occur there in a row. If one denies something and the other does not, they differ.
 */
export function saysNoMore(text: string, other: string): boolean {
	const [key, whole] = [keyOf(text), keyOf(other)];
	if (key === whole) return true;
	const isTelling = key.split(' ').length >= TELLING_WORDS;
	return isTelling && ` ${whole} `.includes(` ${key} `) && gistOf(text).isNegative === gistOf(other).isNegative;
}

/** Of texts that nearly repeat each other one stays, in the place of the first: the one that says most, else the first. */
export function eachSaidOnce<T>(list: readonly T[], textOf: (each: T) => string): readonly T[] {
	return list.reduce<readonly T[]>((kept, each) => {
		const text = textOf(each);
		if (kept.some((other) => saysNoMore(text, textOf(other)))) return kept;
		const less = kept.filter((other) => saysNoMore(textOf(other), text));
		if (less.length === 0) return [...kept, each];
		return kept.flatMap((other) => (other === less[0] ? [each] : less.includes(other) ? [] : [other]));
	}, []);
}

function keyOf(text: string): string {
	return text
		.toLowerCase()
		.replace(/[\s\p{P}]+/gu, ' ')
		.trim();
}

/** Statements in the order of their messages. */
export function byMessage<T extends Statement>(statements: readonly T[]): readonly T[] {
	return [...statements].sort((a, b) => a.from.index - b.from.index);
}

/** A line without the numbers of its messages. */
export function withoutPointers(line: string): string {
	return line.replace(/ \[m\d+\]/gu, '');
}

/** One exchange: what was asked, and the last thing that Claude said to it. */
export interface Exchange {
	/** As the reading view counts them, from 1. */
	readonly turn: number;
	readonly kind: TurnStart['kind'];
	readonly request: Statement;
	/** The reply's first paragraph; nothing where there was none. */
	readonly outcome: Statement | undefined;
}

export interface Decision extends Statement {
	/** `answer`: to a question of Claude's. `plan`: approved. `said`: by the person or by Claude in a sentence. */
	readonly how: 'answer' | 'plan' | 'said';
	/** What was asked, where it answers something. */
	readonly question: string | undefined;
	/** What came of it, in Claude's words, where the person said no more than a word or two. */
	readonly came?: Statement | undefined;
}

export interface Failure extends Statement {
	/**
	 * `said`: in a sentence. `tool`: it failed and never worked later. `undone`: work was thrown away. `refused`: by the
	 * person. `blocked`: by a rule. `left`: the conversation went back to before it. `stopped`: the person interrupted it.
	 */
	readonly how: 'said' | 'tool' | 'undone' | 'refused' | 'blocked' | 'left' | 'stopped';
	/** `tool`: it was tried again and failed again. */
	readonly isRepeated?: boolean;
	/** What came of it: `exit 1`, the first line of the error. */
	readonly outcome: string | undefined;
}

/** What was put off in passing. */
export interface PutOff extends Statement {
	/** What its own words plainly make it; nothing if only the dialogue shows that it was put off. */
	readonly kind: 'deferred' | 'idea' | undefined;
}

/** What a conversation has established and what it leaves. */
export interface Outcome {
	readonly decisions: readonly Decision[];
	readonly failures: readonly Failure[];
	readonly openQuestions: readonly Statement[];
	readonly deferred: readonly PutOff[];
	readonly nextSteps: readonly Statement[];
}

/** An approach that was tried in vain. What merely failed, was refused or was thrown away is listed elsewhere. */
export function isAttempt({ how }: Failure): boolean {
	return how === 'said' || how === 'left';
}

export interface FileChange {
	/** As Claude wrote it, mostly absolute. */
	readonly path: string;
	readonly isCreated: boolean;
	readonly isRemoved: boolean;
	readonly addedLines: number;
	readonly removedLines: number;
	/** All its changes belong to turns that the conversation went back from. */
	readonly isAbandoned: boolean;
	/** The last change. */
	readonly from: Pointer;
}

/** A test, check or build, with its latest result. */
export interface Check extends Statement {
	/** `exit 0`, `exit 1`, `interrupted`. */
	readonly outcome: string;
	/** Lines of its output that say how it went. */
	readonly verdict: readonly string[];
}

export interface TaskState extends Statement {
	readonly status: 'pending' | 'in_progress' | 'completed';
	/** From the task list, the todo list, an approved plan, or a check list in a reply. */
	readonly kind: 'task' | 'todo' | 'plan' | 'reply';
	/** Claude's number of it. */
	readonly id: string | undefined;
	/** Milliseconds since 1970, as far as the session shows them. */
	readonly createdMs: number | undefined;
	readonly completedMs: number | undefined;
	/** What Claude's list says of it besides. */
	readonly detail: string | undefined;
	/** What it was called earlier in the session. */
	readonly formerTexts: readonly string[];
	/** The plan's file. */
	readonly plan: string | undefined;
	/** Copied from an earlier session when this one took it up, and as it was then. */
	readonly isCopy?: boolean;
}

export interface PlanState extends Statement {
	/** Where Claude keeps it, as far as the transcript says. */
	readonly file: string | undefined;
	readonly isApproved: boolean;
}

export interface CommitMade extends PrintedCommit {
	readonly from: Pointer;
}

/** What happened to a file, in words; without its size if that is not known. */
export function fileFacts(file: Pick<FileChange, 'isRemoved' | 'isCreated' | 'addedLines' | 'removedLines'>): string[] {
	if (file.isRemoved) return ['removed'];
	const isCounted = file.addedLines + file.removedLines > 0;
	return [...(file.isCreated ? ['new'] : []), ...(isCounted ? [`+${file.addedLines} −${file.removedLines}`] : [])];
}
