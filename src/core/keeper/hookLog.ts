// The log of our hooks, `<home>/hooks.log`: one JSON line for each firing. Doctor uses it to tell which hooks fired. It
// holds ids, never contents.
import { asText, parseObject } from '../base/result';
import { singleLine, truncate } from '../base/text';

/** The `event` of a line about a failure in the process that finishes the work after a session has ended. */
export const HOUSEKEEPING_EVENT = 'Housekeeping';

/** The `event` of a line about a change that was interrupted, and what became of it. It is no failure. */
export const INTERRUPTED_EVENT = 'InterruptedChange';

/** Its name, in our own folder. */
export const HOOK_LOG = 'hooks.log';

export interface HookFiring {
	/** ISO 8601 in UTC, with milliseconds. */
	readonly ts: string;
	/** `SessionStart`, `SessionEnd`, `PreCompact`, … */
	readonly event: string;
	readonly session: string | undefined;
	/** Root of the project, absolute. */
	readonly project: string | undefined;
	/** How long it took, in milliseconds. */
	readonly ms: number;
	/** The outcome, in a word or a short sentence: `verified`, `detached`, `nothing`, `failed: …`. */
	readonly outcome: string;
	/** Only for SessionEnd: why the session ended, a key of `BACKUP_REASONS`. */
	readonly reason?: string | undefined;
}

/** One line of the log, without its line break. */
export function hookLogLine({ ts, event, session, project, ms, outcome, reason }: HookFiring): string {
	return JSON.stringify({ ts, event, session, project, ms, outcome: truncate(singleLine(outcome), 300), reason });
}

/** Reads the log, oldest first. Torn and foreign lines are left out. */
export function parseHookLog(text: string): readonly HookFiring[] {
	return text.split('\n').flatMap((line) => {
		const fields = parseObject(line);
		const [ts, event, ms] = [asText(fields?.['ts']), asText(fields?.['event']), fields?.['ms']];
		if (fields === undefined || ts === undefined || event === undefined) return [];
		const reason = asText(fields['reason']);
		return [
			{
				ts,
				event,
				session: asText(fields['session']),
				project: asText(fields['project']),
				ms: typeof ms === 'number' ? ms : 0,
				outcome: asText(fields['outcome']) ?? '',
				...(reason === undefined ? {} : { reason }),
			},
		];
	});
}
