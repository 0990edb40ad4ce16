// A finding of doctor, and how to fix it.
import { refusalHint } from '../../claude/refusal';

type Severity = 'error' | 'warning';

export interface DoctorFinding {
	/** Stable, for scripts and for the editor. */
	readonly code: string;
	readonly severity: Severity;
	/** One sentence for people. */
	readonly message: string;
	/** The evidence: a file, a session, a number. */
	readonly evidence: string;
	/** What fixes it, if something of ours does. */
	readonly fix: Fix | undefined;
	/**
	 * What a person has to do, in words, if no command of ours fixes it, or not all of it. A finding has a fix or this.
	 */
	readonly hint: string | undefined;
}

export interface Fix {
	/** Id of the command in VS Code, and its arguments. */
	readonly command: string;
	readonly args: readonly string[];
	/** The words after `session-keeper`; empty if only the button can do it. */
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

/** A list of findings, and what adds to it. */
export function newFindings(): {
	readonly found: readonly DoctorFinding[];
	readonly add: (...of: Parameters<typeof finding>) => void;
} {
	const found: DoctorFinding[] = [];
	return { found, add: (...of) => void found.push(finding(...of)) };
}

/** The hint if only the administrator of the machine can fix it. */
export const askAdministrator = (): string => refusalHint({ reason: 'managed' });

/** Nothing to fix; the person only has to look again. */
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

/** For what only a person can fix: opens the file. There is no command line for that. */
export function fixByHand(file: string): Fix {
	return { command: 'vscode.open', args: [file], cli: '' };
}
