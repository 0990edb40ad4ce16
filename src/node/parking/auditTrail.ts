// The audit trail on disk: `<project>/.claude/logs/session-archive.jsonl`, append-only.
import path from 'node:path';
import { type AuditAction, type AuditEntry, auditLine, parseAudit } from '../../core/parking/audit';
import { utcSeconds } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import { appendLine } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { checkInside, makeFolderInside } from '../base/insideProject';
import { type Project, makeOwnRoot } from '../project/project';
import { readRegularFile } from '../base/regularFile';

/** Nobody asks for what is older than the last so many bytes. */
const READ_LIMIT_BYTES = 4 * 1024 * 1024;

export function auditFile(project: Project): string {
	return path.join(project.filesRoot, '.claude', 'logs', 'session-archive.jsonl');
}

/** Checks that the trail may be written, before anything that it has to record is done. @throws OutsideProjectError */
export async function prepareAudit(project: Project): Promise<void> {
	await makeOwnRoot(project);
	await makeFolderInside(project.filesRoot, path.dirname(auditFile(project)));
	await checkInside(project.filesRoot, auditFile(project));
}

/**
 * Adds one line in one write, so that two windows cannot lose each other's. The mode is that of a file meant for git: a
 * secret that somebody put into an item's name must not be committed with it.
 * @param item name of the item, as it stands in its file.
 */
export async function appendAudit(
	claude: ClaudeHome,
	project: Project,
	item: string,
	action: AuditAction,
	nowMs: number,
): Promise<void> {
	await appendLine(auditFile(project), auditLine(await safeName(claude, item), action, nowMs), 0o644);
}

/**
 * Adds the line that somebody may have added before they died.
 * @param sinceMs the trail is searched for it from this time on.
 */
export async function ensureAudited(
	claude: ClaudeHome,
	project: Project,
	item: string,
	action: AuditAction,
	nowMs: number,
	sinceMs: number,
): Promise<void> {
	const name = singleLine(await safeName(claude, item));
	const since = utcSeconds(sinceMs);
	const isThere = (await readAudit(project)).some(
		(entry) => entry.item === name && entry.action === action && entry.ts >= since,
	);
	if (!isThere) await appendAudit(claude, project, item, action, nowMs);
}

async function safeName(claude: ClaudeHome, item: string): Promise<string> {
	// Loaded here: listing items, which everybody does, never writes a line.
	const { openRedactor } = await import('../privacy/openRedactor');
	return (await openRedactor(claude)).text(item).value;
}

/** The last entries, oldest first; none where there is no trail, or where it leads outside the project. */
export async function readAudit(project: Project): Promise<readonly AuditEntry[]> {
	try {
		await checkInside(project.filesRoot, auditFile(project));
		const read = await readRegularFile(auditFile(project), READ_LIMIT_BYTES, { fromEnd: true });
		return parseAudit(read?.bytes.toString() ?? '');
	} catch {
		return [];
	}
}
