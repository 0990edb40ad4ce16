// Asking past sessions, as every face does: what the index lacks is read first, what is shown is redacted.
import path from 'node:path';
import { type ChangedSince, UNCHANGED } from '../../core/recall/since';
import { type AskingModel, isForgotten, isPrivate, maySee } from '../../core/sessions/labels';
import type { ClaudeHome } from '../claude/claudeHome';
import { openRedact } from '../privacy/openRedactor';
import { type Project, transcriptFolders } from '../project/project';
import type { FoundFile } from '../sessions/index/foundFile';
import type { Unreadable } from '../sessions/index/transcriptFiles';
import { readLiveSessions } from '../sessions/liveSessions';
import { labelsFor } from '../sessions/labelsFor';
import { isOfProject } from '../transcript/ofProject';
import { changedSince } from './changedSince';
import { type RecallHit, type Recalled, recall } from './recall';
import type { LiveFile } from './segmentBuilder';
import { RecallIndex } from './recallIndex';
import { listWritings } from './writings';

export interface AskedSessions {
	readonly claude: ClaudeHome;
	/** Whose sessions are asked; nothing for those of all projects. */
	readonly project: Project | undefined;
	/** One question, or several wordings of it. None: only what is new is read, but for private sessions, which wait for a question. */
	readonly questions: readonly string[];
	/** Sessions, not messages. */
	readonly limit: number;
	/** Milliseconds since 1970; what a question says of a time is meant from there. */
	readonly nowMs: number;
	/** A language model asks, in this session where that is known: it gets neither that one nor what is marked as private. */
	readonly asker?: AskingModel | undefined;
	/** What was asked before and after is told as well. */
	readonly hasNeighbours?: boolean;
	/** Bytes that were read, of those that are new. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A session that answers, and what became of its work. */
export interface SessionHit extends RecallHit {
	readonly since: ChangedSince;
}

export interface SessionsAnswer extends Recalled {
	readonly hits: readonly SessionHit[];
	/** Transcripts that were not looked at as they are now: another window is at it, or they cannot be read. */
	readonly missing: number;
	readonly unreadable: readonly Unreadable[];
}

/** The index of recall, for who keeps it between questions. It is derived: safe to delete. */
export const openRecallIndex = ({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): RecallIndex =>
	new RecallIndex(path.join(keeperHome, 'cache', 'recall'));

/**
 * Whoever asks stands still for it: no thread that draws does.
 * @param index that is kept; else one is opened for this question.
 * @throws the file system's errors where it cannot be kept, and nothing is known yet.
 */
export async function askSessions(asked: AskedSessions, index?: RecallIndex): Promise<SessionsAnswer> {
	if (index !== undefined) return askIndex(asked, index);
	const own = openRecallIndex(asked.claude);
	try {
		return await askIndex(asked, own);
	} finally {
		own.close();
	}
}

async function askIndex(asked: AskedSessions, index: RecallIndex): Promise<SessionsAnswer> {
	const { claude, project, nowMs, limit, questions, asker, onProgress, hasNeighbours = false } = asked;
	const labelled = await labelsFor(claude, asker, project);
	const folders = await transcriptFolders(claude, project);
	const running = (await readLiveSessions(claude)) ?? [];
	const ids = running.map(({ sessionId }) => sessionId);
	const listings = folders.map((folder) => index.looks.list(folder, ids));
	// What is forgotten stays so until it goes on: nothing of it comes into the index again.
	const isRead = ({ mainId, stamp }: FoundFile): boolean =>
		!isForgotten(labelled, mainId, stamp.modifiedMs) && (questions.length > 0 || !isPrivate(labelled, mainId));
	const transcripts = listings.flatMap(({ files }) => files);
	// What was written down is read when somebody asks: only then does it say whose it is.
	const written =
		questions.length === 0
			? { files: [], unreadable: [] }
			: await listWritings(claude, project, index.looks, {
					transcripts: folders,
					there: transcripts.map(({ mainId }) => mainId),
				});
	const found = [...transcripts.filter(isRead), ...written.files];
	const writings = new Set(written.files.map(({ file }) => file));
	/** The transcripts that are there, with what the folder is called that each lies in. */
	const there = new Map(
		listings.flatMap(({ files }, at) => {
			const slug = path.basename(folders[at] ?? '');
			return files.map(({ file }) => [file, slug] as const);
		}),
	);
	const redact = await openRedact(claude);
	const isWanted = ({ at: { file, session, words } }: LiveFile): boolean =>
		(there.has(file) || writings.has(file)) &&
		session !== asker?.session &&
		maySee(asker, labelled, session) &&
		(project === undefined ||
			writings.has(file) ||
			isOfProject(project, { cwd: words.cwd, atMs: words.firstMs }, there.get(file) ?? ''));
	const options = { nowMs, limit, redact, isWanted, hasNeighbours };
	if (questions.length === 0) await index.readAhead(found);
	const answer = await index.ask(
		found,
		(open) => ({ ...recall(open, questions, options), missing: open.missing }),
		onProgress,
	);
	const since = await changedSince(claude, answer.hits);
	// A name of the person's own is the one that they know it by.
	const ownName = <T extends Pick<RecallHit, 'session' | 'name'>>(named: T): T => ({
		...named,
		name: labelled.get(named.session ?? '')?.name ?? named.name,
	});
	return {
		...answer,
		hits: answer.hits.map((hit, at) => ({
			...ownName(hit),
			newer: hit.newer && ownName(hit.newer),
			since: since[at] ?? UNCHANGED,
		})),
		unreadable: [...listings, written].flatMap(({ unreadable }) => unreadable),
	};
}
