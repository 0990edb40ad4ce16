// Where a document cannot go.

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
