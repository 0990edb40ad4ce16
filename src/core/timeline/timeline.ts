// One list of all that is left of a project's sessions, and which of them is *latest*. Every face asks here, so that none
// of them resumes, announces or shows another session than the others.
import { type HandOff, type LastPrompt, handOffOf, isNewerThan } from '../documents/handOff';

/** A session document, a ratified draft, or a draft that waits, as far as the list needs it. */
interface DocumentOfSession {
	/** When it was saved, milliseconds since 1970. */
	readonly atMs: number;
	/** Nobody has looked at it yet. */
	readonly isDraft: boolean;
}

/** A row of the list. */
export interface TimelineSession<D extends DocumentOfSession = DocumentOfSession> {
	/** Its id; nothing where only a document is left that does not name one. */
	readonly id: string | undefined;
	/** When the last word was said, milliseconds since 1970; where only a document is left, when that was saved. */
	readonly lastMs: number;
	/** Nothing where nobody prompted, or where only a document is left. */
	readonly lastPrompt: LastPrompt | undefined;
	readonly hasWork: boolean;
	/** A process still holds it. */
	readonly isLive: boolean;
	/** A program had it, not a person. */
	readonly isProgram: boolean;
	/** A person marked it as done. */
	readonly isDone: boolean;
	/** Its words can still be read: in Claude Code's transcript, or in a copy of ours. */
	readonly isReadable: boolean;
	/** Newest first. */
	readonly documents: readonly D[];
	/** Documents, saved protocols and ratified drafts of it, in no order. */
	readonly handOffs: readonly HandOff[];
}

/** Newest last word first; the id decides between equals, so that the order is always the same. */
export function inOrder<T extends Pick<TimelineSession, 'id' | 'lastMs'>>(sessions: readonly T[]): readonly T[] {
	return [...sessions].sort((a, b) => b.lastMs - a.lastMs || ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
}

/**
 * Whether a session may be the latest one: the newest of those is.
 * @param own the session that asks; nothing where none does.
 */
export function canBeLatest(session: TimelineSession, own: string | undefined): boolean {
	const { hasWork, isProgram, isDone } = session;
	return hasWork && !isHeld(session, own) && !isProgram && !isDone && (own === undefined || session.id !== own);
}

/** Whether it is a person's and passed over because a process still holds it: that is said. */
export function isHeld(session: TimelineSession, own: string | undefined): boolean {
	return session.isLive && !session.isProgram && session.id !== own;
}

/**
 * Whether a hand-off that is newer than the last prompt holds what its backups hold: they wait no more, whenever they were
 * made. The person's own `/handoff` says that they have a record; it is none of ours, so it covers nothing.
 */
export function isCovered({ lastPrompt, handOffs }: Pick<TimelineSession, 'lastPrompt' | 'handOffs'>): boolean {
	const kind = handOffOf(lastPrompt, handOffs)?.kind;
	return kind !== undefined && kind !== 'command';
}

/**
 * Whether the backups of a session wait for a person: there is work in them that nothing else holds, or nobody can tell
 * what is in them.
 */
export function isPending(session: TimelineSession): boolean {
	return !isCovered(session) && (session.hasWork || !session.isReadable);
}

/**
 * The document to take up where a session is resumed: one that is newer than its last prompt. Of a session that can be read
 * no more, the newest there is. A draft counts for nothing until a person accepts it: it is taken up where it is named.
 * @returns nothing where a document is to be made of it.
 */
export function documentToTakeUp<D extends DocumentOfSession>(session: TimelineSession<D>): D | undefined {
	const { documents, lastPrompt, isReadable } = session;
	const saved = documents.find(({ isDraft }) => !isDraft);
	if (!isReadable) return saved;
	const isNewer = saved !== undefined && (lastPrompt === undefined || isNewerThan(lastPrompt, saved.atMs));
	return isNewer ? saved : undefined;
}

/**
 * What a session offers to go on with: the session as it is, and each of its documents that would not be taken up then. A
 * document is there because somebody wanted it. Nothing for one without work, or of a program, that left none.
 */
export function resumableOf<D extends DocumentOfSession, S extends TimelineSession<D>>(
	session: S & { readonly documents: readonly D[] },
): readonly { readonly session: S; readonly document: D | undefined }[] {
	const taken = documentToTakeUp<D>(session);
	const isOffered = taken !== undefined || (session.hasWork && !session.isProgram);
	return [
		...(isOffered ? [{ session, document: undefined }] : []),
		...session.documents.filter((each) => each !== taken).map((document) => ({ session, document })),
	];
}
