// What Claude Code tells a hook on standard input. It comes from a program that we do not own, and anybody can send it
// by hand: only the shape of each field is checked, and nothing else is trusted.
import { asText, parseObject } from '../base/result';

export interface HookPayload {
	/** Id of the session, safe as a file name; nothing where there is none that could be one. */
	readonly session: string | undefined;
	/** Where the transcript should be. It may lag behind, be missing, or be anything at all. */
	readonly transcriptPath: string | undefined;
	/** Working directory of the session. */
	readonly cwd: string | undefined;
	/** Of the prompt that began the turn; older versions do not tell. */
	readonly promptId: string | undefined;
	/** SessionStart: `startup`, `resume`, `clear`, `compact`, `fork`. */
	readonly source: string | undefined;
	/** SessionEnd: why; `stop_reason` in the notes of others. */
	readonly reason: string | undefined;
	/** PreCompact: `manual` or `auto`. */
	readonly trigger: string | undefined;
	/** Stop: what Claude said last, which is not in the transcript yet. Empty where it said nothing. */
	readonly reply: string;
	/** Stop: another hook made Claude go on, so no person has said anything since. */
	readonly isStopContinued: boolean;
	/** It fired inside a subagent. */
	readonly isSubagent: boolean;
}

/** Larger input is no hook's input. Bytes. */
export const PAYLOAD_LIMIT_BYTES = 1024 * 1024;

/** @returns nothing for text that is no (whole) JSON object. A byte-order mark before it is fine. */
export function parseHookPayload(text: string): HookPayload | undefined {
	const fields = parseObject(text);
	if (fields === undefined) return undefined;
	const session = asText(fields['session_id']);
	return {
		session: session !== undefined && isSessionId(session) ? session : undefined,
		transcriptPath: asText(fields['transcript_path']),
		cwd: asText(fields['cwd']),
		promptId: asText(fields['prompt_id']),
		source: asText(fields['source']),
		reason: asText(fields['reason']) ?? asText(fields['stop_reason']),
		trigger: asText(fields['trigger']),
		reply: asText(fields['last_assistant_message']) ?? '',
		isStopContinued: fields['stop_hook_active'] === true,
		isSubagent: asText(fields['agent_id']) !== undefined,
	};
}

/** Whether a text can be the id of a session: it becomes part of file names. */
export function isSessionId(text: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/u.test(text);
}

/**
 * Whether an environment belongs to a run that a person attends. In other runs hooks do nothing: other people's scripts
 * must not behave differently, and our own runs must not record themselves. If the environment does not say, the run
 * counts as attended: older versions do not say, and neither does a person who runs a hook by hand.
 */
export function isAttended(env: Readonly<Record<string, string | undefined>>): boolean {
	return (
		env['CLAUDE_CODE_SESSION_ATTENDED'] !== '0' &&
		env['CLAUDE_CODE_ENTRYPOINT']?.startsWith('sdk-') !== true &&
		env['SESSION_KEEPER_REFLECTION'] !== '1'
	);
}
