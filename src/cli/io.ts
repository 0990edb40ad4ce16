// What every command has in common: where output goes, how failures leave, and what a person is asked.
import { printable, printableJson, singleLine } from '../core/base/text';
import { errorCode } from '../node/base/atomicFile';
import { PROGRAM } from './base/description';
import { wantsColour } from './base/sight';
import { type Table, listText, plainRows } from './base/table';
import type { Caller } from './caller';

/** The version of every JSON document that the command line prints. */
const SCHEMA_VERSION = 1;

/** The command could not do it: exit 1, with the reason and what to do. */
export class CommandError extends Error {
	constructor(
		readonly code: string,
		message: string,
		readonly hint: string,
		/** What goes beside the error under `--json`, and before it as people's text. */
		readonly details: { readonly text: string; readonly json: Readonly<Record<string, unknown>> } = {
			text: '',
			json: {},
		},
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
	/** The words after the program's name that undo what was changed: the last line for people. */
	readonly undo?: string;
}

/** A list as an answer. @param none what people are told in place of rows */
export function listAnswer(table: Table, none: string, json: Answer['json']): Answer {
	return { text: listText(table, none), table, json };
}

/** What a command knows of who called it. */
interface Called {
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
}

/** An answer as people read it: what undoes it is the last line. */
export function answerText({ text, undo }: Answer): string {
	return undo === undefined ? text : `${text}\nUndo: ${PROGRAM} ${undo}`;
}

/** Standard output: the answer, and nothing else. Text out of files has lost its control characters by then. */
export async function printAnswer(caller: Caller, answer: Answer, how: Printing): Promise<void> {
	const { env, output } = caller;
	const { json, table } = answer;
	const text = answerText(answer);
	if (answer.isPrinted === true) return;
	if (how.json === true) return output.write(document(json));
	if (how.plain === true && table !== undefined) return output.write(plainRows(table));
	const isTerminal = output.isTerminal();
	const hasColour = wantsColour(how.color, env, isTerminal);
	if (!isTerminal && !hasColour) return output.write(`${printable(text)}\n`);
	const { paintedTable, paintedText, sightOf } = await import('./base/look');
	const sight = sightOf(hasColour, env, isTerminal ? output.size().columns : undefined);
	const isTable = table !== undefined && table.isForPrograms !== true && table.rows.length > 0;
	const painted = isTable ? paintedTable(table, sight) : paintedText(text, sight);
	if (!(await (await import('./base/pager')).paged(caller, painted, how['no-pager'] !== true)))
		output.write(`${painted}\n`);
}

/** Standard error, for what is asked about: a person at a terminal gets it in colour, and in a pager where it is long. */
export async function show(
	{ caller, printing }: Called & { readonly printing: Printing },
	text: string,
): Promise<void> {
	const { env, remarks } = caller;
	if (remarks.isTTY !== true) return note({ caller }, text);
	const { paintedText, sightOf } = await import('./base/look');
	caller.waiting.erase();
	const painted = paintedText(text, sightOf(wantsColour(printing.color, env, true), env, undefined));
	if (!(await (await import('./base/pager')).paged(caller, painted, printing['no-pager'] !== true)))
		remarks.write(`${painted}\n`);
}

/** One JSON document: what file names and contents hold beyond printable text is escaped in it. */
function document(fields: Readonly<Record<string, unknown>>): string {
	return `${printableJson(JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...fields }, null, 2))}\n`;
}

/** Prints a failure where it belongs and says which exit code it means. @param help says how the command is used. */
export function printFailure(caller: Caller, error: unknown, asJson: boolean, help: string): number {
	const failure =
		isCommandError(error) || isUsageError(error) ? error : new CommandError('failed', messageOf(error), hintOf(error));
	const isUsage = !isCommandError(failure);
	const [code, hint] = isUsage ? ['usage', help] : [failure.code, failure.hint];
	const details = isUsage ? undefined : failure.details;
	if (asJson) {
		caller.output.write(document({ error: { code, message: printable(failure.message), hint }, ...details?.json }));
	} else {
		if (details !== undefined && details.text !== '') note({ caller }, details.text);
		note({ caller }, failure.message);
		if (isUsage || hint !== '') note({ caller }, isUsage ? `See ${help}.` : hint);
	}
	return isUsage ? 2 : 1;
}

// By name: a library beside the program has classes of its own of the same names.
const isCommandError = (error: unknown): error is CommandError =>
	error instanceof Error && error.name === 'CommandError';
const isUsageError = (error: unknown): error is UsageError => error instanceof Error && error.name === 'UsageError';

/** Asks for a yes. Without a terminal to ask on, `--yes` is the only yes. */
export async function confirm(
	{ caller, isYes }: Called & { readonly isYes: boolean },
	question: string,
): Promise<void> {
	if (isYes) return;
	const { input, remarks } = caller;
	if (input.isTTY !== true || remarks.isTTY !== true)
		throw new CommandError('notConfirmed', question, 'To confirm, add --yes.');
	const { createInterface } = await import('node:readline/promises');
	const terminal = createInterface({ input, output: remarks });
	try {
		const answer = await caller.waiting.during(() => terminal.question(`${printable(question)} [y/N] `));
		// A no is an answer, and no failure that needs a hint; but nothing that comes next should count on a yes.
		if (!/^y(es)?$/iu.test(answer.trim())) throw new CommandError('cancelled', 'Cancelled. Nothing was changed.', '');
	} finally {
		terminal.close();
	}
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

/** What a person can do about the system's own errors. */
const SYSTEM_HINTS: Readonly<Record<string, string>> = {
	EACCES: 'Check its permissions (ls -l), then try again.',
	EPERM: 'Check its permissions (ls -l), then try again.',
	EROFS: 'The file system is read-only.',
	ENOSPC: 'Free some disk space, then try again.',
	EDQUOT: 'Free some disk space, then try again.',
	EMFILE: 'Too many files are open. Try again later.',
	ENFILE: 'Too many files are open. Try again later.',
};

function hintOf(error: unknown): string {
	return SYSTEM_HINTS[errorCode(error) ?? ''] ?? 'Try again, or report it if it happens again.';
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
