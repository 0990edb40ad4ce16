// Where drafts lie, and how they get there: `docs/sessions/<id>.draft.md` of the worktree that the session was made in,
// kept out of git by an ignore file of ours, whole or not at all.
import path from 'node:path';
import { utcSeconds } from '../../core/base/dates';
import { asText } from '../../core/base/result';
import type { Redactor } from '../../core/privacy/redaction';
import { ratifiedText } from '../../core/reflection/draft';
import { changeFile } from '../base/sharedFile';
import { parseFrontMatter } from '../base/frontmatter';
import { checkInside, makeFolderInside } from '../base/insideProject';
import { redactSecrets, safeWords } from '../privacy/gate';
import { type Project, makeOwnRoot } from '../project/project';
import { keepOut } from '../project/privateFolder';
import { listAsPrivate } from '../keeper/privatePlaces';
import { readRegularFile } from '../base/regularFile';
import { DRAFT_ENDING, draftFolder, draftNames, draftsRoot, ratifiedFolder } from '../documents/draftPlace';

/** A draft as it lies there. The person may have edited it. */
export interface DraftFile {
	/** The session's id, by the file's name. */
	readonly session: string;
	readonly file: string;
	readonly text: string;
	readonly fields: Readonly<Record<string, unknown>>;
	readonly modifiedMs: number;
}

/** A draft that was accepted. */
export interface Ratified {
	readonly file: string;
	readonly text: string;
	/** For places that git takes as well. */
	readonly title: string;
}

const LIMIT_BYTES = 1024 * 1024;

/** From the time that a draft names until it is on the disk. Whoever edits one has to read it first. */
const WRITTEN_WITHIN_MS = 2_000;

/** @throws where the id could name anything but a file. */
export function draftPath(project: Project, session: string): string {
	if (!isDraftId(session)) throw new Error(`${session} is no session id.`);
	return path.join(draftFolder(project), `${session}${DRAFT_ENDING}`);
}

function isDraftId(session: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9-]{3,80}$/u.test(session);
}

/** What a draft is called. */
export function draftTitle({ fields, session }: Pick<DraftFile, 'fields' | 'session'>): string {
	const topic = fields['topic'];
	return typeof topic === 'string' && topic.trim() !== '' ? topic : session;
}

/** When it was made, by what its file says. `NaN` where that says nothing. */
export function madeMsOf({ fields }: Pick<DraftFile, 'fields'>): number {
	return Date.parse(asText(fields['date']) ?? '');
}

/** Whether somebody wrote to it after it was made. */
export function isDraftEdited(draft: DraftFile): boolean {
	return Date.parse(utcSeconds(draft.modifiedMs)) - madeMsOf(draft) > WRITTEN_WITHIN_MS;
}

/** All drafts that wait. Links, pipes and what is too large are passed over. */
export async function listDrafts(project: Project): Promise<readonly DraftFile[]> {
	const names = await draftNames(project);
	const drafts = await Promise.all(names.map((name) => readDraft(project, name.slice(0, -DRAFT_ENDING.length))));
	return drafts.flatMap((draft) => draft ?? []);
}

/** One draft, or nothing where there is none. */
export async function readDraft(project: Project, session: string): Promise<DraftFile | undefined> {
	if (!isDraftId(session)) return undefined;
	const file = draftPath(project, session);
	try {
		await checkInside(draftsRoot(project), file);
		const read = await readRegularFile(file, LIMIT_BYTES, { isLinkRefused: true });
		if (read === undefined || read.sizeBytes > LIMIT_BYTES) return undefined;
		const text = read.bytes.toString();
		return { session, file, text, fields: parseFrontMatter(text).data, modifiedMs: read.modifiedMs };
	} catch {
		return undefined;
	}
}

/**
 * Writes a draft. The place must be free: who replaces one moves it to the trash first.
 * @returns the file. @throws OutsideProjectError, or the file system's error; no half of a file stays behind.
 */
export async function writeDraft(project: Project, session: string, text: string): Promise<string> {
	const file = draftPath(project, session);
	await makeOwnRoot(project);
	await makeFolderInside(draftsRoot(project), draftFolder(project));
	await checkInside(draftsRoot(project), file);
	// A draft is nobody's before it is ratified, and must not be committed by accident.
	await keepOut(draftsRoot(project), draftFolder(project), [`*${DRAFT_ENDING}`]);
	await listAsPrivate(project);
	if (!(await changeFile(file, undefined, text, { mode: 0o644 }))) throw new Error(`${file} is there already.`);
	return file;
}

/**
 * Writes the ratified form beside the draft, under a name that nobody has. A person may have typed a secret into it.
 * @returns the new file, its text and its title.
 */
export async function writeRatified(project: Project, draft: DraftFile, redactor: Redactor): Promise<Ratified> {
	const text = redactSecrets(ratifiedText(draft.text), redactor);
	const title = safeWords(draftTitle({ ...draft, fields: parseFrontMatter(text).data }), redactor);
	await makeFolderInside(project.savesRoot, ratifiedFolder(project));
	for (let n = 1; ; n++) {
		const file = path.join(ratifiedFolder(project), `${draft.session}${n === 1 ? '' : `-${n}`}.md`);
		await checkInside(project.savesRoot, file);
		if (await changeFile(file, undefined, text, { mode: 0o644 })) return { file, text, title };
	}
}
