// Sessions that share something: a fork begins with a copy of its origin, and lines of one session can lie in the files of
// another. Such files are few; they are read once more, together, so that nothing counts twice.
import { errorCode } from './atomicFile';
import { scanTogether } from './indexFolders';
import type { FileRecord } from './indexRecord';
import type { Combined } from './indexedSession';

/** Groups of files that share a session or their first answer; files that share nothing are in none. */
export function groupFiles(records: Iterable<FileRecord>): readonly (readonly FileRecord[])[] {
	const groupOf = new Map<string, Set<FileRecord>>();
	for (const record of records) {
		if (record.isSubagent) continue;
		const keys = record.sessions.map((s) => `session ${s.sessionId}`);
		if (record.firstMessageId !== undefined) keys.push(`answer ${record.firstMessageId}`);
		const group = new Set([record]);
		for (const key of keys) for (const other of groupOf.get(key) ?? []) group.add(other);
		for (const member of group) {
			for (const s of member.sessions) groupOf.set(`session ${s.sessionId}`, group);
			if (member.firstMessageId !== undefined) groupOf.set(`answer ${member.firstMessageId}`, group);
		}
	}
	return [...new Set(groupOf.values())].filter((group) => group.size > 1).map((group) => [...group]);
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
