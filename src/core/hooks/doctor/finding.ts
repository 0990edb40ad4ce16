// A finding of doctor, and what mends it.
import { refusalHint } from '../../claude/refusal';

type Severity = 'error' | 'warning';

export interface DoctorFinding {
	/** Stable, for scripts and for the editor. */
	readonly code: string;
	readonly severity: Severity;
	/** One sentence for people. */
	readonly message: string;
	/** How it is known: a file, a session, a number. */
	readonly evidence: string;
	/** What mends it, where something of ours does. */
	readonly fix: Fix | undefined;
	/** What a person does, in words: where no command of ours mends it, or not all of it. A finding has a fix or this. */
	readonly hint: string | undefined;
}

export interface Fix {
	/** Id of the command in VS Code, and its arguments. */
	readonly command: string;
	readonly args: readonly string[];
	/** The words after `session-keeper`; empty where only the button has it. */
	readonly cli: string;
}

export function finding(
	code: string,
	severity: Severity,
	message: string,
	evidence: string,
	fix?: Fix,
	hint?: string,
): DoctorFinding {
	return { code, severity, message, evidence, fix, hint };
}

/** The hint where only whoever manages the machine can mend it. */
export const ORGANISATION = refusalHint({ reason: 'managed' });

/** Nothing to mend but to look again. */
export const AGAIN: Fix = { command: 'sessionKeeper.runDoctor', args: [], cli: 'hooks doctor' };

/** Puts the hooks into the settings of a scope. */
export function install(scope: string, flags = ''): Fix {
	const cli = `hooks install --scope ${scope}${flags === '' ? '' : ` ${flags}`}`;
	return { command: 'sessionKeeper.installHooks', args: [scope, ...(flags === '' ? [] : ['strict'])], cli };
}

/** Takes the hooks out of the settings of a scope. */
export function uninstall(scope: string): Fix {
	return { command: 'sessionKeeper.uninstallHooks', args: [scope], cli: `hooks uninstall --scope ${scope}` };
}

/** Only a person can mend it: the file, opened. There is no command line for that. */
export function openFix(file: string): Fix {
	return { command: 'vscode.open', args: [file], cli: '' };
}
