// Where a document cannot go. A file of its own: the command line asks for this before it loads all that makes one.

/** Nothing was written: the chosen path cannot be taken. The message is for people. */
export class DocumentPathError extends Error {
	constructor(
		readonly reason: 'taken' | 'noFolder',
		message: string,
	) {
		super(message);
		this.name = 'DocumentPathError';
	}
}
