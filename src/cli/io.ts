// What every command has in common: where output goes, how failures leave, and what a person is asked.
import { styleText } from 'node:util';
import { printable, printableJson, singleLine } from '../core/base/text';
import { errorCode } from '../node/base/atomicFile';
import { isTerminal, writeOutput } from './output';
import { whileWaiting } from './progress';

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
	/** The answer went to standard output piece by piece already. */
	readonly isPrinted?: boolean;
	/** Findings and other answers that are no success. */
	readonly exitCode?: number;
}

/** Standard error: everything that is not the answer. */
export function note(text: string): void {
	// Remarks that nobody reads are no error.
	if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => undefined);
	process.stderr.write(`${printable(text)}\n`);
}

/** Standard output: the answer, and nothing else. Text out of files has lost its control characters by then. */
export function printAnswer(answer: Answer, asJson: boolean): void {
	if (answer.isPrinted === true) return;
	writeOutput(asJson ? document(answer.json) : `${coloured(printable(answer.text))}\n`);
}

/** One JSON document: what file names and contents hold beyond printable text is escaped in it. */
function document(fields: Readonly<Record<string, unknown>>): string {
	return `${printableJson(JSON.stringify({ schemaVersion: SCHEMA_VERSION, ...fields }, null, 2))}\n`;
}

/** Prints a failure where it belongs and says which exit code it means. */
export function printFailure(error: unknown, asJson: boolean): number {
	const failure =
		isCommandError(error) || isUsageError(error) ? error : new CommandError('failed', messageOf(error), hintOf(error));
	const isUsage = !isCommandError(failure);
	const [code, hint] = isUsage ? ['usage', 'session-keeper --help'] : [failure.code, failure.hint];
	const details = isUsage ? undefined : failure.details;
	if (asJson) {
		writeOutput(document({ error: { code, message: printable(failure.message), hint }, ...details?.json }));
	} else {
		if (details !== undefined && details.text !== '') note(details.text);
		note(failure.message);
		note(isUsage ? 'See session-keeper --help.' : hint);
	}
	return isUsage ? 2 : 1;
}

// By name: a library beside the program has classes of its own of the same names.
const isCommandError = (error: unknown): error is CommandError =>
	error instanceof Error && error.name === 'CommandError';
const isUsageError = (error: unknown): error is UsageError => error instanceof Error && error.name === 'UsageError';

/** Asks for a yes. Without a terminal to ask on, `--yes` is the only yes. */
export async function confirm(question: string, isYes: boolean): Promise<void> {
	if (isYes) return;
	const refused = new CommandError('notConfirmed', question, 'Say --yes to do it.');
	if (!process.stdin.isTTY || !process.stderr.isTTY) throw refused;
	const { createInterface } = await import('node:readline/promises');
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	try {
		const answer = await whileWaiting(() => terminal.question(`${printable(question)} [y/N] `));
		if (!/^y(es)?$/iu.test(answer.trim())) throw refused;
	} finally {
		terminal.close();
	}
}

/** Whole standard input as text, up to a megabyte. */
export function readStandardInput(): Promise<string> {
	return whileWaiting(readAll);
}

async function readAll(): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of process.stdin) {
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
export async function readLine(words: readonly string[]): Promise<string> {
	if (words.length > 0) throw new UsageError('With --stdin, the words come from standard input alone.');
	return singleLine(await readStandardInput());
}

function coloured(text: string): string {
	// As no-color.org has it: an empty one is none. Node's own check takes it for a set one.
	if (!isTerminal() || (process.env['NO_COLOR'] ?? '') !== '') return text;
	const style = (as: 'bold' | 'yellow', part: string): string => styleText(as, part, { validateStream: false });
	return text.replace(/^#+ .*$/gmu, (line) => style('bold', line)).replaceAll('⚠ stale', style('yellow', '⚠ stale'));
}

/** What a person can do about the system's own errors. */
const SYSTEM_HINTS: Readonly<Record<string, string>> = {
	EACCES: 'See who may read and write it (ls -l), then try again.',
	EPERM: 'See who may read and write it (ls -l), then try again.',
	EROFS: 'Its file system can only be read.',
	ENOSPC: 'Make room on the disk, then try again.',
	EDQUOT: 'Make room on the disk, then try again.',
	EMFILE: 'Too many files are open. Try again later.',
	ENFILE: 'Too many files are open. Try again later.',
};

function hintOf(error: unknown): string {
	return SYSTEM_HINTS[errorCode(error) ?? ''] ?? 'Nothing was changed, as far as this command knows.';
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
