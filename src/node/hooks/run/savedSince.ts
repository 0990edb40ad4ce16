// Whether a session was handed off lately, in whatever way. Asked only if there is something to queue, so it may
// search: a session can be launched in a folder below the project, or in one of its worktrees.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { noteRefusal } from '../../base/refused';
import path from 'node:path';
import { QUEUE_FILE_LIMIT_BYTES } from '../../../core/memory/queueFile';
import { asRecord, asText, parseObject } from '../../../core/base/result';
import type { ClaudeHome } from '../../claude/claudeHome';
import { projectId } from '../../../core/project/projectId';
import { findGitLayout } from '../../base/gitLayout';

/** What is written at a save. The context is, wherever the document itself goes. */
const WRITTEN = /^(?:session-\d{4}-\d\d-\d\d-.*|active-context)\.md$/u;

interface Launched {
	readonly claude: Pick<ClaudeHome, 'keeperHome'>;
	/** Where the session was launched. */
	readonly folder: string;
}

/**
 * Whether a document or a protocol of this session was saved.
 * @param atMs since when, in milliseconds since 1970; without it, nobody can tell.
 */
export async function isSavedSince(
	{ claude, folder }: Launched,
	session: string,
	atMs: number | undefined,
): Promise<boolean> {
	if (atMs === undefined) return false;
	const git = await findGitLayout(folder);
	const homes = homesOf(path.join(claude.keeperHome, 'projects'), projectId(git?.mainRoot ?? folder));
	if (homes.some((home) => isInProtocol(path.join(home, 'protocols'), session, atMs))) return true;
	const roots = new Set([folder, ...homes, ...(git === undefined ? [] : [git.topLevel, git.mainRoot])]);
	return [...roots].some((root) => {
		const memory = path.join(root, '.claude', 'memory');
		const files = namesIn(memory).filter((name) => WRITTEN.test(name));
		return files.some((name) => readSince(path.join(memory, name), atMs).includes(session));
	});
}

/** Where our home may keep the project of a place: one that came there from elsewhere is kept under its first id. */
function homesOf(projects: string, id: string): readonly string[] {
	// Projects that were met there later have a number; what is on its way to another id is nobody's yet.
	const here = namesIn(projects).filter((name) => name.startsWith(id) && /^(?:-\d+)?$/u.test(name.slice(id.length)));
	const homes = here.flatMap((name) => {
		const keptAs = asText(parseObject(readSince(path.join(projects, name, 'project.json'), 0))?.['keptAs']);
		return keptAs === undefined ? [name] : [name, path.basename(keptAs)];
	});
	return [...new Set(homes)].map((name) => path.join(projects, name));
}

/** Our own record of a protocol tells who saved it, wherever the file itself is. */
function isInProtocol(folder: string, session: string, atMs: number): boolean {
	return namesIn(folder).some((name) => {
		const text = name.endsWith('.json') ? readSince(path.join(folder, name), atMs) : '';
		// Nothing of a damaged one: the next save writes it anew.
		const saved = parseObject(text)?.['savedBy'];
		return (
			Array.isArray(saved) &&
			saved.map(asRecord).some((each) => each?.['session'] === session && Number(each['ms']) >= atMs)
		);
	});
}

/** A small file's text; nothing where it is older. */
function readSince(file: string, atMs: number): string {
	try {
		const found = statSync(file);
		if (!found.isFile() || found.mtimeMs < atMs || found.size > QUEUE_FILE_LIMIT_BYTES) return '';
		return readFileSync(file, 'utf8');
	} catch (error) {
		noteRefusal(error, file);
		return '';
	}
}

/** What a folder holds; nothing where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch (error) {
		noteRefusal(error, folder);
		return [];
	}
}
