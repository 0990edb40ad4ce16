// What a person names: one way for every command that takes a session, a document or a backup by any of its names.
import path from 'node:path';
import { copyHint } from '../core/backups/rawNames';
import { agoInWords } from '../core/base/dates';
import { isWholeId } from '../core/keeper/mentions';
import { singleLine } from '../core/base/text';
import { expandHome } from '../node/claude/claudeHome';
import { readDocumentFile } from '../node/documents/documentFiles';
import { latestSession } from '../node/sessions/projectSessions';
import { openSight } from '../node/sessions/labelsFor';
import { readLiveSessions } from '../node/sessions/liveSessions';
import type { Resumable } from '../node/timeline/resume';
import type { SessionRow, Timeline } from '../node/timeline/timeline';
import { type FoundTranscript, locateTranscript } from '../node/transcript/locateTranscript';
import { backupStoreOf, openTimeline } from '../node/workspace/openStores';
import { ageMark } from './base/ages';
import { type CommandContext, currentSession } from './context';
import type { Values } from './group';
import { CommandError, readLine } from './io';

/** The words of the call, or (for slash commands, whose words no shell may read) one line on standard input. */
export async function argument(
	context: CommandContext,
	words: readonly string[],
	values: Values,
	missing: string,
): Promise<string> {
	if (values['stdin'] !== true) return words.join(' ').trim();
	const line = await readLine(context, words);
	if (line === '') throw new CommandError('usage', missing, 'See session-keeper documents list.');
	return line;
}

/** What a text names. @throws CommandError where that is nothing, or several: then they are listed. */
export async function meantSession(context: CommandContext, timeline: Timeline, text: string): Promise<Resumable> {
	const found = await find(context, timeline, text);
	if (found === undefined) throw nothingMeant(text);
	return found;
}

/**
 * The id of the session that a text names.
 * @returns the text itself where it is the whole id of a session that left nothing here. @throws CommandError as `meantSession`.
 */
export async function namedSession(context: CommandContext, text: string): Promise<string> {
	const id = await namedId(context, text);
	if (id === undefined) throw nothingMeant(text);
	return id;
}

/** The same; nothing where the text names none. */
export async function namedId(context: CommandContext, text: string): Promise<string | undefined> {
	const timeline = await openTimeline(context, backupStoreOf(context), undefined, context.asker);
	const found = await find(context, timeline, text);
	return found === undefined && isWholeId(text) && timeline.isThere(text) ? text : found?.session.id;
}

/**
 * The transcript of the session that a text names; without one, of the session that asks, else of the one that was active
 * last. @throws CommandError where there is none.
 */
export async function namedTranscript(context: CommandContext, text: string | undefined): Promise<FoundTranscript> {
	const { claude, project } = context;
	const own = text === undefined ? currentSession(context) : undefined;
	const last = async (): Promise<string | undefined> =>
		(await latestSession(claude, project, await readLiveSessions(claude)))?.id;
	const session = text === undefined ? (own ?? (await last())) : await namedSession(context, text);
	// The session that asks may be read by itself.
	const isKept = own === undefined && !(await openSight(context))(session);
	const found =
		session === undefined || isKept ? undefined : await locateTranscript(claude, session, undefined, project);
	if (found !== undefined) return found;
	// Claude Code begins the file with the first answer.
	if (own !== undefined) throw new CommandError('empty', 'This session is empty.', 'There is nothing to save.');
	const isNone = session === undefined || (isKept && text === undefined);
	if (isNone) throw new CommandError('notFound', 'No sessions in this project.', 'See session-keeper sessions list.');
	throw new CommandError('notFound', `Transcript not found: ${singleLine(session)}.`, copyHint(session));
}

async function find(context: CommandContext, timeline: Timeline, text: string): Promise<Resumable | undefined> {
	if (text === 'latest') {
		const { session } = await timeline.latest(currentSession(context));
		if (session === undefined)
			throw new CommandError('notFound', 'No session with work in this project.', 'See session-keeper sessions list.');
		return { session, document: undefined };
	}
	const { caller, project, claude, clock } = context;
	const named = expandHome(text, claude.userHome);
	const places = [caller.folder(), project.checkout, project.root].map((folder) => path.resolve(folder, named));
	const hits = await timeline.find(text, places);
	if (hits.length > 1)
		throw severalMeant(
			hits.map(({ session, document }) => ({
				...session,
				document: document?.file,
				name: nameOf(session),
				facts: factsOf(session, agoInWords(session.lastMs, clock.now())),
			})),
		);
	if (hits[0] !== undefined) return hits[0];
	// A document may lie where nobody remembers it.
	for (const file of places.filter((each) => each.endsWith('.md'))) {
		const document = await readDocumentFile(project, file);
		if (document !== undefined && timeline.isThere(document.session))
			return { session: await timeline.rowOf(document), document };
	}
	return undefined;
}

function nothingMeant(text: string): CommandError {
	return new CommandError(
		'notFound',
		`No session, document or backup matches ${singleLine(text)}.`,
		'See session-keeper documents list --all.',
	);
}

/** The failure where several sessions could be meant: all are listed, each by a name that means no other. */
export function severalMeant(
	hits: readonly (Pick<SessionRow, 'id' | 'title'> & {
		readonly document?: string | undefined;
		readonly name: string;
		readonly facts?: string;
	})[],
): CommandError {
	const lineOf = ({ id, title, name, facts = '' }: (typeof hits)[number]): string => {
		const isOnly = hits.filter((each) => each.name === name).length === 1;
		return `- ${isOnly ? name : (id ?? name)} — ${singleLine(title)}${facts}`;
	};
	return new CommandError('ambiguous', `${hits.length} sessions could be meant.`, 'Name one of them.', {
		text: hits.map(lineOf).join('\n'),
		json: {
			matches: hits.map(({ id, title, document }) => ({ session: id ?? null, title, document: document ?? null })),
		},
	});
}

/** A session in one line of an answer, with the words by which it can be named. */
export function sessionLine(session: SessionRow): string {
	return `${nameOf(session)} — ${singleLine(session.title)}${factsOf(session, ageMark(session.lastMs))}`;
}

function nameOf({ id, documents, waiting }: SessionRow): string {
	return id?.slice(0, 8) ?? documents[0]?.path ?? waiting[0]?.raw ?? '';
}

function factsOf(session: SessionRow, age: string): string {
	const facts = [
		age,
		...(session.isLive ? ['still running'] : []),
		...(session.isProgram ? ['a program’s'] : []),
		...(session.hasWork ? [] : ['without work']),
	];
	return ` (${facts.join(', ')})`;
}
