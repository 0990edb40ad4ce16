// What a protocol file does not say about itself: which sessions loaded it, which one saved it last, and the highest id
// that was ever given in it. A small file of ours for each; without it, a save merges.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { HandOff } from '../../core/documents/handOff';
import { projectId } from '../../core/project/projectId';
import { replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { isInside } from '../base/insideProject';
import { mapLimited } from '../base/mapLimited';
import { readRegularFile } from '../base/regularFile';
import { makePrivateFolder } from '../project/privateFolder';
import type { Project } from '../project/project';

const knownSchema = z.object({ session: z.string(), sha256: z.string() });
const recordSchema = z.object({
	schemaVersion: z.literal(1),
	/** Relative to the project where it lies in it, so that it is found wherever that is; else absolute. */
	file: z.string(),
	highestId: z.int(),
	/** Sessions that it was saved from and when, the last one last. Milliseconds since 1970. */
	savedBy: z.array(z.object({ session: z.string(), ms: z.number() })),
	/** Sessions that know what the file held when it had this hash, oldest first. */
	loadedBy: z.array(knownSchema),
});

export type ProtocolRecord = z.infer<typeof recordSchema>;

/** Whose protocol it is: the record lies with the project. */
export type ProtocolOwner = Pick<Project, 'home' | 'root'>;

const LIMIT_BYTES = 256 * 1024;

/** T35: nothing of ours grows without end. */
const MAX_SESSIONS = 50;
const LOCK_WAIT_MS = 5_000;

/** What is known of a file. A record that is missing, damaged or another file's is an empty one. Never throws. */
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
	try {
		const read = await readRegularFile(file, LIMIT_BYTES);
		return recordSchema.parse(JSON.parse(read?.bytes.toString() ?? ''));
	} catch {
		return undefined;
	}
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

/** The sessions that were handed off by saving them to a protocol of the project, wherever its file is. Never throws. */
export async function savedProtocols(
	owner: ProtocolOwner,
): Promise<readonly (HandOff & { readonly session: string })[]> {
	const folder = protocolsFolder(owner);
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
	const records = await mapLimited(names, (name) => readRecord(path.join(folder, name)));
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
