// `active-context.md`: the state of the last session, loaded by every session. We write only between our two marks;
// everything else in the file belongs to Claude and to the person. What stands between them: `stateBlock.ts`.

export const BEGIN = '<!-- session-keeper:state -->';
export const END = '<!-- /session-keeper:state -->';

/**
 * The file's text with a new block: in place of the old one, else at the top. If our marks occur twice or in the wrong
 * order, somebody edited them: they stay, and the new block goes to the top.
 */
export function withState(text: string, block: string): string {
	const eol = text.includes('\r\n') ? '\r\n' : '\n';
	const own = block.replaceAll('\n', eol);
	const from = text.indexOf(BEGIN);
	const to = text.indexOf(END);
	const isOnce = from >= 0 && to > from && text.lastIndexOf(BEGIN) === from && text.lastIndexOf(END) === to;
	if (isOnce) return text.slice(0, from) + own + text.slice(to + END.length);
	return text.trim() === '' ? own + eol : `${own}${eol}${eol}${text}`;
}

/** The path of the document that the file's block names; nothing if there is no block. */
export function statedDocument(text: string): string | undefined {
	const from = text.indexOf(BEGIN);
	const block = from < 0 ? '' : text.slice(from, text.indexOf(END, from));
	return /^The whole record: (\S.*)$/mu.exec(block)?.[1]?.trim();
}

/** The session that a block of ours is of; nothing where it does not say. */
export function statedSession(block: string): string | undefined {
	return /^Saved .* · session ([\w-]+)/mu.exec(block)?.[1];
}

/** The file's text without our block, where that is to go; the blank line below it goes with it. */
export function withoutState(text: string, isToGo: (block: string) => boolean): string {
	const from = text.indexOf(BEGIN);
	const to = text.indexOf(END, from);
	if (from < 0 || to < 0 || !isToGo(text.slice(from, to))) return text;
	return text.slice(0, from) + text.slice(to + END.length).replace(/^(?:\r?\n){1,2}/u, '');
}
