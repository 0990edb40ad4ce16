// What Claude did not park: things that were put off in passing, and questions that were never answered. Folded over the
// entries of one session, in file order; folding in pieces gives the same. Texts are as they were said: whoever shows or
// writes them redacts them.
import { shortHash } from '../base/hash';
import { singleLine, truncate } from '../base/text';
import { asText } from '../base/result';
import type { AssistantBlock, AssistantEntry, TranscriptEntry, UserEntry } from '../transcript/entry';
import { findDeferral } from '../handoff/deferral';
import { type ParkRequest, type ParkedKind, slugOf } from './draft';
import type { ParkedItem } from './item';
import { type OpenQuestion, ignores, questionOf } from '../handoff/openQuestion';
import { ownSentences, topicWords } from '../base/prose';

/** Something to park, with one click. */
export interface ParkingSuggestion {
	/** The same for the same message of the same session, on every machine. */
	readonly key: string;
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

/** What the fold knows. Only `suggestionsOf` reads it. */
export interface SuggestionState {
	readonly sessionId: string;
	readonly found: readonly { readonly suggestion: ParkingSuggestion; readonly turn: number }[];
	/** Number of prompts so far. */
	readonly turn: number;
	/** The last prompt, one line, cut. */
	readonly prompt: string;
	/** The last thing that Claude said since then, if nothing came after it. */
	readonly reply: Reply | undefined;
}

interface Reply {
	readonly uuid: string;
	readonly atMs: number | undefined;
	/** Its last sentence, or its question. */
	readonly about: string;
	readonly question: OpenQuestion | undefined;
}

/** Of a session; the newest ones stay. */
const MAX_FOUND = 20;
const EXCERPT = 160;
/** What a reply ends with is in its last characters. */
const REPLY_END = 6_000;

export function noSuggestions(sessionId: string): SuggestionState {
	return { sessionId, found: [], turn: 0, prompt: '', reply: undefined };
}

/** The state after some more entries. Entries of other sessions and of subagents are left out. */
export function foldSuggestions(state: SuggestionState, entries: Iterable<TranscriptEntry>): SuggestionState {
	let now = state;
	for (const entry of entries) {
		if (entry.sessionId !== undefined && entry.sessionId !== now.sessionId) continue;
		if (entry.type === 'user' && !entry.isSidechain) now = afterUser(now, entry);
		else if (entry.type === 'assistant' && !entry.isSidechain) now = afterAssistant(now, entry);
	}
	return now;
}

/**
 * What to offer, oldest first.
 * @param dismissed keys that the person does not want to see again.
 * @param openItems what is parked already.
 */
export function suggestionsOf(
	state: SuggestionState,
	dismissed: ReadonlySet<string>,
	openItems: readonly Pick<ParkedItem, 'name' | 'description' | 'body' | 'session'>[],
): readonly ParkingSuggestion[] {
	return state.found
		.map(({ suggestion }) => suggestion)
		.filter((suggestion) => !dismissed.has(suggestion.key) && !openItems.some((item) => names(item, suggestion)));
}

/** What parks a suggestion. */
export function parkRequestOf({ name, text, why, how, kind, sessionId }: ParkingSuggestion): ParkRequest {
	return { name, text, why, how, kind, session: sessionId };
}

function afterUser(state: SuggestionState, entry: UserEntry): SuggestionState {
	switch (entry.kind) {
		case 'prompt':
			return entry.text === '' || entry.entrypoint?.startsWith('sdk-') === true
				? { ...state, reply: undefined }
				: afterPrompt(state, entry);
		case 'toolResult':
		case 'localCommand':
		case 'localOutput':
		case 'meta':
			return state;
		case 'command':
		case 'notification':
		case 'interruption':
		case 'compactSummary':
			// Whatever was asked before it is not what the next prompt answers.
			return { ...state, reply: undefined };
	}
}

function afterPrompt(state: SuggestionState, { text, uuid, timestampMs: atMs }: UserEntry): SuggestionState {
	const turn = state.turn + 1;
	const { reply } = state;
	const suggestions: ParkingSuggestion[] = [];
	if (reply?.question && state.prompt !== '' && ignores(text, reply.question)) {
		const { question } = reply.question;
		suggestions.push(
			suggestion(state, reply.uuid, reply.atMs, {
				kind: 'question',
				topic: question,
				text: state.prompt,
				why: 'The next request came before an answer.',
				how: question,
			}),
		);
	}
	const deferred = uuid === undefined ? undefined : deferral(state, text, uuid, atMs);
	if (deferred) suggestions.push(deferred);
	const known = new Set(suggestions.map(({ key }) => key));
	const found = [
		...state.found.filter((each) => !known.has(each.suggestion.key)),
		...suggestions.map((each) => ({ suggestion: each, turn })),
	].slice(-MAX_FOUND);
	return { ...state, found, turn, prompt: truncate(singleLine(text), EXCERPT), reply: undefined };
}

function deferral(
	state: SuggestionState,
	text: string,
	uuid: string,
	atMs: number | undefined,
): ParkingSuggestion | undefined {
	const found = findDeferral(text);
	if (!found) return undefined;
	const { kind, sentence, before } = found;
	// `Let's come back to that` means what was said just before: in this prompt, by Claude, or in the prompt before.
	const isClear = topicWords(sentence).length > 1;
	const subject = isClear ? undefined : (before ?? (state.reply?.about || state.prompt));
	if (subject === '') return undefined;
	return suggestion(state, uuid, atMs, {
		kind,
		topic: subject ?? sentence,
		text: subject === undefined ? sentence : `${truncate(subject, EXCERPT)} — ${sentence}`,
		why: state.prompt === '' ? 'It came up at the beginning of the session.' : state.prompt,
		how: 'Ask whether to take it up now.',
	});
}

function suggestion(
	{ sessionId }: SuggestionState,
	uuid: string,
	atMs: number | undefined,
	{ topic, ...own }: Pick<ParkingSuggestion, 'kind' | 'text' | 'why' | 'how'> & { readonly topic: string },
): ParkingSuggestion {
	const name = slugOf(topicWords(topic).slice(0, 6).join(' ')) || slugOf(topic) || own.kind;
	return { key: shortHash(`${sessionId}/${uuid}`), name, ...own, sessionId, uuid, atMs };
}

function afterAssistant(state: SuggestionState, entry: AssistantEntry): SuggestionState {
	let now = state;
	for (const block of entry.blocks) {
		const written = parkedText(block);
		if (written !== undefined)
			now = { ...now, found: now.found.filter((each) => !isParkedBy(each, written, now.turn)) };
		if (block.type === 'tool_use') now = { ...now, reply: undefined };
		if (block.type === 'text' && block.text.trim() !== '') now = { ...now, reply: replyOf(entry, block.text) };
	}
	return now;
}

function replyOf({ uuid, timestampMs, isApiError, model }: AssistantEntry, text: string): Reply | undefined {
	if (uuid === undefined || isApiError || model === '<synthetic>') return undefined;
	const end = text.slice(-REPLY_END);
	const question = questionOf(end);
	return { uuid, atMs: timestampMs, about: question?.question ?? ownSentences(end).at(-1) ?? '', question };
}

/** What a tool use writes into a parked item, its file name included; nothing where it writes none. */
function parkedText(block: AssistantBlock): string | undefined {
	if (block.type !== 'tool_use') return undefined;
	const { name, input } = block;
	const command = name === 'Bash' ? asText(input['command']) : undefined;
	if (command !== undefined) return /session-open-[^\n]*\.md/u.test(command) ? command : undefined;
	const file = name === 'Write' || name === 'Edit' || name === 'MultiEdit' ? asText(input['file_path']) : undefined;
	return file !== undefined && /session-open-[^/\\]*\.md$/u.test(file)
		? [file.replace(/^.*[/\\]/u, ''), asText(input['content']), asText(input['new_string'])].join('\n')
		: undefined;
}

/** Claude parks what this turn was about, or what the file says. */
function isParkedBy({ suggestion, turn }: SuggestionState['found'][number], written: string, now: number): boolean {
	const words = new Set(topicWords(written));
	return turn === now || topicWords(suggestion.text).some((word) => words.has(word));
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
