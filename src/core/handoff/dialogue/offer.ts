// How a decision is told: what was offered, in Claude's words, and what the person said to it.
import { type Act, gist, shared } from './acts';
import { picksIn } from './judge';
import type { Asked, Reply } from './reply';

interface Offer {
	readonly last: { readonly reply: Reply } | undefined;
	readonly before: { readonly reply: Reply } | undefined;
	readonly waiting: readonly { readonly question: Asked }[];
}

/**
 * What sentences are said to: the options that they name, else what they repeat and the question; else the last proposal, or
 * the end of the reply. Empty after no reply.
 */
export function offeredTo(told: readonly Act[], { last, before, waiting }: Offer): string {
	if (last === undefined) return '';
	const { reply } = last;
	const options = reply.options.length > 1 ? reply.options : (before?.reply.options ?? []);
	const picked = told
		.flatMap(({ bare }) => picksIn(bare, options.length))
		.flatMap(
			({ mark, at }) => options.find((each) => each.mark === mark) ?? (mark === undefined ? options.at(at) : []) ?? [],
		);
	if (picked.length > 0) return [...new Set(picked.map(({ text }) => text))].join('; ');
	const words = new Set(told.flatMap(({ core }) => [...gist(core)]));
	const [about] = reply.sentences
		.filter(({ bare }) => !bare.endsWith('?'))
		.map(({ text }) => ({ text, common: shared(words, gist(text)) }))
		.filter(({ common }) => common > 0)
		.sort((a, b) => b.common - a.common);
	const question = reply.questions.at(-1)?.text ?? waiting.at(-1)?.question.text;
	// A vague question is told with the sentence before it.
	const named = [question?.includes(about?.text ?? '') === true ? undefined : about?.text, question].filter(
		(each) => each !== undefined,
	);
	if (named.length > 0) return [...new Set(named)].join(' ');
	const { proposals, sentences } = reply;
	return (proposals.length > 0 ? proposals.slice(-1) : sentences.slice(-2).map(({ text }) => text)).join(' ');
}

/** The sentences that carry a decision, without what is to be done besides, unless nothing else is said. */
export function carrying(told: readonly Act[], { words }: Reply): readonly Act[] {
	const plain = told.filter((act) => !act.isStep && !(act.isRequest && shared(gist(act.core), words) === 0));
	return plain.length > 0 ? plain : told;
}

/** What came of it, in Claude's words: `then b` says little without *Trades go through the table now.* */
export function cameOf(outcome: Reply | undefined): string | undefined {
	const came = outcome?.sentences[0];
	return came?.bare.endsWith('?') === true ? undefined : came?.text;
}
