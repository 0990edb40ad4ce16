// What a protocol file does not say about itself: which sessions loaded it, which one saved it last, and the highest id
// that was ever given in it. A small file of ours for each; without it, a save merges.
import path from 'node:path';
import * as z from 'zod/mini';
import type { HandOff } from '../../core/documents/handOff';
import { projectId } from '../../core/project/projectId';
import { replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { isInside } from '../base/insideProject';
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
	const read = await readRegularFile(recordFile(owner, placeIn(owner, file)), LIMIT_BYTES).catch(() => undefined);
	try {
		const parsed = recordSchema.safeParse(JSON.parse(read?.bytes.toString() ?? ''));
		return parsed.success && parsed.data.file === empty.file ? parsed.data : empty;
	} catch {
		return empty;
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

/** Whether and when a session was handed off by saving it to the project's protocol. */
export async function savedProtocol(owner: ProtocolOwner, file: string, session: string): Promise<readonly HandOff[]> {
	const { savedBy } = await readProtocolRecord(owner, file);
	return savedBy.flatMap((each) => (each.session === session ? [{ kind: 'protocol', atMs: each.ms }] : []));
}

/** What the file held when a session last loaded it. */
export function knownBy(record: ProtocolRecord, session: string): string | undefined {
	return record.loadedBy.findLast((each) => each.session === session)?.sha256;
}

function placeIn({ root }: ProtocolOwner, file: string): string {
	return isInside(root, file) ? path.relative(root, file).split(path.sep).join('/') : file;
}

function recordFile({ home }: ProtocolOwner, file: string): string {
	return path.join(home, 'protocols', `${projectId(file)}.json`);
}
