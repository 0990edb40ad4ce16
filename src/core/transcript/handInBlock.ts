// The block of lines in which Claude hands statements in: fenced, and named after this program. It is parted from Claude's
// words where a line of the transcript is read, so that no rule ever takes it for something that was said.

/** What is in Claude's text beside its words. */
interface Parted {
	/** The words without the blocks. */
	readonly text: string;
	/** Each block with its fences, in the order of the text. */
	readonly handIns: readonly string[];
}

const NAME = /session-keeper/iu;
const OPENING = /^[\s>]*(`{3,}|~{3,})[ \t]*session-keeper\b.*$/iu;
const FENCE = /^[\s>]*(`{3,}|~{3,})[ \t]*([^`\s][^`]*)?$/u;

/** Parts a text. A block that nobody closed goes to the end, or to where the next one begins. */
export function partHandIns(text: string): Parted {
	if (!NAME.test(text)) return { text, handIns: [] };
	const rest: string[] = [];
	const handIns: string[][] = [];
	let open: { readonly fence: string; inner: number; readonly lines: string[] } | undefined;
	for (const line of text.split('\n')) {
		const opening = OPENING.exec(line)?.[1];
		if (opening !== undefined) {
			open = { fence: opening, inner: 0, lines: [line] };
			handIns.push(open.lines);
			continue;
		}
		if (open === undefined) {
			rest.push(line);
			continue;
		}
		open.lines.push(line);
		const [, fence = '', info] = FENCE.exec(line.trimEnd()) ?? [];
		if (!fence.startsWith(open.fence)) continue;
		// Somebody quotes code inside: that fence is closed first.
		if (info !== undefined) open.inner++;
		else if (open.inner > 0) open.inner--;
		else open = undefined;
	}
	return { text: rest.join('\n'), handIns: handIns.map((lines) => lines.join('\n')) };
}
