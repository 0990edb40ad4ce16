// What stays when something is forgotten, because it is not ours to delete: each with the command that deletes it.
import path from 'node:path';
import { shellWord } from '../../core/claude/goOn';
import { asText, parseObject } from '../../core/base/result';
import { entriesIn, isFile, isThere, readOrNothing } from '../base/lookAt';
import { memoryFolders, transcriptFolders } from '../project/project';
import { type Forgotten, type ForgetWords, frontOf, isIn, kindOfDocument } from './forgetWords';
import type { OpenProject } from './openProject';
import type { KeptThing } from './vault';

/** What stays. */
export interface LeftThing {
	readonly path: string;
	/**
	 * `claude`: Claude Code's own. `memory`: a memory or parked item that was saved on purpose. `saved`: a document in a
	 * folder of the person's choice, a protocol, a summary, or a copy of what another program wrote. `git`: a file that git tracks.
	 * `unread`: it cannot be read, is being written, or is not there now, so nobody can say whether it is of what is forgotten.
	 */
	readonly why: 'claude' | 'memory' | 'saved' | 'git' | 'unread';
	/** What deletes it, typed in a terminal; nothing where no command does. */
	readonly command: string | undefined;
}

export const leftThing = (
	file: string,
	why: LeftThing['why'],
	command: string | undefined = removal(file),
): LeftThing => ({
	path: file,
	why,
	command,
});

/** @param place a path; of a pattern, what is before it. */
function removal(place: string, pattern = ''): string {
	if (process.platform !== 'win32') return `rm -r -- ${shellWord(place)}${pattern}`;
	// PowerShell ends a word behind a quote, reads a pattern in quotes as one, and a comma without quotes as the end of a path.
	const word = `'${(place + pattern).replace(/['‘’‚‛]/gu, '$&$&')}'`;
	return `Remove-Item -Recurse ${pattern === '' ? '-LiteralPath' : '-Path'} ${word}`;
}

/** What git tracks, with git's own command; where nobody can say whether git does, without. */
export const trackedThing = (file: string, isSure: boolean): LeftThing =>
	leftThing(
		file,
		'git',
		isSure ? `git -C ${shellWord(path.dirname(file))} rm -- ${shellWord(path.basename(file))}` : removal(file),
	);

/** Memories and parked items in Claude Code's folders of the project. Their names are kept in `words`. */
export async function memoriesLeft({ project }: OpenProject, words: ForgetWords): Promise<readonly LeftThing[]> {
	const left: LeftThing[] = [];
	for (const folder of memoryFolders(project))
		for (const name of await namesOr(folder, () => left.push({ path: folder, why: 'unread', command: undefined }))) {
			if (!name.endsWith('.md')) continue;
			const file = path.join(folder, name);
			const front = name === 'MEMORY.md' ? '' : await frontOf(file).catch(() => undefined);
			if (front === undefined) left.push(leftThing(file, 'unread'));
			else if (words.mentions.in(front, false)) {
				words.names.add(name);
				left.push(leftThing(file, 'memory'));
			}
		}
	return left;
}

/** The list beside memories that stay, which has a line of each. */
export async function indexesLeft(left: readonly LeftThing[]): Promise<readonly LeftThing[]> {
	const found: LeftThing[] = [];
	for (const folder of new Set(left.flatMap(({ path: file, why }) => (why === 'memory' ? [path.dirname(file)] : [])))) {
		const index = path.join(folder, 'MEMORY.md');
		if (await isThere(index)) found.push({ path: index, why: 'memory', command: undefined });
	}
	return found;
}

/** Documents and protocols that a person saved in a folder of their choice, as our home remembers them. */
export async function savedLeft(things: readonly KeptThing[], words: ForgetWords): Promise<readonly LeftThing[]> {
	const found = new Map<string, LeftThing>();
	const listed = new Set(things.map((each) => each.path));
	for (const thing of things.filter(({ kind }) => kind === 'projects')) {
		const isProtocol = path.basename(path.dirname(thing.path)) === 'protocols';
		if (!isProtocol && path.basename(thing.path) !== 'documents.jsonl') continue;
		const text = (await readOrNothing(thing.path)) ?? '';
		for (const record of isProtocol ? [text] : text.split('\n'))
			for (const named of Object.values(parseObject(record) ?? {})) {
				const place = path.resolve(thing.project ?? '', asText(named) ?? '');
				if (found.has(place) || listed.has(place) || !(await isFile(place))) continue;
				const left = isProtocol
					? words.hasAll(thing) || words.mentions.in(text, false)
						? { path: place, why: 'saved' as const, command: undefined }
						: undefined
					: await savedDocument(place, words.hasAll(thing), words);
				if (left !== undefined) found.set(place, left);
			}
	}
	return [...found.values()];
}

async function savedDocument(file: string, isAll: boolean, words: ForgetWords): Promise<LeftThing | undefined> {
	try {
		const isMeant = isAll
			? (await kindOfDocument({ path: file })) === 'ours'
			: words.mentions.in(await frontOf(file), false);
		return isMeant ? leftThing(file, 'saved') : undefined;
	} catch {
		return leftThing(file, 'unread');
	}
}

/** The names in a folder. @param onUnread it may not be read: then there are none. */
export async function namesOr(folder: string, onUnread: () => void): Promise<readonly string[]> {
	return entriesIn(folder).then(
		(entries) => entries.map(({ name }) => name),
		() => (onUnread(), []),
	);
}

/** What Claude Code keeps of sessions, by its names; its list of typed prompts is one file for all. */
export async function claudesLeft(
	{ claude, project }: OpenProject,
	what: Forgotten,
	{ mentions }: Pick<ForgetWords, 'mentions'>,
): Promise<readonly LeftThing[]> {
	const found: LeftThing[] = [];
	/** Nobody can say what is in a folder that may not be read. */
	const namesIn = (folder: string): Promise<readonly string[]> =>
		namesOr(folder, () => found.push({ path: folder, why: 'unread', command: undefined }));
	const history = path.join(claude.configDir, 'history.jsonl');
	const folders = ['file-history', 'tasks', 'todos', 'session-env', 'debug'].map((name) =>
		path.join(claude.configDir, name),
	);
	if (what === 'all') {
		const whole = [history, ...folders].map(async (each) => ((await isThere(each)) ? [leftThing(each, 'claude')] : []));
		// Memories lie in the same folders, so the names of sessions are given.
		const transcripts = removal(claude.projectsDir, '/*/????????-????-????-????-????????????*');
		for (const slug of await namesIn(claude.projectsDir)) await namesIn(path.join(claude.projectsDir, slug));
		return [leftThing(claude.projectsDir, 'claude', transcripts), ...(await Promise.all(whole)).flat(), ...found];
	}
	for (const folder of [...(await transcriptFolders(claude, project)), ...folders])
		for (const name of await namesIn(folder))
			if (mentions.in(name, false)) found.push(leftThing(path.join(folder, name), 'claude'));
	if (await isIn(history, mentions, undefined)) found.push({ path: history, why: 'claude', command: undefined });
	return found;
}
