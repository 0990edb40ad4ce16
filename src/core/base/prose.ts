// What a person says in a prompt in their own words: without code, quotations, and pasted text.
import { lazyPattern } from './once';

/** Text after this many characters was pasted. */
const READ = 10_000;

/** A line that a program printed, or that belongs to a diff. */
const PRINTED = [
	/^\s*\[?\d{4}-\d\d-\d\d/u,
	/^\s*\[?\d\d:\d\d:\d\d/u,
	/\b(?:INFO|WARN(?:ING)?|DEBUG|ERROR|TRACE|FATAL)\b/u,
	/^\s*at\s.+:\d+/u,
	/^\s*\w*(?:Error|Exception|Warning)\b.*:/u,
	/^\s*(?:[$#%]|>>>)\s/u,
	/^(?:\+|@@|---)/u,
	/^(?:\t| {4})/u,
	/^\s*>/u,
	/[{};]\s*$|=>|\w\(\)|::|->/u,
];
/**
 * Every line that a program printed holds one of these. Letters, and commas and full stops inside the line, do not
 * count.
 */
const SUSPICIOUS = /[:;>{}()$#%@+]|^[\s\d[-]|[A-Z]{4}/u;
/** `Anna: …`. One such line may be a label; two are a conversation between other people. */
const SPEAKER = /^\s*[A-Z][a-z]+(?: [A-Z][a-z]+)?:\s/u;

const TAGGED = lazyPattern(String.raw`<([a-z][\w-]*)\b[^>]*>[^]*?<\/\1>`, 'giu');
/** Not the apostrophe within a word. */
const QUOTED = lazyPattern(String.raw`(?<![\p{L}\p{N}])'[^']*(?:'\w[^']*)*'(?![\p{L}\p{N}])`, 'gu');
const LETTER = lazyPattern(String.raw`\p{L}`, 'u');
const WORD = lazyPattern(String.raw`[\p{L}\p{N}_]+`, 'gu');

/** A sentence in the person's own words, in two forms. */
interface OwnSentence {
	/** Quotations and code in it are `…`. */
	readonly own: string;
	/** As it was written, on one line. */
	readonly whole: string;
}

/** The sentences of a prompt, each on one line and with its end (`.`, `!`, `?`); straight apostrophes. */
export function ownSentences(text: string): readonly string[] {
	return ownPassages(text).map(({ own }) => own);
}

/** The same, each with its whole text. */
export function ownPassages(text: string): readonly OwnSentence[] {
	const lines = withoutTagged(withoutFenced(text.slice(0, READ).replaceAll('’', "'")))
		.replaceAll(MASK, '')
		.split('\n');
	const isDiff = lines.some((line) => line.startsWith('+') || line.startsWith('@@'));
	const isConversation = lines.length > 1 && lines.filter((line) => SPEAKER.test(line)).length > 1;
	return lines
		.filter((line) => !printedLine(line))
		.filter((line) => !(isDiff && line.startsWith('-')) && !(isConversation && SPEAKER.test(line)))
		.flatMap(sentencesOf)
		.filter(({ own }) => /[a-z]/.test(own) || LETTER().test(own));
}

/**
 * Removes blocks of code. Here and below, first checks whether a text needs the pattern, because making one takes
 * longer.
 */
function withoutFenced(text: string): string {
	const isFenced = text.includes('```') || text.includes('~~~');
	return isFenced ? text.replace(/(```|~~~)[^]*?(?:\1|$)/gu, '\n') : text;
}

/** Removes what is between a tag and its end. */
function withoutTagged(text: string): string {
	return text.includes('</') ? text.replace(TAGGED(), ' ') : text;
}

/** Pads the placeholder of a quotation to the quotation's length, so that both texts are cut at the same places. */
const MASK = '\ue000';

function sentencesOf(line: string): OwnSentence[] {
	const masked = withoutQuotations(line);
	const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
	let at = 0;
	return masked.split(/(?<=[.!?…])(\s+)/u).flatMap((piece) => {
		const whole = line.slice(at, (at += piece.length));
		const own = oneLine(piece.replaceAll(MASK, ''));
		return own === '' ? [] : [{ own, whole: oneLine(whole) }];
	});
}

/** Whether a line was printed by a program or belongs to a diff. */
export function printedLine(line: string): boolean {
	return SUSPICIOUS.test(line) && PRINTED.some((pattern) => pattern.test(line));
}

const OPENING_QUOTES = ['"', '“', '„', '«'];

/** Replaces quotations and code within a line by `…`: they are the words of somebody else or of a program. */
function withoutQuotations(line: string): string {
	const mask = (found: string): string => `…${MASK.repeat(found.length - 1)}`;
	const prose = line.includes('`') ? line.replace(/`[^`]*`/gu, mask) : line;
	const isQuoting = OPENING_QUOTES.some((quote) => prose.includes(quote));
	const plain = isQuoting ? prose.replace(/["“„«][^"”“»]*["”“»]/gu, mask) : prose;
	return plain.includes("'") && /(?:^|[^a-z])'/.test(plain) ? plain.replace(QUOTED(), mask) : plain;
}

/** Words that say nothing about a topic, including those that put things off. */
const EMPTY_WORDS = new Set(
	(
		'the a an and or but so then this that these those it its is are was were be been to of in on at for from with by as ' +
		'i we you he she they me us my our your let lets ll d s t re ve m not no yes ok okay please can could should would will ' +
		'shall may might must do does did done have has had get got go going come back want need like just also too very really ' +
		'there here what which when where who how why if about into up out over some any all more other another than ' +
		'later now today tomorrow soon eventually someday point time day moment once after until before first next last week ' +
		'park put pin set leave save keep skip move add remind revisit circle return postpone defer table shelve handle deal ' +
		'worry think mind wait scope note self idea side todo backlog list follow followup pr session ticket issue thing one ' +
		'something anything maybe perhaps probably actually anyway btw way good point nice hmm lot parking burner hold ice aside'
	).split(' '),
);

/** The words that show what a text is about, in lower case, each once. */
export function topicWords(text: string): readonly string[] {
	const words = text.toLowerCase().match(WORD()) ?? [];
	return [...new Set(words.filter((word) => !EMPTY_WORDS.has(word) && word.length > 1))];
}
