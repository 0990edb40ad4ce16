// `<home>/projects/<id>/project.json`: reading, writing, and finding the one of a place. Few files are read: hooks ask at
// each event.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FolderMark, ProjectRecord } from '../../core/project/identity';
import { projectId } from '../../core/project/projectId';
import { formatKeptAs, formatProjectRecord, parseProjectFile } from '../../core/project/record';
import { replaceFile } from '../base/atomicFile';
import { readRegularFile } from '../base/regularFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from './privateFolder';

type Home = Pick<ClaudeHome, 'keeperHome'>;

const FILE = 'project.json';
const LIMIT_BYTES = 256 * 1024;

/** So many projects after one another at one path, each in a folder of its own. */
const MAX_AT_PLACE = 20;

/** What our home keeps of a project. */
export function projectHome(claude: Home, id: string): string {
	return path.join(claude.keeperHome, 'projects', id);
}

/** What the file system says of a folder; nothing where there is none. */
export async function folderMark(folder: string): Promise<FolderMark | undefined> {
	const found = await stat(folder, { bigint: true }).catch(() => undefined);
	if (found?.isDirectory() !== true) return undefined;
	return { inode: String(found.ino), bornMs: Number(found.birthtimeNs / 1_000n) / 1_000 };
}

/** The project that is kept under an id, or under another one that this leads to. Never throws. */
export async function readProjectRecord(claude: Home, id: string): Promise<ProjectRecord | undefined> {
	const first = await readProjectFile(claude, id);
	if (first?.kind !== 'keptAs') return first?.record;
	const second = await readProjectFile(claude, first.id);
	return second?.kind === 'record' ? second.record : undefined;
}

async function readProjectFile(claude: Home, id: string): Promise<ReturnType<typeof parseProjectFile>> {
	const read = await readRegularFile(path.join(projectHome(claude, id), FILE), LIMIT_BYTES).catch(() => undefined);
	return read === undefined ? undefined : parseProjectFile(read.bytes.toString());
}

/** What is known of the projects that were met at a place, one after the other. */
export interface KnownAtPlace {
	readonly records: readonly ProjectRecord[];
	/** The id of a project that is met there first. */
	readonly freeId: string;
}

/** @param isIt ends the search: the last record is the one. */
export async function readKnownAt(
	claude: Home,
	root: string,
	isIt: (record: ProjectRecord) => boolean,
): Promise<KnownAtPlace> {
	const records: ProjectRecord[] = [];
	const first = projectId(root);
	let freeId = first;
	for (let n = 2; n <= MAX_AT_PLACE; n++) {
		const record = await readProjectRecord(claude, freeId);
		if (record === undefined) break;
		records.push(record);
		if (isIt(record)) break;
		freeId = `${first}-${n}`;
	}
	return { records, freeId };
}

/** Every project that is known, each once. Never throws. */
export async function readAllRecords(claude: Home): Promise<readonly ProjectRecord[]> {
	const ids = await readdir(path.join(claude.keeperHome, 'projects')).catch(() => []);
	const files = await Promise.all(ids.map((id) => readProjectFile(claude, id)));
	return files.flatMap((file) => (file?.kind === 'record' ? [file.record] : []));
}

/** @throws the file system's error. */
export async function writeProjectRecord(claude: Home, record: ProjectRecord): Promise<void> {
	await put(claude, record.id, formatProjectRecord(record));
}

/** Lets the id of a place lead to the project that is there. @throws the file system's error. */
export async function writeKeptAs(claude: Home, placeId: string, id: string, root: string): Promise<void> {
	await put(claude, placeId, formatKeptAs(id, root));
}

async function put(claude: Home, id: string, text: string): Promise<void> {
	await makePrivateFolder(claude.keeperHome, projectHome(claude, id));
	await replaceFile(path.join(projectHome(claude, id), FILE), text, 0o600);
}

/** Which project it is. */
export interface FoundProject {
	readonly record: ProjectRecord;
	/** As our home has it. */
	readonly stored: ProjectRecord | undefined;
	readonly placeId?: string | undefined;
	readonly absorbed?: readonly string[];
}
