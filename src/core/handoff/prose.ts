// Sentences as they were written, with their code and names. Rules use the form without those (`bare`), so that a word
// in code or in a quotation decides nothing.
import { printedLine } from '../base/prose';

export interface Sentence {
	/** One line, as it was written, without emphasis. */
	readonly text: string;
	/** The same without code and quotations, straight apostrophes, in lower case. */
	readonly bare: string;
}

/** Text after this many characters was pasted, or is a report that nobody reads to the end. */
const READ = 20_000;
const FENCE = /(```|~~~)[^]*?(?:\1|$)/gu;
const LIST_MARK = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/u;
/** A bullet; numbers are not included, because a number may be the answer itself. */
const LIST_MARK_ONLY = /^\s*[-*•+]\s+(?:\[[ xX]\]\s+)?/u;
const HEADING = /^\s*#{1,6}\s/u;
const TABLE = /^\s*\|/u;

/** A request to do something with a text; that text is not the person's own. */
const TEXT_WORK =
	/\b(?:translate|summari[sz]e|proofread|spell(?:ing|check)?|rephrase|rewrite|shorten|turn (?:this|these|the) .+ into|review(?:er)?'?s? (?:comments?|notes?)|comments? (?:on|from|of)|minutes|mail|e-mail|letter|text|answer to|reply to|traduis|traduce)\b|(?<!\p{L})übersetze(?!\p{L})/iu;

/** A prompt in the person's own words: without text pasted below or after a request about it. */
function ownWords(prompt: string): string {
	const text = prompt
		.slice(0, READ)
		.replace(FENCE, '\n')
		// A long quotation, or a comment out of code, is somebody else's.
		.replace(/["“„«][^"”“»]{60,}["”“»]/gu, '…')
		.replace(/^\s*(?:\/\/|\/\*|--\s).*$/gmu, '');
	const [first = '', ...rest] = text.split(/\n\s*\n/u);
	const below = rest
		.join('\n')
		.split('\n')
		.filter((line) => line.trim() !== '');
	const isAbout =
		TEXT_WORK.test(first) || /:\s*$/u.test(first) || /\b(?:this|these|following|below)\b[^.]*$/iu.test(first);
	const own = isAbout && below.length > 1 ? first : text;
	const colon = own.indexOf(':');
	// *It takes ten minutes. To do: …*: what stands before the sentence of the colon is another matter.
	const lead =
		own
			.slice(0, Math.max(0, colon))
			.split(/[.!?]\s/u)
			.at(-1) ?? '';
	return TEXT_WORK.test(lead) ? own.slice(0, colon) : own;
}

/** The sentences of a person's prompt, without what a program printed or somebody else wrote. */
export function promptSentences(prompt: string): readonly Sentence[] {
	return proseLines(ownWords(prompt))
		.filter((line) => !printedLine(withoutCode(line)))
		.flatMap((line) => splitSentences(withoutEmphasis(line.replace(LIST_MARK_ONLY, '')), true))
		.map((text) => ({ text, bare: bareOf(text) }));
}

/** The sentences of a reply in Markdown: prose and list items. */
export function sentencesIn(markdown: string): readonly Sentence[] {
	return proseLines(markdown).flatMap((line) =>
		splitSentences(withoutEmphasis(line.replace(LIST_MARK, ''))).map((text) => ({ text, bare: bareOf(text) })),
	);
}

/** The first paragraph of a reply that says something; if it announces a list (`:`), then with the list. */
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

/** The text of a list item, without its mark; nothing if the line is no list item. */
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
		.filter(
			(line) =>
				!HEADING.test(line) &&
				!TABLE.test(line) &&
				!/^\s*>/u.test(line) &&
				/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(line),
		);
}

/** At the end of a sentence, outside of code. @param isLoose people begin sentences in lower case, too. */
function splitSentences(line: string, isLoose = false): readonly string[] {
	const codes: string[] = [];
	const hidden = line.replace(/`[^`]*`/gu, (code) => `\u0001${codes.push(code) - 1}\u0001`);
	const end = isLoose
		? /(?<!\b(?:e\.g|i\.e|etc|vs|nr|bzw|z\.b)\.?)(?<=[.!?…。！？]["')\]]?)\s+/iu
		: /(?<!\b(?:e\.g|i\.e|etc|vs|nr|bzw|z\.b)\.)(?<=[.!?…]["')\]]?)\s+(?=["'([¿¡\u0001]?[\p{Lu}\p{N}\u0001])/u;
	return hidden
		.split(end)
		.map((part) => part.replace(/\u0001(\d+)\u0001/gu, (_, at: string) => codes[Number(at)] ?? '').trim())
		.filter((part) => /\p{L}/u.test(part) || (isLoose && /[\p{N}\p{Emoji}]/u.test(part)));
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
