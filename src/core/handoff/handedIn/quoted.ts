// Whether the words that somebody quotes stand in a text. White space, Markdown and typography make no difference: what is
// compared is the words, in their order.

/** A shorter quotation occurs everywhere; it proves something only as a whole message. Words. */
const TELLING_WORDS = 4;

/** Scripts that put no space between words. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LIST_MARKS = /^[\s>]*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?/gmu;

/** A text as it is compared; it may be read in two ways, with the numbers and boxes of its list items or without. */
export type QuotedWords = readonly string[];

export function quotedWords(text: string): QuotedWords {
	const plain = keyOf(text);
	const bare = keyOf(text.replace(LIST_MARKS, ''));
	return plain === bare ? [plain] : [plain, bare];
}

function keyOf(text: string): string {
	return text
		.normalize('NFKC')
		.replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/gu, '$1')
		.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
		.toLowerCase()
		.replace(/["'“”„‟‘’‚‛«»‹›`´*~\\]/gu, '')
		.replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ')
		.replace(/!=/gu, '≠')
		.replace(/[^\p{L}\p{N}\p{M}_+=≠<$%&@/]+/gu, ' ')
		.trim();
}

/** Whether a quotation is long enough to stand for itself. */
export function isTelling(quote: QuotedWords): boolean {
	return quote.some((each) => countWords(each) >= TELLING_WORDS);
}

/** Whether a quotation is all that a text says. */
export function isWhole(text: QuotedWords, quote: QuotedWords): boolean {
	return quote.some((each) => each !== '' && text.includes(each));
}

/** Whether a quotation stands in a text, from the beginning of a word to the end of one. */
export function holds(text: QuotedWords, quote: QuotedWords): boolean {
	return quote.some((part) => part !== '' && text.some((whole) => holdsKey(whole, part)));
}

function holdsKey(whole: string, part: string): boolean {
	for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1))
		if (isEdge(whole, at) && isEdge(whole, at + part.length)) return true;
	return false;
}

function isEdge(text: string, at: number): boolean {
	const [before = ' ', after = ' '] = [text[at - 1], text[at]];
	return before === ' ' || after === ' ' || UNSPACED.test(before) || UNSPACED.test(after);
}

function countWords(key: string): number {
	if (!UNSPACED.test(key)) return key.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
	const words = new Intl.Segmenter(undefined, { granularity: 'word' });
	return [...words.segment(key)].filter(({ isWordLike }) => isWordLike === true).length;
}
