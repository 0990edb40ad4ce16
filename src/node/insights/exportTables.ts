// Tables as files for other engines: a file for each table and month. What is known of each transcript is kept beside them,
// so that the next time only months are written of which a transcript has changed.
import { rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { version as program } from '../../../package.json';
import { groupBy } from '../../core/base/groupBy';
import { shortHash } from '../../core/base/hash';
import { parseObject } from '../../core/base/result';
import { CountedOnce, tokensRow } from '../../core/insights/answers';
import type { TranscriptDigest } from '../../core/insights/digest';
import { sessionRow } from '../../core/insights/sessionRow';
import { type TableRow, TABLE_NAMES, type TableName, monthOf } from '../../core/insights/tables';
import type { TranscriptRow } from '../../core/insights/transcriptRows';
import { errorCode, replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { isTrackedIn } from '../base/gitLayout';
import { entriesIn, isThere, readOrNothing } from '../base/lookAt';
import { sha256 } from '../base/sha256';
import { sweepTemporary } from '../base/temporary';
import { makePrivateFolder } from '../project/privateFolder';
import type { Unreadable } from '../sessions/index/transcriptFiles';
import { digestsOf, stampOfRead } from './digests';
import { type CountedFile, type FoundSessions, type SessionsWanted, findSessions } from './findSessions';
import { type KeptRows, keptRows } from './keptRows';
import { PartFile, type PartStamp, type TableFormat, stampOfPart } from './partFile';
import { readRows } from './readRows';

/**
 * Another meaning of a column takes another number: then everything is written anew. So it is by another
 * version of ours, which may know more secrets.
 */
const VERSION = `3 ${program}`;
const MANIFEST = '.session-keeper-export.json';
const LOCK = '.session-keeper-export.lock';
/** What may lie in a folder before there is an export in it. */
const OWN = /^(?:\.session-keeper-export\..*|\.gitignore|.*\.tmp)$/su;

export interface ExportWanted extends SessionsWanted {
	/** Absolute path of the folder. */
	readonly to: string;
	readonly format: TableFormat;
	/** Told how many bytes have been read, of those that are to be read. */
	readonly onBytes?: ((done: number, total: number) => void) | undefined;
}

export interface Exported {
	/** Rows of each table that lie in the folder now. */
	readonly rows: Readonly<Record<TableName, number>>;
	/** Files that were written, removed, and left as they were. */
	readonly written: number;
	readonly removed: number;
	readonly kept: number;
	/** Their size, in bytes. */
	readonly bytes: number;
	readonly sessions: number;
	/** Transcripts that were read. */
	readonly read: number;
	readonly unreadable: readonly Unreadable[];
}

/** Why nothing was written, as a sentence, and what helps. */
export class ExportRefused extends Error {
	constructor(
		readonly code: 'exists' | 'busy',
		message: string,
		readonly hint: string,
	) {
		super(message);
	}
}

interface KnownFile {
	readonly stamp: string;
	/** In which months it says something. */
	readonly months: readonly string[];
}

interface Part {
	readonly rows: number;
	readonly stamp: PartStamp;
	/** Of what was written, where it is made of the digests. */
	readonly hash: string | null;
}

interface Manifest {
	readonly version: string;
	readonly format: TableFormat;
	/** What tells the root of the project from others, or nothing for all. A folder that is given away tells no path. */
	readonly project: string | null;
	/** By what tells their paths apart. */
	readonly files: Readonly<Record<string, KnownFile>>;
	/** By path below the folder. */
	readonly parts: Readonly<Record<string, Part>>;
}

/**
 * Brings the tables in a folder up to date. Who is killed meanwhile leaves whole files, and what is missing is written the next time.
 * @throws ExportRefused, or the file system's error
 */
export async function exportTables(wanted: ExportWanted): Promise<Exported> {
	const { to, claude, project, redactor } = wanted;
	await takeFolder(wanted);
	const done = await withFileLock(path.join(to, LOCK), 0, async () => {
		const before = await takeFolder(wanted);
		// Who is killed before the end is known by it.
		if (before === undefined) await writeManifest(wanted, {}, {});
		const found = await findSessions(wanted);
		const kept = await keptRows(claude, project, redactor);
		return new Export(wanted, before, found).run(kept);
	});
	if (done === undefined)
		throw new ExportRefused('busy', `Another export into ${to} is running.`, 'Wait for it to end, then try again.');
	return done.value;
}

/** Makes sure that the folder is ours, and private. @returns what was written before; nothing where that is of another version */
async function takeFolder(wanted: ExportWanted): Promise<Manifest | undefined> {
	const { to, format } = wanted;
	if ((await stat(to).catch(() => undefined))?.isDirectory() === false)
		throw new ExportRefused('exists', `${to} is not a folder.`, 'Name an empty or a new folder.');
	const names = (await entriesIn(to)).map(({ name }) => name);
	const text = await readOrNothing(path.join(to, MANIFEST));
	const foreign = names.find((name) => !OWN.test(name));
	if (text === undefined && foreign !== undefined)
		throw new ExportRefused('exists', `${to} is not empty and holds no export.`, 'Name an empty or a new folder.');
	const manifest = parseObject(text ?? '') as Manifest | undefined;
	if (manifest !== undefined && (manifest.format !== format || !isScopeOf(wanted, manifest.project)))
		throw new ExportRefused(
			'exists',
			`${to} holds an export of ${manifest.project === null ? 'all projects' : 'one project'} as ${manifest.format}.`,
			'Name another folder, or delete this one.',
		);
	if (await isTrackedIn(to, ['']))
		throw new ExportRefused('exists', `Git tracks files in ${to}.`, 'Name a folder that git does not track.');
	await makePrivateFolder(to);
	return manifest?.version === VERSION ? manifest : undefined;
}

const scopeOf = ({ project }: ExportWanted): string | null => (project === undefined ? null : shortHash(project.root));

/** Whether an export is of what is wanted: of a project, wherever it was then. */
function isScopeOf(wanted: ExportWanted, scope: string | null): boolean {
	const former = wanted.project?.identity.former.filter(({ untilMs }) => untilMs === undefined) ?? [];
	return scope === scopeOf(wanted) || former.some(({ root }) => shortHash(root) === scope);
}

type Months<T extends TableName> = ReadonlyMap<string, readonly TableRow<T>[]>;

class Export {
	/** By the paths of transcripts. */
	private readonly digests = new Map<string, TranscriptDigest>();
	private readonly parts: Record<string, Part> = {};
	private readonly unreadable: Unreadable[];
	private readonly readFiles = new Set<string>();
	private written = 0;

	constructor(
		private readonly wanted: ExportWanted,
		private readonly before: Manifest | undefined,
		private readonly found: FoundSessions,
	) {
		this.unreadable = [...found.unreadable];
	}

	async run(kept: KeptRows): Promise<Exported> {
		const dirty = await this.digestAll();
		await this.writeTexts(dirty);
		const tokens = this.tokens();
		await this.writeMonths(
			'sessions',
			byMonth(this.sessions(tokens), ({ first_time }) => first_time),
		);
		await this.writeMonths(
			'tokens',
			byMonth(tokens, ({ time }) => time),
		);
		await this.writeMonths(
			'backups',
			byMonth(kept.backups, ({ time }) => time),
		);
		await this.writeMonths(
			'reviews',
			byMonth(kept.reviews, ({ time }) => time),
		);
		const removed = await this.removeRest();
		await writeManifest(this.wanted, this.files(), this.parts);
		const all = Object.entries(this.parts);
		const rowsOf = (table: TableName): number =>
			all.filter(([name]) => name.startsWith(`${table}/`)).reduce((sum, [, { rows }]) => sum + rows, 0);
		return {
			rows: Object.fromEntries(TABLE_NAMES.map((table) => [table, rowsOf(table)])) as Exported['rows'],
			written: this.written,
			removed,
			kept: all.length - this.written,
			bytes: all.reduce((sum, [, { stamp }]) => sum + stamp.bytes, 0),
			sessions: this.found.sessions.length,
			read: this.readFiles.size,
			unreadable: this.unreadable,
		};
	}

	/** Reads what is new. @returns the months of which messages and calls are not what they were */
	private async digestAll(): Promise<ReadonlySet<string>> {
		const { project, onBytes } = this.wanted;
		const read: NonNullable<Parameters<typeof digestsOf>[0]['read']> = (file, take) => this.read(file, undefined, take);
		const wanted = { ...this.wanted, isAll: project === undefined, onProgress: onBytes, read };
		const digests = await digestsOf(wanted, this.found.files);
		this.found.files.forEach(({ file }, at) => {
			const digest = digests[at];
			if (digest !== undefined) this.digests.set(file, digest);
		});
		const [known, now] = [this.before?.files ?? {}, this.files()];
		const changed = Object.keys({ ...known, ...now }).filter((key) => known[key]?.stamp !== now[key]?.stamp);
		return new Set(changed.flatMap((key) => [...(known[key]?.months ?? []), ...(now[key]?.months ?? [])]));
	}

	/** What the next run is to know of transcripts. */
	private files(): Manifest['files'] {
		return Object.fromEntries(
			this.found.files.flatMap((each) => {
				const months = this.digests.get(each.file)?.months;
				return months === undefined ? [] : [[shortHash(each.file), { stamp: stampOfRead(each), months }]];
			}),
		);
	}

	/** @returns whether the file could be read; else it is noted. */
	private async read(
		file: CountedFile,
		isWanted: CountedFile['isWanted'],
		take: (rows: readonly TranscriptRow[]) => void,
	): Promise<boolean> {
		const redact = isWanted && ((text: string): string => this.wanted.redactor.text(text).value);
		try {
			for await (const rows of readRows({ ...file, isWanted }, redact)) take(rows);
			this.readFiles.add(file.file);
			return true;
		} catch (error) {
			const code = errorCode(error);
			if (code === undefined) throw error;
			if (code !== 'ENOENT') this.unreadable.push({ path: file.file, code });
			return false;
		}
	}

	/** Writes the months of messages and calls that are not what they were: of which a transcript has changed, or the file. */
	private async writeTexts(dirty: ReadonlySet<string>): Promise<void> {
		const months = new Set([...this.digests.values()].flatMap((digest) => digest.months));
		const due: { readonly month: string; readonly of: readonly CountedFile[] }[] = [];
		for (const month of months.size === 0 ? [monthOf(null)] : [...months].sort()) {
			const isKept =
				!dirty.has(month) && (await this.isKept('messages', month)) && (await this.isKept('tool_calls', month));
			const of = this.found.files.filter(({ file }) => this.digests.get(file)?.months.includes(month));
			if (!isKept) due.push({ month, of });
		}
		const total = due.reduce((sum, { of }) => sum + sizeOf(of), 0);
		let done = 0;
		for (const { month, of } of due) {
			const messages = await this.open('messages', month);
			const calls = await this.open('tool_calls', month);
			try {
				for (const each of of) {
					const isRead = await this.read(
						each,
						(ms) => monthOf(ms) === month,
						(rows) => {
							messages.add(rows.flatMap((row) => (row.table === 'messages' ? [row.row] : [])));
							calls.add(rows.flatMap((row) => (row.table === 'tool_calls' ? [row.row] : [])));
						},
					);
					// What is missing now is read the next time.
					if (!isRead) this.digests.delete(each.file);
					this.wanted.onBytes?.((done += each.stamp.sizeBytes), total);
				}
				await this.close('messages', month, messages);
				await this.close('tool_calls', month, calls);
			} finally {
				await Promise.all([messages.drop(), calls.drop()]);
			}
		}
	}

	/** Each answer once, for the session that owns it. */
	private tokens(): readonly TableRow<'tokens'>[] {
		const counted = new CountedOnce();
		for (const { file, depth } of this.found.files)
			for (const answer of this.digests.get(file)?.answers ?? []) counted.add(answer, depth);
		return counted.answers.map((answer) => tokensRow(answer, this.found.projectOf(answer.session)));
	}

	private sessions(tokens: readonly TableRow<'tokens'>[]): readonly TableRow<'sessions'>[] {
		const answers = groupBy(tokens, ({ session }) => session);
		const of = new Map<string, TranscriptDigest[]>();
		for (const digest of this.digests.values())
			for (const id of Object.keys(digest.sessions)) of.set(id, [...(of.get(id) ?? []), digest]);
		return this.found.sessions
			.map((session) => sessionRow(session, of.get(session.id) ?? [], answers.get(session.id) ?? []))
			.sort((a, b) => (a.session < b.session ? -1 : 1));
	}

	/** Writes the months of a table that are not what they were. */
	private async writeMonths<T extends TableName>(table: T, months: Months<T>): Promise<void> {
		for (const [month, rows] of months.size === 0 ? [[monthOf(null), []] as const] : months) {
			const hash = sha256(JSON.stringify(rows));
			if (await this.isKept(table, month, hash)) continue;
			const part = await this.open(table, month);
			try {
				part.add(rows);
				await this.close(table, month, part, hash);
			} finally {
				await part.drop();
			}
		}
	}

	/** Whether the file of a month is as it was left, and shall be so. */
	private async isKept(table: TableName, month: string, hash: string | null = null): Promise<boolean> {
		const name = this.nameOf(table, month);
		const part = this.before?.parts[name];
		if (part === undefined || part.hash !== hash) return false;
		const stamp = await stampOfPart(path.join(this.wanted.to, name)).catch(() => undefined);
		if (JSON.stringify(stamp) !== JSON.stringify(part.stamp)) return false;
		this.parts[name] = part;
		return true;
	}

	private open<T extends TableName>(table: T, month: string): Promise<PartFile<T>> {
		return PartFile.open(path.join(this.wanted.to, this.nameOf(table, month)), table, this.wanted.format);
	}

	private async close(
		table: TableName,
		month: string,
		part: PartFile<never>,
		hash: string | null = null,
	): Promise<void> {
		this.parts[this.nameOf(table, month)] = { ...(await part.close()), hash };
		this.written++;
	}

	private nameOf(table: TableName, month: string): string {
		return `${table}/month=${month}/${table}.${this.wanted.format}`;
	}

	/** Removes files of months in which there is nothing any more. @returns how many */
	private async removeRest(): Promise<number> {
		let removed = 0;
		for (const table of TABLE_NAMES)
			for (const { name: folder } of await entriesIn(path.join(this.wanted.to, table))) {
				const [, month] = /^month=(.+)$/u.exec(folder) ?? [];
				if (month === undefined || this.parts[this.nameOf(table, month)] !== undefined) continue;
				const file = path.join(this.wanted.to, this.nameOf(table, month));
				if (await isThere(file)) removed++;
				await rm(file, { force: true });
				await sweepTemporary(path.dirname(file));
				await rmdir(path.dirname(file)).catch(() => undefined);
			}
		return removed;
	}
}

async function writeManifest(wanted: ExportWanted, files: Manifest['files'], parts: Manifest['parts']): Promise<void> {
	const manifest: Manifest = { version: VERSION, format: wanted.format, project: scopeOf(wanted), files, parts };
	await replaceFile(path.join(wanted.to, MANIFEST), JSON.stringify(manifest), 0o600);
}

function sizeOf(files: readonly CountedFile[]): number {
	return files.reduce((sum, { stamp }) => sum + stamp.sizeBytes, 0);
}

const byMonth = <T extends TableName>(
	rows: readonly TableRow<T>[],
	timeOf: (row: TableRow<T>) => number | null,
): Months<T> => groupBy(rows, (row) => monthOf(timeOf(row)));
