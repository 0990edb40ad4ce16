// What is said of what went wrong: of a failure, and of what the file system refused while a command ran and nobody told.
// Most commands do without.
import { printable } from '../core/base/text';
import { errorCode } from '../node/base/atomicFile';
import { refusedNow } from '../node/base/refused';
import type { Caller } from './caller';
import { ALONE, type Called, CommandError, type UsageError, document, note, noteFailure } from './io';

/** Prints a failure where it belongs and says which exit code it means. @param help says how the command is used. */
export function printFailure(caller: Caller, error: unknown, asJson: boolean, help: string): number {
	const failure =
		isCommandError(error) || isUsageError(error)
			? error
			: new CommandError('failed', messageOf(error), hintFor(errorCode(error) ?? ''));
	const isUsage = !isCommandError(failure);
	const { message } = failure;
	const { code, hint, details } = isUsage ? { code: 'usage', hint: help, details: ALONE } : failure;
	const refused = refusedNow();
	const incomplete = refused.length === 0 ? {} : { incomplete: refused };
	if (asJson)
		caller.output.write(
			document({ error: { code, message: printable(message), hint }, ...details.json, ...incomplete }),
		);
	else noteFailure({ caller }, { message, hint: isUsage ? `See ${help}.` : hint, details });
	return isUsage ? 2 : 1;
}

// By name: a library beside the program has classes of its own of the same names.
const isCommandError = (error: unknown): error is CommandError =>
	error instanceof Error && error.name === 'CommandError';
const isUsageError = (error: unknown): error is UsageError => error instanceof Error && error.name === 'UsageError';

/** Says the first, and how many more. @param refused see `takeRefused`. @param told the failure that was printed already */
export function noteRefusals(called: Called, refused: readonly string[], told: string): void {
	const codeOf = (words: string): string => words.replace(/:.*/su, '');
	// A disk that is full or cannot be written says so at each call: once is enough.
	// Whole, and not as the beginning of another path.
	const isNamed = (file: string): boolean =>
		told.split(file).some((rest, at) => at > 0 && /^(?:['"’”)]|[.,:;]?(?:$|\s(?!\S*[/\\])))/u.test(rest));
	const isTold = (words: string): boolean =>
		isNamed(words.replace(/^[^']*'|'$/gu, '')) ||
		(/^(?:ENOSPC|EDQUOT|EROFS)/u.test(words) && told.includes(codeOf(words)));
	const [first, ...more] = refused.filter((words) => !isTold(words));
	if (first === undefined) return;
	const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
	note(called, `Some files could not be read or written, so the result may be incomplete: ${first}${others}`);
	note(called, hintFor(codeOf(first)));
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

const hintFor = (code: string): string => SYSTEM_HINTS[code] ?? 'Try again, or report it if it happens again.';

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
