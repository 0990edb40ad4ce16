// What a person said on refusing a tool or a plan. Claude Code puts it into a text for Claude.

/** The person's words on refusing, if there were any. @param text of the tool's result */
export function refusalWords(text: string): string | undefined {
	return /(?:the user said|To tell you how to proceed, the user said):\s*\n?(\S[^]*?)(?:\n\n|$)/iu.exec(text)?.[1];
}
