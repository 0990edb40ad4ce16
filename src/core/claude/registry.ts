// Claude Code's own registry of running sessions, `sessions/<pid>.json`. A file may outlive its process, and the process
// id may have been given to another program since.
import { asText, parseObject } from '../base/result';

type LiveStatus = 'idle' | 'busy' | 'waiting';

export interface RegistryEntry {
	readonly pid: number;
	readonly sessionId: string;
	readonly cwd: string;
	/** Start time of the process as the system tells it, against reused process ids. */
	readonly procStart: string | undefined;
	readonly pidDomain: string | undefined;
	readonly entrypoint: string | undefined;
	/** Older versions tell none. */
	readonly status: LiveStatus | undefined;
	/** What a `waiting` session waits for, in Claude Code's words, e.g. `permission prompt`. */
	readonly waitingFor: string | undefined;
}

/** @returns nothing for text that is no entry: half written, or of a kind that we do not know. */
export function parseRegistryEntry(text: string): RegistryEntry | undefined {
	const fields = parseObject(text);
	const pid = fields?.['pid'];
	const [sessionId, cwd] = [asText(fields?.['sessionId']), asText(fields?.['cwd'])];
	if (fields === undefined || typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return undefined;
	if (sessionId === undefined || cwd === undefined) return undefined;
	const status = asText(fields['status']);
	return {
		pid,
		sessionId,
		cwd,
		procStart: asText(fields['procStart']),
		pidDomain: asText(fields['pidDomain']),
		entrypoint: asText(fields['entrypoint']),
		status: status === 'idle' || status === 'busy' || status === 'waiting' ? status : undefined,
		waitingFor: asText(fields['waitingFor']),
	};
}

/** Whether a program and not a person started the session. */
export function isProgrammatic(entrypoint: string | undefined): boolean {
	return entrypoint?.startsWith('sdk-') ?? false;
}

/**
 * Whose a session is, line by line: the entry point to keep of those so far and that of the next line. A person's stays a
 * person's, whatever program goes on with it; one of a program that a person goes on with is theirs from then on.
 */
export function tellingEntrypoint(before: string | undefined, next: string | undefined): string | undefined {
	return before === undefined || isProgrammatic(before) ? (next ?? before) : before;
}
