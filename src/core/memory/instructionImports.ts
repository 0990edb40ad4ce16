// `@path` in a CLAUDE.md: Claude Code loads that file too. Not in code, where it is only a word. A repository may hold
// anything: every pattern here takes time that grows with the text and no faster.

const MAX_PATH = 1024;

/** @returns the paths as they are written, in order, each once. */
export function importsIn(text: string): readonly string[] {
	const found = [...proseOf(text).matchAll(/(?:^|\s)@((?:\\ |[^\s\\])+)/gmu)]
		.map(([, name = '']) => name)
		.filter(({ length }) => length <= MAX_PATH)
		.map((name) =>
			name
				.replaceAll('\\ ', ' ')
				.replace(/#.*$/u, '')
				.replace(/[.,;:!?)\]]+$/u, ''),
		);
	return [...new Set(found)].filter((name) => /^(?:~\/|\.{0,2}\/|[\p{L}\p{N}._-])/u.test(name));
}

/** A text without fenced code, code in a line, and comments. */
function proseOf(text: string): string {
	let fence: string | undefined;
	const lines: string[] = [];
	for (const line of withoutComments(text).split('\n')) {
		const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1];
		if (fence === undefined && mark === undefined) lines.push(line.replace(/`[^`]*`/gu, ''));
		else if (fence === undefined) fence = mark;
		else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
	}
	return lines.join('\n');
}

function withoutComments(text: string): string {
	let [rest, kept] = [text, ''];
	for (;;) {
		const from = rest.indexOf('<!--');
		const to = from < 0 ? -1 : rest.indexOf('-->', from);
		if (to < 0) return kept + rest;
		kept += rest.slice(0, from);
		rest = rest.slice(to + 3);
	}
}
