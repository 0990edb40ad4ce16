// Tells our home which project a folder is, and brings to the project what is its own: from the names that older versions
// used, which several projects shared, and from the places where it was kept before. Only what is proven is moved, each
// file by one rename, so that whoever is killed in between is followed by somebody who goes on.
import { lstat, readdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { projectSlug } from '../../core/claude/slug';
import { parseObject } from '../../core/base/result';
import { appendLine, isRenamed, syncFolder } from '../base/atomicFile';
import { readRegularFile, readTextFile } from '../base/regularFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { type Launch, launchIn, readLaunch } from '../claude/transcriptHead';
import { rootsOf } from '../project/formerRoots';
import { type Project, belongsTo } from '../project/project';
import { makePrivateFolder } from '../project/privateFolder';
import { projectHome, writeKeptAs, writeProjectRecord } from '../project/projectRecord';
import { readHead } from './storedHead';
import { storedAs, type BackupPlace, homePlace, projectPlace, rawFolder, sideFolderOf } from './place';
import { rawFiles, readBackups } from './placeLog';

type Home = Pick<ClaudeHome, 'keeperHome'>;

const LOG_LIMIT_BYTES = 16 * 1024 * 1024;
const RECORD_LIMIT_BYTES = 1024 * 1024;
/** The first message may be one of pictures. */
const LAUNCH_BYTES = 1024 * 1024;
const PROJECT_FILE = 'project.json';

/** What this process told already: a project is opened once, and asked about by many. */
const told = new WeakSet<Project>();

/**
 * Writes down what is new of a project, after what belongs to it was brought to it. Nothing is done where our home knows
 * all of it. Never throws: what fails is tried again next time, and stays where it is until then.
 */
export async function rememberProject(claude: Home, project: Project): Promise<void> {
	const { news } = project.identity;
	if (news === undefined || told.has(project)) return;
	told.add(project);
	try {
		for (const slug of slugsOf(project)) await bringFromSlug(claude, project, slug);
		for (const id of news.absorbed) {
			const home = projectHome(claude, id);
			await bringBackups(project, { root: home, folder: path.join(home, 'backups') }, homePlace(claude, project), true);
			await moveInto(claude, home, project.home);
			await writeKeptAs(claude, id, project.id, project.root);
		}
		await writeProjectRecord(claude, news.record);
		if (news.placeId !== undefined) await writeKeptAs(claude, news.placeId, project.id, project.root);
	} catch {
		// A full disk, a folder that is not ours to write: without the record, everything is worked out again.
	}
}

/** Where an older version kept what nobody can prove to be any project's, under a name of this one's. Never throws. */
export async function unprovenOf(claude: Home, project: Project): Promise<readonly string[]> {
	const found: string[] = [];
	for (const slug of slugsOf(project)) {
		const second = { root: claude.keeperHome, folder: path.join(claude.keeperHome, 'backups', slug) };
		for (const raw of (await rawFiles(second)).keys())
			if ((await launchOf(second, raw)) === undefined) found.push(path.join(rawFolder(second), raw));
		const folder = path.join(claude.keeperHome, 'projects', slug);
		if (isOfOlderVersion(slug) && (await namesIn(folder)).length > 0) found.push(folder);
	}
	// What stands in the way of it stays.
	if ((await namesIn(claimedBy(project))).length > 0) found.push(claimedBy(project));
	return found;
}

function slugsOf(project: Project): ReadonlySet<string> {
	return new Set(rootsOf(project).map(projectSlug));
}

async function bringFromSlug(claude: Home, project: Project, slug: string): Promise<void> {
	const second = { root: claude.keeperHome, folder: path.join(claude.keeperHome, 'backups', slug) };
	await bringBackups(project, second, homePlace(claude, project), false);
	const claimed = claimedBy(project);
	if ((await namesIn(claimed)).length > 0) await moveInto(claude, claimed, project.home);
	const folder = path.join(claude.keeperHome, 'projects', slug);
	// Those were made outside git. Where there is git by now, the project has a place of its own.
	if (project.filesRoot !== project.home || !isOfOlderVersion(slug)) return;
	const memory = { root: folder, folder: path.join(folder, '.claude', 'memory') };
	const owners = await ownersOf(project, memory);
	if (owners.size === 1 && owners.has('ours')) {
		// As a whole: what proves the rest may come over before it, and whoever goes on could not tell.
		const isFree = (await namesIn(claimed)).length === 0;
		if (isFree) await isRenamed(folder, claimed);
		return moveInto(claude, isFree ? claimed : folder, project.home);
	}
	await bringBackups(project, memory, projectPlace(project), false);
}

/** What is proven to be a project's, on its way. */
function claimedBy({ home }: Project): string {
	return `${home}-coming`;
}

/** Ids end in a hash; names of older versions begin with what a root begins with. */
function isOfOlderVersion(name: string): boolean {
	return /^(?:-|[A-Za-z]--)/u.test(name);
}

/** Whose are the backups and records in a folder? */
async function ownersOf(project: Project, place: BackupPlace): Promise<ReadonlySet<'ours' | 'others'>> {
	const found: ('ours' | 'others')[] = [];
	for (const raw of (await rawFiles(place)).keys()) found.push((await isOurs(project, place, raw)) ? 'ours' : 'others');
	for (const shelf of ['active', 'archive']) {
		const folder = path.join(place.folder, 'sessions', shelf);
		for (const name of await namesIn(folder)) {
			const launch = launchIn(
				JSON.stringify(parseObject(await readTextFile(path.join(folder, name), RECORD_LIMIT_BYTES)) ?? {}),
			);
			if (launch !== undefined) found.push(belongsTo(project, launch.cwd) ? 'ours' : 'others');
		}
	}
	return new Set(found);
}

/** Moves the backups of a place that are a project's, with what the log says of each. @param all needs no proof. */
async function bringBackups(project: Project, from: BackupPlace, to: BackupPlace, all: boolean): Promise<void> {
	const raws = [...(await rawFiles(from)).keys()];
	if (raws.length === 0) return;
	const [lines, there] = [await logLines(from), new Set(await logLines(to))];
	await makePrivateFolder(to.root, rawFolder(to));
	for (const raw of raws) {
		if (!all && !(await isOurs(project, from, raw))) continue;
		const own = lines.filter((line) => String(parseObject(line)?.['raw']).endsWith(`/${raw}`));
		// The lines first: a file that no line tells of would be one that nobody knows. Somebody who was killed brought some.
		for (const line of own) if (!there.has(line)) await appendLine(path.join(to.folder, '.backup-log'), line);
		const file = path.join(rawFolder(from), raw);
		const stored = await storedAs(file);
		const target = path.join(rawFolder(to), raw);
		if (stored === undefined || (await storedAs(target)) !== undefined) continue;
		// Nothing is done where there is nothing: another process may bring the same.
		await isRenamed(sideFolderOf(file, 'backup'), sideFolderOf(target, 'backup'));
		await isRenamed(stored, path.join(rawFolder(to), path.basename(stored)));
	}
	await syncFolder(rawFolder(to));
	await rmdir(rawFolder(from)).catch(() => undefined); // Somebody else's are still there.
}

async function logLines({ folder }: BackupPlace): Promise<readonly string[]> {
	const log = await readRegularFile(path.join(folder, '.backup-log'), LOG_LIMIT_BYTES, { fromEnd: true });
	return (log?.bytes.toString() ?? '').split('\n').filter((line) => line !== '');
}

/**
 * How the session of a backup began, by what the backup says itself: every message names its session and its folder. Nothing
 * where it does not say, or cannot be read. @param file its path without the ending of compressed files.
 */
export async function launchInStored(file: string): Promise<Launch | undefined> {
	const stored = await storedAs(file);
	return stored === undefined ? undefined : launchIn(await readHead(stored, LAUNCH_BYTES).catch(() => ''));
}

/** A backup's own lines say where its session was launched; where they do not, the transcript that its log names. */
async function launchOf(place: BackupPlace, raw: string): Promise<Launch | undefined> {
	const own = await launchInStored(path.join(rawFolder(place), raw));
	const { source } = (await readBackups(place)).get(raw) ?? {};
	return own ?? (source === undefined ? undefined : await readLaunch(source));
}

async function isOurs(project: Project, place: BackupPlace, raw: string): Promise<boolean> {
	const launch = await launchOf(place, raw);
	return launch !== undefined && belongsTo(project, launch.cwd, launch.atMs);
}

/** Moves everything to where nothing is; what stands in the way stays, and what it hides, too. */
async function moveInto(claude: Home, from: string, to: string): Promise<void> {
	await makePrivateFolder(claude.keeperHome, to);
	for (const entry of await readdir(from, { withFileTypes: true }).catch(() => [])) {
		if (entry.name === PROJECT_FILE) continue;
		const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
		const there = await lstat(target).catch(() => undefined);
		if (there === undefined) await isRenamed(source, target);
		else if (there.isDirectory() && entry.isDirectory()) await moveInto(claude, source, target);
	}
	// First: a power cut must not leave neither of the two.
	await syncFolder(to);
	await rmdir(from).catch(() => undefined);
}

async function namesIn(folder: string): Promise<readonly string[]> {
	return readdir(folder).catch(() => []);
}
