// A session as one HTML file that needs nothing else, runs nothing and loads nothing.
import { localDate, localTime } from '../base/dates';
import { escapeHtml, singleLine, truncate } from '../base/text';
import type { Block, Clip, MarkBlock, ToolOutput, TextBlock, ToolBlock, TurnBlock } from './block';
import { cutNote, fewLines, grouped, shown } from './clip';
import { type SessionHead, headWords } from './head';
import { HTML_STYLE } from './htmlStyle';
import { backWords, turnTitle } from './markdown';
import { safeHtml } from './safeHtml';

/** A turn in the outline. */
export interface OutlineItem {
	/** From 1. */
	readonly number: number;
	/** One printable line. */
	readonly title: string;
	readonly isAbandoned: boolean;
}

interface HtmlWriter {
	/**
	 * Everything up to the first turn.
	 * @param styleHash of `HTML_STYLE`: SHA-256 in base64.
	 */
	head(head: SessionHead, outline: readonly OutlineItem[], styleHash: string): string;
	/** Blocks must come redacted: they are cut here. Thinking is left out. */
	block(block: Block): string;
	/** @param note what a reader should know, such as that it is redacted. */
	end(note: string): string;
}

const FIRST_LINES = 60;
const LAST_LINES = 40;
const OUTPUT_WIDTH = 1_000;

export function createHtmlWriter(): HtmlWriter {
	let isInTurn = false;
	let date: string | undefined;

	const closeTurn = (): string => (isInTurn ? '</section>\n' : '');
	const openTurn = (block: TurnBlock): string => {
		const before = closeTurn();
		isInTurn = true;
		const day = block.timeMs === undefined ? date : localDate(block.timeMs);
		const isNewDay = day !== date;
		date = day;
		return `${before}${turn(block, isNewDay)}`;
	};

	return {
		head(head, outline, styleHash) {
			date = head.fromMs === undefined ? undefined : localDate(head.fromMs);
			return start(head, outline, styleHash);
		},
		block(block) {
			switch (block.kind) {
				case 'turn':
					return openTurn(block);
				case 'text':
					return textBody(block);
				case 'tool':
					return tool(block);
				case 'mark':
					return mark(block);
				case 'place':
					return '';
			}
		},
		end: (note) => `${closeTurn()}<footer>${escapeHtml(note)}</footer>\n</main>\n</div>\n</body>\n</html>\n`,
	};
}

function start(head: SessionHead, outline: readonly OutlineItem[], styleHash: string): string {
	const title = escapeHtml(singleLine(head.title));
	const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<div class="page${outline.length > 1 ? '' : ' alone'}">
${outlineList(outline)}<main>
<h1>${title}</h1>
<p class="facts">${headWords(head).map(escapeHtml).join(' · ')}</p>
`;
}

function outlineList(outline: readonly OutlineItem[]): string {
	if (outline.length < 2) return '';
	const items = outline.map(outlineItem).join('');
	return `<nav aria-label="Turns"><details open><summary>Turns</summary>\n<ol>\n${items}</ol>\n</details></nav>\n`;
}

function outlineItem({ number, title, isAbandoned }: OutlineItem): string {
	const words = `<span${isAbandoned ? ' class="abandoned"' : ''}>${escapeHtml(title)}</span>`;
	return `<li><a href="#turn-${number}"><span class="number">${number}</span>${words}</a></li>\n`;
}

function turn(block: TurnBlock, isNewDay: boolean): string {
	const { number, timeMs, start, isAbandoned, images } = block;
	const back = backWords(block);
	const when = timeMs === undefined ? '' : `${isNewDay ? `${localDate(timeMs)} ` : ''}${localTime(timeMs)}`;
	const time = timeMs === undefined ? '' : `<time datetime="${new Date(timeMs).toISOString()}">${when}</time>`;
	// The prompt stands below: its beginning is for those who go from heading to heading by ear.
	const isPrompt = start !== 'notification';
	const title = `<span${isPrompt ? ' class="hidden"' : ''}>${escapeHtml(turnTitle(block))}</span>`;
	const badge = isAbandoned ? '<span class="badge">abandoned</span>' : '';
	const image = images === 0 ? '' : `<em>(${images === 1 ? '1 image' : `${images} images`})</em>`;
	const text = isPrompt ? escapeHtml(shown(block.text)) : passage(block.text);
	const between = isPrompt && text !== '' && image !== '' ? '\n' : '';
	const body =
		text + image === '' ? '' : `<div class="${isPrompt ? 'prompt' : 'quote'}">${text}${between}${image}</div>\n`;
	return `${back === undefined ? '' : markLine(back)}<section class="turn${isAbandoned ? ' abandoned' : ''}" id="turn-${number}">
<h2><a href="#turn-${number}">${number}</a>${time}${title}${badge}</h2>
${body}${isPrompt ? cutLine(block.text) : ''}`;
}

function textBody({ role, text }: TextBlock): string {
	if (role === 'thinking') return '';
	return `<div class="${role === 'reply' ? 'reply' : 'quote'}">${passage(text)}</div>\n`;
}

function tool(block: ToolBlock): string {
	const line = toolLine(block);
	if (block.output === undefined) return `<div class="tool flat">${line}</div>\n`;
	return `<details class="tool"><summary>${line}</summary><pre>${outputBody(block.output)}</pre></details>\n`;
}

function toolLine({ name, subject, detail, outcome, isError }: ToolBlock): string {
	const text = subject === undefined ? '' : truncate(singleLine(subject.text), 240);
	const parts = [
		name === '' ? '' : `<b>${escapeHtml(truncate(singleLine(name), 80))}</b>`,
		text === '' ? '' : `<span class="subject">${escapeHtml(text)}</span>`,
		detail === undefined ? '' : `(${escapeHtml(detail)})`,
		outcome === undefined
			? ''
			: `→ ${isError ? `<span class="failed">${escapeHtml(outcome)}</span>` : escapeHtml(outcome)}`,
	];
	return parts.filter((part) => part !== '').join(' ') || 'Printed';
}

function outputBody(output: ToolOutput): string {
	const few = fewLines(output, FIRST_LINES, LAST_LINES, OUTPUT_WIDTH);
	const left = few.left === 0 ? [] : [`… ${grouped(few.left)} more ${few.left === 1 ? 'line' : 'lines'} …`];
	const coloured = (line: string): string => {
		const sign = output.language === 'diff' ? line[0] : undefined;
		const escaped = escapeHtml(line);
		if (sign !== '+' && sign !== '-') return escaped;
		return `<span class="${sign === '+' ? 'added' : 'removed'}">${escaped}</span>`;
	};
	// A first line break inside of `pre` is not shown.
	return `\n${[...few.first.map(coloured), ...left, ...few.last.map(coloured)].join('\n')}`;
}

function mark({ mark: kind, text }: MarkBlock): string {
	if (kind === 'error') return `<p class="error">${escapeHtml(shown(text))}</p>\n${cutLine(text)}`;
	const words = singleLine(shown(text));
	return kind === 'compaction' ? markLine(words) : `<p class="note">${escapeHtml(words)}</p>\n`;
}

function markLine(words: string): string {
	return `<p class="mark">${escapeHtml(words)}</p>\n`;
}

function passage(text: Clip): string {
	return `${safeHtml(shown(text))}${cutLine(text)}`;
}

function cutLine(text: Clip): string {
	const note = cutNote(text);
	return note === undefined ? '' : `<p class="note">${note}</p>\n`;
}
