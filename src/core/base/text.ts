// Text that came out of a file is shown in terminals, tree views and Claude's context. It must not be able to move
// a cursor, hide itself, or start a line of its own.
import { lazyPattern } from './once';

/**
 * C0, DEL and C1 controls, line and paragraph separators, and the marks that reorder or hide text. The tags at the end
 * are letters that are invisible to people but not to a language model.
 */
const UNPRINTABLE = lazyPattern(
	String.raw`[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+`,
	'gu',
);

/** The same without tab and line feed. */
const UNPRINTABLE_IN_BLOCK =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** Printable ASCII with single spaces between. */
const WORDS = /^[!-~]+(?: [!-~]+)*$/;

/** One printable line: every run of controls and white space becomes a single space, the ends are trimmed. */
export function singleLine(text: string): string {
	// Most texts are printable. Making the pattern for everything unprintable takes a fifth of a millisecond, which a
	// hook would pay.
	if (WORDS.test(text)) return text;
	return text.replace(UNPRINTABLE(), ' ').replace(/\s+/gu, ' ').trim();
}

/** Colours and other orders to a terminal: CSI and OSC sequences. */
const TERMINAL_ORDERS = lazyPattern(String.raw`(?:\[[0-?]*[ -/]*[@-~]|\][^]*(?:|\\))`, 'gu');

/** What a terminal would show of a program's output: without its colours. */
export function withoutColours(text: string): string {
	return text.includes('\u001b') ? text.replace(TERMINAL_ORDERS(), '') : text;
}

/** Printable text that keeps its lines and tabs. CRLF becomes LF. */
export function printable(text: string): string {
	return text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE_IN_BLOCK, '');
}

/** The same JSON document without unprintable characters, except its own line breaks and tabs: the rest is escaped. */
export function printableJson(json: string): string {
	return json.replace(UNPRINTABLE_IN_BLOCK, (run) =>
		// By UTF-16 unit, as JSON escapes are.
		run.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
	);
}

/** At most `limit` characters (code points, so that no character is cut in two); a cut text ends in `…`. */
export function truncate(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const characters = [...text];
	return characters.length <= limit
		? text
		: `${characters
				.slice(0, limit - 1)
				.join('')
				.trimEnd()}…`;
}

/** Ends a text like a sentence; one that already ends so stays as it is. */
export function sentence(text: string): string {
	const trimmed = text.trim();
	return /[.!?…:;][)"'’”]*$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}

/**
 * Turns a report of ours into Markdown in which only our own headings and list items work. Its names and descriptions
 * come from files: a link, a remote picture or HTML in them stays text.
 */
export function inertMarkdown(report: string): string {
	return report
		.split('\n')
		.map((line) => {
			const [, own = '', text = ''] = /^((?:#{1,6} |- \[ \] |- )?)(.*)$/su.exec(line) ?? [];
			return own + text.replace(/[\\`*_{}[\]<>()#!|~&]/gu, '\\$&');
		})
		.join('\n');
}

/**
 * A text in which nothing is a link. VS Code turns `[words](address)` in messages into links, and a link to a command
 * runs it; names and statements in our messages come from files.
 */
export function withoutLinks(text: string): string {
	return text.replace(/\]\(/gu, '] (');
}

/** A count in words: `1 backup`, `2 backups`. */
export function counted(count: number, thing: string): string {
	return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** The name, then `-2`, `-3` … before the ending `.md`. */
export function* numberedNames(fileName: string): Generator<string, never> {
	yield fileName;
	for (let n = 2; ; n++) yield fileName.replace(/\.md$/u, `-${n}.md`);
}
