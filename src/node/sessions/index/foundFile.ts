// What the index knows of a transcript's file before it is read.
import type { FileStamp } from '../../../core/transcript/cursor';

/** A file as the file system describes it. */
export interface FoundFile {
	readonly file: string;
	/** The session that the file's name says. */
	readonly mainId: string;
	/** Set for a subagent's transcript, which belongs to the session `mainId`. */
	readonly isSubagent: boolean;
	readonly stamp: FileStamp;
	/** When the file was made, milliseconds since 1970; of two forks it tells the older one. */
	readonly bornMs: number;
}

/** The same after it was read. */
export interface ReadFile extends FoundFile {
	/** Id of the first answer. Forks share it. */
	readonly firstMessageId: string | undefined;
}
