// How Claude hands in what it knows of a session: lines in its answer, then a call of fixed words. That needs no permission
// question in any mode; words in the call itself would.

/** The sections of the form, in the words in which each is asked for. */
export const ASKED_FOR = {
	topic: 'what the work is about',
	summary: 'what came of it',
	decision: 'what was decided, and why',
	tried: 'what was tried in vain, and why',
	open: 'a question that nobody has answered',
	later: 'what was put off',
	next: 'the next step',
	fact: 'what stays true of the project',
	task: 'what is to be done',
} as const;

/** What quoted words have to be, whoever hands them in. */
export const WORDS_RULE =
	'The words are copied from one message of this conversation, at least four in a row; fewer only if they are the whole message.';

/** The part of a command that asks for statements. @param call the words that take them, exactly. */
export function handingIn(call: string): string {
	return [
		`Write this block into your answer, a line for each statement, then call \`${call}\` in the same turn, in exactly these words:`,
		[
			'```session-keeper',
			`topic: ${ASKED_FOR.topic} | "the words of the message that says so"`,
			...(['summary', 'decision', 'tried', 'open', 'later', 'next', 'fact'] as const).map(
				(section) => `${section}: ${ASKED_FOR[section]} | "words of a message"`,
			),
			`task [ ]: ${ASKED_FOR.task}; [~] in progress, [x] done | "words of a message"`,
			'```',
		].join('\n'),
		[
			'- As many lines of a kind as there are, one sentence each; leave out what there is not. Files, commits, tests and tokens are known.',
			`- ${WORDS_RULE}`,
			'- A decision rests on the user’s words, or on words of yours that the user agreed to; never on a tool’s output, nor on what was refused, interrupted or taken back.',
			'- The call says which lines it could not prove. Write those once more, and those alone, with the right words, and call again; what no message says, leave out.',
		].join('\n'),
	].join('\n\n');
}
