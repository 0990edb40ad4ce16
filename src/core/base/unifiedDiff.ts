// A change as people read it: the unified diff of two texts. For settings and other small files; the work grows with the
// product of the lines that differ.

interface Line {
	readonly kind: ' ' | '-' | '+';
	readonly text: string;
}

const CONTEXT_LINES = 3;

/**
 * The difference of two texts, with three lines around each change; empty where there is none. A text that is not there
 * is `/dev/null`. A carriage return at the end of a line is shown as `␍`, a missing line break at the end as git says it.
 * @param name of the file, for both heads.
 */
export function unifiedDiff(name: string, before: string | undefined, after: string | undefined): string {
	if (before === after) return '';
	const lines = compare(linesOf(before), linesOf(after));
	const head = [`--- ${before === undefined ? '/dev/null' : name}`, `+++ ${after === undefined ? '/dev/null' : name}`];
	return [...head, ...hunks(lines)].join('\n');
}

function linesOf(text: string | undefined): readonly string[] {
	if (text === undefined || text === '') return [];
	const lines = text.replaceAll('\r\n', '␍\n').split('\n');
	if (lines.at(-1) === '') return lines.slice(0, -1);
	return [...lines.slice(0, -1), `${lines.at(-1) ?? ''}\n\\ No newline at end of file`];
}

/** All lines of both, those in common once: by the longest common subsequence between a common head and tail. */
function compare(a: readonly string[], b: readonly string[]): readonly Line[] {
	let head = 0;
	while (head < a.length && head < b.length && a[head] === b[head]) head++;
	let tail = 0;
	while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
	const [from, to] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
	const width = to.length + 1;
	const common = new Uint32Array((from.length + 1) * width);
	for (let i = from.length - 1; i >= 0; i--)
		for (let j = to.length - 1; j >= 0; j--)
			common[i * width + j] =
				from[i] === to[j]
					? 1 + (common[(i + 1) * width + j + 1] ?? 0)
					: Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
	const middle: Line[] = [];
	for (let i = 0, j = 0; i < from.length || j < to.length;) {
		const [old, fresh] = [from[i], to[j]];
		if (old !== undefined && old === fresh) {
			middle.push({ kind: ' ', text: old });
			i++;
			j++;
		} else if (
			old !== undefined &&
			(fresh === undefined || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
		) {
			middle.push({ kind: '-', text: old });
			i++;
		} else {
			middle.push({ kind: '+', text: fresh ?? '' });
			j++;
		}
	}
	const same = (text: string): Line => ({ kind: ' ', text });
	return [...a.slice(0, head).map(same), ...middle, ...a.slice(a.length - tail).map(same)];
}

function* hunks(lines: readonly Line[]): Generator<string> {
	const isShown = lines.map(() => false);
	lines.forEach(({ kind }, at) => {
		if (kind !== ' ')
			isShown.fill(true, Math.max(0, at - CONTEXT_LINES), Math.min(lines.length, at + CONTEXT_LINES + 1));
	});
	let [oldLine, newLine] = [1, 1];
	for (let at = 0; at < lines.length;) {
		const end = isShown[at] === true ? isShown.indexOf(false, at) : isShown.indexOf(true, at);
		const piece = lines.slice(at, end < 0 ? lines.length : end);
		const [olds, news] = ['+', '-'].map((not) => piece.filter(({ kind }) => kind !== not).length) as [number, number];
		if (isShown[at] === true) {
			yield `@@ -${olds === 0 ? oldLine - 1 : oldLine},${olds} +${news === 0 ? newLine - 1 : newLine},${news} @@`;
			for (const { kind, text } of piece) yield kind + text;
		}
		oldLine += olds;
		newLine += news;
		at += piece.length;
	}
}
