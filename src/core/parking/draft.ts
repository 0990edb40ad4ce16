// From what a person says to the file that is written.
import { printable, sentence, singleLine, truncate } from '../base/text';

/** The three kinds of open loop, each with its sentence. */
export const PARKED_KINDS = ['question', 'deferred', 'idea'] as const;
export type ParkedKind = (typeof PARKED_KINDS)[number];

/** What a person or Claude gives when parking. */
export interface ParkRequest {
	readonly name: string;
	readonly text: string;
	readonly description?: string | undefined;
	/** Why it was put off, or what brought it up. */
	readonly why?: string | undefined;
	/** What to ask or do when it is picked up again. */
	readonly how?: string | undefined;
	readonly kind?: ParkedKind | undefined;
	readonly session?: string | undefined;
	/** `YYYY-MM-DD`. */
	readonly due?: string | undefined;
}

/** The parts of a file about to be written: front matter in order, and the body. */
interface ParkedDraft {
	readonly slug: string;
	readonly frontMatter: Readonly<Record<string, string>>;
	readonly body: string;
}

const DEFAULT_WHY: Record<ParkedKind | 'none', string> = {
	question: 'The question was still open when the work moved on.',
	deferred: 'It was put off for later.',
	idea: 'It came up in the middle of something else.',
	none: 'It was parked for later.',
};
const DEFAULT_HOW = 'Decide whether to take it up now, and close it if not.';

/** Composes the file of a new item, in the reference's format: front matter, text, a *Why* and a *How to apply* line. */
export function composeDraft(request: ParkRequest): ParkedDraft {
	const name = singleLine(request.name);
	const text = printable(request.text).trim();
	const frontMatter: Record<string, string> = {
		name,
		description: truncate(singleLine(request.description ?? '') || singleLine(text), 160),
		type: 'project',
	};
	if (request.session !== undefined) frontMatter['session'] = singleLine(request.session);
	if (request.due !== undefined) frontMatter['due'] = request.due;
	const why = ended(singleLine(request.why ?? '') || DEFAULT_WHY[request.kind ?? 'none']);
	const how = ended(singleLine(request.how ?? '') || DEFAULT_HOW);
	return {
		slug: slugOf(name) || slugOf(text.slice(0, 60)) || 'item',
		frontMatter,
		body: `${template(request, text)}\n\n**Why:** ${why}\n**How to apply:** ${how}`,
	};
}

/** The text in the sentence of its kind; the second sentence only where something was given for it. */
function template(request: ParkRequest, text: string): string {
	// A line of a fence is one only where nothing else stands on it.
	const before = /^(?:```|~~~)/u.test(text) ? '\n\n' : ' ';
	const endsInFence = /(?:^|\n)[ \t]*(?:```|~~~)[ \t]*$/u.test(text);
	const told = (kind: string, label: string, given: string | undefined): string => {
		const value = singleLine(given ?? '');
		const then = value === '' ? '' : `${endsInFence ? '\n\n' : ' '}${label}: ${ended(value)}`;
		return `${kind}:${before}${endsInFence ? text : ended(text)}${then}`;
	};
	switch (request.kind) {
		case 'question':
			return told('User raised', 'Pending', request.how);
		case 'deferred':
			return told('Deferred', 'Context', request.why);
		case 'idea':
			return told('Side idea', 'Raised while', request.why);
		case undefined:
			return text;
	}
}

/** Ends a text like a sentence, but for one that ends in an address: the stop would become a part of it. */
const ended = (text: string): string => (/\w:\/\/\S+$/u.test(text) ? text : sentence(text));

/**
 * A short name for a file: lower case, dashes, letters and digits of any script, no accents on Latin ones, at most 60
 * characters and 180 bytes (a file system takes 255 for the whole name); empty where nothing is left.
 */
export function slugOf(text: string): string {
	const words = text
		.normalize('NFKD')
		.replace(/[\u0300-\u036f]/gu, '')
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-/u, '');
	let slug = '';
	let bytes = 0;
	for (const character of [...words].slice(0, 60)) {
		bytes += utf8Bytes(character);
		if (bytes > 180) break;
		slug += character;
	}
	return slug.replace(/-$/u, '');
}

function utf8Bytes(character: string): number {
	const code = character.codePointAt(0) ?? 0;
	return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
}

/** The names to try for a new file, in order: `session-open-<slug>-<date>.md`, then `-2`, `-3` … */
export function* fileNames(slug: string, date: string): Generator<string> {
	yield `session-open-${slug}-${date}.md`;
	for (let n = 2; ; n++) yield `session-open-${slug}-${date}-${n}.md`;
}
