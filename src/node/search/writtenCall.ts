// What is known of one call of a session, and what is asked about a text.
import type { FilePlace } from '../../core/search/fileChange';
import type { ByteSpan } from './byteFinder';

/** One call that changed a file, or was to: its answer may be missing. */
export interface WrittenCall {
	/** The transcript. */
	readonly file: string;
	/** The line that says what it did; without an answer that of the call. */
	readonly line: ByteSpan;
	/** Of the message with the call. */
	readonly uuid: string | undefined;
	/** The same for its copies in forks. */
	readonly key: string | undefined;
	readonly sessionId: string | undefined;
	/** Milliseconds since 1970. */
	readonly atMs: number | undefined;
	readonly isSidechain: boolean;
	readonly isCopy: boolean;
	/** `Edit`, `Write`, … */
	readonly tool: string;
	readonly toolUseId: string;
	/** The edited file, as the transcript has it: in another worktree it is another path. */
	readonly editedFile: string;
	readonly cwd: string | undefined;
	/** Grams of what it was to write and to take out. */
	readonly grams: Uint32Array;
}

/** A text of a file, and what stood beside it. */
export interface AskedText extends FilePlace {
	readonly text: string;
	/** What stands in another file at that moment; undefined where it is gone. @param name below a root, or absolute */
	readonly present: (name: string) => Promise<string | undefined>;
	/** The text is what stands on disk: what is told of it is kept there as well. */
	readonly isOnDisk?: boolean;
}
