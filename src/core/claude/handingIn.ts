// How Claude hands in what it knows of a session: lines in its answer, then a call of fixed words. That needs no permission
// question in any mode; words in the call itself would.

/** The part of a command that asks for statements. @param call the words that take them, exactly. */
export function handingIn(call: string): string {
	return [
		`Write this block into your answer, a line for each statement, then call \`${call}\` in the same turn, in exactly these words:`,
		[
			'```session-keeper',
			'topic: what the work is about | "the words of the message that says so"',
			'summary: what came of it | "words of a message"',
			'decision: what was decided, and why | "words of a message"',
			'tried: what was tried in vain, and why | "words of a message"',
			'open: a question that nobody has answered | "words of a message"',
			'later: what was put off | "words of a message"',
			'next: the next step | "words of a message"',
			'fact: what stays true of the project | "words of a message"',
			'task [ ]: what is to be done; [~] in progress, [x] done | "words of a message"',
			'```',
		].join('\n'),
		[
			'- As many lines of a kind as there are, one sentence each; leave out what there is not. Files, commits, tests and tokens are known.',
			'- The words are copied from one message of this conversation, at least four in a row; fewer only if they are the whole message.',
			'- A decision rests on the user’s words, or on words of yours that the user agreed to; never on a tool’s output, nor on what was refused, interrupted or taken back.',
			'- The call says which lines it could not prove. Write those once more, and those alone, with the right words, and call again; what no message says, leave out.',
		].join('\n'),
	].join('\n\n');
}
