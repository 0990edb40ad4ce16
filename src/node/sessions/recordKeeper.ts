// Keeps the records of running sessions up to date, and moves them to the archive when their session has ended. A record
// takes a reading of the whole transcript, so it is written when the state changes, and now and then in between.
import type { RecordedEnd } from '../../core/sessions/recordedEnd';
import type { SessionState } from '../../core/sessions/state';
import { MINUTE_MS } from '../../core/base/dates';
import type { Clock, Logger } from '../../core/base/ports';
import type { Redactor } from '../../core/privacy/redaction';
import type { Project } from '../project/project';
import { queuedRunner } from '../base/queuedRunner';
import { buildSessionRecord } from './sessionFold';
import { isArchivedSince } from './sessionRecordPaths';
import { archiveRecord, readRecords, writeActiveRecord } from './sessionRecords';
import type { ListedSession } from './listedSession';
import type { SessionsStore } from './sessionsStore';

interface RecordKeeperOptions {
	readonly sessions: Pick<SessionsStore, 'list' | 'get' | 'stateOf' | 'lifecycle'>;
	readonly projects: () => readonly Project[];
	readonly redactor: () => Promise<Redactor>;
	/** Whether a record goes to the archive when its session has ended. */
	readonly archivesOnEnd: () => boolean;
	readonly clock: Clock;
	readonly logger: Logger;
}

/** While messages come, a record is at most so old. */
const REFRESH_MS = 5 * MINUTE_MS;

/** Larger transcripts are read when the state changes, and not in between. */
const REFRESH_LIMIT_BYTES = 32 * 1024 * 1024;

interface Written {
	readonly state: SessionState;
	readonly atMs: number;
	readonly sizeBytes: number;
}

export class RecordKeeper {
	private readonly written = new Map<string, Written>();
	/** Projects whose records on disk are known. */
	private readonly known = new Set<string>();
	/** Sessions whose records could not be written: said once. */
	private readonly failed = new Set<string>();

	constructor(private readonly options: RecordKeeperOptions) {}

	/** Writes what has changed. One at a time; a call that comes meanwhile is one more after it. */
	readonly update = queuedRunner(async () => {
		for (const project of this.options.projects()) await this.meet(project);
		for (const session of this.options.sessions.list()) {
			if (session.isProgram || session.marks.has('private')) continue;
			const state = this.options.sessions.stateOf(session);
			// Who was never seen running has a transcript that says everything. Without a registry its state alone tells.
			const isRunning = session.live !== undefined || state === 'active' || state === 'idle';
			if (!isRunning && !this.written.has(session.id)) continue;
			if (!this.isDue(session, state)) continue;
			await this.tryToWrite(session, state);
		}
	});

	/**
	 * Writes the record of a session whose end a hook saw, whether or not it was seen running. There is none of private
	 * sessions and those of programs, nor of one that was taken up again.
	 * @throws OutsideProjectError, or the file system's own error.
	 */
	async end(id: string, told: RecordedEnd): Promise<void> {
		const session = this.options.sessions.get(id);
		if (session === undefined || session.isProgram || session.marks.has('private')) return;
		if (told.atMs >= (session.lastMessageMs ?? 0)) await this.write(session, 'ended', told);
	}

	/**
	 * Writes the records of sessions that stopped without a word while nobody watched, as far as there are none: suspended ones
	 * beside those that run, ended ones into the archive. What cannot be written is logged.
	 */
	async keepMissed(ids: readonly string[]): Promise<void> {
		for (const id of ids) {
			const session = this.options.sessions.get(id);
			if (session === undefined || session.isProgram || session.marks.has('private')) continue;
			await this.meet(session.project);
			const state = this.options.sessions.stateOf(session);
			if ((state !== 'suspended' && state !== 'ended') || !this.isDue(session, state)) continue;
			if (await isArchivedSince(session.project, id, session.lastMessageMs ?? 0)) continue;
			await this.tryToWrite(session, state);
		}
	}

	private async tryToWrite(session: ListedSession, state: SessionState): Promise<void> {
		try {
			await this.write(session, state);
		} catch (error) {
			if (!this.failed.has(session.id))
				this.options.logger.error(`the record of ${session.id} could not be written`, error);
			this.failed.add(session.id);
		}
	}

	/** Records that an earlier window left: their sessions may have ended since. */
	private async meet(project: Project): Promise<void> {
		if (this.known.has(project.root)) return;
		this.known.add(project.root);
		for (const { record } of await readRecords(project, 'active').catch(() => []))
			if (!this.written.has(record.id)) this.written.set(record.id, { state: record.state, atMs: 0, sizeBytes: 0 });
	}

	private isDue({ id, sizeBytes }: ListedSession, state: SessionState): boolean {
		const last = this.written.get(id);
		if (last?.state !== state) return true;
		const isGrown = sizeBytes !== last.sizeBytes && sizeBytes <= REFRESH_LIMIT_BYTES;
		return state !== 'ended' && isGrown && this.options.clock.now() - last.atMs >= REFRESH_MS;
	}

	private async write(session: ListedSession, state: SessionState, end = session.end): Promise<void> {
		const { clock, sessions, archivesOnEnd } = this.options;
		// Before it is done: what fails is tried again when something changes, and not at every look.
		this.written.set(session.id, { state, atMs: clock.now(), sizeBytes: session.sizeBytes });
		const redactor = await this.options.redactor();
		const { id, file, name, forkedMs } = session;
		const record = await buildSessionRecord({ id, file, name, forkedMs, end }, state, redactor, sessions.lifecycle);
		if (record === undefined) return;
		if (state === 'ended' && archivesOnEnd()) {
			await archiveRecord(session.project, record);
			this.written.delete(session.id);
		} else await writeActiveRecord(session.project, record);
	}
}
