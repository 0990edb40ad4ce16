// What a person said on refusing a tool or a plan. Claude Code puts it into a text for Claude.

/** The person's words on refusing, if there were any, without the note that may follow them. @param text of the tool's result */
export function refusalWords(text: string): string | undefined {
	return /the user said:\s*(\S[^]*?)(?:\n\nNote: (?:(?!\n\n)[^])*)?$/iu.exec(text)?.[1];
}
