// Lists in replies and plans: items under a heading such as *Next steps*, and check lists.
import { isListOnly, listItem, withoutEmphasis } from './prose';

interface CheckItem {
	readonly text: string;
	readonly isDone: boolean;
}

const HEADINGS = {
	nextSteps:
		/^(?:here(?:'s| is| are) )?(?:the |my |some |suggested |recommended |possible |proposed |immediate )*(?:next steps?(?: for you)?|next up|what(?:'s| is) (?:left|next|remaining|missing)|remaining(?: work| tasks| steps| items)?|still (?:to do|to be done|open|missing|left)|left to do|to-?dos?(?: list)?|follow-?ups?|not (?:yet )?done(?: yet)?|pending(?: tasks| work| items)?|outstanding(?: work| items)?)$/u,
	questions:
		/^(?:the |my |some |remaining )*(?:open (?:questions?|issues?|points?)|questions?(?: for you)?|unresolved(?: questions?| issues?)?|to (?:be )?(?:decided?|clarif(?:y|ied))|unclear)$/u,
	decisions: /^(?:the |my |some )*(?:(?:key |design |main )*(?:decisions?|choices)(?: made)?|what (?:we|i) decided)$/u,
	failures:
		/^(?:what )?(?:(?:we |i )?tried(?: and failed| that did(?:n't| not) work)?|did(?:n't| not) work|failed (?:attempts|approaches)|dead ends)$/u,
} as const;
type Heading = keyof typeof HEADINGS;

/** The items under a heading of one kind, in a reply or a plan; the last such heading counts. */
export function itemsUnder(markdown: string, heading: Heading): readonly string[] {
	const lines = withoutFences(markdown).split('\n');
	const at = lines.findLastIndex((line) => HEADINGS[heading].test(headingText(line)));
	if (at < 0) return [];
	const inline = /:\s*(?:\*\*)?\s*(\S.*)$/u.exec(lines[at] ?? '')?.[1];
	if (inline !== undefined && !/^\*+$/u.test(inline)) return [withoutEmphasis(inline)];
	const paragraphs = lines
		.slice(at + 1)
		.join('\n')
		.trim()
		.split(/\n\s*\n/u);
	const first = paragraphs[0] ?? '';
	if (/^\s*#/u.test(first)) return [];
	if (!isListOnly(first)) return first === '' ? [] : [withoutEmphasis(first.replace(/\s+/gu, ' '))];
	// Lists may be loose: an empty line between their items.
	const end = paragraphs.findIndex((paragraph) => !isListOnly(paragraph));
	return topItems((end < 0 ? paragraphs : paragraphs.slice(0, end)).join('\n'));
}

const ITEM = /^(\s*)(?:[-*•+]|\(?(?:\d{1,2}|[a-hA-H])[.):])\s+(?:\[ \]\s+)?(\S.*)$/u;

/** The lists of a text, numbered, lettered or with bullets: the items of their first level that are not ticked, and the line above each list. */
export function listsIn(markdown: string): readonly { readonly lead: string; readonly items: readonly string[] }[] {
	const lists: { lead: string; items: string[] }[] = [];
	let lead = '';
	let indent: number | undefined;
	for (const line of withoutFences(markdown).split('\n')) {
		const [, space = '', text] = ITEM.exec(line) ?? [];
		if (text === undefined) {
			if (line.trim() !== '') [lead, indent] = [line, undefined];
			continue;
		}
		if (indent === undefined) lists.push({ lead, items: [] });
		indent ??= space.length;
		if (space.length <= indent && !/^\[[xX]\]/u.test(text)) lists.at(-1)?.items.push(withoutEmphasis(text));
	}
	return lists;
}

/** The check list items of a text, `- [ ]` and `- [x]`. */
export function checkItems(markdown: string): readonly CheckItem[] {
	return [...withoutFences(markdown).matchAll(/^\s*(?:[-*+]|\d{1,3}[.)])\s+\[([ xX])\]\s+(\S.*)$/gmu)].map(
		([, mark, text = '']) => ({ text: withoutEmphasis(text), isDone: mark !== ' ' }),
	);
}

/** The heading of a plan, else its first line. */
export function planTitle(plan: string): string | undefined {
	const lines = plan.split('\n').map((line) => line.trim());
	const line = lines.find((each) => /^#{1,6}\s+\S/u.test(each)) ?? lines.find((each) => each !== '');
	return line === undefined ? undefined : withoutEmphasis(line.replace(/^#{1,6}\s+/u, ''));
}

/** A plan in one line: its heading, the text below it, and its steps. */
export function planGist(plan: string): string | undefined {
	const title = planTitle(plan);
	if (title === undefined) return undefined;
	const lines = withoutFences(plan)
		.split('\n')
		.filter((line) => /\p{L}/u.test(line) && !/^\s*#/u.test(line))
		.map((line) => listItem(line) ?? withoutEmphasis(line.trim()))
		.filter((line) => line !== title);
	return [title, ...lines].join('; ').slice(0, 600);
}

/** Items of the first level; text that is indented below an item is left out. */
function topItems(list: string): readonly string[] {
	const lines = list.split('\n').filter((line) => listItem(line) !== undefined);
	const indent = Math.min(...lines.map((line) => /^\s*/u.exec(line)?.[0].length ?? 0));
	return lines
		.filter((line) => (/^\s*/u.exec(line)?.[0].length ?? 0) === indent && !/\[[xX]\]/u.test(line))
		.flatMap((line) => listItem(line) || []);
}

function headingText(line: string): string {
	const isMarked = /^\s*(?:#{1,6}\s|\*\*|__)/u.test(line) || /:\s*(?:\*\*)?\s*(?:\S.*)?$/u.test(line);
	if (!isMarked || listItem(line) !== undefined) return '';
	return withoutEmphasis(line.replace(/^\s*#{1,6}\s+/u, '').replace(/:\s*(\*\*|__)?.*$/u, '$1'))
		.replace(/[\s:*_]+$/u, '')
		.replace(/^[^\p{L}]+/u, '')
		.replace(/’/gu, "'")
		.toLowerCase();
}

function withoutFences(markdown: string): string {
	return markdown.slice(0, 50_000).replace(/(```|~~~)[^]*?(?:\1|$)/gu, '');
}
