// The one list of a project's sessions with all that is left of them, read from the disk. Nothing here writes. A transcript
// is looked at when it is that session's turn, and read no further than it takes: a hook asks for the latest one only.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { PendingBackup } from '../../core/backups/pending';
import { isProgrammatic } from '../../core/claude/registry';
import { type HandOff, handOffsIn } from '../../core/documents/handOff';
import { type AskingModel, type LabelledSessions, isPrivate, maySee } from '../../core/sessions/labels';
import { type Meant, SHORTEST_ID, idIn, meant } from '../../core/timeline/meant';
import { type TimelineSession, canBeLatest, inOrder, isCovered, isHeld, isPending } from '../../core/timeline/timeline';
import type { Redactor } from '../../core/privacy/redaction';
import { noneIsFine } from '../base/lookAt';
import { mapLimited } from '../base/mapLimited';
import type { BackupListing, BackupReader } from '../backups/backupReader';
import type { ArchivedTranscript } from '../backups/transcriptArchive';
import type { ClaudeHome } from '../claude/claudeHome';
import { type DocumentFile, listDocuments } from '../documents/documentFiles';
import { type Project, transcriptFolders } from '../project/project';
import { savedProtocols } from '../protocol/protocolRecord';
import { readLiveSessions } from '../sessions/liveSessions';
import { readLabels } from '../sessions/sessionLabels';
import { type FoundTranscript, transcriptsIn } from '../transcript/locateTranscript';
import { isOfProject } from '../transcript/ofProject';
import type { Looks } from './looks';
import type { Told } from './told';
import { storedAs } from '../backups/place';

/** A row of the list. */
export interface SessionRow extends TimelineSession<DocumentFile> {
	/** What it is called, fit to be shown. */
	readonly title: string;
	/** Claude Code's own; nothing where that is gone. */
	readonly transcript: FoundTranscript | undefined;
	/** Backups of it that wait, newest first. */
	readonly waiting: readonly PendingBackup[];
	/** All backups that may hold its words, the best one first. */
	readonly copies: readonly PendingBackup[];
	/** The transcript that was archived before Claude Code deleted it. */
	readonly archived: ArchivedTranscript | undefined;
}

/** A backup, and what is known of its session. */
export interface SessionBackup extends PendingBackup {
	/** What the session is called, fit to be shown; nothing where nobody can tell. */
	readonly title: string | undefined;
	readonly hasWork: boolean;
	/** A hand-off of the session holds what it holds. */
	readonly isCovered: boolean;
	/** It waits for a person: there is work in it that nothing else holds, or nobody can tell what is in it. */
	readonly isPending: boolean;
}

/** What the list is put together from. */
export interface TimelinePlace {
	readonly claude: ClaudeHome;
	readonly project: Project;
	/** The language model that asks, if one does, with `labelsFor` it: private sessions are not there, nor their documents. */
	readonly asker?: { readonly model: AskingModel; readonly labels: LabelledSessions } | undefined;
	readonly backups: BackupReader;
	/** Transcripts that were archived; without it they are not looked at. */
	readonly archive?: () => Promise<readonly ArchivedTranscript[]>;
	/** Titles are a session's words. */
	readonly redactor: () => Promise<Redactor>;
	/** What earlier looks at transcripts told. */
	readonly looks?: Looks;
}

/** The latest session, and those that are passed over for it because a process still holds them. */
export interface Latest {
	readonly session: SessionRow | undefined;
	readonly held: readonly SessionRow[];
}

/** What is known of a session before anything of it is read. */
interface Trace {
	readonly id: string | undefined;
	/** What a person called it. */
	readonly name: string | undefined;
	readonly transcripts: FoundTranscript[];
	readonly documents: DocumentFile[];
	readonly waiting: PendingBackup[];
	readonly kept: PendingBackup[];
	readonly archived: ArchivedTranscript[];
	readonly saves: HandOff[];
	readonly isLive: boolean;
	readonly isDone: boolean;
}

/** So many files are looked at at a time: a look may take 24 MB of memory. */
const AT_ONCE = 4;

/** File times are Claude Code's own as a rule, and may be anybody's: so many are looked at whatever they say. */
const AT_LEAST = 12;

/** Of so many sessions the names are looked at. */
const NAMED = 300;

export class Timeline {
	private readonly looked = new Map<Trace, Promise<SessionRow | undefined>>();

	private constructor(
		private readonly place: TimelinePlace,
		/** Those that may have spoken last come first. */
		private readonly traces: readonly Trace[],
		/** All documents and the drafts that wait, newest first. */
		readonly documents: readonly DocumentFile[],
		/** What the logs of backups say, by which the list was made. */
		readonly listing: BackupListing,
		/** Whether whoever asks may know of a session, by its id. */
		readonly isThere: (session: string | undefined) => boolean,
	) {}

	/** @throws OutsideProjectError, and the file system's error where something may not be read. */
	static async open(place: TimelinePlace): Promise<Timeline> {
		const [all, listing, labelled] = await Promise.all([
			listDocuments(place.project),
			place.backups.list(),
			place.asker?.labels ?? readLabels(place.claude),
		]);
		const isThere = (id = ''): boolean => maySee(place.asker?.model, labelled, id);
		const documents = all.filter(({ session }) => isThere(session));
		const traces = (await tracesIn(place, documents, listing, labelled)).filter(({ id }) => isThere(id));
		return new Timeline(place, traces, documents, listing, isThere);
	}

	/**
	 * The rows, newest first.
	 * @param limit as soon as there are so many, no further session is looked at. What lies in a folder of the project's
	 * may be another project's, so only a look tells.
	 */
	async list(limit = Infinity): Promise<{ readonly rows: readonly SessionRow[]; readonly isAll: boolean }> {
		const rows: SessionRow[] = [];
		let at = 0;
		for (const size = Math.min(limit, NAMED); at < this.traces.length && rows.length < limit; at += size)
			rows.push(...(await this.rows(this.traces.slice(at, at + size))));
		return { rows: inOrder(rows), isAll: at >= this.traces.length };
	}

	/** The sessions that have backups which wait, newest first. */
	async waiting(): Promise<readonly SessionRow[]> {
		return this.rows(this.traces.filter((trace) => trace.waiting.length > 0));
	}

	/** The backups that wait by their log, newest first, and whether somebody has to look at them. */
	async backups(): Promise<readonly SessionBackup[]> {
		const rows = (await this.waiting()).flatMap((session) => {
			const title = session.title === session.waiting[0]?.raw ? undefined : session.title;
			const own = { title, hasWork: session.hasWork, isCovered: isCovered(session), isPending: isPending(session) };
			return session.waiting.map((backup) => ({ ...backup, ...own }));
		});
		return rows.sort((a, b) => b.sinceMs - a.sinceMs);
	}

	/**
	 * What a text names, newest first: see `meant`.
	 * @param places the text as a path, from wherever it may be meant, absolute.
	 */
	async find(text: string, places: readonly string[]): Promise<readonly Meant<SessionRow, DocumentFile>[]> {
		const id = idIn(text);
		const quick = this.traces.filter(
			(trace) =>
				trace.documents.some(({ file }) => places.includes(file)) ||
				(id.length >= SHORTEST_ID && trace.id?.toLowerCase().startsWith(id) === true),
		);
		const found = meant(text, await this.rows(quick), places);
		return found.length > 0 ? found : meant(text, (await this.list(NAMED)).rows, places);
	}

	/**
	 * @param own the session that asks; nothing where none does.
	 * @param isQuick the times of files are taken to be Claude Code's own, and no more is read than they make necessary.
	 */
	async latest(own: string | undefined, isQuick = false): Promise<Latest> {
		const [atOnce, atLeast] = isQuick ? [1, 0] : [AT_ONCE, AT_LEAST];
		const held: SessionRow[] = [];
		let best: SessionRow | undefined;
		for (let at = 0; at < this.traces.length; at += atOnce) {
			const next = this.traces[at];
			if (at >= atLeast && best !== undefined && next !== undefined && best.lastMs > latestMsOf(next)) break;
			const rows = await Promise.all(this.traces.slice(at, at + atOnce).map((trace) => this.look(trace)));
			const found = rows.flatMap((row) => row ?? []);
			held.push(...found.filter((row) => isHeld(row, own)));
			[best] = inOrder([...(best === undefined ? [] : [best]), ...found.filter((row) => canBeLatest(row, own))]);
		}
		return { session: best, held: inOrder(held) };
	}

	/** The row of a session, by its whole id. */
	async get(id: string): Promise<SessionRow | undefined> {
		const trace = this.traces.find((each) => each.id === id);
		return trace && this.look(trace);
	}

	/** The row of a document, also of one that no list has. */
	async rowOf(document: DocumentFile): Promise<SessionRow> {
		const row = document.session === undefined ? undefined : await this.get(document.session);
		const alone = row ?? (await look(this.place, { ...blankTrace(document.session), documents: [document] }));
		if (alone === undefined) throw new Error(`${document.path} is a document of no session.`);
		return alone;
	}

	/**
	 * Lends a file with the words of a session, for as long as `use` takes.
	 * @returns nothing where they can be read no more. @throws OutsideProjectError, what reading throws, what `use` throws.
	 */
	lend<T>(session: SessionRow, use: (file: string) => Promise<T>): Promise<T | undefined> {
		return lend(this.place, session, use);
	}

	/** Keeps what was looked at for whoever asks next, where we have a home. Never throws. */
	async keep(): Promise<void> {
		const { looks, claude, project } = this.place;
		if (looks?.isChanged !== true || (await stat(claude.keeperHome).catch(() => undefined)) === undefined) return;
		try {
			// As everybody does who writes below its home: else git is asked at each call which project this is.
			await (await import('../backups/rememberProject')).rememberProject(claude, project);
			const labelled = await readLabels(claude);
			const redactor = await this.place.redactor();
			await looks.write(
				(text) => redactor.text(text).value,
				(file) => !isPrivate(labelled, path.basename(file, '.jsonl')),
			);
		} catch {
			// Then it is looked at again.
		}
	}

	private async rows(traces: readonly Trace[]): Promise<readonly SessionRow[]> {
		const rows = await mapLimited(traces, (trace) => this.look(trace), AT_ONCE);
		return inOrder(rows.flatMap((row) => row ?? []));
	}

	private look(trace: Trace): Promise<SessionRow | undefined> {
		let row = this.looked.get(trace);
		if (row === undefined) this.looked.set(trace, (row = look(this.place, trace)));
		return row;
	}
}

async function tracesIn(
	place: TimelinePlace,
	documents: readonly DocumentFile[],
	{ pending, kept }: BackupListing,
	labelled: LabelledSessions,
): Promise<readonly Trace[]> {
	const { claude, project } = place;
	const [transcripts, live, saves, archive] = await Promise.all([
		transcriptsOf(place),
		// A session that runs is not to be taken for one that has ended.
		readLiveSessions(claude, undefined, noneIsFine),
		savedProtocols(project),
		place.archive?.() ?? [],
	]);
	// The process that asks may still be entered with the session that it has just left: it holds its own alone.
	const others = (live ?? []).filter(({ pid }) => String(pid) !== claude.env['CLAUDE_PID']);
	const held = new Set(others.map(({ sessionId }) => sessionId));
	const traces = new Map<string, Trace>();
	const of = (id: string | undefined, key = id): Trace => {
		const own = labelled.get(id ?? '');
		const isDone = own?.marks.has('done') === true;
		const known = id === undefined ? {} : { name: own?.name, isDone, isLive: held.has(id) };
		const trace = traces.get(key ?? '') ?? { ...blankTrace(id), ...known };
		traces.set(key ?? '', trace);
		return trace;
	};
	for (const each of transcripts) of(each.session).transcripts.push(each);
	for (const each of documents) of(each.session, each.session ?? each.file).documents.push(each);
	const named = await mapLimited(pending, (each) => sessionOf(place.backups, each), AT_ONCE);
	pending.forEach((each, at) => of(named[at], named[at] ?? each.raw).waiting.push(each));
	for (const each of kept) if (each.session !== undefined) of(each.session).kept.push(each);
	for (const each of archive) of(each.session).archived.push(each);
	// A protocol tells of sessions, and nothing more can be said of one that has nothing else.
	for (const save of saves) traces.get(save.session)?.saves.push(save);
	return [...traces.values()].sort((a, b) => latestMsOf(b) - latestMsOf(a));
}

function blankTrace(id: string | undefined): Trace {
	const nothing = { transcripts: [], documents: [], waiting: [], kept: [], archived: [], saves: [] };
	return { id, name: undefined, ...nothing, isLive: false, isDone: false };
}

/** All transcripts whose folder may be the project's; of one session the newest first. */
async function transcriptsOf({ claude, project }: TimelinePlace): Promise<readonly FoundTranscript[]> {
	const folders = await transcriptFolders(claude, project);
	const named = await mapLimited(folders, transcriptsIn);
	const found = await mapLimited(named.flat(), async (file): Promise<FoundTranscript[]> => {
		const info = await stat(file).catch(() => undefined);
		if (info?.isFile() !== true || info.size === 0) return [];
		const [session, slug] = [path.basename(file, '.jsonl'), path.basename(path.dirname(file))];
		return [{ file, session, slug, sizeBytes: info.size, modifiedMs: info.mtimeMs }];
	});
	return found.flat().sort((a, b) => b.modifiedMs - a.modifiedMs);
}

/** Whose a backup is; of a raw file that nobody logged, its own lines say it. */
async function sessionOf(backups: BackupReader, backup: PendingBackup): Promise<string | undefined> {
	if (backup.session !== undefined || backup.state !== 'unknown') return backup.session;
	return (await import('./told')).sessionIn(backups.fileOf(backup));
}

/** The latest that a session's last word can have been said, by what is known without reading it. */
function latestMsOf({ transcripts, documents, waiting, kept, archived }: Trace): number {
	const times = [
		...[...transcripts, ...archived].map(({ modifiedMs }) => modifiedMs),
		...[...waiting, ...kept].map(({ sinceMs }) => sinceMs),
		...documents.map(writtenMs),
	];
	return Math.max(0, ...times);
}

/** A document says when it was saved, and whoever wrote it may have said anything: not after it was written. */
function writtenMs({ atMs, modifiedMs }: DocumentFile): number {
	return Math.min(atMs, modifiedMs);
}

async function look(place: TimelinePlace, trace: Trace): Promise<SessionRow | undefined> {
	const { id, documents, waiting, kept, saves, isLive, isDone } = trace;
	const own = await ownTranscript(place, trace);
	const copies = [...waiting, ...kept].sort((a, b) => b.sinceMs - a.sinceMs);
	const archived = trace.archived.at(-1);
	const left = { transcript: undefined, copies, archived };
	const told = own?.told ?? (await lend(place, left, async (file) => (await import('./told')).tell(file, id ?? '')));
	const [newest] = documents;
	const isSaid = told?.lastMessageMs !== undefined;
	if (!isSaid && newest === undefined && waiting.length === 0) return undefined;
	const name = told?.title ?? newest?.topic ?? waiting[0]?.raw ?? id ?? '';
	// Looking for secrets takes more code than all the rest.
	const isFit = own?.told.title !== undefined && place.looks?.isRedacted(own.found) === true;
	const title = trace.name ?? (isFit ? name : (await place.redactor()).text(name).value);
	return {
		id,
		title,
		lastMs: told?.lastMessageMs ?? latestMsOf(trace),
		lastPrompt: told?.lastPrompt,
		hasWork: told?.hasWork ?? documents.some(({ isDraft }) => !isDraft),
		isLive,
		isProgram: isProgrammatic(told?.entrypoint),
		isDone,
		isReadable: isSaid,
		transcript: own?.found,
		copies,
		archived,
		documents,
		handOffs: [...saves, ...handOffsIn(documents)],
		waiting,
	};
}

/** The newest of a session's transcripts that was started in the project and can be read. */
async function ownTranscript(
	{ project, looks }: TimelinePlace,
	{ transcripts }: Trace,
): Promise<{ readonly found: FoundTranscript; readonly told: Told } | undefined> {
	for (const found of transcripts) {
		const isOwn = (launch: Told['launch']): boolean => isOfProject(project, launch, found.slug);
		const known = looks?.get(found);
		const told = known ?? (await (await import('./told')).tell(found.file, found.session, isOwn));
		if (told === undefined || !isOwn(told.launch)) continue;
		if (known === undefined) looks?.set(found, told);
		return { found, told };
	}
	return undefined;
}

async function lend<T>(
	{ backups }: Pick<TimelinePlace, 'backups'>,
	{ transcript, copies, archived }: Pick<SessionRow, 'transcript' | 'copies' | 'archived'>,
	use: (file: string) => Promise<T>,
): Promise<T | undefined> {
	if (transcript !== undefined) return use(transcript.file);
	const isArchiveNewer = archived !== undefined && archived.modifiedMs >= (copies[0]?.sinceMs ?? 0);
	const ofArchive = isArchiveNewer ? await lendArchived(archived, use) : undefined;
	if (ofArchive !== undefined) return ofArchive;
	for (const copy of copies) {
		const { withBackupTranscript } = await import('../documents/backupSource');
		const lent = await withBackupTranscript(backups, copy, use);
		if (lent !== undefined) return lent;
	}
	return archived === undefined || isArchiveNewer ? undefined : lendArchived(archived, use);
}

/** @returns nothing where its content is gone or cannot be trusted. */
async function lendArchived<T>(
	{ file, isProven }: ArchivedTranscript,
	use: (file: string) => Promise<T>,
): Promise<T | undefined> {
	const { withPlain } = await import('../backups/compress');
	const stored = isProven === false ? undefined : await storedAs(file);
	return stored === undefined ? undefined : withPlain(stored, use);
}
