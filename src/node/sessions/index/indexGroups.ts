// Sessions that share something: a fork begins with a copy of its origin, and lines of one session can lie in the files of
// another. Such files are few; they are read once more, together, so that nothing counts twice.
import { createFileMap } from './fileMap';
import type { FileRecord } from './fileRecord';

/** Which files share a session or their first answer, kept up to date file by file. */
interface SharedSessions {
	add(record: FileRecord): void;
	remove(record: FileRecord): void;
	/** All files that share something with this one, directly or through others, itself included; alone it is in no group. */
	groupOf(file: string): readonly string[];
	/** Every group. */
	groups(): readonly (readonly string[])[];
}

/** @param recordOf the record of a file that was added. */
export function createSharedSessions(recordOf: (file: string) => FileRecord | undefined): SharedSessions {
	const filesOf = createFileMap();
	const groupOf = (file: string): readonly string[] => {
		const group = new Set([file]);
		// A set goes on with what is added to it while it is walked through.
		for (const member of group)
			for (const key of keysOf(recordOf(member))) for (const other of filesOf.get(key)) group.add(other);
		return group.size > 1 ? [...group] : [];
	};
	return {
		add(record) {
			for (const key of keysOf(record)) filesOf.add(key, record.file);
		},
		remove(record) {
			for (const key of keysOf(record)) filesOf.remove(key, record.file);
		},
		groupOf,
		groups() {
			const grouped = new Set<string>();
			const result: (readonly string[])[] = [];
			for (const [first = ''] of filesOf.shared()) {
				if (grouped.has(first)) continue;
				const group = groupOf(first);
				for (const file of group) grouped.add(file);
				result.push(group);
			}
			return result;
		},
	};
}

function keysOf(record: FileRecord | undefined): readonly string[] {
	const keys: string[] = [];
	if (record === undefined || record.isSubagent) return keys;
	for (const { sessionId, fork } of record.sessions) {
		keys.push(sessionId);
		// A fork of a compacted session, or of one without an answer, shares no first answer with its origin.
		if (fork) keys.push(fork.origin);
	}
	// Ids of sessions and of answers do not look alike.
	if (record.firstMessageId !== undefined) keys.push(record.firstMessageId);
	return keys;
}
