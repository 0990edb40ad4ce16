// session-protocol.json on disk: where it is, reading it with one clear reason for every way in which it can be wrong, and
// replacing it as a whole.
import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ParsedProtocol, Violation } from '../../core/protocol/parse';
import { OLD_PROTOCOL_FILE, PROTOCOL_FILE } from '../../core/protocol/protocol';
import { singleLine } from '../../core/base/text';
import { errorCode, makeFolder } from '../base/atomicFile';
import { checkInside, isInside } from '../base/insideProject';
import type { Project } from '../project/project';
import { sha256 } from '../base/sha256';
import { readRegularFile, utf8In } from '../base/regularFile';
import { changeFile, readSharedFile } from '../base/sharedFile';
import { isThere } from '../base/lookAt';

/** Thousands of tasks; nobody wrote more by hand, and no session shows more. */
const LIMIT_BYTES = 8 * 1024 * 1024;

/** It could not be done, and nothing was changed. */
export class ProtocolError extends Error {
	constructor(
		/** For programs: `invalid`, `notFound`, `unreadable`, `notAFile`, `changed`, `noSession`. */
		readonly code: string,
		message: string,
		readonly hint: string,
		readonly violations: readonly Violation[] = [],
		/** The file that is not as it should be. */
		readonly place: ProtocolPlace | undefined = undefined,
	) {
		super(message);
		this.name = 'ProtocolError';
	}
}

/** One protocol file: where it is, and how it is called in what people read. */
export interface ProtocolPlace {
	readonly file: string;
	readonly label: string;
	/** Nothing that leads out of here is read or written; nothing where the person named a place elsewhere. */
	readonly root: string | undefined;
}

export interface LoadedProtocol extends ParsedProtocol {
	readonly place: ProtocolPlace;
	/** Of the bytes. */
	readonly sha256: string;
	/** The bytes as text: they are UTF-8. */
	readonly text: string;
	readonly modifiedMs: number;
}

/** Where a protocol is saved that nobody named a place for. */
export function defaultPlace(project: Project): ProtocolPlace {
	return placeIn(project, project.savesRoot, PROTOCOL_FILE);
}

/** What lies in our home is called by its whole path: nobody would look there. */
function placeIn(project: Project, root: string, name: string): ProtocolPlace {
	const file = path.join(root, name);
	return { file, label: root === project.home ? singleLine(file) : name, root };
}

/** A place that a person named: a file, or a folder that it goes into. */
export async function namedPlace(project: Project, named: string, from: string): Promise<ProtocolPlace> {
	const given = path.resolve(from, named);
	const isFolder = (await stat(given).catch(() => undefined))?.isDirectory() === true;
	const file = isFolder ? path.join(given, PROTOCOL_FILE) : given;
	const root = project.savesRoot;
	const isOurs = isInside(root, file);
	const label = isOurs ? path.relative(root, file).split(path.sep).join('/') : file;
	return { file, label: singleLine(label), root: isOurs ? root : undefined };
}

/** Which file of a project is loaded: `sp.json` where only that is there, else what older versions saved in our home. */
export async function placeToLoad(
	project: Project,
): Promise<{ readonly place: ProtocolPlace; readonly hasBoth: boolean }> {
	const older = project.filesRoot === project.home ? [project.home] : [];
	const roots = new Set([project.savesRoot, ...older]);
	for (const root of roots) {
		const [place, old] = [placeIn(project, root, PROTOCOL_FILE), placeIn(project, root, OLD_PROTOCOL_FILE)];
		const [hasNew, hasOld] = await Promise.all([isThere(place.file), isThere(old.file)]);
		if (hasNew || hasOld) return { place: hasNew ? place : old, hasBoth: hasNew && hasOld };
	}
	return { place: defaultPlace(project), hasBoth: false };
}

/**
 * Reads and checks a protocol.
 * @returns nothing where there is not a file.
 * @throws ProtocolError, and OutsideProjectError for a link that leads out of the project.
 */
export async function readProtocol(place: ProtocolPlace): Promise<LoadedProtocol | undefined> {
	if (place.root !== undefined && (await isThere(place.file))) await checkInside(place.root, place.file);
	const readFile = place.root === undefined ? readSharedFile : readRegularFile;
	const read = await readFile(place.file, LIMIT_BYTES).catch((error: unknown) => {
		// What says that there are two versions has its own words.
		if (errorCode(error) === undefined) throw error;
		throw new ProtocolError(
			'unreadable',
			`Cannot load: ${place.label} cannot be read (${errorCode(error)})`,
			'Look at who may read it.',
		);
	});
	if (read === undefined && !(await isThere(place.file))) return undefined;
	if (read === undefined) throw notAFile(place);
	if (read.sizeBytes > LIMIT_BYTES) throw invalid(place, [{ path: '', message: 'larger than 8 MB' }]);
	const text = utf8In(read.bytes);
	if (text === undefined) throw invalid(place, [{ path: '', message: 'not UTF-8' }]);
	const { parseProtocol } = await import('../../core/protocol/parse');
	const parsed = parseProtocol(text);
	if (!parsed.ok) throw invalid(place, parsed.error);
	return { ...parsed.value, place, sha256: sha256(read.bytes), text, modifiedMs: read.modifiedMs };
}

/** The same, where a missing file is an error, too. */
export async function requireProtocol(place: ProtocolPlace): Promise<LoadedProtocol> {
	const loaded = await readProtocol(place);
	if (loaded !== undefined) return loaded;
	throw new ProtocolError(
		'notFound',
		`Cannot load: there is no ${place.label}`,
		'Save one first: session-keeper protocol save',
	);
}

/**
 * Replaces the file as a whole. A link within the project stays one, and what it leads to is replaced.
 * @param before what it holds; nothing where there is none. @returns false where it holds something else by now.
 */
export async function writeProtocol(place: ProtocolPlace, before: string | undefined, text: string): Promise<boolean> {
	// Our own folder may not be there yet; every other one is.
	if (place.root !== undefined) await makeFolder(place.root);
	if (place.root !== undefined) await checkInside(place.root, place.file);
	const found = await lstat(place.file).catch(() => undefined);
	const target = found?.isSymbolicLink() === true ? await realpath(place.file) : place.file;
	if (found !== undefined && !(await stat(target)).isFile()) throw notAFile(place);
	return changeFile(target, before, text, found === undefined ? { mode: 0o644 } : {});
}

function invalid(place: ProtocolPlace, violations: readonly Violation[]): ProtocolError {
	const [first] = violations;
	const more = violations.length - 1;
	return new ProtocolError(
		'invalid',
		`Cannot load: ${first?.message ?? 'invalid'}`,
		more > 0
			? `${more === 1 ? 'One more thing is' : `${more} more things are`} wrong with ${place.label}: session-keeper protocol check`
			: `${place.label} was not changed. Fix it, or move it away.`,
		violations,
		place,
	);
}

/** Somebody wrote the file since it was read: nothing was saved. */
export function changedError({ label }: ProtocolPlace): ProtocolError {
	const hint = 'Save again: what is new in it is merged.';
	return new ProtocolError('changed', `Cannot save: ${label} was changed just now`, hint);
}

function notAFile(place: ProtocolPlace): ProtocolError {
	return new ProtocolError('notAFile', `Cannot load: ${place.label} is no regular file`, 'Move it away.');
}
