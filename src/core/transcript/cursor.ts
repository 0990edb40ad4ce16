// What to read next of a file that somebody else writes.

/** How a file looks now. */
export interface FileStamp {
	/** Tells a file from another one under the same name (device and inode). */
	readonly fileId: string;
	readonly sizeBytes: number;
	/** Milliseconds since 1970. */
	readonly modifiedMs: number;
}

/** How far a file was read. */
interface Cursor {
	readonly fileId: string;
	/** Bytes. Invariant: just past a line feed, or 0. */
	readonly offset: number;
}

type ReadPlan =
	| { readonly kind: 'unchanged' }
	| { readonly kind: 'append'; readonly from: number; readonly to: number }
	| { readonly kind: 'restart'; readonly to: number };

/**
 * Decides what to read. A shrunken or replaced file restarts; everything else appends. A move keeps the file's identity,
 * so it goes on under the new name.
 */
export function planRead(cursor: Cursor | undefined, stamp: FileStamp): ReadPlan {
	if (!cursor || cursor.fileId !== stamp.fileId || stamp.sizeBytes < cursor.offset)
		return { kind: 'restart', to: stamp.sizeBytes };
	return stamp.sizeBytes === cursor.offset
		? { kind: 'unchanged' }
		: { kind: 'append', from: cursor.offset, to: stamp.sizeBytes };
}
