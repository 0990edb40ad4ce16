// Asking past sessions, as every face does: what the index lacks is read first, what is shown is redacted.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ClaudeHome } from '../claude/claudeHome';
import { openRedactor } from '../privacy/openRedactor';
import { type Project, transcriptFolders } from '../project/project';
import { type Unreadable, listTranscriptsGently, projectFolderOf } from '../sessions/index/transcriptFiles';
import { isOfProject } from '../transcript/ofProject';
import { type Recalled, recall } from './recall';
import { withIndex } from './recallIndex';

export interface AskedSessions {
	readonly claude: ClaudeHome;
	/** Whose sessions are asked; nothing for those of all projects. */
	readonly project: Project | undefined;
	/** One question, or several wordings of it. */
	readonly questions: readonly string[];
	/** Sessions, not messages. */
	readonly limit: number;
	/** Milliseconds since 1970; what a question says of a time is meant from there. */
	readonly nowMs: number;
	/** These are left out. */
	readonly without?: ReadonlySet<string>;
	/** Bytes that were read, of those that are new. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface SessionsAnswer extends Recalled {
	/** Transcripts that were not looked at as they are now: another window is at it, or they cannot be read. */
	readonly missing: number;
	readonly unreadable: readonly Unreadable[];
}

/** Where the index lies: derived, safe to delete. */
const recallFolder = ({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): string =>
	path.join(keeperHome, 'cache', 'recall');

/** @throws the file system's errors where the index cannot be kept. */
export async function askSessions(asked: AskedSessions): Promise<SessionsAnswer> {
	const { claude, project, nowMs, limit, questions, without, onProgress } = asked;
	const folders = await foldersOf(claude, project);
	const listings = await Promise.all(folders.map(listTranscriptsGently));
	const found = listings.flatMap(({ files }) => files);
	const there = new Set(found.map(({ file }) => file));
	const redactor = await openRedactor(claude);
	return withIndex(found, { folder: recallFolder(claude), onProgress }, (index) => ({
		...recall(index, questions, {
			nowMs,
			limit,
			redact: (text) => redactor.text(text).value,
			isWanted: ({ at: { file, session, words } }) =>
				there.has(file) &&
				without?.has(session) !== true &&
				(project === undefined ||
					isOfProject(project, { cwd: words.cwd, atMs: words.firstMs }, path.basename(projectFolderOf(file)))),
		}),
		missing: index.missing,
		unreadable: listings.flatMap(({ unreadable }) => unreadable),
	}));
}

async function foldersOf(claude: ClaudeHome, project: Project | undefined): Promise<readonly string[]> {
	if (project !== undefined) return transcriptFolders(claude, project);
	const names = await readdir(claude.projectsDir).catch(() => []);
	return names.map((name) => path.join(claude.projectsDir, name));
}
