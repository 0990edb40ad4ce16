// Which sessions are counted, and which files say something of them. Private ones are left out.
import path from 'node:path';
import type { SessionToSum } from '../../core/insights/sessionRow';
import type { Redactor } from '../../core/privacy/redaction';
import { isPrivate } from '../../core/sessions/labels';
import { isKept } from '../../core/sessions/privateForks';
import type { FileStamp } from '../../core/transcript/cursor';
import type { ClaudeHome } from '../claude/claudeHome';
import { launchProjects } from '../project/launchProject';
import { type Project, transcriptFolders } from '../project/project';
import type { IndexedSession } from '../sessions/index/indexedSession';
import { SessionIndex } from '../sessions/index/sessionIndex';
import { type Unreadable, describeTranscript } from '../sessions/index/transcriptFiles';
import { readLabels } from '../sessions/sessionLabels';
import { agentTranscripts } from '../transcript/locateTranscript';
import { isOfProject } from '../transcript/ofProject';
import type { TranscriptToRead } from './readRows';

export interface SessionsWanted {
	readonly claude: ClaudeHome;
	/** Whose sessions; nothing for those of all projects. */
	readonly project: Project | undefined;
	readonly redactor: Redactor;
	/** Where the cache of the index lives; nothing where nothing may be written. */
	readonly cacheFolder: string | undefined;
	/** Told how many transcripts that are new have been read. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A file of a session, as it is now. */
export interface CountedFile extends TranscriptToRead {
	readonly stamp: FileStamp;
	/** How many forks its session is away from the first one. */
	readonly depth: number;
}

export interface FoundSessions {
	readonly sessions: readonly SessionToSum[];
	/** By path, in that order: copies of an answer count where ccusage counts them. */
	readonly files: readonly CountedFile[];
	readonly unreadable: readonly Unreadable[];
	/** The root of a session’s project, redacted. */
	projectOf(session: string): string | null;
}

/** @throws the file system's errors where the folder of all projects cannot be read */
export async function findSessions(wanted: SessionsWanted): Promise<FoundSessions> {
	const { claude, project, redactor, cacheFolder, onProgress } = wanted;
	const index = new SessionIndex({ cacheFolder, onProgress });
	try {
		await index.start(await transcriptFolders(claude, project));
		const labelled = await readLabels(claude);
		const isWanted = ({ id, cwd, file, forkedFrom, firstMessageMs, lastMessageMs }: IndexedSession): boolean =>
			!isPrivate(labelled, id) &&
			// Of one that begins as a private one whose transcript is gone nobody knows what is copied.
			(forkedFrom !== undefined || !isKept(labelled, id, index.sessions)) &&
			(project === undefined ||
				isOfProject(project, { cwd, atMs: firstMessageMs ?? lastMessageMs }, path.basename(path.dirname(file))));
		const all = new Map([...index.sessions].filter(([, session]) => isWanted(session)));
		const roots = await rootsOf(wanted, [...all.values()]);
		const rootOf = ({ id }: IndexedSession): string | null => roots.get(id) ?? null;
		const files: CountedFile[] = [];
		for (const session of all.values()) {
			const origin = session.forkedFrom ?? '';
			// What is copied stands with its origin, or nowhere where that is private.
			const isCopied = all.has(origin) || isKept(labelled, origin, index.sessions);
			// Of a fork without a word of its own all is its origin's.
			const forkedMs = isCopied ? (session.forkedMs ?? Number.MAX_SAFE_INTEGER) : undefined;
			for (const file of [session.file, ...(await agentTranscripts(session.file))]) {
				const found = await describeTranscript(file).catch(() => undefined);
				if (found === undefined) continue;
				const { stamp, mainId, isSubagent } = found;
				files.push({
					file,
					stamp,
					mainId,
					endByte: stamp.sizeBytes,
					forkedMs: isSubagent ? undefined : forkedMs,
					depth: depthOf(session, all),
				});
			}
		}
		return {
			sessions: [...all.values()].map((session) => ({
				id: session.id,
				title: redactor.text(labelled.get(session.id)?.name ?? session.name).value,
				project: rootOf(session),
				isProgram: session.isProgram,
				ownPrompts: session.ownPrompts,
				isFork: session.forkedFrom !== undefined,
				state: session.state,
				ended: session.ended,
				gitBranch: session.gitBranch && redactor.text(session.gitBranch).value,
				firstMessageMs: session.firstMessageMs,
				lastMessageMs: session.lastMessageMs,
				compactions: session.compactions,
			})),
			files: files.sort((a, b) => (a.file < b.file ? -1 : 1)),
			unreadable: index.unreadable,
			projectOf: (id) => {
				const session = all.get(id);
				return session === undefined ? null : rootOf(session);
			},
		};
	} finally {
		index.dispose();
	}
}

/** By the session's id: the root of its project as it is now, redacted. */
async function rootsOf(
	{ claude, project, redactor }: SessionsWanted,
	sessions: readonly IndexedSession[],
): Promise<ReadonlyMap<string, string>> {
	const projectOf = launchProjects(claude);
	const redacted = new Map<string, string>();
	const roots = new Map<string, string>();
	for (const { id, cwd, firstMessageMs, lastMessageMs } of sessions) {
		if (cwd === undefined) continue;
		const { root } = project ?? (await projectOf(cwd, firstMessageMs ?? lastMessageMs));
		const shown = redacted.get(root) ?? redactor.text(root).value;
		redacted.set(root, shown);
		roots.set(id, shown);
	}
	return roots;
}

function depthOf({ id, forkedFrom }: IndexedSession, all: ReadonlyMap<string, IndexedSession>): number {
	const line = new Set([id]);
	for (let at = forkedFrom; at !== undefined && !line.has(at); at = all.get(at)?.forkedFrom) line.add(at);
	return line.size - 1;
}
