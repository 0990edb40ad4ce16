// Setting a due day changes one line of somebody's file and leaves every other byte alone.

/**
 * @param text of a parked item's file.
 * @param due `YYYY-MM-DD`, or nothing to take the day away.
 * @returns the text with its `due` line changed, added at the end of the front matter, or removed.
 */
export function withDue(text: string, due: string | undefined): string {
	const block = /^(\ufeff?---[^\S\n]*\r?\n)([\s\S]*?)^(---[^\S\n]*\r?$)/mu.exec(text);
	if (block === null || block.index !== 0) return due === undefined ? text : `---\ndue: ${due}\n---\n\n${text}`;
	const [whole, open = '', fields = '', close = ''] = block;
	const lineEnd = open.endsWith('\r\n') ? '\r\n' : '\n';
	const own = fields.replace(/^due:.*(\r?\n|$)/gmu, '');
	// Claude Code moves fields below `metadata`. A day of ours at the top goes before one there; to take it away, both go.
	const others =
		due === undefined ? own.replace(/^(metadata:[^\S\n]*\n(?:[^\S\n][^\n]*\n)*?)[^\S\n]+due:[^\n]*\n/mu, '$1') : own;
	return `${open}${others}${due === undefined ? '' : `due: ${due}${lineEnd}`}${close}${text.slice(whole.length)}`;
}
