// Which session is the person in, or was last in? By the registry where one runs, else by the transcripts.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { projectSlug } from '../../core/claude/slug';
import { type RegistryEntry, isProgrammatic } from '../../core/claude/registry';
import { entriesIn } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';
import { type Project, belongsTo, transcriptFolders } from '../project/project';
import { type SizedHeadAndTail, readHeadAndTail } from '../transcript/headAndTail';
import { transcriptsIn } from '../transcript/locateTranscript';

/** A person's session of a project. */
interface ProjectSession {
	readonly id: string;
	/** Its transcript. */
	readonly file: string;
	readonly headAndTail: SizedHeadAndTail;
}

/** So many transcripts are looked at, newest first, to find the last one that a person of this project had. */
const LOOK_AT = 20;

/**
 * The session that was active last: among those that run, if any runs; else among the transcripts.
 * Sessions that programs started, and sessions of other folders whose slug is the same, do not count.
 */
export async function latestSession(
	claude: ClaudeHome,
	project: Project,
	registry: readonly RegistryEntry[] | undefined,
): Promise<ProjectSession | undefined> {
	const running = await Promise.all(
		(registry ?? [])
			.filter((entry) => belongsTo(project, entry.cwd) && !isProgrammatic(entry.entrypoint))
			.map(async ({ sessionId: id, cwd }): Promise<ProjectSession[]> => {
				const file = await findTranscriptById(claude, id, cwd);
				const headAndTail = file === undefined ? undefined : await readHeadAndTail(file);
				return file === undefined || headAndTail === undefined ? [] : [{ id, file, headAndTail }];
			}),
	);
	const sessions = running.flat().length > 0 ? running.flat() : await recentTranscripts(claude, project);
	// T32: a folder that may not be read is no empty one.
	if (sessions.length === 0) await entriesIn(claude.projectsDir);
	return sessions.reduce<ProjectSession | undefined>(
		(best, next) => (lastMs(next) > lastMs(best) ? next : best),
		undefined,
	);
}

/** A transcript by its session's id: where it was launched, else wherever it is (worktrees move it). */
export async function findTranscriptById(
	claude: ClaudeHome,
	sessionId: string,
	cwd?: string,
): Promise<string | undefined> {
	if (!/^[A-Za-z0-9-]+$/u.test(sessionId)) return undefined;
	const first = cwd === undefined ? [] : [projectSlug(cwd)];
	const others = await readdir(claude.projectsDir).catch(() => []);
	for (const folder of [...first, ...others]) {
		const file = path.join(claude.projectsDir, folder, `${sessionId}.jsonl`);
		if ((await stat(file).catch(() => undefined))?.isFile() === true) return file;
	}
	return undefined;
}

/** The last sessions of a project that persons had, by their transcripts. */
export async function recentTranscripts(claude: ClaudeHome, project: Project): Promise<readonly ProjectSession[]> {
	const folders = await transcriptFolders(claude, project);
	const files = await Promise.all(folders.map(transcriptsIn));
	const stamped = await Promise.all(
		files.flat().map(async (file) => ({ file, ms: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 })),
	);
	const newest = stamped.sort((a, b) => b.ms - a.ms).slice(0, LOOK_AT);
	const sessions = await Promise.all(
		newest.map(async ({ file }): Promise<ProjectSession[]> => {
			const headAndTail = await readHeadAndTail(file);
			const isOurs =
				headAndTail?.cwd !== undefined &&
				belongsTo(project, headAndTail.cwd, headAndTail.firstMessageMs) &&
				!isProgrammatic(headAndTail.entrypoint);
			return headAndTail !== undefined && isOurs ? [{ id: path.basename(file, '.jsonl'), file, headAndTail }] : [];
		}),
	);
	return sessions.flat();
}

function lastMs(session: ProjectSession | undefined): number {
	return session?.headAndTail.lastMessageMs ?? -1;
}
