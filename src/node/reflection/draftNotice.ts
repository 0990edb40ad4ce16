// Which drafts may be announced, and what the SessionStart hook says of them: names and times only; no draft is opened, no
// library is loaded.
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { draftAnnouncement } from '../../core/reflection/draftNotice';
import { isMarked } from '../../core/sessions/marks';
import { checkInside } from '../base/insideProject';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import { DRAFT_ENDING, draftFolder, draftNames, draftsRoot } from '../documents/draftPlace';
import { locateTranscript } from '../transcript/locateTranscript';
import { ledgerFile } from './reflectionHome';

/**
 * The line for Claude about the newest draft of another session, or nothing. Never throws.
 * @param own the session that is told.
 */
export async function draftNotice(
	claude: ClaudeHome,
	project: Project,
	own: string | undefined,
): Promise<string | undefined> {
	try {
		const folder = draftFolder(project);
		const names = (await draftNames(project)).filter((name) => name !== `${own ?? ''}${DRAFT_ENDING}`);
		if (names.length === 0) return undefined;
		const marks = await readFile(path.join(claude.keeperHome, 'session-marks.jsonl'), 'utf8').catch(() => '');
		await checkInside(draftsRoot(project), folder);
		const found = await Promise.all(
			names.map(async (name) => {
				const stat = await lstat(path.join(folder, name)).catch(() => undefined);
				const session = name.slice(0, -DRAFT_ENDING.length);
				if (stat?.isFile() !== true || isMarked(marks, session, 'private')) return [];
				return (await isOfThisMachine(claude, session)) ? [{ name, atMs: stat.mtimeMs }] : [];
			}),
		);
		const drafts = found.flat().sort((a, b) => b.atMs - a.atMs);
		const [newest] = drafts;
		return newest === undefined ? undefined : draftAnnouncement(newest.name, newest.atMs, drafts.length);
	} catch {
		return undefined;
	}
}

/**
 * Whether a session ran on this machine: its transcript is there, or our ledger knows that it was reflected on. A repository
 * brings what files it likes, and a draft in it must not pass for one of ours. Never throws.
 * @internal
 */
export async function isOfThisMachine(claude: ClaudeHome, session: string): Promise<boolean> {
	if ((await locateTranscript(claude, session, undefined, undefined)) !== undefined) return true;
	const ledger = await readFile(ledgerFile(claude), 'utf8').catch(() => '');
	return ledger.includes(`"session":${JSON.stringify(session)}`);
}
