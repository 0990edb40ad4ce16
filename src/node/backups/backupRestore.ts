// Restores and checks backups, from whichever of their copies is whole.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { type LoggedBackup, isRawFileName } from '../../core/backups/log';
import { stampOfRawName } from '../../core/backups/pending';
import type { BackupCheck, CopyState } from '../../core/backups/report';
import { projectSlug } from '../../core/claude/slug';
import { type BackupPlace, homePlace, projectPlace, rawFolder, sideFolderOf, storedAs } from './place';
import { BackupReader } from './backupReader';
import { rawFiles, readBackups } from './placeLog';
import { slugHere } from './resumable';
import { storedDigest } from './compress';
import { launchInStored } from './rememberProject';
import { isRefused } from './refused';
import { type OnPutBack, type PutBack, type StoredTranscript, putBack } from './putBack';
import { damagedSideFiles } from './sideFiles';
import type { ClaudeHome } from '../claude/claudeHome';
import { OutsideProjectError, checkInside } from '../base/insideProject';
import type { Project } from '../project/project';

export type RestoreResult = PutBack | { readonly kind: 'unknown' };

/** A raw backup that has a copy somewhere. */
export interface BackupCopy {
	readonly raw: string;
	/** The better of its copies, without the ending of compressed files. */
	readonly file: string;
	readonly session: string | undefined;
	/** Nobody has dealt with it yet. */
	readonly isPending: boolean;
	/** When it was made, in milliseconds since 1970. */
	readonly sinceMs: number;
	/** Size of the transcript in it, where the log says so. */
	readonly copiedBytes: number | undefined;
}

/** Names of all backups of a project that have a copy somewhere, or wait though they have none. Newest last. */
export async function backupNames(claude: ClaudeHome, project: Project): Promise<readonly string[]> {
	return (await namedBackups(claude, project)).map(({ raw }) => raw).sort();
}

/** The same with whose they are. */
export async function namedBackups(
	claude: ClaudeHome,
	project: Project,
): Promise<readonly Pick<BackupCopy, 'raw' | 'session'>[]> {
	const [copies, { pending }] = await Promise.all([
		backupCopies(claude, project),
		new BackupReader(project, homePlace(claude, project)).list().catch((error: unknown) => {
			if (!(error instanceof OutsideProjectError)) throw error;
			return { pending: [] };
		}),
	]);
	return [...copies, ...pending.filter(({ state }) => state === 'lost')];
}

/** All backups that have a copy somewhere. What the log does not know is asked itself. */
export async function backupCopies(claude: ClaudeHome, project: Project): Promise<readonly BackupCopy[]> {
	const copies = new Map<string, BackupCopy>();
	for (const place of await placesOf(claude, project)) {
		const logged = await readBackups(place);
		for (const [raw, { sizeBytes, isCompressed }] of await rawFiles(place)) {
			if (copies.has(raw)) continue;
			const file = path.join(rawFolder(place), raw);
			const known = logged.get(raw);
			const session = known?.session ?? (await launchInStored(file))?.session;
			const { isPending = true, copiedBytes = isCompressed ? undefined : sizeBytes } = known ?? {};
			const sinceMs = known?.sinceMs ?? stampOfRawName(raw) ?? 0;
			copies.set(raw, { raw, file, session, isPending, sinceMs, copiedBytes });
		}
	}
	return [...copies.values()];
}

/** Checks a backup's copies against their log, by reading them whole. */
export async function checkBackup(claude: ClaudeHome, project: Project, raw: string): Promise<BackupCheck> {
	const places = await placesOf(claude, project);
	const copies = await Promise.all(
		[projectPlace(project), homePlace(claude, project)].map(async (place) => {
			const isReadable = places.some((each) => each.folder === place.folder);
			if (isReadable) return checkCopy(place, raw);
			const logged = await readBackups(place).catch(() => undefined);
			return { state: 'missing' as const, logged: logged?.get(raw), sides: [] };
		}),
	);
	const [main, second] = copies;
	const better = main?.state === 'whole' ? main : second;
	return {
		raw,
		isPending: (main?.logged ?? second?.logged)?.isPending ?? false,
		isHomeOnly: (main?.state ?? 'missing') === 'missing' && (await isRefused(project)),
		main: main?.state ?? 'missing',
		second: second?.state ?? 'missing',
		damagedSideFiles: better?.sides ?? [],
	};
}

/**
 * Puts a backup to where `claude --resume` finds it, from the first copy that is whole.
 * @throws OutsideProjectError, or the file system's own error.
 */
export async function restoreBackup(
	claude: ClaudeHome,
	project: Project,
	raw: string,
	onPutBack?: OnPutBack,
): Promise<RestoreResult> {
	if (!isRawFileName(raw)) return { kind: 'unknown' };
	let result: RestoreResult = { kind: 'unknown' };
	const places = await placesOf(claude, project);
	for (const place of places) {
		const from = await storedTranscript(place, raw);
		if (from === undefined) continue;
		const sideFolders = [place, ...places.filter((each) => each !== place)].map((each) => sideFolderIn(each, raw));
		result = await putBack(claude, { ...from, sideFolders, slug: slugHere(project, from.slug) }, onPutBack);
		if (result.kind !== 'damaged') return result;
	}
	return result;
}

/** Places that are there, and that no link leads away. */
async function placesOf(claude: ClaudeHome, project: Project): Promise<readonly BackupPlace[]> {
	const places: BackupPlace[] = [];
	for (const place of [projectPlace(project), homePlace(claude, project)]) {
		const found = await lstat(rawFolder(place)).catch(() => undefined);
		if (found?.isDirectory() !== true) continue;
		const isSafe = await checkInside(place.root, rawFolder(place)).then(
			() => true,
			() => false,
		);
		if (isSafe) places.push(place);
	}
	return places;
}

async function checkCopy(
	place: BackupPlace,
	raw: string,
): Promise<{ state: CopyState; logged: LoggedBackup | undefined; sides: readonly string[] }> {
	const logged = (await readBackups(place)).get(raw);
	const file = path.join(rawFolder(place), raw);
	const stored = await storedAs(file);
	if (stored === undefined) return { state: 'missing', logged, sides: [] };
	const sides = await damagedSideFiles(sideFolderIn(place, raw));
	const digest = await storedDigest(stored).catch(() => undefined);
	if (digest === undefined) return { state: 'damaged', logged, sides };
	if (logged?.sha256 === undefined) return { state: 'unchecked', logged, sides };
	return {
		state: digest.sha256 === logged.sha256 && digest.size === logged.copiedBytes ? 'whole' : 'damaged',
		logged,
		sides,
	};
}

function sideFolderIn(place: BackupPlace, raw: string): string {
	return sideFolderOf(path.join(rawFolder(place), raw), 'backup');
}

async function storedTranscript(
	place: BackupPlace,
	raw: string,
): Promise<Omit<StoredTranscript, 'sideFolders'> | undefined> {
	const file = path.join(rawFolder(place), raw);
	const stored = await storedAs(file);
	if (stored === undefined) return undefined;
	const logged = (await readBackups(place)).get(raw);
	// What the log does not know is asked itself.
	const own = logged?.session === undefined || logged.slug === undefined ? await launchInStored(file) : undefined;
	const { session = own?.session, slug = own && projectSlug(own.cwd) } = logged ?? {};
	if (session === undefined || slug === undefined) return undefined;
	const { copiedBytes: size, sha256 } = logged ?? {};
	const digest = size === undefined || sha256 === undefined ? undefined : { size, sha256 };
	return { stored, session, slug, digest };
}
