// Words that are marked where they stand, without changing what is there: the browser paints ranges.

declare const CSS: { readonly highlights?: Map<string, unknown>; escape(text: string): string };
declare class Highlight {
	constructor(...ranges: Range[]);
}

/** More than anybody looks at, and little to paint. */
const LIMIT = 2_000;

/** A pattern of all the words, in any case; blanks stand for any blanks. Nothing where there are none. */
function patternOf(words: readonly string[]): RegExp | undefined {
	const parts = words
		.map((word) => word.trim())
		.filter((word) => word !== '')
		.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&').replace(/\s+/gu, '\\s+'));
	return parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'giu');
}

/** Where the words stand in the text of some elements, folded or not. */
export function rangesOf(elements: readonly Element[], words: readonly string[]): readonly Range[] {
	const pattern = patternOf(words);
	const ranges: Range[] = [];
	if (pattern === undefined) return ranges;
	for (const element of elements) {
		const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
			for (const { 0: found, index } of (node.nodeValue ?? '').matchAll(pattern)) {
				const range = document.createRange();
				range.setStart(node, index);
				range.setEnd(node, index + found.length);
				if (ranges.push(range) === LIMIT) return ranges;
			}
	}
	return ranges;
}

/** Paints ranges under a name that the style knows. */
export function paint(name: 'found' | 'found-here', ranges: readonly Range[]): void {
	if (ranges.length === 0) CSS.highlights?.delete(name);
	else CSS.highlights?.set(name, new Highlight(...ranges));
}
