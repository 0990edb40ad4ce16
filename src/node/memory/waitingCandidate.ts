// A memory candidate that waits: what it is known by, and how it is shown before it becomes a memory.
import { isSessionId } from '../../core/claude/payload';
import { type MemoryDraft, composeMemory, titleOf } from '../../core/memory/memoryFile';
import type { Queued } from '../../core/memory/queueFile';
import { normalForm } from '../../core/base/similarity';
import type { Redactor } from '../../core/privacy/redaction';
import type { ReviewEntry, ReviewProposal } from '../../core/review/entry';
import type { JournalState } from '../../core/review/journal';
import { printable, singleLine, truncate } from '../../core/base/text';
import { sha256 } from '../base/sha256';
import type { KnownStatement } from './knownStatements';

/** Longer texts are cut before anything else happens to them. Characters. */
export const MAX_TEXT = 4_000;
const MAX_TITLE = 100;

/** What addresses the model rather than says something. */
const ADDRESSES_MODEL =
	/\b(?:ignore|disregard|forget|override) (?:all |any |the |your |these |previous |prior |above |earlier )+(?:instructions?|rules?|prompts?|messages?)|system prompt|<\/?(?:system|assistant|tool)[^>]*>|you are now\b/iu;

/** A candidate that waits, with what the faces need of it. */
export interface WaitingCandidate {
	readonly candidate: Queued;
	readonly session: string;
	readonly atMs: number;
	readonly hash: string;
	/** What is proposed: as said or as edited, redacted and printable. */
	readonly text: string;
	readonly isEdited: boolean;
	readonly hasSecrets: boolean;
	readonly related: KnownStatement | undefined;
	/** Name of what says the same already as the person's own text. */
	readonly knownAs: string | undefined;
}

interface ProposalFacts {
	readonly nowMs: number;
	/** Where it would go, for people. */
	readonly folder: string;
	/** What keeps Claude Code from loading it, in words. */
	readonly turnedOffBy: string | undefined;
	readonly redactor: Redactor;
}

/** What accepting would write, beside what is there. */
export function proposalOf(
	waiting: WaitingCandidate,
	{ nowMs, folder, turnedOffBy, redactor }: ProposalFacts,
): ReviewProposal {
	const draft = memoryDraftOf(waiting, nowMs);
	const { related, knownAs, hasSecrets, text, candidate, isEdited } = waiting;
	const isCut = !isEdited && candidate.text.length > MAX_TEXT;
	return {
		entry: entryOf(waiting),
		before: beforeOf(related, redactor),
		after: { name: `${folder}/${draft.fileName}`, text: shownText(draft) },
		notes: [
			...(hasSecrets ? ['Something private was taken out of it: it would have been sent with every session.'] : []),
			...(turnedOffBy === undefined
				? []
				: [`Claude Code would not load it: its memory is off, by ${singleLine(turnedOffBy)}.`]),
			...(isCut ? ['It is longer than a memory may be: the end is cut off.'] : []),
			...(ADDRESSES_MODEL.test(text)
				? ['It reads like an instruction to the model. Accept it only if you wrote it.']
				: []),
			...(knownAs === undefined ? [] : [`${knownAs} says the same already.`]),
			...(related === undefined || related.name === knownAs ? [] : [`It is about the same as ${related.name}.`]),
		],
		editable: text,
	};
}

/** What exists on the matter, as every face may show it. */
export function beforeOf(related: KnownStatement | undefined, redactor: Redactor): ReviewProposal['before'] {
	if (related === undefined) return undefined;
	return { name: redactor.text(related.name).value, text: printable(redactor.text(related.text).value) };
}

/** @param nowMs of the acceptance. */
export function memoryDraftOf({ candidate, session, text }: WaitingCandidate, nowMs: number): MemoryDraft {
	// The diff does not show it, so it is an id or nothing.
	const origin = isSessionId(session) ? session : undefined;
	return composeMemory({ type: candidate.type, text, session: origin }, nowMs);
}

export function entryOf({ candidate, session, atMs, hash, text, isEdited }: WaitingCandidate): ReviewEntry {
	return {
		kind: 'memory',
		id: idOf(hash),
		title: titleOfText(text),
		label: candidate.type,
		session: session === '' ? undefined : session,
		message: candidate.message === '' ? undefined : singleLine(candidate.message),
		atMs,
		isEdited,
	};
}

/** The file as it would be, without what only its moment decides. */
function shownText({ frontMatter, body }: MemoryDraft): string {
	const type = frontMatter['metadata'];
	const kind = typeof type === 'object' ? (type['type'] ?? '') : '';
	return `# ${titleOf(String(frontMatter['name']))}\n\nType: ${kind}\n\n${body}\n`;
}

/** One line for lists. */
export function titleOfText(text: string): string {
	return truncate(singleLine(text), MAX_TITLE);
}

/**
 * A candidate is known by what it says without what is private, which is the same whoever took that out. One that was
 * decided about before its text was redacted keeps the hash of the decision.
 */
export function identityOf(text: string, states: ReadonlyMap<string, JournalState>, redactor: Redactor): string {
	const asSaid = meaningHash(text);
	return states.has(asSaid) ? asSaid : meaningHash(redactor.text(text).value);
}

/** Of what a text says, whatever its case, white space and punctuation. */
export function meaningHash(text: string): string {
	return sha256(normalForm(text)).slice(0, 16);
}

/** The short name of a candidate for people. */
export function idOf(hash: string): string {
	return `m-${hash.slice(0, 8)}`;
}
