// What a protocol file does not say about itself: which sessions loaded it, which one saved it last, and the highest id
// that was ever given in it. A small file of ours for each; without it, a save merges.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { HandOff } from '../../core/documents/handOff';
import { asRecord, asText, parseObject } from '../../core/base/result';
import type { Composed } from '../../core/protocol/compose';
import { TASK_ID, normalTitle } from '../../core/protocol/protocol';
import { projectId } from '../../core/project/projectId';
import { replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { isInside } from '../base/insideProject';
import { mapLimited } from '../base/mapLimited';
import { sha256 } from '../base/sha256';
import { readTextSurely } from '../base/regularFile';
import { makePrivateFolder } from '../project/privateFolder';
import type { Project } from '../project/project';

export interface ProtocolRecord {
	readonly schemaVersion: 1;
	/** Relative to the project where it lies in it, so that it is found wherever that is; else absolute. */
	readonly file: string;
	readonly highestId: number;
	/** Sessions that it was saved from and when, the last one last. Milliseconds since 1970. */
	readonly savedBy: readonly { readonly session: string; readonly ms: number }[];
	/** Sessions that know what the file held when it had this hash, oldest first. */
	readonly loadedBy: readonly { readonly session: string; readonly sha256: string }[];
	/** Ids that were shown and that the file does not hold, by the hash of what each is known by; the last shown last. */
	readonly shownAs?: Readonly<Record<string, string>>;
}

/** Whose protocol it is: the record lies with the project. */
export type ProtocolOwner = Pick<Project, 'home' | 'root'>;

const LIMIT_BYTES = 256 * 1024;

/** T35: nothing of ours grows without end. */
const MAX_SESSIONS = 50;
const MAX_SHOWN = 300;
const LOCK_WAIT_MS = 5_000;

/**
 * What is known of a file. A record that is missing, damaged or another file's is an empty one.
 * @throws the file system's error where it cannot be read: with the next save, what it knows would be gone.
 */
export async function readProtocolRecord(owner: ProtocolOwner, file: string): Promise<ProtocolRecord> {
	const empty: ProtocolRecord = {
		schemaVersion: 1,
		file: placeIn(owner, file),
		highestId: 0,
		savedBy: [],
		loadedBy: [],
	};
	const record = await readRecord(recordFile(owner, empty.file));
	return record?.file === empty.file ? record : empty;
}

async function readRecord(file: string): Promise<ProtocolRecord | undefined> {
	const kept = parseObject(await readTextSurely(file, LIMIT_BYTES));
	return kept !== undefined && isRecord(kept) ? (kept as unknown as ProtocolRecord) : undefined;
}

/** By hand: every start of a session asks, and a library for it takes as long to load as all else that is asked then. */
function isRecord(fields: Readonly<Record<string, unknown>>): boolean {
	const { schemaVersion, highestId, savedBy, loadedBy, shownAs = {} } = fields;
	const isListOf = (value: unknown, key: string, type: string): boolean =>
		Array.isArray(value) &&
		value.map(asRecord).every((each) => typeof each?.['session'] === 'string' && typeof each[key] === type);
	const isCurrent = schemaVersion === 1 && Number.isSafeInteger(highestId);
	const areIds = Object.values(asRecord(shownAs) ?? { shownAs }).every((id) => TASK_ID.test(asText(id) ?? ''));
	return isCurrent && areIds && isListOf(savedBy, 'ms', 'number') && isListOf(loadedBy, 'sha256', 'string');
}

/** Runs `work` while no other process saves or loads the same file. @throws where another one takes too long. */
export async function withProtocolLock<T>(owner: ProtocolOwner, file: string, work: () => Promise<T>): Promise<T> {
	await makePrivateFolder(owner.home, path.dirname(recordFile(owner, placeIn(owner, file))));
	const done = await withFileLock(`${recordFile(owner, placeIn(owner, file))}.lock`, LOCK_WAIT_MS, work);
	if (done === undefined) throw new Error('Another process is saving this protocol. Try again in a moment.');
	return done.value;
}

/** Writes a record; only while holding the lock. */
export async function writeProtocolRecord(owner: ProtocolOwner, record: ProtocolRecord): Promise<void> {
	await replaceFile(recordFile(owner, record.file), JSON.stringify(record), 0o600);
}

/** Changes what is known of a file. @throws where another process takes too long, and the file system's error */
export function changeProtocolRecord(
	owner: ProtocolOwner,
	file: string,
	change: (record: ProtocolRecord) => ProtocolRecord,
): Promise<void> {
	return withProtocolLock(owner, file, async () =>
		writeProtocolRecord(owner, change(await readProtocolRecord(owner, file))),
	);
}

/** The record after a session has learned what the file holds. */
export function withKnowing(record: ProtocolRecord, session: string, sha256: string): ProtocolRecord {
	const others = record.loadedBy.filter((each) => each.session !== session);
	return { ...record, loadedBy: [...others, { session, sha256 }].slice(-MAX_SESSIONS) };
}

/** The record after a session was saved to the file. */
export function withSave(record: ProtocolRecord, session: string, ms: number): ProtocolRecord {
	const others = record.savedBy.filter((each) => each.session !== session);
	return { ...record, savedBy: [...others, { session, ms }].slice(-MAX_SESSIONS) };
}

/**
 * The record after tasks were shown, and some of them saved. An id that was in the file is never given again: should its task be
 * done or taken out and come up again, it is another one.
 * @param saved ids that the file holds or has held
 */
export function withShown(
	record: ProtocolRecord,
	{ shown, highestId }: Pick<Composed, 'shown' | 'highestId'>,
	saved: ReadonlySet<string>,
): ProtocolRecord {
	const now = shown.map(([id, name]) => [nameHash(name), id] as const);
	const all = [...Object.entries(record.shownAs ?? {}), ...now].filter(([, id]) => !saved.has(id));
	const kept = [...new Map(all)].slice(-MAX_SHOWN);
	return { ...record, highestId: Math.max(record.highestId, highestId), shownAs: Object.fromEntries(kept) };
}

/** The id that was shown by this name, where the file did not hold it then. */
export function shownAs(record: ProtocolRecord, name: string): string | undefined {
	return record.shownAs?.[nameHash(name)];
}

function nameHash(name: string): string {
	return sha256(normalTitle(name)).slice(0, 16);
}

/** What was known of a session before it was saved. */
export function knownOf({ savedBy, loadedBy }: ProtocolRecord, id: string): object {
	const savedMs = savedBy.find(({ session }) => session === id)?.ms;
	return { id, savedMs, knew: loadedBy.find(({ session }) => session === id)?.sha256 };
}

/** That again; who saved and loaded beside the session stays. */
export function recordBefore(record: ProtocolRecord, known: unknown): ProtocolRecord {
	const was = asRecord(known);
	const [id, savedMs, knew] = [asText(was?.['id']), was?.['savedMs'], asText(was?.['knew'])];
	if (id === undefined) return record;
	const saved = record.savedBy.filter((each) => each.session !== id);
	const loaded = record.loadedBy.filter((each) => each.session !== id);
	return {
		...record,
		savedBy: typeof savedMs !== 'number' ? saved : [...saved, { session: id, ms: savedMs }].sort((a, b) => a.ms - b.ms),
		loadedBy: knew === undefined ? loaded : [...loaded, { session: id, sha256: knew }],
	};
}

/** The sessions that were handed off by saving them to a protocol of the project, wherever its file is. Never throws. */
export async function savedProtocols(
	owner: ProtocolOwner,
): Promise<readonly (HandOff & { readonly session: string })[]> {
	const folder = protocolsFolder(owner);
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
	const records = await mapLimited(names, (name) => readRecord(path.join(folder, name)).catch(() => undefined));
	const saves = records.flatMap((record) => record?.savedBy ?? []);
	return saves.map(({ session, ms }) => ({ kind: 'protocol', session, atMs: ms }));
}

/** What the file held when a session last loaded it. */
export function knownBy(record: ProtocolRecord, session: string): string | undefined {
	return record.loadedBy.findLast((each) => each.session === session)?.sha256;
}

function placeIn({ root }: ProtocolOwner, file: string): string {
	return isInside(root, file) ? path.relative(root, file).split(path.sep).join('/') : file;
}

function protocolsFolder({ home }: Pick<ProtocolOwner, 'home'>): string {
	return path.join(home, 'protocols');
}

function recordFile({ home }: ProtocolOwner, file: string): string {
	return path.join(protocolsFolder({ home }), `${projectId(file)}.json`);
}
