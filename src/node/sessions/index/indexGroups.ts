// Sessions that share something: a fork begins with a copy of its origin, and lines of one session can lie in the files of
// another. Such files are few; they are read once more, together, so that nothing counts twice.
import { errorCode } from '../../base/atomicFile';
import { createFileMap } from './fileMap';
import { originFirst } from './forkOrder';
import { scanTogether } from './indexFolders';
import type { FileRecord } from './fileRecord';
import type { SharedFacts } from './sharedSession';

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

/** Origins before their forks, as far as lines say what they are; else the oldest file first (`forkOrder.ts`). */
function readingOrder(group: readonly FileRecord[]): readonly FileRecord[] {
	const originOf = new Map(
		group.flatMap(({ sessions }) => sessions.map(({ id, fork }) => [id, fork?.origin] as const)),
	);
	const depth = ({ mainId }: FileRecord): number => {
		const line = new Set<string>();
		for (let id: string | undefined = mainId; id !== undefined && !line.has(id); id = originOf.get(id)) line.add(id);
		return line.size;
	};
	const kin = (record: FileRecord): string => `${depth(record)} ${record.firstMessageId ?? record.file}`;
	const byBirth = [...group].sort((a, b) => depth(a) - depth(b) || a.bornMs - b.bornMs || (a.file < b.file ? -1 : 1));
	const families = new Map<string, FileRecord[]>();
	for (const record of byBirth) families.set(kin(record), [...(families.get(kin(record)) ?? []), record]);
	return [...families.values()].flatMap(originFirst);
}

/** What reading each group together says about its sessions. A group with a file that has gone is left as it is. */
export function combineGroups(groups: readonly (readonly FileRecord[])[]): Map<string, SharedFacts> {
	const result = new Map<string, SharedFacts>();
	for (const group of groups) {
		try {
			combine(group, result);
		} catch (error) {
			if (errorCode(error) === undefined) throw error;
		}
	}
	return result;
}

function combine(group: readonly FileRecord[], result: Map<string, SharedFacts>): void {
	const ordered = readingOrder(group);
	for (const [id, draft] of scanTogether(ordered).drafts) {
		const files = ordered.filter((r) => r.sessions.some((s) => s.sessionId === id));
		const home = files.find((r) => r.mainId === id);
		const origin = ordered.find((r) => r.firstMessageId !== undefined && r.firstMessageId === home?.firstMessageId);
		result.set(id, {
			origin: origin === home ? undefined : origin?.mainId,
			facts: files.length > 1 ? draft : undefined,
			ownTokens: draft.tokens,
			ownPrompts: draft.prompts,
			ownFirstMs: draft.firstMessageMs,
			ownPrompt: draft.firstPrompt?.text,
			ownEntrypoint: draft.entrypoint,
		});
	}
}
