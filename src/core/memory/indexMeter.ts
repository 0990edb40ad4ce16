// How much of MEMORY.md Claude Code reads, measured on what it really sends (2.1.329): white space at both ends and front
// matter do not count; then 200 lines, then as many whole lines as have 25,000 characters (UTF-16 units, not bytes).
import { say } from '../base/say';

export const MAX_INDEX_LINES = 200;
export const MAX_INDEX_CHARACTERS = 25_000;

export interface IndexMeter {
	/** Lines and characters that count. */
	readonly lines: number;
	readonly characters: number;
	/** First line of the file that Claude does not see, from 0; nothing where it sees all. */
	readonly cutLine: number | undefined;
	/** How many lines it does not see. */
	readonly hiddenLines: number;
	/** The larger of both shares, 1 for full. */
	readonly share: number;
	/** Which of the two limits cuts, where one does. */
	readonly cutBy: 'lines' | 'characters' | undefined;
}

export function measureIndex(text: string): IndexMeter {
	const unix = text.replace(/^\ufeff/u, '').replaceAll('\r\n', '\n');
	const head = /^---\n[^]*?\n---\n/u.exec(unix)?.[0] ?? '';
	const content = unix.slice(head.length);
	const skipped = (head + (/^\s*/u.exec(content)?.[0] ?? '')).split('\n').length - 1;
	const trimmed = content.trim();
	if (trimmed === '')
		return { lines: 0, characters: 0, cutLine: undefined, hiddenLines: 0, share: 0, cutBy: undefined };
	const lines = trimmed.split('\n');
	const seen = seenLines(lines);
	const [byLines, byCharacters] = [lines.length / MAX_INDEX_LINES, trimmed.length / MAX_INDEX_CHARACTERS];
	const isCut = seen < lines.length;
	return {
		lines: lines.length,
		characters: trimmed.length,
		cutLine: isCut ? skipped + seen : undefined,
		hiddenLines: lines.length - seen,
		share: Math.max(byLines, byCharacters),
		cutBy: isCut ? (seen === MAX_INDEX_LINES ? 'lines' : 'characters') : undefined,
	};
}

/** A first line that is too long by itself is cut within: nothing of the others is seen. */
function seenLines(lines: readonly string[]): number {
	let characters = -1;
	let seen = 0;
	for (const line of lines.slice(0, MAX_INDEX_LINES)) {
		characters += line.length + 1;
		if (characters > MAX_INDEX_CHARACTERS) break;
		seen++;
	}
	return seen;
}

/** Where the cut falls, in words. */
export function cutWords({ lines, characters, cutBy, cutLine, hiddenLines }: IndexMeter): string {
	const limit =
		cutBy === 'lines'
			? say('{0} lines, and Claude reads {1}.', lines, MAX_INDEX_LINES)
			: say('{0} characters, and Claude reads {1}.', characters, MAX_INDEX_CHARACTERS);
	const from = (cutLine ?? 0) + 1;
	const hidden =
		hiddenLines === 1
			? say('It does not see the last line, line {0}.', from)
			: say('It does not see the last {0} lines, from line {1} on.', hiddenLines, from);
	return `${limit} ${hidden}`;
}
