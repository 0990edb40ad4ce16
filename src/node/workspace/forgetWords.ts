// By what things are known that are to be forgotten: ids first, then the names of what came from them. Whatever speaks of
// one of these is a copy, or a trace. What is not ours is named.
import { createReadStream } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { shellWord } from '../../core/claude/goOn';
import { isDocumentName } from '../../core/documents/names';
import { type KnownBy, type Mentions, isTold, mentionsOf } from '../../core/keeper/places';
import { asRecord, asText, parseObject } from '../../core/base/result';
import { homePlace, projectPlace } from '../backups/place';
import { readBackups } from '../backups/placeLog';
import { readHead } from '../backups/storedHead';
import { errorCode } from '../base/atomicFile';
import { isThere } from '../base/lookAt';
import { readTextFile } from '../base/regularFile';
import { transcriptFolders } from '../project/project';
import type { OpenProject } from './openProject';
import { openTimeline } from './openStores';
import type { KeptThing } from './vault';

/** What is to be forgotten. */
export type Forgotten = { readonly session: string } | 'project' | 'all';

/** What stays, because it is not ours to delete. */
export interface LeftThing {
	readonly path: string;
	/** `claude`: Claude Code's own. `memory`: a memory or parked item that was saved on purpose. `git`: a file that git tracks. */
	readonly why: 'claude' | 'memory' | 'git';
	/** What deletes it, typed in a terminal; nothing where no command does. */
	readonly command: string | undefined;
}

/** Messages name their session, so the beginning says whose a copy is, unless it is one of pictures. */
const HEAD_BYTES = 4 * 1024 * 1024;

/** It grows while things are looked at: what was made of a change is known by the change. */
export class ForgetWords implements KnownBy {
	readonly ids = new Set<string>();
	readonly names = new Set<string>();
	readonly roots: ReadonlySet<string>;
	private made: { readonly size: number; readonly mentions: Mentions } | undefined;

	constructor({ project }: OpenProject) {
		this.roots = new Set([project.root, ...project.launchRoots, project.memoryDir]);
	}

	get mentions(): Mentions {
		const size = this.ids.size + this.names.size;
		if (this.made?.size !== size) this.made = { size, mentions: mentionsOf(this) };
		return this.made.mentions;
	}

	/** Keeps by what else is known what a thing that goes was. */
	add({ kind, path: file, isTranscript, form }: KeptThing, record: string): void {
		const name = path.basename(file);
		if (kind === 'changes') this.ids.add(name.replace(/\.(?:\d+\.pending|json)$/u, ''));
		else if (kind === 'trash') this.names.add(`"item":${JSON.stringify(asText(parseObject(record)?.['name']) ?? '')}`);
		else if (isTranscript === true) this.names.add(name.replace(/\.br$/u, ''));
		else if (form === 'document') this.names.add(name.replace(/\.md$/u, ''));
	}
}

/** The words that tell what is to be forgotten, as they can be known before, and what stays of it. */
export async function wordsFor(
	place: OpenProject,
	what: Forgotten,
	things: readonly KeptThing[],
): Promise<{ readonly words: ForgetWords; readonly left: LeftThing[] }> {
	const { claude, project } = place;
	const words = new ForgetWords(place);
	if (what === 'project') for (const root of words.roots) words.ids.add(root);
	for (const id of what === 'all' ? [] : what === 'project' ? await sessionsOf(place) : [what.session])
		words.ids.add(id);
	const { mentions } = words;
	for (const thing of things) {
		if (thing.kind === 'reflection' && thing.form === 'lines')
			for (const line of (await textOfKept(thing.path)).split('\n')) {
				const run = mentions.in(line, false) ? asText(parseObject(line)?.['run']) : undefined;
				if (run !== undefined) words.ids.add(run);
			}
		const isMeant = what === 'all' ? saysItsSession : (each: KeptThing) => isMentioned(each, mentions, false);
		if (thing.form === 'document' && (await isMeant(thing))) words.add(thing, '');
	}
	const left: LeftThing[] = [];
	for (const folder of [project.memoryDir, ...project.formulaDirs, ...project.formerMemory.map((each) => each.folder)])
		for (const name of (await readdir(folder).catch(() => [])).filter((each) => each.endsWith('.md'))) {
			const file = path.join(folder, name);
			if (name === 'MEMORY.md' || !mentions.in(await frontOf(file), false)) continue;
			words.names.add(name);
			left.push({ path: file, why: 'memory', command: removal(file) });
		}
	for (const file of await filesOfClaude(place, mentions))
		left.push({ path: file, why: 'claude', command: file.endsWith('history.jsonl') ? undefined : removal(file) });
	if (what === 'all') left.push({ path: claude.projectsDir, why: 'claude', command: undefined });
	return { words, left };
}

/** Ids of all sessions that the project has left anything of. */
async function sessionsOf(place: OpenProject): Promise<readonly string[]> {
	const { claude, project } = place;
	const { rows } = await (await openTimeline(place)).list();
	const places = [projectPlace(project), homePlace(claude, project)];
	const logged = await Promise.all(places.map(async (each) => [...(await readBackups(each)).values()]));
	return [...rows.map(({ id }) => id), ...logged.flat().map(({ session }) => session)].flatMap((id) => id ?? []);
}

/** What Claude Code keeps of sessions, by its names; its list of typed prompts is one file for all. */
async function filesOfClaude({ claude, project }: OpenProject, mentions: Mentions): Promise<readonly string[]> {
	const folders = ['file-history', 'tasks', 'todos', 'session-env', 'debug'].map((name) =>
		path.join(claude.configDir, name),
	);
	const found: string[] = [];
	for (const folder of [...(await transcriptFolders(claude, project)), ...folders])
		for (const name of await readdir(folder).catch(() => []))
			if (mentions.in(name, false)) found.push(path.join(folder, name));
	const history = path.join(claude.configDir, 'history.jsonl');
	if (await isIn(history, mentions, false)) found.push(history);
	return found;
}

/**
 * Whether a thing is of what is to be forgotten, or speaks of it.
 * @param isOwn it is of the project. @throws the file system's error where it cannot be read.
 */
export async function isMentioned(thing: KeptThing, mentions: Mentions, isOwn: boolean): Promise<boolean> {
	if (mentions.in(path.basename(thing.path), false)) return true;
	if (thing.form === 'document') return mentions.in(await frontOf(thing.path), false);
	if (thing.isTranscript === true) return isTranscriptOf(thing, mentions);
	// A record in the trash says whose backup it is.
	const session = asText(asRecord(parseObject(await sessionRecordIn(thing))?.['extra'])?.['session']);
	if (session !== undefined) return mentions.in(session, false);
	for (const file of thing.files) if (await isIn(file, mentions, isOwn)) return true;
	return false;
}

/** The record of a thing in the trash; empty for all else. */
export async function sessionRecordIn({ kind, files }: KeptThing): Promise<string> {
	const record = kind === 'trash' ? files.find((file) => path.basename(file) === 'record.json') : undefined;
	return record === undefined ? '' : readTextFile(record, HEAD_BYTES);
}

/** A raw copy and its side files are of one session: by the log, else by what the copy says itself. */
async function isTranscriptOf({ path: file }: KeptThing, mentions: Mentions): Promise<boolean> {
	const raw = file.replace(/\.(?:files|jsonl(?:\.br)?)$/u, '.jsonl');
	const folder = path.dirname(path.dirname(raw));
	const session = (await readBackups({ root: folder, folder })).get(path.basename(raw))?.session;
	if (session !== undefined && mentions.in(session, false)) return true;
	for (const stored of [raw, `${raw}.br`]) {
		if (!(await isThere(stored))) continue;
		const head = await readHead(stored, HEAD_BYTES).catch(() => '');
		return [...head.matchAll(/"sessionId":"([^"\\]+)"/gu)].some(([, id = '']) => mentions.in(id, false));
	}
	return false;
}

/** Searched piece by piece: a change of memory may hold megabytes. */
async function isIn(file: string, mentions: Mentions, isOwn: boolean): Promise<boolean> {
	let told = { id: false, name: false, root: false };
	let rest = '';
	try {
		for await (const piece of createReadStream(file, { encoding: 'latin1' }) as AsyncIterable<string>) {
			const { id, name, root } = mentions.tell(Buffer.from(rest + piece, 'latin1').toString('utf8'));
			told = { id: told.id || id, name: told.name || name, root: told.root || root };
			if (isTold(told, isOwn)) return true;
			rest = (rest + piece).slice(-4 * mentions.longest);
		}
	} catch (error) {
		if (errorCode(error) !== 'ENOENT') throw error;
	}
	return false;
}

async function frontOf(file: string): Promise<string> {
	return /^---\r?\n[\s\S]*?\r?\n---/u.exec(await readTextFile(file, HEAD_BYTES))?.[0] ?? '';
}

/** Whether a document is one of ours: it is named like one, or says which session it is from. */
export async function saysItsSession({ path: file, form }: KeptThing): Promise<boolean> {
	if (form !== 'document') return true;
	return isDocumentName(path.basename(file)) || /^\s*(?:session|originSessionId):/mu.test(await frontOf(file));
}

/** The text of a file; empty where it is gone. @throws the file system's error where it cannot be read. */
export function textOfKept(file: string): Promise<string> {
	return readFile(file, 'utf8').catch((error: unknown) => {
		if (errorCode(error) !== 'ENOENT') throw error;
		return '';
	});
}

const removal = (file: string): string =>
	process.platform === 'win32' ? `Remove-Item -Recurse -LiteralPath ${shellWord(file)}` : `rm -r -- ${shellWord(file)}`;
