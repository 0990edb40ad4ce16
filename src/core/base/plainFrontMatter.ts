// Reads common front matter without a YAML parser: loading one takes longer than listing all parked items. Only text
// that cannot mean anything else in YAML is read here; if there is no result, the caller asks the parser.

import { lazyPattern } from './once';

interface PlainFrontMatter {
	/** Fields as the text that was written; one level of nesting. */
	readonly data: Readonly<Record<string, unknown>>;
	/** What follows the front matter. */
	readonly body: string;
}

const BLOCK = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/u;
/** Two spaces or none, a key of plain letters, and what follows its colon. */
const FIELD = /^( {2})?([A-Za-z]\w*):(?: +(\S.*?))? *$/u;
/** Does not begin with anything that YAML gives a meaning to; `: ` and ` #` inside would have one, too. */
const PLAIN = lazyPattern(String.raw`^[\p{L}\p{Nd}(/](?:(?!:(?: |$)| #).)*$`, 'u');
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/u;
/** A key of its own, and a value that is one word or several. */
const PLAIN_LINE = /^[A-Za-z]\w*: [A-Za-z][\w ,.]*$/u;
/** A key, and a value that ends with a mark of its own. */
const OPENING = /^[A-Za-z]\w*: (["'[{])/u;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };
/** Tabs, and characters that some readers take for the end of a line or leave out. */
const ODD = lazyPattern(String.raw`[\p{C}\u2028\u2029]`, 'u');

/** @returns the parts of a Markdown file, as `parseFrontMatter` gives them; nothing if it needs a YAML parser. */
export function readPlainFrontMatter(text: string): PlainFrontMatter | undefined {
	const block = BLOCK.exec(text);
	if (block === null) return undefined;
	const data: Record<string, unknown> = {};
	let nested: Record<string, unknown> | undefined;
	for (const line of (block[1] ?? '').split(/\r?\n/u)) {
		const [, indent, key, written] = FIELD.exec(line) ?? [];
		if (key === undefined || ODD().test(line)) return undefined;
		if (indent === undefined && nested !== undefined && Object.keys(nested).length === 0) return undefined;
		const target: Record<string, unknown> | undefined = indent === undefined ? data : nested;
		if (target === undefined || Object.hasOwn(target, key)) return undefined;
		if (written === undefined) {
			if (indent !== undefined) return undefined;
			nested = {};
			data[key] = nested;
			continue;
		}
		const value = scalar(written);
		if (value === undefined) return undefined;
		target[key] = value;
		if (indent === undefined) nested = undefined;
	}
	if (nested !== undefined && Object.keys(nested).length === 0) return undefined;
	return { data, body: text.slice(block[0].length) };
}

/**
 * Whether the front matter certainly cannot be YAML: after plain lines, a list, an object or a quoted text begins and
 * never ends. Other errors are left to the parser.
 */
export function isUnclosedFrontMatter(text: string): boolean {
	const block = BLOCK.exec(text)?.[1];
	// A parser may take any line with this beginning for the end.
	if (block === undefined || `\n${block}`.includes('\n---')) return false;
	const at = block.split(/\r?\n/u).findIndex((line) => PLAIN_LINE.exec(line) === null);
	const rest = block.split(/\r?\n/u).slice(at).join('\n');
	const opening = at < 0 ? undefined : OPENING.exec(rest)?.[1];
	return opening !== undefined && !rest.slice(rest.indexOf(opening) + 1).includes(CLOSING[opening] ?? opening);
}

function scalar(written: string): string | undefined {
	const quoted = QUOTED.exec(written);
	if (quoted !== null) return quoted[1] ?? quoted[2];
	return PLAIN().test(written) ? written : undefined;
}
