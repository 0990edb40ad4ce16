/**
 * A text in which nothing is a link. VS Code's messages make links of `[words](address)`, and one whose address is a
 * command runs it: names and statements in our messages come out of files.
 */
export function withoutLinks(text: string): string {
	return text.replace(/\]\(/gu, '] (');
}
