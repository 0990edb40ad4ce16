// Markdown that a transcript brings along, made fit to stand inside of ours: its headings below the outline's, its last
// fence closed, and nothing in it that could run, load or call something, wherever it is opened.
//
// Which lines are code is decided by a real parser, the one behind VS Code's preview. It knows no HTML, and neither does
// its reader, because every tag is escaped; so both see the same blocks. What was changed is parsed again, until there
// is nothing left to change.
import MarkdownIt from 'markdown-it';

/** Longer texts are shown as they are, in a fence: parsing takes about 5 ms for so many characters. */
const PARSED_LIMIT = 20_000;
const MAX_ROUNDS = 5;
/** What later rounds may still find: an escaped definition above a row of dashes. */
const OUTLINE = new Set(['h1', 'h2']);

const parser = new MarkdownIt({ html: false });
parser.core.ruler.enableOnly(['normalize', 'block']);

/** @param text printable. @returns Markdown without blank lines around it; safe as a block of its own, a quote, or both. */
export function safeMarkdown(text: string): string {
	// Indented, it could become part of a list above it.
	const trimmed = text.trim();
	if (trimmed.length > PARSED_LIMIT) return fenced(trimmed);
	let now = round(trimmed, true);
	for (let rounds = 1; rounds < MAX_ROUNDS; rounds++) {
		const next = round(now, false);
		if (next === now) return now;
		now = next;
	}
	return fenced(trimmed);
}

/** One line of words, safe in a heading or a paragraph. @param text one printable line. */
export function safeLine(text: string): string {
	return safeLines([text])[0] ?? '';
}

/** A text as code that is shown as it is, on lines of its own. */
export function fenced(text: string, language = ''): string {
	const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
	return `${fence}${language}\n${text}\n${fence}`;
}

/** One printable line as code within a line. */
export function inlineCode(text: string): string {
	const ticks = '`'.repeat(longestRun(text) + 1);
	const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
	return `${ticks}${pad}${text}${pad}${ticks}`;
}

function longestRun(text: string): number {
	return (text.match(/`+/gu) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

function round(text: string, isFirst: boolean): string {
	const lines: (string | undefined)[] = text.split('\n');
	const tokens = parser.parse(text, {});
	const isCode = new Set<number>();
	const isVerbatim = new Set<number>();
	let end = '';
	for (const [at, token] of tokens.entries()) {
		const [from, to] = token.map ?? [0, 0];
		if (token.type === 'fence' || token.type === 'code_block') {
			for (let line = from; line < to; line++) {
				isCode.add(line);
				if (token.type === 'fence' && token.level === 0) isVerbatim.add(line);
			}
			const isOpen = token.type === 'fence' && token.level === 0 && !isClosed(lines[to - 1], token.markup, to - from);
			if (isOpen) end = `\n${token.markup}`;
		} else if (token.type === 'heading_open' && (isFirst || OUTLINE.has(token.tag))) {
			const level = '#'.repeat(Math.min(6, Number(token.tag.slice(1)) + 2));
			demote(lines, from, to, level, tokens[at + 1]?.content ?? '');
		}
	}
	const result: string[] = [];
	let words: string[] = [];
	const flush = (): void => {
		result.push(...safeLines(words));
		words = [];
	};
	for (const [at, given] of lines.entries()) {
		if (given === undefined) continue;
		const line = isVerbatim.has(at) ? given : withoutTabs(given);
		if (isCode.has(at) || line.trim() === '') {
			flush();
			result.push(line);
		} else words.push(line);
	}
	flush();
	return result.join('\n') + end;
}

/** A tab that indents is as wide as its column makes it, so a text would fall into other blocks inside of a quote. */
function withoutTabs(line: string): string {
	const indent = /^[\s>*+\-\d.)]*/u.exec(line)?.[0] ?? '';
	if (!indent.includes('\t')) return line;
	let spaced = '';
	for (const character of indent) spaced += character === '\t' ? ' '.repeat(4 - (spaced.length % 4)) : character;
	return spaced + line.slice(indent.length);
}

function isClosed(lastLine: string | undefined, markup: string, lines: number): boolean {
	const last = lastLine?.trim() ?? '';
	return lines > 1 && last.length >= markup.length && last === (markup[0] ?? '').repeat(last.length);
}

/** Gives a heading its new level; one that is underlined loses its line. */
function demote(lines: (string | undefined)[], from: number, to: number, level: string, content: string): void {
	const line = lines[from] ?? '';
	const marked = /^([\s>*+\-\d.)]*)#{1,6}(?=\s|$)/u.exec(line);
	if (to - from === 1 && marked) {
		lines[from] = `${marked[1]}${level}${line.slice(marked[0].length)}`;
		return;
	}
	const start = line.indexOf(content.split('\n')[0] ?? '');
	lines[from] = `${line.slice(0, Math.max(0, start))}${level} ${content.replace(/\n/gu, ' ')}`;
	for (let at = from + 1; at < to; at++) lines[at] = undefined;
}

/**
 * Lines that are no code, up to the next blank one. Code within a line is left alone where it is surely code: a back-tick
 * that is left open on one line could be closed on another, and turn the inside of everything between out.
 */
function safeLines(lines: readonly string[]): readonly string[] {
	const parts = lines.map(splitCode);
	const isBalanced = parts.every((each) => each !== undefined);
	return lines.map((line, at) => {
		const split = isBalanced ? parts[at] : undefined;
		return (split ?? [{ text: line, isCode: false }])
			.map((part) => (part.isCode ? part.text : defuse(part.text)))
			.join('');
	});
}

interface Part {
	readonly text: string;
	readonly isCode: boolean;
}

/** What of a line is code; nothing where a back-tick has no partner, or a table could cut through. */
function splitCode(line: string): readonly Part[] | undefined {
	const parts: Part[] = [];
	let from = 0;
	for (let at = 0; at < line.length;) {
		if (line[at] === '\\') at += 2;
		else if (line[at] === '<') at += safeAddress(line, at);
		else if (line[at] === '`') {
			const run = runAt(line, at);
			const close = closing(line, at + run, run);
			if (close < 0 || line.slice(at, close).includes('|')) return undefined;
			parts.push({ text: line.slice(from, at), isCode: false }, { text: line.slice(at, close + run), isCode: true });
			at = from = close + run;
		} else at++;
	}
	return [...parts, { text: line.slice(from), isCode: false }];
}

function runAt(line: string, at: number): number {
	let end = at;
	while (line[end] === '`') end++;
	return end - at;
}

function closing(line: string, from: number, run: number): number {
	for (let at = line.indexOf('`', from); at >= 0;) {
		const length = runAt(line, at);
		if (length === run) return at;
		at = line.indexOf('`', at + length);
	}
	return -1;
}

/** `<https://…>`: how long it is; 1 where it is none. */
const ADDRESS = /<(?:https?:\/\/|mailto:)[^\s<>`]*>/iuy;
function safeAddress(line: string, at: number): number {
	ADDRESS.lastIndex = at;
	return ADDRESS.test(line) ? ADDRESS.lastIndex - at : 1;
}

/** An escaped character; an address that may stay; the start of a tag; an image; the start of a link's address. */
const RISKY = /\\[^]|<(?:https?:\/\/|mailto:)[^\s<>`]*>|<(?=[a-z/!?])|!(?=\[)|\](?=[(:])/giu;

function defuse(text: string): string {
	return text.replace(RISKY, (found, at: number) => {
		// An image is loaded by who opens the text: it becomes a link.
		if (found === '<' || found === '!') return `\\${found}`;
		if (found === ']') return isSafeTarget(text.slice(at + 2, at + 2_000)) ? found : ']\\';
		return found;
	});
}

/** The web, mail, a place in the text, or a path without anything that could be read as a scheme. */
function isSafeTarget(rest: string): boolean {
	const target = rest.trimStart();
	if (target === '') return false;
	if (/^<?(?:https?:\/\/|mailto:|#)/iu.test(target)) return true;
	const first = /^[^\s)/?#]*/u.exec(target)?.[0] ?? '';
	return !/[:&\\]|%3a/iu.test(first);
}
