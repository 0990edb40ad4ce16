// A session as HTML, block by block: the same for the exported file and for the page in the editor. Nothing in it runs or
// loads anything, whatever the transcript says.
import { say } from '../base/say';
import { localDate, localTime } from '../base/dates';
import { escapeHtml } from '../base/shown';
import { singleLine, truncate } from '../base/text';
import type { Block, Clip, MarkBlock, TextBlock, ToolBlock, ToolOutput, TurnBlock } from './block';
import { cutNote, fewLines, leftWords, shown } from './clip';
import { colouredHtml } from './colours';
import { backWords, imageWords, turnTitle } from './markdown';
import { safeHtml } from './safeHtml';

/** What a page has that a file has not. All of it is HTML of ours. */
export interface PageParts {
	/** What can be done with a turn. @param number from 1 */
	turnActions(number: number): string;
	/** Opens what a subagent did. @param id letters, digits and dashes */
	agentAction(id: string): string;
}

interface TurnWriter {
	/** Blocks must come redacted where they are to be: they are cut here. Thinking is left out. */
	block(block: Block): string;
	/** What closes the last turn. */
	end(): string;
}

const FIRST_LINES = 60;
const LAST_LINES = 40;
const OUTPUT_WIDTH = 1_000;

/** What lies between a turn and the one before, in words. */
export type GapBefore = (turn: TurnBlock) => string | undefined;

/**
 * @param fromMs when the session began, or what is written did: a turn of another day says its date.
 * @param page nothing for a file. In a page every element says which messages it was made of (`data-ids`).
 */
export function createTurnWriter(fromMs: number | undefined, gapBefore: GapBefore, page?: PageParts): TurnWriter {
	let isInTurn = false;
	let date = fromMs === undefined ? undefined : localDate(fromMs);
	const end = (): string => {
		const closing = isInTurn ? '</section>\n' : '';
		isInTurn = false;
		return closing;
	};
	return {
		block(block) {
			if (block.kind === 'turn') {
				const before = end();
				isInTurn = true;
				const day = block.timeMs === undefined ? date : localDate(block.timeMs);
				const isNewDay = day !== date;
				date = day;
				return `${before}${marksBefore(block, gapBefore)}${turn(block, isNewDay, page)}`;
			}
			const html = blockHtml(block, page);
			return page === undefined ? html : html.replace(/^<[a-z]+/u, (tag) => `${tag}${idsOf(block)}`);
		},
		end,
	};
}

function blockHtml(block: Exclude<Block, TurnBlock>, page: PageParts | undefined): string {
	switch (block.kind) {
		case 'text':
			return textBody(block);
		case 'tool':
			return tool(block, page);
		case 'mark':
			return mark(block);
		case 'place':
			return page === undefined ? '' : '<span hidden></span>\n';
	}
}

/** Only ids that need no escaping count: others are found by nobody. */
function idsOf({ uuids }: Block): string {
	const ids = uuids.filter((id) => /^[A-Za-z0-9_.-]+$/u.test(id));
	return ids.length === 0 ? '' : ` data-ids="${ids.join(' ')}"`;
}

function turn(block: TurnBlock, isNewDay: boolean, page: PageParts | undefined): string {
	const { number, timeMs, start, isAbandoned, images } = block;
	const when = timeMs === undefined ? '' : `${isNewDay ? `${localDate(timeMs)} ` : ''}${localTime(timeMs)}`;
	const time = timeMs === undefined ? '' : `<time datetime="${new Date(timeMs).toISOString()}">${when}</time>`;
	// The prompt stands below: its beginning is for those who go from heading to heading by ear.
	const isPrompt = start !== 'notification';
	const title = `<span${isPrompt ? ' class="hidden"' : ''}>${escapeHtml(turnTitle(block))}</span>`;
	const badge = isAbandoned ? `<span class="badge">${escapeHtml(say('abandoned'))}</span>` : '';
	const image = images === 0 ? '' : `<em>(${imageWords(images)})</em>`;
	const text = isPrompt ? escapeHtml(shown(block.text)) : passage(block.text);
	const between = isPrompt && text !== '' && image !== '' ? '\n' : '';
	const body =
		text + image === '' ? '' : `<div class="${isPrompt ? 'prompt' : 'quote'}">${text}${between}${image}</div>\n`;
	const ids = page === undefined ? '' : idsOf(block);
	const actions = page === undefined ? '' : `${page.turnActions(number)}\n`;
	return `<section class="turn${isAbandoned ? ' abandoned' : ''}" id="turn-${number}">
<h2${ids}><a href="#turn-${number}">${number}</a>${time}${title}${badge}</h2>
${actions}${body}${isPrompt ? cutLine(block.text) : ''}`;
}

const marksBefore = (block: TurnBlock, gapBefore: GapBefore): string =>
	[gapBefore(block), backWords(block)].flatMap((words) => (words === undefined ? [] : [markLine(words)])).join('');

function textBody({ role, text }: TextBlock): string {
	if (role === 'thinking') return '';
	return `<div class="${role === 'reply' ? 'reply' : 'quote'}">${passage(text)}</div>\n`;
}

function tool(block: ToolBlock, page: PageParts | undefined): string {
	const line = toolLine(block);
	const agent = block.agent === undefined || page === undefined ? '' : `${page.agentAction(block.agent)}\n`;
	if (block.output === undefined) return `<div class="tool flat">${line}</div>\n${agent}`;
	return `<details class="tool"><summary>${line}</summary><pre>${outputBody(block.output)}</pre></details>\n${agent}`;
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
	return parts.filter((part) => part !== '').join(' ') || say('Printed');
}

function outputBody(output: ToolOutput): string {
	const { coloured } = output;
	const few = fewLines({ ...output, ...coloured }, FIRST_LINES, LAST_LINES, OUTPUT_WIDTH);
	const left = few.left === 0 ? [] : [leftWords(few.left)];
	const lines = (all: readonly string[]): readonly string[] =>
		coloured === undefined ? all.map((line) => plainLine(line, output.language)) : [colouredHtml(all.join('\n'))];
	const last = few.last.length === 0 ? [] : lines(few.last);
	// A first line break inside of `pre` is not shown.
	return `\n${[...lines(few.first), ...left, ...last].join('\n')}`;
}

function plainLine(line: string, language: string): string {
	const sign = language === 'diff' ? line[0] : undefined;
	const escaped = escapeHtml(line);
	if (sign !== '+' && sign !== '-') return escaped;
	return `<span class="${sign === '+' ? 'added' : 'removed'}">${escaped}</span>`;
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
	return note === undefined ? '' : `<p class="note">${escapeHtml(note)}</p>\n`;
}
