// Transcripts with the shapes that Claude Code 2.1.329 wrote (test/fixtures/sample-home), moved to another folder and
// another time, and entries of its registry of live sessions.
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const RECORDED = { workspace: '/home/dev/app', claude: '/home/dev/.claude', slug: '-home-dev-app' };
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const ISO_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;

/** How Claude Code names a project's folder: every character but ASCII letters and digits becomes a dash. */
export function claudeSlug(folder) {
	const name = folder.replace(/[^a-zA-Z0-9]/g, '-');
	if (name.length <= 200) return name;
	let hash = 0;
	for (let i = 0; i < folder.length; i++) hash = ((hash << 5) - hash + folder.charCodeAt(i)) | 0;
	return `${name.slice(0, 200)}-${Math.abs(hash).toString(36)}`;
}

/** The other formula that is about: only slashes and dots are replaced, and the leading dash is dropped. */
export const formulaSlug = (folder) => folder.replace(/[/.]/g, '-').replace(/^-/, '');

/**
 * The text of a recorded transcript as if it had been written in `workspace`, its last line `endedAt` (milliseconds).
 * Message ids change with the session's: equal ones would mean that one session is a fork of the other.
 * @param {string} name a file of test/fixtures/sample-home without its ending
 */
export function transcriptText(name, { workspace, claude, sessionId, endedAt }) {
	const text = readFileSync(inRoot('test/fixtures/sample-home', `${name}.jsonl`), 'utf8');
	const recordedId = /"sessionId":"([0-9a-f-]{36})"/.exec(text)[1];
	const recordedEnd = Math.max(...text.match(ISO_TIME).map((stamp) => Date.parse(stamp)));
	return text
		.replaceAll(RECORDED.claude, claude)
		.replaceAll(RECORDED.workspace, workspace)
		.replaceAll(RECORDED.slug, claudeSlug(workspace))
		.replace(UUID, (id) => (id === recordedId ? sessionId : id.slice(0, -12) + sessionId.slice(-12)))
		.replace(ISO_TIME, (stamp) => new Date(Date.parse(stamp) - recordedEnd + endedAt).toISOString());
}

/** Writes a transcript where Claude Code would, with its modification time. */
export function writeTranscript({ claude, workspace, name, sessionId, endedAt }) {
	const file = path.join(claude, 'projects', claudeSlug(workspace), `${sessionId}.jsonl`);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, transcriptText(name, { workspace, claude, sessionId, endedAt }), { mode: 0o600 });
	utimesSync(file, endedAt / 1000, endedAt / 1000);
	return file;
}

/** Claude Code tells a live session from a recycled process id by the start time: field 22 of the stat file. */
export function processStart(pid) {
	const stat = `/proc/${pid}/stat`;
	if (!existsSync(stat)) return undefined;
	const text = readFileSync(stat, 'utf8');
	// The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
	return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
}

/** Registers a session as live. `pid` must be a process that lives as long as the session should seem to. */
export function writeLiveSession({ claude, workspace, sessionId, pid = process.pid, now = Date.now(), ...more }) {
	const file = path.join(claude, 'sessions', `${pid}.json`);
	mkdirSync(path.dirname(file), { recursive: true });
	const entry = {
		pid,
		sessionId,
		cwd: workspace,
		startedAt: now - 20 * 60_000,
		procStart: processStart(pid),
		version: '2.1.329',
		kind: 'interactive',
		entrypoint: 'cli',
		name: 'todo-app-4e',
		nameSource: 'derived',
		status: 'idle',
		updatedAt: now,
		statusUpdatedAt: now,
		...more,
	};
	writeFileSync(file, JSON.stringify(entry));
	return file;
}
