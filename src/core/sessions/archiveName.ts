// How records are called. A file of its own: SessionStart asks for names, and reads no record.

/**
 * The file name of an archived record: `2026-11-21_09-05_<id>.json`, in UTC.
 * @param startedMs the session's start, in milliseconds since 1970.
 * @param id the session's id; characters that mean something to a file system become dashes.
 */
export function archiveName(startedMs: number, id: string): string {
	const [date = '', time = ''] = new Date(startedMs).toISOString().split('T');
	return `${date}_${time.slice(0, 5).replace(':', '-')}_${safeId(id)}.json`;
}

/** A session's id as part of a file name. It comes from outside, so it must not be able to name another folder. */
export function safeId(id: string): string {
	return id.replace(/[^A-Za-z0-9_-]/gu, '-');
}
