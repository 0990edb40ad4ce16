// What SessionStart says of sessions: which other one is the latest, where that stands, and that one's own was idle. Loaded
// only where there may be something to say.
import path from 'node:path';
import { backupAnnouncement, backupLine } from '../../../core/backups/announcement';
import type { topicsAt } from '../../../core/hooks/startNotices';
import { hasBrief } from '../../../core/sessions/brief';
import { type Verbosity, sessionContext, welcomeBack, welcomeLine } from '../../../core/sessions/contextBlock';
import { isAnyPrivate } from '../../../core/sessions/privateForks';
import { type SessionRecord, recordTime } from '../../../core/sessions/record';
import { DEFAULT_LIFECYCLE } from '../../../core/sessions/state';
import { isCovered } from '../../../core/timeline/timeline';
import type { Redactor } from '../../../core/privacy/redaction';
import { UNREDACTED } from '../../../core/privacy/unredacted';
import { BackupReader } from '../../backups/backupReader';
import { homePlace, projectPlace } from '../../backups/place';
import { readBackups } from '../../backups/placeLog';
import type { Project } from '../../project/project';
import { readLabels } from '../../sessions/sessionLabels';
import { recordsOf } from '../../sessions/sessionRecords';
import { Looks } from '../../timeline/looks';
import { type SessionRow, Timeline } from '../../timeline/timeline';
import { readHeadAndTail } from '../../transcript/headAndTail';
import { commandsHere } from '../commandsHere';
import { findHookTranscript } from './backUp';
import type { HookContext } from './hookRun';
import { shownPath } from '../../claude/claudeHome';
import { isNewToPerson } from './toldToPerson';

export interface StartTexts {
	/** Texts for Claude, in order. */
	readonly claude: readonly string[];
	/** One line. */
	readonly person: string | undefined;
}

interface StartOptions {
	readonly topics: Pick<ReturnType<typeof topicsAt>, 'others' | 'welcome'>;
	readonly verbosity: Verbosity | 'off';
	/** How long a silence makes a session idle. */
	readonly idleMs: number;
	/** Sessions that were killed and have no backup as new as their transcript. */
	readonly unsaved: readonly string[];
}

const SILENT: StartTexts = { claude: [], person: undefined };

/** Somebody waits while we read. What is left of a session stands at its end. */
const READ_BYTES = 4 * 1024 * 1024;

/** Stands between texts, and in none of them: what is not printable is no part of a line that we show. */
const BETWEEN = '\n\u0000\n';

/** V8 makes machine code of a pattern at once where a text is longer than this, and takes a seventh of the time. */
const PADDING = ' '.repeat(1_000);

/** @throws OutsideProjectError, and the file system's error. */
export function startTexts(context: HookContext, options: StartOptions): Promise<StartTexts> {
	return options.topics.others ? aboutLatest(context, options) : aboutOwn(context, options);
}

/** The latest other session: that a backup of it is pending unless a hand-off covers it, and where it stands. */
async function aboutLatest(context: HookContext, options: StartOptions): Promise<StartTexts> {
	const { claude, project, clock, payload } = context;
	const backups = new BackupReader(project, homePlace(claude, project));
	// Of all their titles one is told, and that is redacted below.
	const redactor = (): Promise<Redactor> => Promise.resolve(UNREDACTED);
	const looks = await Looks.read(project);
	const labels = await readLabels(claude);
	const asker = { model: { session: payload.session }, labels };
	const timeline = await Timeline.open({ claude, project, asker, backups, redactor, looks });
	const { session } = await timeline.latest(payload.session, true);
	if (session === undefined) return SILENT;
	const { id } = session;
	if (id !== undefined && isAnyPrivate(labels)) {
		const { sharesPrivate } = await import('../../sessions/privateOrigin');
		if ((await timeline.lend(session, (file) => sharesPrivate(file, id, labels))) === true) return SILENT;
	}
	const raw = isCovered(session) ? undefined : await pendingRaw(context, session, options.unsaved);
	let told = SILENT;
	if (raw !== undefined) {
		const commands = await commandsHere(claude, project);
		const folder = path.dirname(backups.fileOf(raw));
		const folders = [project.folder, project.root].map((from) => shownPath(folder, claude.userHome, from));
		const lines = backupAnnouncement(raw.raw, commands, folders);
		const isNew = lines !== undefined && (await isNewToPerson(claude, project, raw.raw));
		told = {
			claude: lines === undefined ? [] : [lines],
			person: isNew
				? await redacted(context, (redact) => backupLine(redact(session.title), clock.now() - session.lastMs, commands))
				: undefined,
		};
	}
	if (options.verbosity === 'off' || id === undefined) return told;
	const read = (use: (file: string) => Promise<SessionRecord | undefined>): Promise<SessionRecord | undefined> =>
		timeline.lend(session, use);
	const record = await recordFor(project, { id, lastMs: session.lastMs, read }, options.idleMs);
	if (record === undefined) return told;
	const { verbosity } = options;
	const block = await redacted(context, (redact) => sessionContext(record, clock.now(), verbosity, redact));
	return { ...told, claude: [...told.claude, block] };
}

/**
 * The pending backup of a session that is named. Of one that was killed it is announced now, so that the file that is named
 * is the one that stays; whoever finishes backups makes it.
 */
async function pendingRaw(
	{ claude, project, clock }: HookContext,
	{ id, transcript, waiting }: SessionRow,
	unsaved: readonly string[],
): Promise<{ readonly raw: string; readonly isHomeOnly?: boolean } | undefined> {
	if (transcript === undefined || id === undefined || !unsaved.includes(id)) {
		const found = waiting.find(({ state }) => state !== 'lost');
		// Where somebody took it out of the project, it is made again, unless the log went with it.
		const isComing = transcript !== undefined && (await readBackups(projectPlace(project))).has(found?.raw ?? '');
		return found && { raw: found.raw, isHomeOnly: found.isHomeOnly === true && !isComing };
	}
	const { BackupWriter } = await import('../../backups/backupWriter');
	const writer = await BackupWriter.open(claude, project, clock);
	const raw = await writer.announce(transcript, 'missed');
	return { raw, isHomeOnly: writer.refused !== undefined };
}

/** The session itself, after an idle spell. Claude has all else in its context. */
async function aboutOwn(context: HookContext, { idleMs }: StartOptions): Promise<StartTexts> {
	const { clock } = context;
	const found = await findHookTranscript(context);
	const lastMs = found && (await readHeadAndTail(found.transcript.file))?.lastMessageMs;
	if (found === undefined || lastMs === undefined || clock.now() - lastMs < idleMs) return SILENT;
	const { session: id, file } = found.transcript;
	const record = await recordFor(found.project, { id, lastMs, read: (use) => use(file) }, idleMs);
	if (record === undefined) return SILENT;
	return redacted(context, (redact) => {
		const welcome = welcomeBack(record, clock.now(), redact, idleMs);
		return welcome === undefined ? SILENT : { claude: [welcome], person: welcomeLine(record, clock.now(), redact) };
	});
}

interface Read {
	readonly id: string;
	/** Its last word. */
	readonly lastMs: number;
	/** Lends its file. */
	readonly read: (use: (file: string) => Promise<SessionRecord | undefined>) => Promise<SessionRecord | undefined>;
}

/**
 * The record of a session: the one that was written, unless more was said since; else what its transcript says, with its
 * secrets.
 */
async function recordFor(
	project: Project,
	{ id, lastMs, read }: Read,
	idleMs: number,
): Promise<SessionRecord | undefined> {
	const stored = (await recordsOf(project, [id])).get(id);
	if (stored !== undefined && hasBrief(stored) && recordTime(stored.last_activity) >= lastMs) return stored;
	// Most sessions leave a record, and the rules of reading are most of our code.
	const { buildSessionRecord } = await import('../../sessions/sessionFold');
	return read(async (file) => {
		const size = (await readHeadAndTail(file))?.sizeBytes ?? 0;
		const from = Math.max(0, size - READ_BYTES);
		const settings = { ...DEFAULT_LIFECYCLE, idleMs };
		return buildSessionRecord({ id, file }, 'ended', UNREDACTED, settings, from);
	});
}

/**
 * A text, with all that goes through `redact` redacted at once: for each text by itself the patterns would be made ready
 * several times, which takes far longer than to apply them.
 */
async function redacted<T>({ claude }: HookContext, make: (redact: (text: string) => string) => T): Promise<T> {
	const texts = new Set<string>();
	make((text) => {
		texts.add(text);
		return text;
	});
	const { openRedactor } = await import('../../privacy/openRedactor');
	const redactor = await openRedactor(claude);
	const all = [...texts];
	const safe = redactor.text([...all, PADDING].join(BETWEEN)).value.split(BETWEEN);
	const isWhole = safe.length === all.length + 1;
	const known = new Map(isWhole ? all.map((text, at) => [text, safe[at] ?? '']) : []);
	return make((text) => known.get(text) ?? redactor.text(text).value);
}
