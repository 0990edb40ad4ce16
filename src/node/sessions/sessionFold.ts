// What only a full reading of a transcript tells: the session's record.
import { briefOf } from '../../core/sessions/brief';
import type { LifecycleSettings, SessionState } from '../../core/sessions/state';
import { type Life, foldLife, workedMinutes } from '../../core/sessions/life';
import { createLifeFold } from '../../core/sessions/fromTranscript';
import type { RecordedEnd } from '../../core/sessions/recordedEnd';
import { type SessionRecord, toRecord } from '../../core/sessions/record';
import type { Redactor } from '../../core/privacy/redaction';
import type { ClaudeHome } from '../claude/claudeHome';
import { openRedactor } from '../privacy/openRedactor';
import type { ListedSession } from './listedSession';
import type { SessionsStore } from './sessionsStore';
import { archiveRecord } from './sessionRecords';
import { extractSession } from '../handoff/extractSession';

/** Of which session a record is made. */
interface RecordedSession {
	readonly id: string;
	readonly file: string;
	/** What lists call it; else what it is about. */
	readonly name?: string;
	readonly forkedMs?: number | undefined;
	readonly end?: RecordedEnd | undefined;
}

/**
 * The record of a session from its transcript, redacted, and from what is known of its end.
 * @param from where to begin, in bytes, where only the end of a large file is to be read: then nobody knows how long it was
 * worked.
 * @returns nothing where no message says when it was. @throws the file system's error.
 */
export async function buildSessionRecord(
	summary: RecordedSession,
	state: SessionState,
	redactor: Redactor,
	settings: LifecycleSettings,
	from = 0,
): Promise<SessionRecord | undefined> {
	const lived = createLifeFold(summary, settings);
	const { session, extract } = await extractSession(summary.file, { sessionId: summary.id, from }, lived.note);
	const told = lived.close();
	if (told === undefined) return undefined;
	const life = withEnd(told, summary.end, settings);
	const { gitBranch: branch, model, prompts, tokens, cwd, lastCwd } = session.facts;
	return toRecord(life, {
		id: summary.id,
		state,
		brief: { ...briefOf(extract), workedMinutes: from > 0 ? undefined : workedMinutes(life) },
		workingDirectory: lastCwd ?? cwd,
		metadata: { title: redactor.text(summary.name ?? extract.topic).value, branch, model, prompts, tokens },
		redact: (text) => redactor.text(text).value,
	});
}

/** The record of a listed session, as it stands now. @returns nothing where no message says when it was. @throws the file system's error. */
export async function recordOf(
	session: ListedSession,
	sessions: Pick<SessionsStore, 'stateOf' | 'lifecycle'>,
	claude: ClaudeHome,
): Promise<SessionRecord | undefined> {
	return buildSessionRecord(session, sessions.stateOf(session), await openRedactor(claude), sessions.lifecycle);
}

/** Writes a session's record to the archive of its project. @returns the file. @throws OutsideProjectError, or the file system's error. */
export async function archiveSessionRecord(
	...[session, sessions, claude]: Parameters<typeof recordOf>
): Promise<string> {
	const record = await recordOf(session, sessions, claude);
	if (record === undefined) throw new Error(`${session.name} has no message, so there is nothing to record.`);
	return archiveRecord(session.project, record);
}

/** A transcript does not say why a session ended, and often not even that it did. */
function withEnd(life: Life, end: RecordedEnd | undefined, settings: LifecycleSettings): Life {
	if (end === undefined || end.atMs < life.lastMs) return life;
	const { atMs, reason } = end;
	return foldLife(life, [{ kind: 'session_end', atMs, ...(reason === undefined ? {} : { reason }) }], settings) ?? life;
}
