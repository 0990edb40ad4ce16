// A session as the index has it, and as lists show it: the facts of its file, and what follows from them and from the file.
import { isProgrammatic } from '../../../core/claude/registry';
import { Form, type Draft, type RecordOf, type TextPool, text } from '../../../core/base/form';
import { displayName } from '../../../core/transcript/displayName';
import type { Usage } from '../../../core/transcript/entry';
import {
	FACTS,
	type FactsDraft,
	NO_TOKENS,
	type SessionFacts,
	closeFacts,
	usedTokens,
} from '../../../core/transcript/facts';
import type { ReadFile } from './foundFile';

/** What the cache keeps of a session. */
const CACHED = {
	/** One printable line of at most 80 characters. */
	name: text,
	...FACTS,
};

/** What follows from that, and from the file. */
interface Derived {
	readonly id: string;
	/** Its transcript, as it is called now. */
	readonly file: string;
	readonly sizeBytes: number;
	/** The file's own time stamp: no activity, only what the retention goes by. */
	readonly modifiedMs: number;
	/** A program started it (`sdk-*`), not a person. */
	readonly isProgram: boolean;
	readonly subagents: number;
	/** With those of subagents and compactions, as far as files tell them. */
	readonly usedTokens: Usage;
	/** What of `usedTokens` no other session has: a fork repeats the answers of its origin. For totals over sessions. */
	readonly ownTokens: Usage;
	/** The same of `prompts`. */
	readonly ownPrompts: number;
	/** When a fork began; what its file says of the time before is its origin's. `firstMessageMs` is this, too. */
	readonly forkedMs: number | undefined;
	/** The id of the session that a fork is of; where its lines do not say it, of the oldest one that begins as it does. */
	readonly forkedFrom: string | undefined;
	/** Id of the first answer in its own file. Forks share it. */
	readonly firstAnswer: string | undefined;
}

export type IndexedSession = RecordOf<typeof CACHED> & Derived;

const FORM = new Form(CACHED);

export const SESSION_KEYS = FORM.keys;

const BLANK: IndexedSession = {
	...FORM.blank,
	id: '',
	file: '',
	sizeBytes: 0,
	modifiedMs: 0,
	isProgram: false,
	subagents: 0,
	usedTokens: NO_TOKENS,
	ownTokens: NO_TOKENS,
	ownPrompts: 0,
	forkedMs: undefined,
	forkedFrom: undefined,
	firstAnswer: undefined,
};

export const INDEXED_KEYS = Object.keys(BLANK) as readonly (keyof IndexedSession)[];

/** A session as its one file shows it. This is what the record keeps, so that most sessions exist only once in memory. */
export function indexedSession(facts: FactsDraft, found: ReadFile): IndexedSession {
	const session = blankSession();
	Object.assign(session, closeFacts(facts));
	session.name = nameOf(session);
	return derive(session, found);
}

export function packSession(session: IndexedSession): readonly unknown[] {
	return FORM.pack(session);
}

/** The session of a line; nothing where that is none. */
export function unpackSession(packed: unknown, found: ReadFile, pool?: TextPool): IndexedSession | undefined {
	const session = blankSession();
	return FORM.unpack(packed, session, pool) ? derive(session, found) : undefined;
}

/** Every session begins here: of one shape they are small, and quick to read. */
function blankSession(): Draft<IndexedSession> {
	return { ...BLANK };
}

function derive(session: Draft<IndexedSession>, { mainId, file, stamp, firstMessageId }: ReadFile): IndexedSession {
	// Texts that are the same are in memory once.
	if (session.sessionId === mainId) {
		session.sessionId = mainId;
		session.firstAnswer = firstMessageId;
	}
	const { custom, ai } = session.titles;
	if (session.name === custom) session.name = custom;
	else if (session.name === ai) session.name = ai;
	session.id = session.sessionId;
	session.file = file;
	session.sizeBytes = stamp.sizeBytes;
	session.modifiedMs = stamp.modifiedMs;
	session.isProgram = isProgrammatic(session.entrypoint);
	session.usedTokens = usedTokens(session);
	session.ownTokens = session.usedTokens;
	session.ownPrompts = session.prompts;
	return session;
}

function nameOf({ sessionId, titles, firstPrompt, lastPrompt, cwd }: SessionFacts): string {
	const { custom, ai, summary, agent } = titles;
	const prompts = { firstPrompt: firstPrompt?.text, lastPrompt: lastPrompt?.text };
	return displayName({ customTitle: custom, aiTitle: ai, summary, agentName: agent, cwd, ...prompts }) ?? sessionId;
}
