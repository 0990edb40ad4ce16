// What Claude or another program hands in: statements, each with the words of the conversation that it rests on. As plain
// lines, one for each statement, because that form reaches us without a permission question; or as JSON, for programs.
import { asRecord, asText } from '../../base/result';
import { singleLine, truncate } from '../../base/text';

/** What a statement can say of a session, in the words of the form. */
export const HAND_IN_SECTIONS = [
	'topic',
	'summary',
	'decision',
	'tried',
	'open',
	'later',
	'next',
	'fact',
	'task',
] as const;
export type HandInSection = (typeof HAND_IN_SECTIONS)[number];

export interface HandedIn {
	/** One of these, or what a language model was asked about besides. */
	readonly section: string;
	/** One line. */
	readonly text: string;
	/** The words that it rests on, each as it was written: quotation marks and all. Empty if it names none. */
	readonly quotes: readonly string[];
	/** Of a task. */
	readonly status: (typeof HAND_IN_STATUSES)[number];
}

export const HAND_IN_STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** Nobody hands in more by hand; a program's mistake must not cost minutes. */
const MAX_STATEMENTS = 300;
const MAX_CHARACTERS = 200_000;
const MAX_LINE = 6_000;
/** A longer text is a copy of the conversation. In a line of an answer the rest is cut; a program gets an error. */
const MAX_TEXT = 2_000;

/** The words of each section, as Claude and people vary them. */
const NAMES: Readonly<Record<HandInSection, string>> = {
	topic: 'topic|title',
	summary: 'summary|outcome|done|what was done',
	decision: 'decisions?|decided',
	tried: "tried(?:,? (?:in vain|and did not work))?|failed|failures?|dead ends?|did not work|didn't work",
	open: '(?:open )?questions?|open',
	later: 'later|put off|deferred|postponed',
	next: 'next(?: steps?)?',
	fact: '(?:lasting )?facts?',
	task: 'tasks?|to-?dos?',
};
const MARK = String.raw`[\s>]*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?`;
const STATE = String.raw`(?:\s*[[(](?<state>[^\])]{0,12})[\])])?`;
const NAMED = HAND_IN_SECTIONS.map((section) => `(?<${section}>${NAMES[section]})`).join('|');
/** `decision: …`, `- **Decision**: …`, `| decision | … |`, `task [x]: …`. */
const BEGINNING = new RegExp(
	String.raw`^${MARK}\|?[\s*_#\x60]*(?:${NAMED})${STATE}[\s*_\x60]*[:|]+[\s*_]*(?<rest>.*)$`,
	'iu',
);
/** `## Decisions`, `**Decisions**`: what follows is a list of them. */
const HEADING = new RegExp(String.raw`^\s*(?:#{1,6}\s+|\*\*|__)[\s*_]*(?:${NAMED})[\s*_:]*$`, 'iu');
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?=\S)/u;
const FENCE = /^[\s>]*(?:`{3,}|~{3,})/u;
/** Nothing, or the line below the head of a table. */
const RULE = /^[\s|:-]*$/u;
const QUOTE_MARK = '["“”„«»‘‚‹]';
const BEFORE_QUOTE = new RegExp(String.raw`\s*\|+[\s*_>]*(?=${QUOTE_MARK}|['’\x60])`, 'u');
/** Words in quotation marks at the end, behind whatever leads to them. */
const QUOTE_AT_END = /^(.*?\S)[\s—–(<←:-]+(["“„«][^"“”„«»]+["”»])\)?\.?$/su;

/** The statements of a block, with its fences or without. Lines that belong to none are left out. Never throws. */
export function readHandIn(block: string): readonly HandedIn[] {
	const found: { section: HandInSection; text: string; state: string | undefined }[] = [];
	let heading: HandInSection | undefined;
	/** A line that was empty ends a statement, so that no remark below becomes a part of it. */
	let isOpen = false;
	for (const line of linesOf(block)) {
		const begun = BEGINNING.exec(line) ?? HEADING.exec(line);
		const section = begun === null ? undefined : sectionIn(begun);
		if (section !== undefined) {
			const rest = begun?.groups?.['rest']?.trim() ?? '';
			isOpen = rest !== '';
			heading = isOpen ? undefined : section;
			if (isOpen) found.push({ section, text: rest, state: begun?.groups?.['state'] });
		} else if (RULE.test(line)) isOpen = false;
		else if (heading !== undefined && (ITEM.test(line) || !isOpen)) {
			found.push({ section: heading, text: line.replace(ITEM, '').trim(), state: undefined });
			isOpen = true;
		} else {
			const last = found.at(-1);
			if (isOpen && last !== undefined) last.text = `${last.text} ${continued(line, last.text)}`;
		}
	}
	return found.slice(0, MAX_STATEMENTS).flatMap(({ section, text, state }) => {
		const statement = parted(section, text.slice(0, MAX_LINE), state);
		return statement.text === '' ? [] : [statement];
	});
}

/** The text between the fences, line by line. A fence inside is somebody's code, and says nothing by itself. */
function linesOf(block: string): readonly string[] {
	return block
		.slice(0, MAX_CHARACTERS)
		.split(/\r?\n/u)
		.filter((line) => !FENCE.test(line));
}

function sectionIn({ groups }: RegExpExecArray): HandInSection | undefined {
	return HAND_IN_SECTIONS.find((each) => groups?.[each] !== undefined);
}

/** A wrapped line; a quotation on a line of its own is what the statement rests on. */
function continued(line: string, before: string): string {
	const [, words] = /^\s*>\s*(\S.*)$/u.exec(line) ?? [];
	if (words !== undefined) return `| "${words.trim()}"`;
	const isQuote = new RegExp(`^\\s*(?:[-*+•]\\s+)?${QUOTE_MARK}`, 'u').test(line) && !BEFORE_QUOTE.test(before);
	return isQuote ? `| ${line.replace(ITEM, '').trim()}` : line.trim();
}

function parted(section: HandInSection, line: string, state: string | undefined): HandedIn {
	const whole = line.replace(/\s*\|\s*$/u, '');
	const [, box, unboxed = whole] = section === 'task' ? (/^\[([ xX~-])\]\s*(.*)$/su.exec(whole) ?? []) : [];
	const [text, quotes] = textAndQuotes(unboxed);
	return { section, text: plain(text), quotes, status: statusOf(box ?? state ?? '') };
}

function textAndQuotes(line: string): readonly [string, readonly string[]] {
	const at = BEFORE_QUOTE.exec(line);
	if (at !== null) {
		const quotes = line.slice(at.index + at[0].length).split(BEFORE_QUOTE);
		return [line.slice(0, at.index), quotes.map((each) => each.trim())];
	}
	const [, text, quote] = QUOTE_AT_END.exec(line) ?? [];
	if (text !== undefined && quote !== undefined) return [text, [quote]];
	const bar = Math.max(line.lastIndexOf(' | '), line.lastIndexOf(' <- '), line.lastIndexOf(' ← '));
	return bar < 0
		? [line, []]
		: [
				line.slice(0, bar),
				[
					line
						.slice(bar + 3)
						.replace(/^-\s/u, '')
						.trim(),
				],
			];
}

/** One line of bounded length without the marks that Claude puts around it. */
function plain(text: string): string {
	const bare = text.replace(/\*\*|__/gu, '').replace(/^["“”„«»]([^"“”„«»]*)["“”„«»]$/u, '$1');
	return truncate(singleLine(bare), MAX_TEXT);
}

function statusOf(state: string): HandedIn['status'] {
	if (/^(?:x|done|completed?|finished)$/iu.test(state.trim())) return 'completed';
	return /^(?:~|-|doing|in.progress|started|ongoing)$/iu.test(state.trim()) ? 'in_progress' : 'pending';
}

/**
 * Statements from a file: a JSON document `{"statements":[{"section","text","quotes","status"}]}` (or its list alone),
 * else lines as in a block.
 * @returns the first thing that is wrong with it, in words for people. Never throws.
 */
export function readStatements(text: string): readonly HandedIn[] | string {
	if (!/^\ufeff?\s*[[{]/u.test(text)) {
		const read = readHandIn(text);
		return read.length === 0 ? 'there is no statement in it' : read;
	}
	let value: unknown;
	try {
		value = JSON.parse(text.replace(/^\ufeff/u, ''));
	} catch {
		return 'invalid JSON';
	}
	return statementsOf(value, HAND_IN_SECTIONS);
}

/**
 * Statements in the form of JSON.
 * @param value `{"statements":[…]}`, or its list alone. @param sections that a statement may have.
 * @returns the first thing that is wrong with it, in words for people and without any of its text. Never throws.
 */
export function statementsOf(value: unknown, sections: readonly string[]): readonly HandedIn[] | string {
	const list: unknown = Array.isArray(value) ? value : asRecord(value)?.['statements'];
	if (!Array.isArray(list)) return 'there is no list of statements';
	const read: HandedIn[] = [];
	for (const [at, each] of list.slice(0, MAX_STATEMENTS).entries()) {
		const given = asRecord(each);
		const section = sections.find((one) => one === given?.['section']);
		const quotes = given?.['quotes'] ?? given?.['quote'] ?? [];
		const line = singleLine(asText(given?.['text']) ?? '');
		if (section === undefined) return `statements[${at}].section is none of ${sections.join(', ')}`;
		if (line === '') return `statements[${at}].text is missing`;
		if (line.length > MAX_TEXT) return `statements[${at}].text is longer than ${MAX_TEXT} characters`;
		const words: readonly unknown[] = Array.isArray(quotes) ? quotes : [quotes];
		if (words.some((one) => typeof one !== 'string')) return `statements[${at}].quotes is not a list of texts`;
		read.push({ section, text: line, quotes: words.map(String), status: statusOf(asText(given?.['status']) ?? '') });
	}
	return read.length === 0 ? 'there is no statement in it' : read;
}

/** The same form as JSON Schema, for whoever is asked to fill it in. */
export function statementsSchema(sections: readonly string[]): Readonly<Record<string, unknown>> {
	const text = { type: 'string', minLength: 1 };
	const properties = {
		section: { enum: sections },
		text: { ...text, maxLength: MAX_TEXT },
		quotes: { type: 'array', items: text, minItems: 1 },
		status: { enum: HAND_IN_STATUSES, description: 'Of a task.' },
	};
	const required = ['section', 'text', 'quotes'];
	const items = { type: 'object', properties, required, additionalProperties: false };
	return {
		type: 'object',
		properties: { statements: { type: 'array', items, minItems: 1, maxItems: MAX_STATEMENTS } },
		required: ['statements'],
		additionalProperties: false,
	};
}
