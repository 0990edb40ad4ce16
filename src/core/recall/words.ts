// Text to the terms that the index of recall knows: stems, parts of identifiers, and whole names. Texts and questions are
// taken apart by the same rules.
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as german } from '@orama/stemmers/german';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { once } from '../base/once';
import { ready } from '../base/patterns';

type Language = 'en' | 'de';

/** A word as it stands in a text, with its parts where it is an identifier, a path or a compound with hyphens. */
export interface Word {
	/** In lower case without accents. */
	readonly parts: readonly string[];
	/** The whole, where there are several parts: without what joins them, unless it is a path. */
	readonly whole: string | undefined;
}

/** What joins the parts of a word: nothing else stands in one but letters and figures. */
const JOINT = String.raw`[_.'’/:\\@-]`;
const JOINTS = new RegExp(`${JOINT}+`, 'g');
const SIMPLE = /^[A-Z]?[a-z\d]+$/;

/** The patterns of words. @param letters and the others: as they stand between brackets. */
const patternsFor = (letters: string, capitals: string, small: string, figures: string, flags: string) => ({
	word: ready(new RegExp(`[${letters}${figures}]+(?:${JOINT}[${letters}${figures}]+)*`, `g${flags}`)),
	parts: ready(
		new RegExp(
			`${JOINT}+|(?<=[${small}${figures}])(?=[${capitals}])|(?<=[${capitals}])(?=[${capitals}][${small}])`,
			flags,
		),
	),
	form: new RegExp(`^[${letters}]+['’][${letters}]{1,2}$`, flags),
});
const anyPatterns = once(() => patternsFor('\\p{L}', '\\p{Lu}', '\\p{Ll}', '\\p{N}', 'u'));

/** The same for Latin-1 with what stands between words. The tables of all letters are most of what V8 makes ready. */
const latinPatterns = once(() => patternsFor('A-Za-zªµºÀ-ÖØ-öø-ÿ', 'A-ZÀ-ÖØ-Þ', 'a-zµß-öø-ÿ', '0-9²³¹¼-¾', ''));
/** Not in Latin-1, nor punctuation, arrows and drawings: of these none is a letter or a figure. */
const BEYOND_LATIN = /[^\0-\xff\u2000-\u206f\u2190-\u245f\u2500-\u2775]/;

/** Chinese, Japanese and Korean, whose words no space ends or whose endings hang on them. */
const unspaced = once(() => ({
	any: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u,
	run: /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}ー]+|\p{sc=Hiragana}+|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]+/gu,
	grammar: /^\p{sc=Hiragana}/u,
}));

/** Longer ones are keys, hashes and data, which nobody types. UTF-16 units. */
const LONGEST = 64;

const GERMAN: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss' };

/** Lower case, without accents and with `ss` for `ß`. */
function fold(word: string): string {
	const lower = word.toLowerCase();
	if (/^[a-z0-9]*$/.test(lower)) return lower;
	// What German has of them is most of it, and known without Node's tables of all accents.
	const plain = lower.replace(/[äöüß]/g, (letter) => GERMAN[letter] ?? '');
	return /[^\0-\u00bf]/.test(plain) ? plain.normalize('NFD').replace(/\p{M}/gu, '') : plain;
}

/** Letters and digits alone, so that nothing depends on how a text is broken into lines. */
export const looseForm = (text: string): string =>
	fold(text)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

const fromList = (list: readonly string[]): ReadonlySet<string> =>
	new Set(fold(list.join(' ')).replaceAll("'", ' ').split(' '));
const EN = fromList(englishStops);
const DE = fromList(germanStops);

/** Says nothing about a subject, in either language. @param word folded */
export const isSmall = (word: string): boolean => EN.has(word) || DE.has(word);

/** The words of a text, in its order. */
export function indexedWords(text: string): readonly Word[] {
	const words: Word[] = [];
	const isLatin = !BEYOND_LATIN.test(text);
	const pattern = isLatin ? latinPatterns() : anyPatterns();
	// Not one by one: V8 finds them all in a third of the time.
	for (const found of text.match(pattern.word) ?? []) {
		// Most are words as they come.
		if (SIMPLE.test(found)) {
			words.push({ parts: found.length > LONGEST ? [] : [found.toLowerCase()], whole: undefined });
			continue;
		}
		if (!isLatin && unspaced().any.test(found)) {
			words.push(...neighboursIn(found));
			continue;
		}
		const parts = found.split(pattern.parts).filter((part) => part !== '' && part.length <= LONGEST);
		const folded = parts.map(fold);
		// Short words with an apostrophe are forms of one word: what stands behind it is no part.
		const isPlain = parts.length < 2 || (/['’]/.test(found) && pattern.form.test(found));
		words.push({
			parts: isPlain ? folded.slice(0, 1) : folded,
			whole: isPlain || found.length > LONGEST ? undefined : joined(found),
		});
	}
	return words;
}

/** Each two neighbours are a word, so that any part of a clause is found. What Japanese writes in Hiragana is mostly grammar. */
function neighboursIn(clause: string): readonly Word[] {
	const { any, run, grammar } = unspaced();
	return (clause.match(run) ?? []).flatMap((each) => {
		if (!any.test(each)) return indexedWords(each);
		const letters = grammar.test(each) ? [] : Array.from(each);
		return letters.slice(1).map((letter, at) => ({ parts: [fold(`${letters[at]}${letter}`)], whole: undefined }));
	});
}

function joined(found: string): string {
	return /[/\\]/.test(found) ? fold(found.replaceAll('\\', '/')) : fold(found.replace(JOINTS, ''));
}

/** German where more of its small words are German; few words say nothing else. */
function languageOf(words: readonly Word[]): Language {
	let balance = 0;
	for (const { parts } of words.slice(0, 400))
		for (const part of parts) balance += (DE.has(part) ? 1 : 0) - (EN.has(part) ? 1 : 0);
	return balance > 0 ? 'de' : 'en';
}

const STEMS: Record<Language, Map<string, string>> = { en: new Map(), de: new Map() };

/** So many stems are kept: a text repeats its words. */
const KEPT_STEMS = 50_000;

/** What the forms of a word have in common. A word with a digit is a name and stays as it is. @param word folded */
export function stemOf(word: string, language: Language): string {
	if (word.length < 3 || !(/^[a-z]+$/.test(word) || (/[^a-z\d]/.test(word) && /^\p{L}+$/u.test(word)))) return word;
	const known = STEMS[language];
	let stem = known.get(word);
	if (stem === undefined) {
		if (known.size >= KEPT_STEMS) known.clear();
		// The library leaves `deploi` beside `deploy`, and `backfil` beside `backfill`.
		stem = (language === 'en' ? english : german)(word)
			.replace(/i$/, 'y')
			.replace(/([^aeiou])\1$/, '$1');
		known.set(word, stem);
	}
	return stem;
}

const isFigure = (letter: string): boolean => /\d/.test(letter) || (letter > '\x7f' && /\p{N}/u.test(letter));

/** A file is asked for by its name, with or without its folders. */
export function fileNameOf(whole: string): string | undefined {
	const at = whole.lastIndexOf('/');
	return at < 0 ? undefined : whole.slice(at + 1).replace(JOINTS, '');
}

/** The terms of a text in its order, without small words; a name gives its parts and itself. */
export const termsOf = (text: string): readonly string[] => termsIn(indexedWords(text));

/**
 * The same of a text that was taken apart.
 * @param isAsked of a word, whether anybody asks for its stem: others stay as they are
 */
export function termsIn(words: readonly Word[], isAsked: (word: string) => boolean = () => true): readonly string[] {
	const language = languageOf(words);
	const terms: string[] = [];
	for (const { parts, whole } of words) {
		for (const part of parts)
			if (!isSmall(part) && (part.length > 1 || isFigure(part)))
				terms.push(isAsked(part) ? stemOf(part, language) : part);
		if (whole === undefined) continue;
		terms.push(whole);
		const name = fileNameOf(whole);
		if (name !== undefined && !terms.includes(name, -parts.length)) terms.push(name);
	}
	return terms;
}

/** Tells a term from others: 48 bits, as a whole number. The index holds these in place of the words. */
export function termHash(term: string): number {
	let a = 0x811c9dc5;
	let b = 0x9dc5811c;
	for (let at = 0; at < term.length; at++) {
		const code = term.charCodeAt(at);
		a = Math.imul(a ^ code, 0x01000193);
		b = Math.imul(b ^ code, 0x85ebca6b);
	}
	return (a >>> 0) * 0x10000 + ((b ^ (b >>> 16)) & 0xffff);
}
