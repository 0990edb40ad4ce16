// Small edits in JSON that people wrote by hand. Only the bytes of the member in question change: comments, trailing
// commas, line ends and indentation of everything else stay. Offsets are UTF-16 units; trees come from jsonc-parser.
import { type Node, createScanner } from 'jsonc-parser';

/** How a file is laid out, as far as what we add should look like the rest. */
interface Layout {
	/** One level of indentation. */
	readonly indent: string;
	/** `\n` or `\r\n`. */
	readonly eol: string;
}

/** jsonc-parser's `SyntaxKind`; its ambient const enum cannot be imported into isolated modules. */
const TOKEN = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, blank: 15, end: 17 } as const;
const OPENS = new Set([1, 3]);
const CLOSES = new Set([2, 4]);

/** The layout of a text: its first line break, and the indentation of its first indented line (two spaces where none is). */
export function layoutOf(text: string): Layout {
	return {
		indent: /^[\t ]+(?=["{[])/mu.exec(text)?.[0] ?? '  ',
		eol: /\r?\n/u.exec(text)?.[0] ?? '\n',
	};
}

/** Whether brackets are nested deeper than that. Counted without recursion, so that no text can overflow the stack. */
export function isNestedDeeper(text: string, levels: number): boolean {
	// To take a text apart into tokens takes long; to count all brackets, those within strings too, does not.
	if (text.split(/[[{]/u, levels + 2).length < levels + 2) return false;
	const scanner = createScanner(text, true);
	let depth = 0;
	for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
		if (OPENS.has(token) && ++depth > levels) return true;
		if (CLOSES.has(token)) depth--;
	}
	return false;
}

/** The text with another value in a node's place. */
export function replaceValue(text: string, node: Node, value: unknown, layout: Layout): string {
	return splice(text, node.offset, endOf(node), written(value, layout, lineIndent(text, node.offset)));
}

/**
 * The text with more members at the end of an object (`keys` given) or of an array. A container whose
 * last member begins and ends beside others stays so; where the last member was followed by a comma, so is the new one.
 */
export function appendMembers(
	text: string,
	container: Node,
	layout: Layout,
	values: readonly unknown[],
	keys: readonly string[] = [],
): string {
	const close = endOf(container) - 1;
	const last = container.children?.at(-1);
	const gap = gapAfter(text, last === undefined ? container.offset + 1 : endOf(last), close);
	const outer = lineIndent(text, container.offset);
	const inner =
		last !== undefined && startsLine(text, last.offset) ? lineIndent(text, last.offset) : outer + layout.indent;
	const needsBreak = !text.slice(gap.tokensEnd, close).includes('\n');
	const isOnOneLine = last !== undefined && needsBreak && !startsLine(text, last.offset);
	const members = values.map((value, at) => {
		const key = keys[at];
		const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
		return isOnOneLine
			? ` ${name}${JSON.stringify(value)}`
			: `${layout.eol}${inner}${name}${written(value, layout, inner)}`;
	});
	const after = `${gap.comma === undefined ? '' : ','}${!isOnOneLine && needsBreak ? layout.eol + outer : ''}`;
	const grown = splice(text, gap.tokensEnd, gap.tokensEnd, members.join(',') + after);
	return last === undefined || gap.comma !== undefined ? grown : splice(grown, endOf(last), endOf(last), ',');
}

/**
 * The text without one member: the member, one comma, and the white space that led to it. Comments stay.
 * @param lastNode of several members in a row, between which there is nothing but a comma each.
 */
export function removeMember(text: string, node: Node, lastNode = node): string {
	const container = node.parent;
	if (container === undefined) return text;
	const children = container.children ?? [];
	const index = children.indexOf(node);
	const previous = children[index - 1];
	const next = children[children.indexOf(lastNode) + 1];
	const from = previous === undefined ? container.offset + 1 : endOf(previous);
	const to = next?.offset ?? endOf(container) - 1;
	const before = gapAfter(text, from, node.offset);
	const after = gapAfter(text, endOf(lastNode), to);
	// A comma right behind the member goes with it; one behind a comment is taken out alone.
	const isCommaNext = after.comma !== undefined && text.slice(endOf(lastNode), after.comma).trim() === '';
	const end = isCommaNext ? (after.comma ?? 0) + 1 : endOf(lastNode);
	const rest = /^\s*/u.exec(text.slice(end, to))?.[0] ?? '';
	const isAtEnd = next === undefined && end + rest.length === to;
	const keepsRest = rest.includes('\n') || (isAtEnd && !before.endsInLineComment);
	const cut = keepsRest ? [before.tokensEnd, end] : [node.offset, end + rest.length];
	const comma = isCommaNext ? undefined : (after.comma ?? before.comma);
	const edits = [cut, ...(comma === undefined ? [] : [[comma, comma + 1]])].sort((a, b) => (b[0] ?? 0) - (a[0] ?? 0));
	return edits.reduce((result, [start = 0, stop = 0]) => splice(result, start, stop, ''), text);
}

/** Whether there is nothing but a comma between two members. */
export function isRow(text: string, node: Node, next: Node): boolean {
	return text.slice(endOf(node), next.offset).trim() === ',';
}

/** Whether there is nothing in a container, not even a comment of somebody's. */
export function isBlank(text: string, container: Node): boolean {
	return text.slice(container.offset + 1, endOf(container) - 1).trim() === '';
}

/** The text as strict JSON: without comments and trailing commas, all else as it was. The text must be valid otherwise. */
export function toStrictJson(text: string): string {
	const scanner = createScanner(text);
	const cuts: (readonly [number, number])[] = [];
	let comma: number | undefined;
	for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
		const from = scanner.getTokenOffset();
		if (token === TOKEN.lineComment || token === TOKEN.blockComment)
			cuts.push(commentSpan(text, from, scanner.getPosition()));
		else if (token !== TOKEN.blank && token !== TOKEN.lineBreak) {
			if (CLOSES.has(token) && comma !== undefined) cuts.push([comma, comma + 1]);
			comma = token === TOKEN.comma ? from : undefined;
		}
	}
	return cuts.sort((a, b) => b[0] - a[0]).reduce((result, [from, to]) => splice(result, from, to, ''), text);
}

/** A comment with the white space that only it needed: its line, where it has one to itself. */
function commentSpan(text: string, from: number, to: number): readonly [number, number] {
	const lineBreak = /^[\t ]*\r?\n/u.exec(text.slice(to))?.[0];
	if (lineBreak === undefined) return [from, to];
	const blanks = /[\t ]*$/u.exec(text.slice(0, from))?.[0].length ?? 0;
	return startsLine(text, from) ? [from - blanks, to + lineBreak.length] : [from - blanks, to];
}

interface Gap {
	/** Behind the last comma or comment, or where the gap begins. */
	readonly tokensEnd: number;
	readonly comma: number | undefined;
	readonly endsInLineComment: boolean;
}

/** What stands between two members: white space, comments, and at most one comma. */
function gapAfter(text: string, from: number, to: number): Gap {
	const scanner = createScanner(text);
	scanner.setPosition(from);
	let gap: Gap = { tokensEnd: from, comma: undefined, endsInLineComment: false };
	for (
		let token: number = scanner.scan();
		token !== TOKEN.end && scanner.getTokenOffset() < to;
		token = scanner.scan()
	) {
		if (token === TOKEN.blank || token === TOKEN.lineBreak) continue;
		gap = {
			tokensEnd: scanner.getPosition(),
			comma: token === TOKEN.comma ? scanner.getTokenOffset() : gap.comma,
			endsInLineComment: token === TOKEN.lineComment,
		};
	}
	return gap;
}

function written(value: unknown, layout: Layout, indent: string): string {
	return JSON.stringify(value, null, layout.indent).replaceAll('\n', layout.eol + indent);
}

/** The white space that the line of an offset begins with. */
function lineIndent(text: string, offset: number): string {
	return /^[\t ]*/u.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';
}

function startsLine(text: string, offset: number): boolean {
	return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
}

function endOf(node: Node): number {
	return node.offset + node.length;
}

function splice(text: string, from: number, to: number, insert: string): string {
	return text.slice(0, from) + insert + text.slice(to);
}
