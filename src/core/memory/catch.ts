// What a person says in a prompt that the next session should know. Rules for everyday English, without a model, made
// to be right rather than complete: a missed statement can be repeated, but a wrong one costs trust.
import { ownPassages } from '../base/prose';
import { lazyPattern } from '../base/once';
import { truncate } from '../base/text';
import { withoutOwnWords } from '../handoff/ownWords';
import type { Caught } from './candidate';
import { evidenceFor, isTaken, mayBeEvident } from './evidence';
import { memoryTypeOf } from './memoryType';
import { announcesLines, explicitIn, pointsBack } from './rules/explicit';
import { fromFirstWord } from './rules/words';
import { forbidsRemembering, handsOverText, isForThisTask } from './rules/refusals';

/** Of one prompt. Who says more than that has pasted it. */
const MAX_CAUGHT = 5;

/** A longer sentence was not said in passing. Characters. */
const MAX_SENTENCE = 500;

/** What a person asks to remember may be longer. Characters. */
const MAX_TEXT = 2_000;

/** In a prompt of more sentences only what is asked for counts: the rest is a document. */
const MAX_SENTENCES = 30;

/** What leads into a sentence without meaning anything. */
const FILLER = fromFirstWord(
	`(?:(?:${[
		// Followed by whatever comes.
		String.raw`(?:ok(?:ay)?|oh|ah|hey|hi|hello|ugh|argh|hm+|well|so(?! (?:you know|that)\b)|and|but|also|btw|by the way|anyways?|thanks|thank you|thx|actually|honestly|seriously|besides|claude|please note that|one more thing|another thing|one thing|side note|quick note|small note|for context|to be clear|just to be clear|p\.?s\.?|nb|then)(?:[,:;.!–—-]+ *|(?= ))`,
		// Only before a pause: they mean something else elsewhere.
		String.raw`(?:great|good|nice|perfect|cool|right|yes|yeah|yep|no|nope|sorry|listen|look|looks good|really|however|still|although|though|plus|dude|man|important|some context|context|ok great|like i said|please note|note)[,:;.!–—-]+ *`,
	].join('|')})\\s*)+`,
);

/** The first words of these; most sentences begin with none, and the pattern need not be made. */
const FILLER_BEGINS = new Set(
	(
		'ok okay oh ah hey hi hello ugh argh well so and but also btw by anyway anyways thanks thank thx actually honestly ' +
		'seriously besides claude please one another side quick small for to just p ps nb then great good nice perfect cool ' +
		'right yes yeah yep no nope sorry listen look looks really however still although though plus dude man important some ' +
		'context like note'
	).split(' '),
);

/** What says that news follows. @public the script that fits the weights asks for it. */
export const HEADS_UP = /^(?:heads[ -]up|fyi|(?:just )?so you know|for your information)[,:!]? (?:that )?/u;

const NO_WORD = lazyPattern(String.raw`[^\p{L}\p{N}]`, 'gu');
const SMALL = lazyPattern(String.raw`^\p{Ll}`, 'u');

/** What the reply says it will keep. */
const RESTATED = lazyPattern(
	String.raw`^\W*(?:noted|got it|understood|okay|ok|sure|will do|i'll remember(?: that)?|i will remember(?: that)?|remembered)\b[^\p{L}]*(?:that )?(.{15,400}?[.!])(?:\s|$)`,
	'iu',
);

/**
 * @param prompt as it was typed.
 * @param reply what Claude answered: asked where the prompt points at something else than itself, and it may show that a
 * statement was taken as one.
 * @param isFirst it is the first prompt of the session.
 * @returns in the order of the prompt; empty for most prompts.
 */
export function catchMemories(prompt: string, reply = '', isFirst = false): readonly Caught[] {
	const own = withoutOwnWords(prompt);
	const said = memorySentences(own);
	if (forbidsRemembering(said.map(({ sentence }) => sentence).join('\n'))) return [];
	const isDocument = said.length > MAX_SENTENCES;
	const caught = said.flatMap(({ sentence, text, whole }, at): readonly Caught[] => {
		const asked = explicit(sentence, text, said[at - 1]?.whole, reply) ?? listed(sentence, own, whole);
		if (asked !== undefined) return [asked];
		if (isDocument || text.length > MAX_SENTENCE) return [];
		const stated = statement(sentence, text, reply, isFirst);
		return stated === undefined ? [] : [stated];
	});
	const seen = new Set<string>();
	return caught.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, MAX_CAUGHT);
}

/** A sentence of the person's own. */
interface Said {
	/** In lower case, with quotations left out, without what leads in. */
	readonly sentence: string;
	/** As it was written, without what leads in. */
	readonly text: string;
	readonly whole: string;
}

/**
 * The sentences of a prompt, up to the one that hands over somebody else’s text.
 * @public the script that fits the weights asks for them.
 */
export function memorySentences(prompt: string): readonly Said[] {
	const said = ownPassages(prompt).map(({ own, whole }) => ({ ...withoutFiller(own.toLowerCase(), whole), whole }));
	const isParted = prompt.includes('\n\n');
	const end = said.findIndex(({ sentence }) => handsOverText(sentence, isParted));
	return end < 0 ? said : said.slice(0, end + 1);
}

function explicit(sentence: string, text: string, before: string | undefined, reply: string): Caught | undefined {
	if (pointsBack(sentence)) {
		const meant = before ?? restated(reply);
		return meant === undefined ? undefined : { type: memoryTypeOf(meant), text: clip(meant), rule: 'pointsBack' };
	}
	const found = explicitIn(sentence);
	if (found === undefined || isForThisTask(sentence) || isQuestion(sentence)) return undefined;
	const said = text.slice(text.length - (sentence.length - found.lead)).trim();
	if (said.replace(NO_WORD(), '').length < 6) return undefined;
	return { type: memoryTypeOf(said), text: clip(capital(said)), rule: found.rule };
}

/** `Remember:` and then lines of their own. */
function listed(sentence: string, prompt: string, whole: string): Caught | undefined {
	if (!announcesLines(sentence)) return undefined;
	const from = prompt.replace(/’/gu, "'").indexOf(whole);
	const [below = ''] =
		from < 0
			? []
			: prompt
					.slice(from + whole.length)
					.replace(/^\s*\n/u, '')
					.split(/\n\s*\n/u);
	return below.trim() === '' ? undefined : { type: memoryTypeOf(below), text: clip(below.trim()), rule: 'list' };
}

function statement(sentence: string, text: string, reply: string, isFirst: boolean): Caught | undefined {
	const lead = HEADS_UP.exec(sentence)?.[0].length ?? 0;
	const isHeadsUp = lead > 0;
	if (!mayBeEvident(sentence.slice(lead), isHeadsUp)) return undefined;
	const { weight, rule, type } = evidenceFor(sentence.slice(lead), { isHeadsUp, isFirst, isAccepted: isTaken(reply) });
	if (weight < 0) return undefined;
	const said = text.slice(lead);
	return { type: type ?? memoryTypeOf(said), rule, text: clip(capital(said)) };
}

/** What the reply says it will keep: `Noted: deploys run from the release branch.` */
function restated(reply: string): string | undefined {
	const match = RESTATED().exec(reply.slice(0, 2_000).replace(/’/gu, "'"));
	return match?.[1] === undefined ? undefined : capital(match[1].trim());
}

/** Both texts without what leads in; `sentence` is in lower case and has quotations left out, `text` is the person's own. */
function withoutFiller(own: string, whole: string): { readonly sentence: string; readonly text: string } {
	const first = /^[a-z]+/.exec(own)?.[0] ?? '';
	const lead = FILLER_BEGINS.has(first) || first.startsWith('hm') ? (FILLER().exec(own)?.[0].length ?? 0) : 0;
	// A quotation among the first words is longer in the one than in the other.
	const isSame = whole.slice(0, lead).toLowerCase() === own.slice(0, lead);
	return isSame ? { sentence: own.slice(lead), text: whole.slice(lead) } : { sentence: own, text: whole };
}

function isQuestion(sentence: string): boolean {
	return sentence.endsWith('?') && !/^(?:can|could|would|will) you\b/u.test(sentence);
}

function capital(text: string): string {
	return text.replace(SMALL(), (letter) => letter.toUpperCase());
}

function clip(text: string): string {
	return truncate(text, MAX_TEXT);
}
