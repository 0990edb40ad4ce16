// A memory as Claude keeps it: one fact in one Markdown file, and a line in MEMORY.md that leads to it.
import { slugOf } from '../parking/draft';
import { topicWords } from '../base/prose';
import { asRecord, asText } from '../base/result';
import { printable, singleLine, truncate } from '../base/text';
import { type MemoryType, isMemoryType } from './candidate';

/** What a memory file says of itself. */
export interface MemoryHead {
	/** One printable line; the file name where the file gives none. */
	readonly name: string;
	/** One printable line, perhaps empty. */
	readonly description: string;
	/** Nothing where the file names none, or one that Claude does not know. */
	readonly type: MemoryType | undefined;
	readonly session: string | undefined;
	/** `YYYY-MM-DD` after which it holds no longer, where the file says so. */
	readonly expires: string | undefined;
}

/** The parts of a file about to be written, in order. */
export interface MemoryDraft {
	/** Of the file, without a folder; `-2`, `-3` … before the ending where it is taken. */
	readonly fileName: string;
	readonly frontMatter: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
	readonly body: string;
	/** The line for MEMORY.md, without a line break. */
	readonly indexLine: string;
}

const MAX_DESCRIPTION = 150;

/** Claude's own advice for a line of MEMORY.md is 200 characters at most. */
const MAX_HOOK = 110;
const MAX_TITLE = 60;

/** What front matter says; both generations of it are understood. */
export function readMemoryHead(fileName: string, data: Readonly<Record<string, unknown>>): MemoryHead {
	const metadata = asRecord(data['metadata']) ?? {};
	const field = (key: string): string | undefined => asText(data[key]) ?? asText(metadata[key]);
	const type = field('type');
	const expires = field('expires')?.slice(0, 10);
	return {
		name: truncate(singleLine(field('name') ?? ''), 120) || singleLine(fileName),
		description: truncate(singleLine(field('description') ?? ''), 300),
		type: isMemoryType(type) ? type : undefined,
		session: field('session') ?? asText(metadata['originSessionId']),
		expires: expires !== undefined && /^\d{4}-\d\d-\d\d$/u.test(expires) ? expires : undefined,
	};
}

/** @param nowMs goes into `modified`, as Claude Code itself writes it. */
export function composeMemory(
	{ type, text, session }: { readonly type: MemoryType; readonly text: string; readonly session: string | undefined },
	nowMs: number,
): MemoryDraft {
	const body = printable(text).trim();
	const slug = slugOf(topicWords(body).slice(0, 6).join(' ')) || slugOf(body.slice(0, 40)) || 'memory';
	const name = slug.slice(0, 60).replace(/-+$/u, '');
	const fileName = `${type}_${name}.md`;
	const description = truncate(singleLine(body), MAX_DESCRIPTION);
	return {
		fileName,
		frontMatter: {
			name,
			description,
			metadata: {
				node_type: 'memory',
				type,
				...(session === undefined ? {} : { originSessionId: session }),
				modified: new Date(nowMs).toISOString(),
			},
		},
		body,
		indexLine: formatIndexLine(fileName, titleOf(name), description),
	};
}

/** `- [Title](file.md) — hook`. What would be more than a line of text is taken out: a link, an import, a comment. */
export function formatIndexLine(fileName: string, title: string, hook: string): string {
	const plain = (text: string): string =>
		singleLine(text)
			.replace(/<!--|-->/gu, ' ')
			.replace(/(^|\s)@(?=[\w~./\\])/gu, '$1')
			.replace(/[[\]()<>`]/gu, '')
			.replace(/\s+/gu, ' ')
			.trim();
	const shownHook = truncate(plain(hook), MAX_HOOK);
	const link = /^[\w.-]+$/u.test(fileName)
		? fileName
		: encodeURI(fileName).replace(/[()]/gu, (c) => `%${c.charCodeAt(0).toString(16)}`);
	return `- [${truncate(plain(title), MAX_TITLE) || 'Memory'}](${link})${shownHook === '' ? '' : ` — ${shownHook}`}`;
}

/** A name with dashes, as a title. */
export function titleOf(name: string): string {
	const words = name
		.replace(/\.md$/u, '')
		.replace(/^(?:user|feedback|project|reference)_/u, '')
		.replace(/[-_]+/gu, ' ')
		.trim();
	return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
