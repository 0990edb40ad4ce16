// Raw backups and their log, as the hooks leave them in <project>/.claude/memory.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { claudeSlug, transcriptText } from './sampleSessions.mjs';

const IGNORED = ['raw/', '.pending-backup', '.backup-log', 'sessions/', '.gitignore'];
const SECOND_MS = 1000;

export const projectMemory = (workspace) => path.join(workspace, '.claude/memory');

/** File names of backups carry UTC: `YYYYMMDD_HHMMSS`. */
const backupStamp = (time) => new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_');

/**
 * Writes one raw backup and what the log says about it.
 * @param {object} backup
 * @param {string} backup.workspace
 * @param {string} backup.text the transcript
 * @param {number} backup.at when it was made, in milliseconds
 * @param {string} [backup.reason] `compact` and `auto-compact` are not part of the file name, all others are
 * @param {string[]} [backup.events] log lines to write; none makes the backup an unknown one
 * @param {boolean} [backup.marker] whether .pending-backup names it
 * @returns {{ file: string, raw: string }} the path, and the path relative to the project
 */
export function writeBackup({ workspace, text, at, reason = 'exit', sessionId, source, ...options }) {
	const { events = ['pending', 'copied', 'verified'], marker = false } = options;
	const memory = projectMemory(workspace);
	mkdirSync(path.join(memory, 'raw'), { recursive: true, mode: 0o700 });
	writeFileSync(path.join(memory, '.gitignore'), `${IGNORED.join('\n')}\n`);
	writeFileSync(path.join(memory, 'raw/.gitignore'), '*\n', { mode: 0o600 });

	const suffix = reason.endsWith('compact') ? '' : `_${reason}`;
	const raw = `.claude/memory/raw/${backupStamp(at)}${suffix}.jsonl`;
	const file = path.join(workspace, raw);
	writeFileSync(file, text, { mode: 0o600 });
	utimesSync(file, at / SECOND_MS, at / SECOND_MS);

	const known = { session: sessionId, raw, source, slug: claudeSlug(workspace), reason };
	const proof = { size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
	events.forEach((event, i) => {
		const ts = new Date(at + i * SECOND_MS).toISOString();
		// The marker comes first, before anything was copied, so its line has nothing to measure yet.
		appendBackupLog(workspace, { ts, event, ...known, ...(event === 'pending' ? {} : proof) });
	});
	if (marker) writeFileSync(path.join(memory, '.pending-backup'), `${raw}\n`, { mode: 0o600 });
	return { file, raw };
}

function appendBackupLog(workspace, line) {
	const log = path.join(projectMemory(workspace), '.backup-log');
	appendFileSync(log, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** A session that Claude Code has deleted a month after it ended, and of which there is a backup that nobody needs to look at. */
export function writeDeletedSession({ workspace, claude, sessionId, title, now }) {
	const at = now - 31 * 24 * 60 * 60_000;
	const named = { type: 'custom-title', customTitle: title, sessionId };
	return writeBackup({
		workspace,
		at,
		sessionId,
		source: path.join(claude, 'projects', claudeSlug(workspace), `${sessionId}.jsonl`),
		text: `${transcriptText('tool-use', { workspace, claude, sessionId, endedAt: at - SECOND_MS })}${JSON.stringify(named)}\n`,
		events: ['pending', 'copied', 'verified', 'processed'],
	});
}

/** Two pending backups (an exit and a compaction), a processed one, and a file that no log line explains. */
export function writeSampleBackups({ workspace, claude, sessions, now }) {
	const minutesAgo = (minutes) => now - minutes * 60_000;
	const backup = (name, session, at, more) =>
		writeBackup({
			workspace,
			at,
			sessionId: session.id,
			source: session.file,
			text: transcriptText(name, { workspace, claude, sessionId: session.id, endedAt: at - SECOND_MS }),
			...more,
		});
	return {
		processed: backup('tasks', sessions.tasks, minutesAgo(26 * 60), {
			events: ['pending', 'copied', 'verified', 'processed'],
		}),
		unknown: backup('plain-chat', sessions.plain, minutesAgo(9 * 60), { reason: 'clear', events: [] }),
		compaction: backup('compacted', sessions.compacted, minutesAgo(100), { reason: 'compact' }),
		exit: backup('tool-use', sessions.ended, minutesAgo(35), { reason: 'exit', marker: true }),
	};
}
