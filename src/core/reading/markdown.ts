// A session as Markdown: for an editor, where the headings of the second level are the outline, and for a file. It reads
// well as plain text too, because that is how an editor shows it.
import { say } from '../base/say';
import { localDate, localTime } from '../base/dates';
import { singleLine, truncate } from '../base/text';
import { cleanName } from '../transcript/displayName';
import type { Block, Clip, MarkBlock, ToolOutput, TextBlock, ToolBlock, TurnBlock } from './block';
import { notificationTitle } from './conversation';
import { cutNote, fewLines, leftWords, shown } from './clip';
import type { SessionHead } from './head';
import { headWords } from './head';
import { fenced, inlineCode, safeLine, safeMarkdown } from './safeMarkdown';
import { isChange } from './toolUse';

/** Where a message stands: the line of the document that its part of it begins with, from 0. */
export interface MessageLine {
	readonly uuid: string;
	readonly line: number;
}

/** A piece of the document. The pieces joined are the document. */
export interface MarkdownChunk {
	readonly text: string;
	/** By line. Every message of the transcript has one, those that are not shown that of the next one that is. */
	readonly messages: readonly MessageLine[];
}

interface MarkdownWriter {
	/** The title and what there is to know at a glance. Comes first. */
	head(head: SessionHead): MarkdownChunk;
	/** Blocks must come redacted: they are cut here. */
	block(block: Block): MarkdownChunk;
}

export interface MarkdownOptions {
	/** What Claude thought before it answered; left out otherwise. */
	readonly withThinking?: boolean;
}

const SUBJECT_WIDTH = 160;
const OUTPUT_WIDTH = 200;
const FIRST_LINES = 4;
const LAST_LINES = 4;

export function createMarkdownWriter({ withThinking = false }: MarkdownOptions = {}): MarkdownWriter {
	let lines = 0;
	let isStart = true;
	/** Of the heading before: a date is told when it changes. */
	let date: string | undefined;
	/** The last block was a line of a list without anything below it, so that the next one can follow at once. */
	let isTight = false;

	/** @param text without line breaks around it; nothing where the block is not shown. */
	const chunk = (text: string | undefined, uuids: readonly string[], isListLine = false): MarkdownChunk => {
		const gap = text === undefined || isStart || (isListLine && isTight) ? '' : '\n';
		// What announces a turn stands above its heading, which is where a reader wants to land.
		const line = lines + gap.length + (text?.startsWith('---') === true ? 2 : 0);
		const whole = text === undefined ? '' : `${gap}${text}\n`;
		for (let at = whole.indexOf('\n'); at >= 0; at = whole.indexOf('\n', at + 1)) lines++;
		if (text !== undefined) {
			isStart = false;
			isTight = isListLine && !text.includes('\n');
		}
		return { text: whole, messages: uuids.map((uuid) => ({ uuid, line })) };
	};

	const heading = (block: TurnBlock): string => {
		const day = block.timeMs === undefined ? date : localDate(block.timeMs);
		const time = block.timeMs === undefined ? undefined : localTime(block.timeMs);
		const when = time === undefined || day === date ? time : `${day ?? ''} ${time}`;
		date = day;
		const parts = [String(block.number), when, safeLine(turnTitle(block))];
		return `## ${parts.filter((part) => part !== undefined).join(' · ')}${block.isAbandoned ? ` (${say('abandoned')})` : ''}`;
	};

	return {
		head(head) {
			date = head.fromMs === undefined ? undefined : localDate(head.fromMs);
			const words = headWords(head).map(safeLine).join(' · ');
			return chunk([`# ${safeLine(singleLine(head.title))}`, ...(words === '' ? [] : [words])].join('\n\n'), []);
		},
		block(block) {
			switch (block.kind) {
				case 'turn':
					return chunk([...backMark(block), heading(block), ...turnBody(block)].join('\n\n'), block.uuids);
				case 'text':
					return chunk(block.role === 'thinking' && !withThinking ? undefined : textBody(block), block.uuids);
				case 'tool':
					return chunk(toolBody(block), block.uuids, true);
				case 'mark':
					return chunk(markBody(block), block.uuids);
				case 'place':
					return chunk(undefined, block.uuids);
			}
		},
	};
}

/** One printable line that names a turn: the beginning of its prompt. */
export function turnTitle({ title, text, images }: Pick<TurnBlock, 'title' | 'text' | 'images'>): string {
	const name = title === undefined ? cleanName(shown(text).slice(0, 2_000)) : truncate(singleLine(title), 80);
	return name === '' ? (images > 0 ? say('An image') : say('An empty prompt')) : name;
}

/** The same from the start of a turn alone. @param text its redacted beginning. */
export function outlineTitle(start: TurnBlock['start'], text: string): string {
	const title = start === 'notification' ? notificationTitle(text) : undefined;
	return turnTitle({ title, text: { text, left: 0 }, images: 1 });
}

/** How a turn that went back is announced; nothing for the others. */
export function backWords({ backTo }: TurnBlock): string | undefined {
	if (backTo === undefined) return undefined;
	return backTo === 0 ? say('Back to the start') : say('Back to turn {0}', backTo);
}

/** How many images a prompt has. */
export function imageWords(count: number): string {
	return count === 1 ? say('1 image') : say('{0} images', count);
}

function backMark(block: TurnBlock): readonly string[] {
	const words = backWords(block);
	return words === undefined ? [] : [`--- ${words} ---`];
}

function turnBody(block: TurnBlock): readonly string[] {
	const images = block.images === 0 ? [] : [`*(${imageWords(block.images)})*`];
	const parts = [...passage(block.text), ...images];
	return parts.length === 0 ? [] : [quoted(parts.join('\n\n'))];
}

function textBody({ role, text }: TextBlock): string {
	const body = passage(text).join('\n\n');
	if (role === 'reply') return body;
	return quoted(role === 'thinking' ? `*${say('Thinking:')}*\n\n${body}` : body);
}

function markBody({ mark, text }: MarkBlock): string {
	const body = passage(text);
	if (mark === 'error') return `**${say('Error:')}** ${body.join('\n\n')}`;
	const words = safeLine(singleLine(shown(text)));
	return mark === 'compaction' ? `--- ${words} ---` : `*${words}*`;
}

function toolBody(block: ToolBlock): string {
	const line = `- ${toolLine(block)}`;
	return block.output === undefined ? line : `${line}\n\n${indented(outputBody(block.output))}`;
}

function toolLine({ name, subject, detail, outcome, isError }: ToolBlock): string {
	const tool = safeLine(truncate(singleLine(name), 80));
	const isPath = subject?.style === 'path';
	const text = subject === undefined ? '' : truncate(singleLine(subject.text), SUBJECT_WIDTH);
	const what = text === '' ? '' : subject?.style === 'words' ? safeLine(text) : inlineCode(text);
	const named = tool === '' || what === '' ? tool + what : `${tool}${isPath ? '' : ':'} ${what}`;
	const result = outcome === undefined ? '' : ` → ${isError ? `**${outcome}**` : outcome}`;
	return `${named || say('Printed')}${detail === undefined ? '' : ` (${detail})`}${result}`;
}

function outputBody(output: ToolOutput): string {
	const few = fewLines(withoutContext(output), FIRST_LINES, LAST_LINES, OUTPUT_WIDTH);
	const left = few.left === 0 ? [] : [leftWords(few.left)];
	return fenced([...few.first, ...left, ...few.last].join('\n'), output.language);
}

/** So few lines are for what changed. */
function withoutContext(output: ToolOutput): ToolOutput {
	if (output.changed === undefined) return output;
	const changesIn = (end: string): string => end.split('\n').filter(isChange).join('\n');
	return { ...output, head: changesIn(output.head), tail: changesIn(output.tail), lines: output.changed };
}

function passage(text: Clip): readonly string[] {
	const body = safeMarkdown(shown(text));
	const note = cutNote(text);
	return [...(body === '' ? [] : [body]), ...(note === undefined ? [] : [`*${note}*`])];
}

function quoted(text: string): string {
	return text.replace(/^.*$/gmu, (line) => (line === '' ? '>' : `> ${line}`));
}

function indented(text: string): string {
	return text.replace(/^(?=.)/gmu, '  ');
}
