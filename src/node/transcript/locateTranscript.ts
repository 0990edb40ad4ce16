// Where a session's transcript is. What a hook or a log says is a hint: the file may have moved to another project folder,
// and a log lies in a repository. Only a regular file of Claude Code's own, named by its session, is ever taken.
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { mayBelongTo } from '../../core/claude/slug';
import { isSessionId } from '../../core/claude/payload';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import { readLaunch } from '../claude/transcriptHead';
import { isOfProject } from './ofProject';

export interface FoundTranscript {
	/** Absolute path. */
	readonly file: string;
	readonly session: string;
	/** Name of its folder below `projects/`: that of the folder in which the session was launched. */
	readonly slug: string;
	readonly sizeBytes: number;
	readonly modifiedMs: number;
}

/**
 * @param hint path that somebody named.
 * @param project whose sessions are meant, by the folder in which they were started. Nothing means any.
 * @returns the hinted file, else the newest one of that name; nothing where there is none.
 */
export async function locateTranscript(
	claude: ClaudeHome,
	session: string,
	hint: string | undefined,
	project: Project | undefined,
): Promise<FoundTranscript | undefined> {
	if (!isSessionId(session)) return undefined;
	const name = `${session}.jsonl`;
	const isOurs = (slug: string): boolean =>
		project === undefined || project.launchRoots.some((root) => mayBelongTo(slug, root));
	const isOf = async ({ file, slug }: FoundTranscript): Promise<boolean> =>
		project === undefined || isOfProject(project, await readLaunch(file), slug);
	if (hint !== undefined && path.isAbsolute(hint) && path.basename(hint) === name) {
		const folder = await realpath(path.dirname(hint)).catch(() => '');
		const projects = await realpath(claude.projectsDir).catch(() => claude.projectsDir);
		if (path.dirname(folder) === projects && isOurs(path.basename(folder))) {
			const found = await look(claude, path.basename(folder), session);
			if (found !== undefined && (await isOf(found))) return found;
		}
	}
	const slugs = (await readdir(claude.projectsDir).catch(() => [])).filter(isOurs);
	const found = await Promise.all(slugs.map((slug) => look(claude, slug, session)));
	for (const each of found.flatMap((one) => one ?? []).sort((a, b) => b.modifiedMs - a.modifiedMs))
		if (await isOf(each)) return each;
	return undefined;
}

async function look(claude: ClaudeHome, slug: string, session: string): Promise<FoundTranscript | undefined> {
	const file = path.join(claude.projectsDir, slug, `${session}.jsonl`);
	const stat = await lstat(file).catch(() => undefined);
	if (stat?.isFile() !== true || stat.size === 0) return undefined;
	return { file, session, slug, sizeBytes: stat.size, modifiedMs: stat.mtimeMs };
}

/** Paths of all transcripts in a folder; none where it cannot be read. */
export async function transcriptsIn(folder: string): Promise<readonly string[]> {
	const names = await readdir(folder).catch(() => []);
	return names.filter((name) => name.endsWith('.jsonl')).map((name) => path.join(folder, name));
}

/** Paths of the transcripts of a session's subagents. @param file the session's own. */
export const agentTranscripts = (file: string): Promise<readonly string[]> =>
	transcriptsIn(path.join(file.replace(/\.jsonl$/u, ''), 'subagents'));

/** Where a subagent's transcript lies. @param file that it was called from: the session's own, or another subagent's. */
export function agentTranscript(file: string, agent: string): string {
	const folder = path.dirname(file);
	const agents =
		path.basename(folder) === 'subagents' ? folder : path.join(folder, path.basename(file, '.jsonl'), 'subagents');
	return path.join(agents, `agent-${agent}.jsonl`);
}
