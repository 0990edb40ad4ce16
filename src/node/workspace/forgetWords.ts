// By what things are known that are to be forgotten: ids first, then the names of what came from them. Whatever speaks of
// one of these is a copy, or a trace, unless it names another owner.
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { isDocumentName } from '../../core/documents/names';
import { type KnownBy, type Mentions, mentionsOf, namesSession, ownerIn } from '../../core/keeper/mentions';
import { isBelow } from '../../core/project/projectId';
import { asText, parseObject } from '../../core/base/result';
import { readBackups } from '../backups/placeLog';
import { readHead } from '../backups/storedHead';
import { isThere, noneIsFine } from '../base/lookAt';
import { readTextSurely } from '../base/regularFile';
import { EDIT_LIMIT_BYTES } from '../keeper/changeStep';
import { memoryFolders } from '../project/project';
import type { OpenProject } from './openProject';
import { type KeptThing, type Vault, isWholeRepository } from './vault';

/** What is to be forgotten. */
export type Forgotten = { readonly session: string } | 'project' | 'all';

/** Messages name their session, so the beginning says whose a copy is, unless it is one of pictures. */
const HEAD_BYTES = 4 * 1024 * 1024;

/** It grows while things are looked at: what was made of a change is known by the change. */
export class ForgetWords implements KnownBy {
	readonly ids = new Set<string>();
	readonly names = new Set<string>();
	/** Documents, as a project memory names what came from them: its path, and the name without its ending. */
	private readonly sources = new Set<string>();
	readonly roots: ReadonlySet<string>;
	readonly others: ReadonlySet<string>;
	readonly isWhole: boolean;
	private made: { readonly size: number; readonly mentions: Mentions } | undefined;

	constructor(
		private readonly place: OpenProject,
		private readonly what: Forgotten,
		others: Vault['others'],
	) {
		const { claude, project } = place;
		const former = project.identity.former.flatMap(({ root, untilMs }) => (untilMs === undefined ? [root] : []));
		const memory = memoryFolders(project);
		// A folder that was named explicitly shares those of the repository around it.
		const shared = isWholeRepository(project) ? [...project.checkouts, ...former, ...memory] : [];
		this.roots = new Set([project.root, ...shared, project.home]);
		this.others = new Set([...others, claude.configDir].filter((each) => !this.roots.has(each)));
		this.isWhole = what === 'project';
	}

	get mentions(): Mentions {
		const size = this.ids.size + this.names.size;
		if (this.made?.size !== size) this.made = { size, mentions: mentionsOf(this) };
		return this.made.mentions;
	}

	/** Keeps by what else is known what a thing that goes was. */
	add({ kind, path: file, isTranscript, form, project }: KeptThing, record: string): void {
		const name = path.basename(file);
		// A file that was being written has a dot before it; what else lies there has no id.
		const [, id] = /^\.?([^.]+)\./u.exec(name) ?? [];
		if (kind === 'changes') {
			if (id !== undefined) this.ids.add(id);
		} else if (kind === 'trash')
			this.names.add(`"item":${JSON.stringify(asText(parseObject(record)?.['name']) ?? '')}`);
		else if (isTranscript === true) this.names.add(name.replace(/\.br$/u, ''));
		else if (form === 'document') {
			const stem = name.replace(/\.md$/u, '');
			this.sources.add(`${project ?? ''}\n${stem}`);
			// A plain word as a name would be found everywhere: it counts with its ending.
			this.names.add(isDocumentName(name) ? stem : name);
		}
	}

	/** Keeps by what else a run is known, where a line of the ledger speaks of one. */
	addRun(line: string): void {
		const run = asText(parseObject(line)?.['run']);
		if (run !== undefined && this.hasText(line, undefined)) this.ids.add(run);
	}

	/** Whether what a project memory has from a document is of it. @param source the document, without its ending. */
	hasSource(thing: KeptThing, source: string): boolean {
		if (this.hasAll(thing) && isDocumentName(`${source}.md`)) return true;
		return this.sources.has(`${thing.project ?? ''}\n${source}`);
	}

	/** Whether all of a thing goes, because of where it is. */
	hasAll({ project }: KeptThing): boolean {
		return this.what === 'all' || (this.isWhole && project === this.place.project.root);
	}

	/** Whether a thing is of the project; nothing where its place does not say. */
	isOwn({ project }: KeptThing): boolean | undefined {
		return project === undefined ? undefined : project === this.place.project.root;
	}

	/**
	 * Whether a record, or a line, is of what is to be forgotten: by the owner that it names, where it names one.
	 * @param isOwn whether what it stands in is of the project. @returns for `isOf` nothing where what it speaks of decides.
	 */
	owned(
		fields: Readonly<Record<string, unknown>> | undefined,
		isOwn: boolean | undefined,
	): { readonly isOf: boolean | undefined; readonly isOwn: boolean | undefined } {
		const { sessions, isAnyones, root, place, atMs } = ownerIn(fields);
		const isHere =
			root !== undefined ? this.isRoot(root, atMs) : place !== undefined ? this.isPlace(place, atMs) : isOwn;
		if (sessions.some((each) => this.ids.has(each)) || ((this.isWhole || isAnyones) && isHere === true))
			return { isOf: true, isOwn: isHere };
		return { isOf: sessions.length === 0 || sessions.includes('') ? undefined : false, isOwn: isHere };
	}

	/** The same for a line, or a block of text. @param fields what it says of its owner */
	hasText(text: string, isOwn: boolean | undefined, fields = parseObject(text)): boolean {
		const owned = this.owned(fields, isOwn);
		return owned.isOf ?? this.mentions.in(text, owned.isOwn);
	}

	private isRoot(root: string, atMs: number): boolean {
		if (this.roots.has(root)) return atMs >= (this.place.project.identity.sinceMs ?? -Infinity);
		return this.wasAt((each) => each === root, atMs);
	}

	/** Whether the project was then at a place where another one is by now. */
	private wasAt(isIt: (root: string) => boolean, atMs: number): boolean {
		return this.place.project.identity.former.some(({ root, untilMs = -Infinity }) => isIt(root) && atMs < untilMs);
	}

	/** Whether a path is one of the project, and not of another one below it. */
	isPlace(place: string, atMs: number): boolean {
		const longest = (roots: Iterable<string>): number =>
			Math.max(-1, ...[...roots].filter((root) => isBelow(root, place)).map((root) => root.length));
		const own = longest(this.roots);
		return own > longest(this.others) || this.wasAt((root) => isBelow(root, place), atMs);
	}
}

/** Whether a thing is of what is to be forgotten, or speaks of it. @throws the file system's error where it cannot be read. */
export async function isMentioned(thing: KeptThing, words: ForgetWords): Promise<boolean> {
	const name = path.basename(thing.path);
	if (words.mentions.in(name, false)) return true;
	if (namesSession(name)) return false;
	if (thing.form === 'document') return words.mentions.in(await frontOf(thing.path), false);
	if (thing.isTranscript === true) return isTranscriptOf(thing, words);
	const owned = words.owned(parseObject(await recordIn(thing)), words.isOwn(thing));
	if (owned.isOf !== undefined) return owned.isOf;
	return isInAny(thing.files, words.mentions, owned.isOwn);
}

/** What is said of a thing: the record of what is in the trash, and what is one itself. Empty for all else. */
export async function recordIn({ files }: KeptThing): Promise<string> {
	const record = files.length === 1 ? files[0] : files.find((file) => path.basename(file) === 'record.json');
	return record !== undefined && /\.(?:json|pending)$/u.test(record)
		? readTextSurely(record, 4 * EDIT_LIMIT_BYTES)
		: '';
}

/** A raw copy and its side files are of one session: by the log, else by what the copy says itself. */
async function isTranscriptOf({ path: file, files }: KeptThing, { ids, mentions }: ForgetWords): Promise<boolean> {
	const raw = file.replace(/\.(?:files|jsonl(?:\.br)?)$/u, '.jsonl');
	const folder = path.dirname(path.dirname(raw));
	const session = (await readBackups({ root: folder, folder })).get(path.basename(raw))?.session;
	if (session !== undefined) return ids.has(session);
	for (const stored of [raw, `${raw}.br`]) {
		if (!(await isThere(stored))) continue;
		const head = await readHead(stored, HEAD_BYTES);
		return [...head.matchAll(/"sessionId":"([^"\\]+)"/gu)].some(([, id = '']) => ids.has(id));
	}
	return isInAny(files, mentions, false);
}

async function isInAny(files: readonly string[], ...what: [Mentions, boolean | undefined]): Promise<boolean> {
	for (const file of files) if (await isIn(file, ...what)) return true;
	return false;
}

/** Searched piece by piece: a change of memory may hold megabytes. @throws the file system's error. */
export async function isIn(file: string, mentions: Mentions, isOwn: boolean | undefined): Promise<boolean> {
	let rest = '';
	try {
		for await (const piece of createReadStream(file, { encoding: 'latin1' }) as AsyncIterable<string>) {
			const text = rest + piece;
			if (mentions.in(Buffer.from(text, 'latin1').toString('utf8'), isOwn, true)) return true;
			// A letter in front: what stands alone there may have been cut.
			rest = text.length > 4 * mentions.longest ? `x${text.slice(-4 * mentions.longest)}` : text;
		}
		return mentions.in(Buffer.from(rest, 'latin1').toString('utf8'), isOwn);
	} catch (error) {
		noneIsFine(error);
		return false;
	}
}

/** The front matter of a document. @throws the file system's error. */
export async function frontOf(file: string): Promise<string> {
	return /^---\r?\n[\s\S]*?\r?\n---/u.exec(await readTextSurely(file, HEAD_BYTES))?.[0] ?? '';
}

/** Of whom a Markdown file is: `ours` are session documents, `saved` what a person keeps on purpose, all else is somebody's. */
export async function kindOfDocument({ path: file }: Pick<KeptThing, 'path'>): Promise<'ours' | 'saved' | 'others'> {
	const [name, front] = [path.basename(file), await frontOf(file)];
	if (name.startsWith('session-open-') || /^\s+originSessionId:|^originSessionId:/mu.test(front)) return 'saved';
	const isInMemory = path.basename(path.dirname(file)) === 'memory';
	return (isInMemory && isDocumentName(name)) || namesSession(/^session:.*$/mu.exec(front)?.[0] ?? '')
		? 'ours'
		: 'others';
}
