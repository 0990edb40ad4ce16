// What every command has in common: where output goes, how failures leave, and what a person is asked.
import { printable, printableJson, singleLine } from '../core/base/text';
import { shellWord } from '../core/claude/goOn';
import { PROGRAM } from './base/description';
import { printableBetween, withAges } from './base/ages';
import { refusedNow } from '../node/base/refused';
import { wantsColour } from './base/sight';
import { type Table, listText, plainRows } from './base/table';
import type { Caller } from './caller';

/** The version of every JSON document that the command line prints. */
const SCHEMA_VERSION = 1;

/** Nothing goes beside a failure. */
export const ALONE = { text: '', json: {} };

/** The command could not do it: exit 1, with the reason and what to do. */
export class CommandError extends Error {
	constructor(
		readonly code: string,
		message: string,
		readonly hint: string,
		/** What goes beside the error under `--json`, and before it as people's text. */
		readonly details: { readonly text: string; readonly json: Readonly<Record<string, unknown>> } = ALONE,
	) {
		super(message);
		this.name = 'CommandError';
	}
}

/** The call's words are off: exit 2. */
export class UsageError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'UsageError';
	}
}

/** What a command gives back: the answer for people, and the same as a document. */
export interface Answer {
	readonly text: string;
	readonly json: Readonly<Record<string, unknown>>;
	/** The same as a list with columns: for a terminal, and for `--plain`. */
	readonly table?: Table;
	/** The answer went to standard output piece by piece already. */
	readonly isPrinted?: boolean;
	/** Findings and other answers that are no success. */
	readonly exitCode?: number;
	/**
	 * Until when it stays the same while no file changes, times in words aside: it may be given again till then without being
	 * made (keptAnswer.ts). Milliseconds since 1970; without it, it is made each time.
	 */
	readonly holdsUntilMs?: number;
	/**
	 * What undoes what was changed: the words after the program's name, or what to do where no command does it. The last
	 * line for people.
	 */
	readonly undo?: string | { readonly byHand: string };
	/** The text has a form of its own, to the letter: what undoes it follows on standard error. */
	readonly isToTheLetter?: boolean;
}

/** A list as an answer. @param none what people are told in place of rows @param holdsUntilMs as in `Answer` */
export function listAnswer(table: Table, none: string, json: Answer['json'], holdsUntilMs?: number): Answer {
	return { text: listText(table, none), table, json, ...(holdsUntilMs !== undefined && { holdsUntilMs }) };
}

/** What a command knows of who called it. */
export interface Called {
	readonly caller: Caller;
}

/** Standard error: everything that is not the answer. */
export function note({ caller }: Called, text: string): void {
	caller.waiting.erase();
	caller.remarks.write(`${printable(text)}\n`);
}

/** Options of every command that say how its answer is printed, as they were given. */
export interface Printing {
	readonly json?: unknown;
	readonly plain?: unknown;
	readonly color?: unknown;
	readonly 'no-pager'?: unknown;
	readonly 'for-claude'?: unknown;
}

/** An answer as people read it: what undoes it is the last line. */
export function answerText({ text, undo, isToTheLetter }: Answer): string {
	return undo === undefined || isToTheLetter === true ? text : `${text}\n${undoLine(undo)}`;
}

function undoLine(undo: NonNullable<Answer['undo']>): string {
	return `Undo: ${typeof undo === 'string' ? `${PROGRAM} ${undo}` : undo.byHand}`;
}

/** Standard output: the answer, and nothing else. Text out of files has lost its control characters by then. */
export async function printAnswer(
	caller: Caller,
	answer: Answer,
	how: Printing,
	nowMs: number = Date.now(),
): Promise<void> {
	await printText(caller, answer, how, nowMs);
	caller.undone?.(answer.undo);
	if (answer.undo !== undefined && answer.isToTheLetter === true) note({ caller }, undoLine(answer.undo));
}

async function printText(caller: Caller, answer: Answer, how: Printing, nowMs: number): Promise<void> {
	const { env, output } = caller;
	const { json, table, holdsUntilMs, exitCode = 0 } = answer;
	if (answer.isPrinted === true) return;
	const incomplete = refusedNow();
	const write = (text: string): void => {
		output.write(withAges(text, nowMs));
		if (holdsUntilMs !== undefined && incomplete.length === 0)
			caller.keep(text, holdsUntilMs, how['for-claude'] === true ? 0 : exitCode);
	};
	if (how.json === true) return write(document(incomplete.length === 0 ? json : { ...json, incomplete }));
	if (how.plain === true && table !== undefined) return write(plainRows(table));
	const isTerminal = output.isTerminal();
	if (!isTerminal && !wantsColour(how.color, env, false)) return write(`${printableBetween(answerText(answer))}\n`);
	const text = withAges(answerText(answer), nowMs);
	await (await import('./base/pager')).paintedOut(caller, how, 'output', text, table);
}

/** Standard error, for what is asked about: a person at a terminal gets it in colour, and in a pager where it is long. */
export async function show(
	{ caller, printing }: Called & { readonly printing: Printing },
	text: string,
): Promise<void> {
	if (caller.remarks.isTTY !== true) return note({ caller }, text);
	caller.waiting.erase();
	await (await import('./base/pager')).paintedOut(caller, printing, 'remarks', text);
}

/** One JSON document: what file names and contents hold beyond printable text is escaped in it. */
export function document(fields: Readonly<Record<string, unknown>>): string {
	return `${printableJson(JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...fields }, null, 2))}\n`;
}

/** Says a failure as people read it: what goes with it, the reason, what to do. What is empty takes no line. */
export function noteFailure(
	called: Called,
	{ details, message, hint }: Pick<CommandError, 'message' | 'hint' | 'details'>,
): void {
	for (const text of [details.text, message, hint]) if (text !== '') note(called, text);
}

/** Asks for a yes. Without a terminal to ask on, `--yes` is the only yes. */
export async function confirm(called: Called & { readonly isYes: boolean }, question: string): Promise<void> {
	if (called.isYes) return;
	const answer = await ask(called, question, '[y/N]', 'To confirm, add --yes.');
	if (!/^y(es)?$/iu.test(answer)) throw cancelled();
}

/** Asks for a name, so that nobody deletes by habit what cannot come back. @param given the name, where there is no terminal. */
export async function confirmByName(called: Called, question: string, name: string, given?: string): Promise<void> {
	const typed =
		given ?? (await ask(called, question, `Type ${name}:`, `To confirm, add --confirm ${shellWord(name)}.`));
	if (typed !== name) throw cancelled();
}

/** A no is an answer, and no failure that needs a hint; but nothing that comes next should count on a yes. */
const cancelled = (): CommandError => new CommandError('cancelled', 'Canceled. Nothing was changed.', '');

async function ask({ caller }: Called, question: string, how: string, hint: string): Promise<string> {
	if (caller.input.isTTY !== true || caller.remarks.isTTY !== true)
		throw new CommandError('notConfirmed', question, hint);
	const typed = await (await import('./base/typed')).typedAt(caller, `${printable(question)} ${how} `);
	if (typed === undefined) throw cancelled();
	return typed;
}

/** Whole standard input as text, up to a megabyte. */
export function readStandardInput({ caller }: Called): Promise<string> {
	return caller.waiting.during(() => readAll(caller.input));
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of input) {
		const data = chunk as Buffer;
		bytes += data.length;
		if (bytes > 1024 * 1024) throw new UsageError('The text on standard input is larger than 1 MB.');
		chunks.push(data);
	}
	return Buffer.concat(chunks).toString('utf8');
}

/**
 * What stands on standard input as one line, for words that no shell may read. It may be empty.
 * @param words of the call: there must be none beside it.
 */
export async function readLine(called: Called, words: readonly string[]): Promise<string> {
	if (words.length > 0) throw new UsageError('With --stdin, the words come from standard input alone.');
	return singleLine(await readStandardInput(called));
}
