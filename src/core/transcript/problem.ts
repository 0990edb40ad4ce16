// What is wrong with data that another program writes: counted and shown in the log, never thrown.

/** One line that could not be used. It costs that line, not the file. */
export interface Problem {
	/** Line number within what was read, from 1. */
	readonly line: number;
	readonly reason: 'notJson' | 'notAnEntry' | 'badShape';
	/** Which field, never what was in it. */
	readonly detail: string;
}
