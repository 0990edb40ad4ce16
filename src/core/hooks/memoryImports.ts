// The two `@` imports in a project's `.claude/CLAUDE.md` that make every session load the project's state and
// knowledge. They are between our markers at the end of the file; every other byte stays.

const BEGIN = '<!-- session-keeper: imports, written by its installer -->';
const END = '<!-- session-keeper: end of imports -->';
const NAMES = ['active-context.md', 'project-memory.md'];

/**
 * The text with our imports.
 * @param text of CLAUDE.md; nothing where there is none.
 * @param folder of the two files as CLAUDE.md names it: `memory`, or an absolute path. No slash at its end.
 */
export function addImports(text: string | undefined, folder: string): string {
	const eol = /\r?\n/u.exec(text ?? '')?.[0] ?? '\n';
	// A path ends at a space that nothing stands before.
	const named = folder.replaceAll(' ', String.raw`\ `);
	const block = [BEGIN, ...NAMES.map((name) => `@${named}/${name}`), END].join(eol);
	if (text === undefined) return block + eol;
	const there = findBlock(text);
	if (there !== undefined) return text.slice(0, there.from) + block + text.slice(there.to);
	// The line break after the block tells the removal whether the text ended in one.
	return text === '' || text.endsWith('\n') ? text + eol + block + eol : text + eol + eol + block;
}

/** The text without our imports; nothing if nothing else is left, because then the file was only ours. */
export function removeImports(text: string): string | undefined {
	const there = findBlock(text);
	if (there === undefined) return text;
	const [before, after] = [text.slice(0, there.from), text.slice(there.to)];
	if (before === '' && /^\r?\n?$/u.test(after)) return undefined;
	const isAtBareEnd = after === '';
	return before.replace(isAtBareEnd ? /(?:\r?\n){2}$/u : /\r?\n$/u, '') + after.replace(/^\r?\n/u, '');
}

/** Whether our imports are in a text. */
export function hasImports(text: string): boolean {
	return findBlock(text) !== undefined;
}

function findBlock(text: string): { readonly from: number; readonly to: number } | undefined {
	const from = text.indexOf(BEGIN);
	const end = text.indexOf(END, from);
	return from < 0 || end < 0 ? undefined : { from, to: end + END.length };
}
