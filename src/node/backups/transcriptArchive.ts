// *Before Claude deletes*: Claude Code removes transcripts that nobody wrote to for `cleanupPeriodDays`. What a person wants
// to keep is copied here before, compressed and checked. A record written last says that an archived transcript is whole.
import { createHash } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { ArchiveCheck } from '../../core/backups/report';
import { mayBelongTo } from '../../core/claude/slug';
import { DAY_MS } from '../../core/base/dates';
import { isSessionId } from '../../core/claude/payload';
import { once } from '../../core/base/once';
import type { Clock } from '../../core/base/ports';
import { readArchiveContent } from './archiveContent';
import { replaceFile } from '../base/atomicFile';
import { isKeptAway } from './forgotten';
import { MEGABYTE, folderBytes } from './backupRetention';
import { storedDigest, writeCompressed } from './compress';
import { type Digest, digestOf } from './copyTranscript';
import { sideFolderOf, storedAs } from './place';
import { type FoundTranscript, locateTranscript } from '../transcript/locateTranscript';
import { type OnPutBack, type PutBack, putBack } from './putBack';
import { copySideFiles, damagedSideFiles } from './sideFiles';
import type { ClaudeHome } from '../claude/claudeHome';
import { cleanupDays } from '../project/cleanupSetting';
import type { Project } from '../project/project';
import { readOwnSettings } from '../keeper/ownSettings';
import { readRegularFile } from '../base/regularFile';
import { entriesIn } from '../base/lookAt';
import { readLaunch } from '../claude/transcriptHead';
import { isOfProject } from '../transcript/ofProject';
import { makePrivateFolder } from '../project/privateFolder';

/** How long before the clean-up a transcript is offered. Days. */
const NOTICE_DAYS = 7;

const recordSchema = once(() =>
	z.object({
		schemaVersion: z.literal(1),
		session: z.string().check(z.refine(isSessionId)),
		/** Folder below `projects/` that the transcript belongs into. */
		slug: z.string().check(z.regex(/^[A-Za-z0-9-]+$/u)),
		/** Folder in which the session was started: it says whose it is. */
		cwd: z.optional(z.string()),
		/** Bytes of the transcript. */
		size: z.number(),
		sha256: z.string(),
		/** Of the transcript, in milliseconds since 1970. */
		modifiedMs: z.number(),
		archivedMs: z.number(),
	}),
);
type ArchiveRecord = z.infer<ReturnType<typeof recordSchema>>;

export interface ArchivedTranscript extends ArchiveRecord {
	/** Where its content is, without the ending of compressed files. */
	readonly file: string;
	/**
	 * Where its record cannot be read, and the facts are what its content says of itself: whether that can be read to its
	 * end and names the session.
	 */
	readonly isProven?: boolean;
}

export type ArchiveOutcome =
	/** It is there now, or was there already as it is. */
	| 'archived'
	/** There is no room for it: nothing was taken away. Purge, or raise the cap. */
	| 'full'
	/** It changed while it was read. */
	| 'unsettled';

/** Transcripts of a project that the next clean-ups take, and that are not archived as they are; oldest first. */
export async function aboutToBeDeleted(
	claude: ClaudeHome,
	project: Project,
	clock: Clock,
): Promise<readonly FoundTranscript[]> {
	const limitMs = clock.now() - ((await cleanupDays(claude, project)) - NOTICE_DAYS) * DAY_MS;
	const slugs = await readdir(claude.projectsDir).catch(() => []);
	const found: FoundTranscript[] = [];
	for (const slug of slugs.filter((each) => project.launchRoots.some((root) => mayBelongTo(each, root)))) {
		const archived = await namesIn(claude, slug);
		for (const name of await readdir(path.join(claude.projectsDir, slug)).catch(() => [])) {
			if (!name.endsWith('.jsonl')) continue;
			const hint = path.join(claude.projectsDir, slug, name);
			const session = name.slice(0, -'.jsonl'.length);
			const modifiedMs = (await lstat(hint).catch(() => undefined))?.mtimeMs ?? Infinity;
			if (modifiedMs > limitMs) continue;
			const earlier = await recordsOf(claude, { slug, session }, archived);
			const own = earlier.filter(({ record }) => record?.modifiedMs === modifiedMs);
			if ((await Promise.all(own.map((each) => storedAs(each.file)))).some((file) => file !== undefined)) continue;
			// Last, because they look into the file.
			const transcript = await locateTranscript(claude, session, hint, project);
			if (transcript?.file === hint && !(await isKeptAway(claude, transcript))) found.push(transcript);
		}
	}
	return found.sort((a, b) => a.modifiedMs - b.modifiedMs);
}

/**
 * Copies a transcript into the archive. What was archived of its session before goes only where the new copy has all of it:
 * Claude Code writes a transcript anew without its old lines after some compactions.
 * @throws the file system's own error; what was archived before stays.
 * @param givenCap what the archive may hold, in bytes; without it the person's setting counts.
 */
export async function archiveTranscript(
	claude: ClaudeHome,
	transcript: FoundTranscript,
	clock: Clock,
	givenCap?: number,
): Promise<ArchiveOutcome> {
	const { session, slug, modifiedMs } = transcript;
	const capBytes = givenCap ?? (await readOwnSettings(claude)).archiveMaxMegabytes * MEGABYTE;
	const earlier = await recordsOf(claude, transcript, await namesIn(claude, slug));
	for (const { record, file } of earlier) {
		if (record?.modifiedMs !== modifiedMs) continue;
		const { isWhole, damagedSideFiles } = await checkArchived({ ...record, file });
		if (isWhole && damagedSideFiles.length === 0) return 'archived';
	}
	const room = { bytes: capBytes - (await folderBytes(archiveFolder(claude))), isEnough: true };
	if (room.bytes <= 0) return 'full';
	const recordPath = await placeFor(claude, transcript, earlier);
	const file = contentOf(recordPath);
	await makePrivateFolder(claude.keeperHome, path.dirname(recordPath));
	const fits = (bytes: number): boolean => (room.isEnough = bytes <= room.bytes);
	const digest = await writeCompressed(transcript.file, file, fits);
	if (digest === undefined) return room.isEnough ? 'unsettled' : 'full';
	await copySideFiles([sideFolderOf(transcript.file, 'transcript')], sideFolderOf(file, 'backup'));
	const archivedMs = clock.now();
	const launch = await readLaunch(transcript.file);
	const content: ArchiveRecord = {
		schemaVersion: 1,
		session,
		slug,
		cwd: launch?.cwd,
		...digest,
		modifiedMs,
		archivedMs,
	};
	await replaceFile(recordPath, JSON.stringify(content), 0o600);
	return 'archived';
}

interface EarlierRecord {
	readonly path: string;
	readonly number: number;
	readonly record: ArchiveRecord | undefined;
	readonly file: string;
}

/** A name in a folder of the archive: the session, which of its copies it is, and of which kind. */
const NAME = /^(.+?)(?:\.(\d+))?\.json(?:l|l\.br)?$/u;

const namesIn = async (claude: ClaudeHome, slug: string): Promise<readonly string[]> =>
	(await entriesIn(path.join(archiveFolder(claude), slug))).map(({ name }) => name);

/** What the archive has of a session, in the order in which it came. @param names of what is in its folder */
async function recordsOf(
	claude: ClaudeHome,
	of: Pick<FoundTranscript, 'slug' | 'session'>,
	names: readonly string[],
): Promise<readonly EarlierRecord[]> {
	const numbers = names.flatMap((name) => {
		const [, session, number = '1'] = NAME.exec(name) ?? [];
		return session === of.session ? [Number(number)] : [];
	});
	const found: EarlierRecord[] = [];
	for (const number of [...new Set(numbers)].sort((one, other) => one - other)) {
		const recordPath = recordFile(claude, of, number);
		found.push({ path: recordPath, number, record: await readRecord(recordPath), file: contentOf(recordPath) });
	}
	return found;
}

/** Where the record of a transcript goes: in the place of the last one, if the transcript begins with what that is of. */
async function placeFor(
	claude: ClaudeHome,
	transcript: FoundTranscript,
	earlier: readonly EarlierRecord[],
): Promise<string> {
	const last = earlier.at(-1);
	if (last === undefined) return recordFile(claude, transcript);
	const stored = await storedAs(last.file);
	const own = last.record ?? (stored === undefined ? undefined : await storedDigest(stored).catch(() => undefined));
	const begins = own === undefined ? undefined : await digestOf(transcript.file, own.size);
	const hasAll = begins !== undefined && begins.sha256 === own?.sha256;
	return hasAll ? last.path : recordFile(claude, transcript, last.number + 1);
}

/**
 * Archives the transcript of a session, as when an item was parked from it. @returns nothing where it has none, or was
 * forgotten.
 */
export async function archiveSessionTranscript(
	claude: ClaudeHome,
	project: Project,
	session: string,
	clock: Clock,
): Promise<ArchiveOutcome | undefined> {
	const transcript = await locateTranscript(claude, session, undefined, project);
	if (transcript === undefined || (await isKeptAway(claude, transcript))) return undefined;
	return archiveTranscript(claude, transcript, clock);
}

/**
 * What belongs to parking from a session: its transcript would be gone at the very age at which the item expires, so it is
 * archived, unless the person turned that off. @returns nothing where it was not tried, or the session has no transcript.
 */
export async function archiveParkedSession(
	claude: ClaudeHome,
	project: Project,
	session: string,
	clock: Clock,
): Promise<ArchiveOutcome | undefined> {
	const { archiveWhenParked } = await readOwnSettings(claude);
	return archiveWhenParked ? archiveSessionTranscript(claude, project, session, clock) : undefined;
}

/**
 * What the archive holds of a project (of all without one), oldest first; what has a broken record, too.
 * @throws the file system's error where it may not be read: that is no empty one.
 */
export async function listArchive(claude: ClaudeHome, project?: Project): Promise<readonly ArchivedTranscript[]> {
	const archived: ArchivedTranscript[] = [];
	for (const { name: slug } of await entriesIn(archiveFolder(claude))) {
		if (project !== undefined && !project.launchRoots.some((root) => mayBelongTo(slug, root))) continue;
		for (const { name } of await entriesIn(path.join(archiveFolder(claude), slug))) {
			const file = path.join(archiveFolder(claude), slug, name);
			const found = name.endsWith('.json') ? await readArchived(file, slug) : undefined;
			const isMeant = found !== undefined && (project === undefined || isOfProject(project, found, slug));
			if (isMeant) archived.push(found);
		}
	}
	return archived.sort((a, b) => a.modifiedMs - b.modifiedMs);
}

async function readArchived(recordPath: string, slug: string): Promise<ArchivedTranscript | undefined> {
	const [record, file] = [await readRecord(recordPath), contentOf(recordPath)];
	if (record !== undefined) return { ...record, file };
	const session = NAME.exec(path.basename(recordPath))?.[1] ?? '';
	if (!isSessionId(session)) return undefined;
	const content = await readArchiveContent(file, session);
	if (content === undefined) return undefined;
	const { size, sha256, cwd, storedMs, isProven } = content;
	const facts = { session, slug, cwd, size, sha256, modifiedMs: storedMs, archivedMs: storedMs };
	return { schemaVersion: 1, ...facts, file, isProven };
}

/** Whether an archived transcript still holds what its record says. Reads it whole. */
export async function checkArchived(archived: ArchivedTranscript): Promise<ArchiveCheck> {
	const { session, isProven, file } = archived;
	const sides = await damagedSideFiles(sideFolderOf(file, 'backup'));
	const found = { session, damagedSideFiles: sides };
	if (isProven !== undefined) return { ...found, isWhole: false, isRecordLost: true, isRestorable: isProven };
	const isWhole = (await heldBy(archived)) !== undefined;
	return { ...found, isWhole, isRecordLost: false, isRestorable: isWhole };
}

/**
 * What the content of an archived transcript is, where it is what its record says. It may go on: only what has all of the one
 * before takes its place, and whoever was killed then left the record of that.
 */
async function heldBy({ file, size, sha256 }: ArchivedTranscript): Promise<Digest | undefined> {
	const stored = await storedAs(file);
	if (stored === undefined) return undefined;
	const recorded = createHash('sha256');
	let left = size;
	const digest = await storedDigest(stored, undefined, (chunk) => {
		recorded.update(chunk.subarray(0, left));
		left -= Math.min(left, chunk.length);
	}).catch(() => undefined);
	return left === 0 && recorded.digest('hex') === sha256 ? digest : undefined;
}

/** Puts an archived transcript back to where `claude --resume` finds it. */
export async function restoreArchived(
	claude: ClaudeHome,
	archived: ArchivedTranscript,
	onPutBack?: OnPutBack,
): Promise<PutBack> {
	const { file, session, slug, size, sha256 } = archived;
	const stored = await storedAs(file);
	if (stored === undefined || archived.isProven === false) return { kind: 'damaged' };
	const from = { stored, session, slug, digest: { size, sha256 }, sideFolders: [sideFolderOf(file, 'backup')] };
	const back = await putBack(claude, from, onPutBack);
	const held = back.kind === 'damaged' ? await heldBy(archived) : undefined;
	return held === undefined ? back : putBack(claude, { ...from, digest: held }, onPutBack);
}

/** Takes transcripts out of the archive for good. The record goes first: without it there is nothing. */
export async function purgeArchive(archived: readonly ArchivedTranscript[]): Promise<void> {
	for (const { file } of archived)
		for (const each of [file.replace(/\.jsonl$/u, '.json'), `${file}.br`, sideFolderOf(file, 'backup')])
			await rm(each, { recursive: true, force: true });
}

function archiveFolder(claude: ClaudeHome): string {
	return path.join(claude.keeperHome, 'archive');
}

/** @param number from 1: a session has more than one where its transcript was written anew. */
function recordFile(
	claude: ClaudeHome,
	{ slug, session }: Pick<FoundTranscript, 'slug' | 'session'>,
	number = 1,
): string {
	return path.join(archiveFolder(claude), slug, `${session}${number === 1 ? '' : `.${number}`}.json`);
}

function contentOf(record: string): string {
	return record.replace(/\.json$/u, '.jsonl');
}

async function readRecord(file: string): Promise<ArchiveRecord | undefined> {
	try {
		const read = await readRegularFile(file, 64 * 1024, { isLinkRefused: true });
		return recordSchema().parse(JSON.parse(read?.bytes.toString() ?? ''));
	} catch {
		return undefined;
	}
}
