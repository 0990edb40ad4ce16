// Where the documents of a project are, and reading them. A document may be saved anywhere: what lies outside of our usual
// folders is remembered below our home, so that it is listed and can be resumed by its path ever after.
import path from 'node:path';
import { statedDocument } from '../../core/documents/activeContext';
import { ACTIVE_CONTEXT, isDocumentName, namedMs } from '../../core/documents/names';
import { type SavedDocument, readDocument } from '../../core/documents/readDocument';
import { readPlainFrontMatter } from '../../core/base/plainFrontMatter';
import { appendLine } from '../base/atomicFile';
import { checkInside, isInside } from '../base/insideProject';
import { mapLimited } from '../base/mapLimited';
import { readRegularFile } from '../base/regularFile';
import { isSafe, placesFile, rememberedFiles } from '../project/documentPlaces';
import { makePrivateFolder } from '../project/privateFolder';
import type { Project } from '../project/project';
import { DRAFT_ENDING, draftFolder, draftsRoot, isRatified, ratifiedFolder } from './draftPlace';
import { documentsFolder, readMemoryFile } from './memoryFile';
import { entriesIn, lookSurely } from '../base/lookAt';

/** A document as it reads, whether or not it lies anywhere. */
export interface ReadableDocument extends SavedDocument {
	/** When it was saved; by its name or the file's own time where the document does not say. Milliseconds since 1970. */
	readonly atMs: number;
	/** The whole text. */
	readonly text: string;
}

/** A document, and where it is. */
export interface DocumentFile extends ReadableDocument {
	readonly file: string;
	/** A draft that waits for a person's word. */
	readonly isDraft: boolean;
	/** As a person would type it: relative to the project where it is in it. */
	readonly path: string;
	/** When the file was written. Milliseconds since 1970. */
	readonly modifiedMs: number;
	/** Why its front matter could not be read; the rest was read all the same. */
	readonly problem: string | undefined;
}

export const DOCUMENT_LIMIT_BYTES = 4 * 1024 * 1024;
const MAX_LISTED = 500;

/**
 * All documents and the drafts that wait, newest first.
 * @throws OutsideProjectError where a link leads their folder out of the project; the file system's error where it may not be read.
 */
export async function listDocuments(project: Project): Promise<readonly DocumentFile[]> {
	const { filesRoot, savesRoot } = project;
	const folders = [
		{ root: filesRoot, folder: documentsFolder(project), isOne: isDocumentName },
		{ root: savesRoot, folder: ratifiedFolder(project), isOne: isRatified },
		{ root: draftsRoot(project), folder: draftFolder(project), isOne: isDraft },
	];
	const files: string[] = [];
	for (const { root, folder, isOne } of folders) {
		if ((await lookSurely(folder)) === undefined) continue;
		await checkInside(root, folder);
		const entries = await entriesIn(folder);
		files.push(
			...entries.filter((each) => each.isFile() && isOne(each.name)).map((each) => path.join(folder, each.name)),
		);
	}
	const elsewhere = [...(await rememberedFiles(project)), ...(await statedFile(project))];
	const documents = await mapLimited(
		[...files.sort().slice(-MAX_LISTED), ...new Set(elsewhere.filter((file) => !files.includes(file)))],
		(file) => readDocumentFile(project, file).catch(() => undefined),
		8,
	);
	return documents.flatMap((each) => each ?? []).sort((a, b) => b.atMs - a.atMs || b.modifiedMs - a.modifiedMs);
}

/** A document; nothing where there is no regular file. @throws the file system's error where it cannot be read. */
export async function readDocumentFile(project: Project, file: string): Promise<DocumentFile | undefined> {
	const found = await readRegularFile(file, DOCUMENT_LIMIT_BYTES);
	if (found === undefined) return undefined;
	const { problem, ...document } = await documentOf(
		found.bytes.toString('utf8'),
		path.basename(file),
		found.modifiedMs,
	);
	const { modifiedMs } = found;
	return { ...document, file, isDraft: isDraft(file), path: pathOf(project, file), modifiedMs, problem };
}

/** The document that a text is. @param name of its file. @param otherwiseMs when it was saved, if it does not say. */
export async function documentOf(
	text: string,
	name: string,
	otherwiseMs: number,
): Promise<ReadableDocument & Pick<DocumentFile, 'problem'>> {
	const plain = readPlainFrontMatter(text);
	const { data, body, problem } =
		plain === undefined
			? (await import('../base/frontmatter')).parseFrontMatter(text)
			: { ...plain, problem: undefined };
	const document = readDocument(data, body, name);
	// A checkout writes a file of long ago just now.
	const atMs = document.savedMs ?? Math.min(namedMs(name) ?? Infinity, otherwiseMs);
	return { ...document, atMs, problem, text };
}

/** The path of a document as a person would type it. */
export function pathOf({ filesRoot, root, checkout }: Project, file: string): string {
	if (filesRoot !== root) return file;
	const base = [checkout, root].find((each) => isInside(each, file));
	return base === undefined ? file : pathFrom(base, file);
}

function pathFrom(folder: string, file: string): string {
	return isInside(folder, file) ? path.relative(folder, file).split(path.sep).join('/') : file;
}

/** The document, with the path by which a session finds it that starts in a folder: a worktree, or one below the project. */
export function seenFrom(folder: string, document: DocumentFile): DocumentFile {
	const path = pathFrom(folder, document.file);
	return { ...document, path, prompt: document.prompt.replace(document.path, () => path) };
}

/** Remembers a document that lies where no list would look for it. @throws the file system's error. */
export async function rememberPlace(project: Project, file: string): Promise<void> {
	const usual = [documentsFolder(project), ratifiedFolder(project)];
	if (usual.includes(path.dirname(file)) || (await rememberedFiles(project)).includes(file)) return;
	const inside = isInside(project.checkout, file) ? path.relative(project.checkout, file) : undefined;
	const place = placesFile(project);
	await makePrivateFolder(path.dirname(place));
	await appendLine(place, JSON.stringify({ file, inside: inside?.split(path.sep).join('/') }));
}

/** The document that the active context names, where it lies elsewhere. */
async function statedFile(project: Project): Promise<readonly string[]> {
	const stated = statedDocument(await readMemoryFile(project, ACTIVE_CONTEXT).catch(() => ''));
	if (stated === undefined || !stated.endsWith('.md')) return [];
	const file = path.resolve(project.checkout, stated);
	// A repository may name any file: only one below it is looked at.
	if (!isInside(project.checkout, file) || path.basename(file) === ACTIVE_CONTEXT) return [];
	return (await isSafe(project, file)) ? [file] : [];
}

function isDraft(name: string): boolean {
	return name.endsWith(DRAFT_ENDING);
}
