// What the index knows of a transcript's file before and after it is read.
import type { FileStamp } from '../../../core/transcript/cursor';
import type { Usage } from '../../../core/transcript/entry';
import type { SessionFacts } from '../../../core/transcript/facts';

export interface FileRecord {
	readonly file: string;
	/** The session that the file's name says. */
	readonly mainId: string;
	/** Set for a subagent's transcript, which belongs to the session `mainId`. */
	readonly isSubagent: boolean;
	readonly stamp: FileStamp;
	/** When the file was made, milliseconds since 1970; of two forks it tells the older one. */
	readonly bornMs: number;
	/** Bytes that were read; just past a line feed. */
	readonly offset: number;
	/** One for each session that the file has lines of. */
	readonly sessions: readonly IndexedSession[];
	/** Id of the first answer. Forks share it. */
	readonly firstMessageId: string | undefined;
	/** The newest answer and what it was counted with: its next line repeats the figures. */
	readonly lastMessage: readonly [string, Usage] | undefined;
}

/** A file as the file system describes it. */
export interface FoundFile {
	readonly file: string;
	readonly mainId: string;
	readonly isSubagent: boolean;
	readonly stamp: FileStamp;
	readonly bornMs: number;
}

export interface IndexedSession extends SessionFacts {
	readonly id: string;
	/** One printable line of at most 80 characters. */
	readonly name: string;
	/** Its transcript, as it is called now. */
	readonly file: string;
	readonly sizeBytes: number;
	/** The file's own time stamp: no activity, only what the retention goes by. */
	readonly modifiedMs: number;
	/** A program started it (`sdk-*`), not a person. */
	readonly isProgram: boolean;
	readonly subagents: number;
	/** What the subagents' own transcripts cost; not in `tokens`. */
	readonly subagentTokens: Usage;
	/** What of `tokens` no other session has: a fork repeats the answers of its origin. For totals over sessions. */
	readonly ownTokens: Usage;
	/** The same of `prompts`. */
	readonly ownPrompts: number;
	/** When a fork began; what its file says of the time before is its origin's. `firstMessageMs` is this, too. */
	readonly forkedMs: number | undefined;
	/** The id of the session that a fork is of; where its lines do not say it, of the oldest one that begins as it does. */
	readonly forkedFrom: string | undefined;
	/** For going on with the reading: a turn was started and nobody has answered. */
	readonly isAwaiting: boolean;
}
