// Sessions that share something: a fork begins with a copy of its origin, and lines of one session can lie in the files of
// another. Such files are few; they are read once more, together, so that nothing counts twice.
import { errorCode } from './atomicFile';
import { scanTogether } from './indexFolders';
import type { FileRecord } from './indexRecord';
import type { Combined } from './indexedSession';

/** Groups of files that share a session or their first answer; files that share nothing are in none. */
export function groupFiles(records: Iterable<FileRecord>): readonly (readonly FileRecord[])[] {
	const byKey = new Map<string, FileRecord[]>();
	for (const record of records) {
		for (const key of keysOf(record)) {
			const same = byKey.get(key);
			if (same) same.push(record);
			else byKey.set(key, [record]);
		}
	}
	const groupOf = new Map<FileRecord, Set<FileRecord>>();
	for (const same of byKey.values()) {
		if (same.length < 2) continue;
		const group = new Set(same.flatMap((record) => [...(groupOf.get(record) ?? [record])]));
		for (const record of group) groupOf.set(record, group);
	}
	return [...new Set(groupOf.values())].map((group) => [...group]);
}

function keysOf({ isSubagent, sessions, firstMessageId }: FileRecord): readonly string[] {
	if (isSubagent) return [];
	const ids = sessions.map((s) => s.sessionId);
	// Ids of sessions and of answers do not look alike.
	return firstMessageId === undefined ? ids : [...ids, firstMessageId];
}

/** What reading each group together says about its sessions. A group with a file that has gone is left as it is. */
export function combineGroups(groups: readonly (readonly FileRecord[])[]): Map<string, Combined> {
	const result = new Map<string, Combined>();
	for (const group of groups) {
		try {
			combine(group, result);
		} catch (error) {
			if (errorCode(error) === undefined) throw error;
		}
	}
	return result;
}

function combine(group: readonly FileRecord[], result: Map<string, Combined>): void {
	for (const [id, draft] of scanTogether(group).drafts) {
		const files = group.filter((r) => r.sessions.some((s) => s.sessionId === id));
		result.set(id, { facts: files.length > 1 ? draft : undefined, ownTokens: draft.tokens });
	}
}
