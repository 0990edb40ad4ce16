// Sentences as they were written, with their code and names. Rules look at them without (`bare`), so that a word in code or
// in a quotation decides nothing.
import { printedLine } from '../base/prose';

export interface Sentence {
	/** One line, as it was written, without emphasis. */
	readonly text: string;
	/** The same without code and quotations, straight apostrophes, in lower case. */
	readonly bare: string;
}

/** What comes after this many characters was pasted, or is a report that nobody reads to its end. */
const READ = 20_000;
const FENCE = /(```|~~~)[^]*?(?:\1|$)/gu;
const LIST_MARK = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;
const HEADING = /^\s*#{1,6}\s/u;
const TABLE = /^\s*\|/u;

/** The sentences of a person's prompt; what a program printed is left out. */
export function promptSentences(prompt: string): readonly Sentence[] {
	return sentencesIn(prompt).filter(({ text }) => !printedLine(withoutCode(text)));
}

/** The sentences of a reply in Markdown: prose and list items. */
export function sentencesIn(markdown: string): readonly Sentence[] {
	return proseLines(markdown).flatMap((line) =>
		splitSentences(withoutEmphasis(line.replace(LIST_MARK, ''))).map((text) => ({ text, bare: bareOf(text) })),
	);
}

/** The first paragraph of a reply that says something; where it announces a list (`:`), with the list. */
export function firstParagraph(markdown: string): string {
	const paragraphs = markdown
		.slice(0, READ)
		.replace(FENCE, '\n')
		.split(/\n\s*\n/u)
		.map((paragraph) =>
			paragraph
				.split('\n')
				.filter((line) => !HEADING.test(line) && !TABLE.test(line) && !/^\s*(?:[-*_]\s*){3,}$/u.test(line))
				.join('\n')
				.trim(),
		)
		.filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph));
	const [first = '', second] = paragraphs;
	const both = first.endsWith(':') && second !== undefined && isListOnly(second) ? `${first}\n${second}` : first;
	return withoutEmphasis(
		both
			.split('\n')
			.map((line, at, all) => {
				const item = line.replace(LIST_MARK, '').trim();
				const isItem = LIST_MARK.test(line);
				return isItem && at < all.length - 1 && !/[.;:!?]$/u.test(item) ? `${item};` : item;
			})
			.join(' '),
	);
}

/** Whether a paragraph is nothing but a list. */
export function isListOnly(paragraph: string): boolean {
	return paragraph.split('\n').every((line) => LIST_MARK.test(line) || /^\s{2,}/u.test(line));
}

/** The text of a list item, without its mark; nothing where the line is none. */
export function listItem(line: string): string | undefined {
	return LIST_MARK.test(line) ? withoutEmphasis(line.replace(LIST_MARK, '')) : undefined;
}

/** Without the stars and underscores of bold and italic. */
export function withoutEmphasis(text: string): string {
	return text
		.replace(/(\*\*|__)(?=\S)([^]*?\S)\1/gu, '$2')
		.replace(/(?<![\w*])\*(?=\S)([^*\n]*?\S)\*(?![\w*])/gu, '$1')
		.replace(/[ \t]+/gu, ' ')
		.trim();
}

function proseLines(markdown: string): readonly string[] {
	return markdown
		.slice(0, READ)
		.replace(FENCE, '\n')
		.split('\n')
		.filter((line) => !HEADING.test(line) && !TABLE.test(line) && !/^\s*>/u.test(line) && /\p{L}/u.test(line));
}

/** At the end of a sentence, outside of code. */
function splitSentences(line: string): readonly string[] {
	const codes: string[] = [];
	const hidden = line.replace(/`[^`]*`/gu, (code) => `\u0001${codes.push(code) - 1}\u0001`);
	return hidden
		.split(/(?<=[.!?…]["')\]]?)\s+(?=["'([\u0001]?[\p{Lu}\p{N}\u0001])/u)
		.map((part) => part.replace(/\u0001(\d+)\u0001/gu, (_, at: string) => codes[Number(at)] ?? '').trim())
		.filter((part) => /\p{L}/u.test(part));
}

function withoutCode(text: string): string {
	return text.replace(/`[^`]*`/gu, '…');
}

function bareOf(text: string): string {
	return withoutCode(text)
		.replace(/’/gu, "'")
		.replace(/["“„«][^"”“»]*["”“»]/gu, '…')
		.toLowerCase()
		.replace(/\s+/gu, ' ')
		.trim();
}
