// The result of a signal: one sentence that a person can check, because it counts or quotes and points to its messages.
import { singleLine, truncate } from '../../base/text';
import { topicWords } from '../../base/prose';
import type { Moment, MomentPointer, SaidLine } from '../material';
import type { ItemId } from '../menu';

export interface SignalFinding {
	readonly item: ItemId;
	readonly text: string;
	/** The messages with the evidence. Empty if the evidence is in other files. */
	readonly at: readonly MomentPointer[];
	/** How much it matters, from 0 to 1. */
	readonly weight: number;
}

/** The most findings that an item shows. */
export const MAX_PER_ITEM = 5;

/** One printable line, short enough to be quoted. */
export function quote(text: string, limit = 160): string {
	return `“${truncate(singleLine(text), limit)}”`;
}

/** A command or a path as code, without back-ticks, which would end it. */
export function code(text: string, limit = 100): string {
	return `\`${truncate(singleLine(text), limit).replace(/`/gu, "'")}\``;
}

export function pointer({ uuid, index }: MomentPointer): MomentPointer {
	return { uuid, index };
}

/** The sentences of a text, each on one line, code blocks left out. */
export function sentencesOf({ text }: Pick<SaidLine, 'text'>): readonly string[] {
	return text
		.replace(/(```|~~~)[^]*?(?:\1|$)/gu, '\n')
		.split('\n')
		.map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)]|#{1,6}|>)\s+/u, ''))
		.flatMap((line) => line.split(/(?<=[.!?…])\s+/u))
		.map((sentence) => singleLine(sentence))
		.filter((sentence) => /\p{L}{2}/u.test(sentence));
}

export function plural(count: number, one: string, many = `${one}s`): string {
	return `${count} ${count === 1 ? one : many}`;
}

/** What was said and used, in its significant words. */
export function momentWords(moments: readonly Moment[]): readonly string[] {
	const textOf = (moment: Moment): string =>
		moment.kind === 'used' ? `${moment.command ?? ''} ${moment.file ?? ''}` : moment.kind === 'said' ? moment.text : '';
	return topicWords(moments.map(textOf).join(' '));
}

/** How similar two sets of words are: the share of the smaller one that is also in the other. */
export function overlap(a: readonly string[], b: readonly string[]): number {
	const smaller = a.length <= b.length ? a : b;
	const larger = new Set(a.length <= b.length ? b : a);
	return smaller.length === 0 ? 0 : smaller.filter((word) => larger.has(word)).length / smaller.length;
}
