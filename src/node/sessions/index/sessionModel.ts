// What is known of the sessions of some folders: the records of their files, and one value for each session made from them.
// It is the only writer of its sessions; what it hands out is never changed afterwards.
import { Emitter, type IDisposable } from '../../../core/base/disposable';
import { addUsage, subtractUsage } from '../../../core/transcript/facts';
import { createFileMap } from './fileMap';
import type { FileRecord } from './fileRecord';
import type { FoundFile } from './foundFile';
import { createSharedSessions } from './indexGroups';
import type { IndexedSession } from './indexedSession';
import { type SharedFacts, combineFiles } from './sharedSession';
import { type Unreadable, projectFolderOf } from './transcriptFiles';

export interface SessionChange {
	readonly kind: 'added' | 'changed' | 'removed';
	readonly id: string;
}

/** A group of files that have to be read together. */
export type Group = readonly FileRecord[];

export class SessionModel implements IDisposable {
	private readonly changed = new Emitter<readonly SessionChange[]>();
	readonly onDidChange = this.changed.event;
	/** By id. */
	readonly sessions = new Map<string, IndexedSession>();
	/** What could not be read. */
	unreadable: readonly Unreadable[] = [];
	private readonly records = new Map<string, FileRecord>();
	/** The files that say something about a session, by its id. */
	private readonly filesOf = createFileMap();
	private readonly shared = createSharedSessions((file) => this.records.get(file));
	/** What reading files together said, by session. */
	private readonly sharedFacts = new Map<string, SharedFacts>();
	/** Sessions of which something is new and nobody was told yet. */
	private touched = new Set<string>();

	/** The files that are known, in a project folder or in all. */
	files(folder?: string): readonly string[] {
		const files = [...this.records.keys()];
		return folder === undefined ? files : files.filter((file) => projectFolderOf(file) === folder);
	}

	recordOf(file: string): FileRecord | undefined {
		return this.records.get(file);
	}

	/** What is known of a file that may have been moved. */
	knownAs({ file, stamp }: FoundFile): FileRecord | undefined {
		return this.records.get(file) ?? [...this.records.values()].find((r) => r.stamp.fileId === stamp.fileId);
	}

	put(record: FileRecord): void {
		this.forget(record.file);
		this.records.set(record.file, record);
		this.shared.add(record);
		for (const id of idsOf(record)) {
			this.filesOf.add(id, record.file);
			this.touched.add(id);
		}
	}

	forget(file: string): void {
		const record = this.records.get(file);
		if (record === undefined) return;
		this.records.delete(file);
		this.shared.remove(record);
		for (const id of idsOf(record)) {
			this.filesOf.remove(id, file);
			this.touched.add(id);
		}
	}

	/** Keeps the sessions of these folders and begins anew with what goes beyond single files. */
	keepOnly(folders: readonly string[]): void {
		for (const file of this.files()) if (!folders.includes(projectFolderOf(file))) this.forget(file);
		this.publish();
		this.unreadable = [];
		this.sharedFacts.clear();
	}

	noteUnreadable(problem: Unreadable): void {
		this.unreadable = [...this.unreadable.filter((u) => u.path !== problem.path), problem];
	}

	noteShared(entries: Iterable<readonly [string, SharedFacts]>): void {
		for (const [id, facts] of entries) {
			this.sharedFacts.set(id, facts);
			this.touched.add(id);
		}
	}

	/** What a file gained is its own: what it shares with others lies at its beginning. */
	countGain(before: FileRecord | undefined, after: FileRecord): void {
		for (const { sessionId, tokens, prompts } of after.sessions) {
			const old = this.sharedFacts.get(sessionId);
			const then = before?.sessions.find((s) => s.sessionId === sessionId);
			if (!old || !then) continue;
			const ownTokens = addUsage(old.ownTokens, subtractUsage(tokens, then.tokens));
			this.sharedFacts.set(sessionId, { ...old, ownTokens, ownPrompts: old.ownPrompts + prompts - then.prompts });
		}
	}

	/** Every group of files that share something. */
	groups(): readonly Group[] {
		return this.shared.groups().map((files) => this.groupOf(files));
	}

	/**
	 * Whether the group of a file has to be read together because the file was read: always where a session is spread over
	 * files, else when it joins them.
	 */
	isGroupDue(record: FileRecord, before: FileRecord | undefined): boolean {
		const group = this.shared.groupOf(record.file);
		const isSpread = record.sessions.some(({ id }) =>
			group.some((file) => file !== record.file && this.filesOf.get(id).includes(file)),
		);
		// A fork has nothing of its own until something is said in it.
		const isMute = record.sessions.some(({ id }) => this.sharedFacts.get(id)?.ownFirstMs === undefined);
		const isJoining = before?.firstMessageId !== record.firstMessageId;
		return group.length > 0 && (isJoining || isSpread || isMute);
	}

	/** The groups that some files are in, each once. */
	groupsOf(files: Iterable<string>): readonly Group[] {
		const seen = new Set<string>();
		const groups: Group[] = [];
		for (const file of files) {
			if (seen.has(file)) continue;
			const group = this.shared.groupOf(file);
			for (const member of group) seen.add(member);
			if (group.length > 0) groups.push(this.groupOf(group));
		}
		return groups;
	}

	/** Makes the sessions anew of which something is new, and tells what changed. */
	publish(): void {
		const changes: SessionChange[] = [];
		const ids = this.touched;
		this.touched = new Set();
		for (const id of ids) {
			const before = this.sessions.get(id);
			const after = this.combined(id);
			if (after) this.sessions.set(id, after);
			else this.sessions.delete(id);
			if (isSame(before, after)) continue;
			changes.push({ kind: after ? (before ? 'changed' : 'added') : 'removed', id });
		}
		if (changes.length > 0) this.changed.fire(changes);
	}

	dispose(): void {
		this.changed.dispose();
	}

	private combined(id: string): IndexedSession | undefined {
		const own: FileRecord[] = [];
		const agents: FileRecord[] = [];
		for (const file of this.filesOf.get(id)) {
			const record = this.records.get(file);
			if (record) (record.isSubagent ? agents : own).push(record);
		}
		return combineFiles(id, own, agents, this.sharedFacts.get(id));
	}

	private groupOf(files: readonly string[]): Group {
		return files.flatMap((file) => this.records.get(file) ?? []);
	}
}

/** The sessions that a file says something about. */
function idsOf(record: FileRecord): readonly string[] {
	return record.isSubagent ? [record.mainId] : record.sessions.map((s) => s.sessionId);
}

/** Whether there is nothing new to show. A file that was only touched is no news. */
function isSame(a: IndexedSession | undefined, b: IndexedSession | undefined): boolean {
	if (!a || !b) return a === b;
	return JSON.stringify({ ...a, modifiedMs: 0 }) === JSON.stringify({ ...b, modifiedMs: 0 });
}
