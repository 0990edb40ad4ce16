// Claude Code loads what `@path` names, in a file that it imports and in a prompt.

/** The text with every `@path` as code: that loads nothing. */
export function withoutImports(text: string): string {
	return text
		.split(/(`[^`\n]*`)/u)
		.map((part, at) => (at % 2 === 1 ? part : part.replace(/(?<![\p{L}\p{N}_.+-])@[^\s`]+/gu, '`$&`')))
		.join('');
}
