// What Claude did not park: of what the reading of a conversation calls open or put off, what is clear enough to ask a
// person about. Texts are as they were said: whoever shows or writes them redacts them.
import { lastPart } from '../base/shown';
import { shortHash } from '../base/hash';
import { topicWords } from '../base/prose';
import { asText } from '../base/result';
import { singleLine, truncate } from '../base/text';
import type { SessionExtract } from '../handoff/extract';
import { hasMovedOn } from '../handoff/movedOn';
import type { PutOff, Statement } from '../handoff/statement';
import type { AssistantBlock, TranscriptEntry } from '../transcript/entry';
import { type ParkRequest, type ParkedKind, slugOf } from './draft';
import type { ParkedItem } from './item';

/** Something to park, with one click. */
export interface ParkingSuggestion {
	/** The same for the same words of the same message, on every machine. */
	readonly key: string;
	/** Key of all that the message says: what older versions dismissed by. */
	readonly messageKey: string;
	readonly kind: ParkedKind;
	/** The fields of an item, ready for `ParkRequest`. `name` is a slug. */
	readonly name: string;
	readonly text: string;
	readonly why: string;
	readonly how: string;
	readonly sessionId: string;
	/** The message that it came from: a prompt, or the reply with the question. */
	readonly uuid: string;
	/** Milliseconds since 1970. */
	readonly atMs: number | undefined;
}

/** Something that Claude wrote into a parked item, and the prompt of that turn. */
interface Parking {
	readonly prompt: string | undefined;
	readonly written: string;
}

/** Of a session; the newest ones stay. */
const MAX_FOUND = 20;
const EXCERPT = 160;

/** Collects what Claude parks in a session, as its entries go by. */
export function watchParkings(): { note(entry: TranscriptEntry): void; readonly parkings: readonly Parking[] } {
	const parkings: Parking[] = [];
	let prompt: string | undefined;
	return {
		parkings,
		note(entry) {
			if ((entry.type !== 'user' && entry.type !== 'assistant') || entry.isSidechain) return;
			if (entry.type === 'user' && entry.kind === 'prompt') prompt = entry.uuid;
			if (entry.type !== 'assistant') return;
			for (const written of entry.blocks.map(parkedText)) if (written !== undefined) parkings.push({ prompt, written });
		},
	};
}

/** What a session leaves that could be parked, oldest first, without what Claude parked itself. */
export function suggestionsIn(extract: SessionExtract, parkings: readonly Parking[]): readonly ParkingSuggestion[] {
	const found = [
		...extract.openQuestions.flatMap((each) => fromQuestion(extract, each)),
		...extract.deferred.flatMap((each) => fromDeferral(extract, each)),
	];
	return found
		.filter(({ suggestion, prompt }) => !parkings.some((parking) => isParkedBy(suggestion, prompt, parking)))
		.sort((a, b) => a.index - b.index)
		.map(({ suggestion }) => suggestion)
		.slice(-MAX_FOUND);
}

/**
 * What to offer.
 * @param dismissed keys that the person does not want to see again.
 * @param openItems what is parked already.
 */
export function suggestionsOf(
	suggestions: readonly ParkingSuggestion[],
	dismissed: ReadonlySet<string>,
	openItems: readonly Pick<ParkedItem, 'name' | 'description' | 'body' | 'session'>[],
): readonly ParkingSuggestion[] {
	return suggestions.filter(
		(suggestion) =>
			!dismissed.has(suggestion.key) &&
			!dismissed.has(suggestion.messageKey) &&
			!openItems.some((item) => names(item, suggestion)),
	);
}

/** What parks a suggestion. */
export function parkRequestOf({ name, text, why, how, kind, sessionId }: ParkingSuggestion): ParkRequest {
	return { name, text, why, how, kind, session: sessionId };
}

interface Found {
	readonly suggestion: ParkingSuggestion;
	/** The prompt of the turn in which Claude could have parked it. */
	readonly prompt: string | undefined;
	readonly index: number;
}

/** A question is offered once the next request has plainly passed it over. */
function fromQuestion(extract: SessionExtract, { text, from }: Statement): readonly Found[] {
	if (from.by !== 'claude') return [];
	const { exchanges } = extract;
	const at = exchanges.findIndex(({ turn }) => turn === from.turn);
	const [asked, next] = [exchanges[at], exchanges[at + 1]];
	if (asked === undefined || next?.kind !== 'prompt') return [];
	if (!hasMovedOn(next.request.text, topicWords(`${text} ${asked.outcome?.text ?? ''}`))) return [];
	const suggestion = {
		kind: 'question',
		topic: text,
		text: excerpt(asked.request),
		why: 'The next request came before an answer.',
		how: text,
	} as const;
	return make(extract, suggestion, { text, from }, next.request.from.uuid);
}

/** Something put off is offered where its own words say so, whatever stands around them. */
function fromDeferral(extract: SessionExtract, { text, from, kind }: PutOff): readonly Found[] {
	const [before, sentence = text] = text.includes(' — ') ? text.split(/ — (?=[^—]*$)/u) : [undefined, text];
	// A sentence that says what it is about needs nothing from what was said before it.
	const subject = topicWords(sentence).length > 1 ? undefined : before;
	// `Park that.` alone says nothing, and somebody has to remember what it meant.
	const topic = subject ?? sentence;
	if (kind === undefined || topicWords(topic).length < 2) return [];
	const asked = extract.exchanges.findLast(({ request }) => request.from.index < from.index);
	const suggestion = {
		kind,
		topic,
		text: subject === undefined ? sentence : `${truncate(singleLine(subject), EXCERPT)} — ${sentence}`,
		why: asked === undefined ? 'It came up at the beginning of the session.' : excerpt(asked.request),
		how: 'Ask whether to take it up now.',
	} as const;
	return make(extract, suggestion, { text, from }, from.uuid);
}

function excerpt({ text }: Statement): string {
	return truncate(singleLine(text), EXCERPT);
}

function make(
	{ sessionId }: SessionExtract,
	{ topic, ...own }: Pick<ParkingSuggestion, 'kind' | 'text' | 'why' | 'how'> & { readonly topic: string },
	{ text, from: { uuid, atMs, index } }: Statement,
	prompt: string | undefined,
): readonly Found[] {
	if (uuid === undefined) return [];
	const name = slugOf(topicWords(topic).slice(0, 6).join(' ')) || slugOf(topic) || own.kind;
	const messageKey = shortHash(`${sessionId}/${uuid}`);
	const key = shortHash(`${sessionId}/${uuid}/${singleLine(text).toLowerCase()}`);
	return [{ suggestion: { key, messageKey, name, ...own, sessionId, uuid, atMs }, prompt, index }];
}

/** What a tool use writes into a parked item, its file name included; nothing where it writes none. */
function parkedText(block: AssistantBlock): string | undefined {
	if (block.type !== 'tool_use') return undefined;
	const { name, input } = block;
	if (/^mcp__(?:plugin_)?session-keeper.*__park_item$/u.test(name))
		return [asText(input['name']), asText(input['text'])].join('\n');
	const command = name === 'Bash' ? asText(input['command']) : undefined;
	if (command !== undefined) return /session-open-[^\n]*\.md|\bparked park\b/u.test(command) ? command : undefined;
	const file = name === 'Write' || name === 'Edit' || name === 'MultiEdit' ? asText(input['file_path']) : undefined;
	return file !== undefined && /session-open-[^/\\]*\.md$/u.test(file)
		? [lastPart(file), asText(input['content']), asText(input['new_string'])].join('\n')
		: undefined;
}

/** Claude parks what this turn was about, or what the file says. */
function isParkedBy({ text }: ParkingSuggestion, prompt: string | undefined, parking: Parking): boolean {
	const words = new Set(topicWords(parking.written));
	return parking.prompt === prompt || topicWords(text).some((word) => words.has(word));
}

/** Whether an open item is about the same: half of the words of its name, or two where it comes from the same session. */
function names(
	item: Pick<ParkedItem, 'name' | 'description' | 'body' | 'session'>,
	{ name, sessionId }: ParkingSuggestion,
): boolean {
	const words = topicWords(name);
	const theirs = new Set(topicWords(`${item.name} ${item.description} ${item.body}`));
	const shared = words.filter((word) => theirs.has(word)).length;
	const enough = Math.ceil(words.length / 2);
	return shared >= Math.max(1, item.session === sessionId ? Math.min(2, enough) : enough);
}
