// `session-keeper resume`, and `documents resume`, its older name. Looking at it (`--prompt`) writes nothing.
import { stat } from 'node:fs/promises';
import { driftWords } from '../../core/documents/drift';
import { documentBody, firstPrompt, promptArgument } from '../../core/documents/firstPrompt';
import { isPending } from '../../core/timeline/timeline';
import { folderHere } from '../../node/backups/resumable';
import { startClaude } from '../../node/claude/startClaude';
import { readLaunch } from '../../node/claude/transcriptHead';
import { findOnPath } from '../../node/project/gitRepository';
import { type DocumentFile, type ReadableDocument, seenFrom } from '../../node/documents/documentFiles';
import type { DocumentStore } from '../../node/documents/documentStore';
import { type Resumable, lookAt, resume } from '../../node/timeline/resume';
import type { SessionRow, Timeline } from '../../node/timeline/timeline';
import { type CommandContext, currentSession } from '../context';
import { engineIn } from '../engine';
import type { Values, Verb } from '../group';
import { type Answer, CommandError, UsageError, note } from '../io';
import { documentJson, driftJson, driftLines, engineJson, enrichmentLine } from './documentAnswers';
import { enriching } from './enriching';
import { argument, meantSession } from '../meantSession';
import { openDocuments } from './openDocuments';

export const resumeVerb: Verb = { run: resumeNamed };

async function resumeNamed(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const given = await argument(context, words, values, 'Which one? Name a path, a session or a document.');
	const engine = engineIn(values) ?? 'builtin';
	const claude = values['start'] === true ? await claudeToStart(context, values) : undefined;
	const { documents, backups, timeline } = await openDocuments(context);
	const { wanted, held } = await wantedOf(context, timeline, given);
	const heldLine = held.map(({ title }) => `“${title}”`).join(', ');
	const passedOver = held.length === 0 ? [] : [`Still running, so not resumed: ${heldLine}`];
	const waiting = (await timeline.waiting()).filter((each) => each !== wanted?.session && isWaiting(each, context));
	const nothing = {
		...{ resumed: null, session: null, isMade: false, processed: null, engine: null, notEnriched: null },
		...{ held: held.map(sessionJson), pendingLeft: waiting.length, drift: null, prompt: null, text: null },
	};
	if (wanted === undefined)
		return {
			text:
				held.length === 0
					? 'Nothing to resume: no session with work, and no document.'
					: ['Nothing to resume.', ...passedOver].join('\n'),
			json: nothing,
		};
	const remarks = [...passedOver, ...(waiting.length === 0 ? [] : [waitingRemark(waiting.length)])];
	if (values['prompt'] === true) {
		const document = await documentShown(timeline, documents, wanted);
		for (const remark of remarks) note(context, remark);
		const drift = await documents.drift(document, undefined, true);
		const prompt = firstPrompt(document, driftWords(drift));
		const [resumed, session] = [documentJson(document), sessionJson(wanted.session)];
		return { text: prompt, json: { ...nothing, resumed, session, drift: driftJson(drift), prompt } };
	}
	const resumed = await enriching(engine, context, (enrich) =>
		resume(timeline, documents, backups, wanted, { enrich }),
	);
	if (resumed === undefined) throw nothingSaid(wanted.session);
	const { document, isMade, processed, enrichment } = resumed;
	const folder = claude === undefined ? undefined : await folderOf(context, timeline, wanted.session);
	const drift = await documents.drift(document, folder, true);
	if (claude !== undefined && folder !== undefined) {
		for (const remark of [`Resumed: ${document.topic} (${document.path})`, ...remarks]) note(context, remark);
		return startIn(context, claude, promptArgument(seenFrom(folder, document), driftWords(drift)), folder);
	}
	const [raw] = processed;
	const isOfBackup = isMade && wanted.session.transcript === undefined && raw !== undefined;
	return {
		text: [
			`## Resumed: ${document.topic}`,
			'',
			`From: ${document.path}${isMade ? (isOfBackup ? `, made of the backup ${raw}` : ', made just now') : ''}`,
			...(enrichment === undefined ? [] : [enrichmentLine(enrichment)]),
			...remarks,
			...driftLines(driftWords(drift)),
			'',
			documentBody(document.text),
		].join('\n'),
		json: {
			resumed: documentJson(document),
			session: sessionJson(wanted.session),
			isMade,
			processed: raw ?? null,
			...engineJson(enrichment),
			held: held.map(sessionJson),
			pendingLeft: waiting.length,
			drift: driftJson(drift),
			prompt: firstPrompt(document, driftWords(drift)),
			text: document.text,
		},
		// The text ends with the document, which Claude is given.
		...(isMade ? { undo: 'undo', isToTheLetter: true } : {}),
	};
}

/** The program that `--start` starts. @throws where there is none, or nobody would see it. */
async function claudeToStart(context: CommandContext, values: Values): Promise<string> {
	if (context.isJson || values['prompt'] === true || context.env['CLAUDECODE'] === '1')
		throw new UsageError('--start needs a terminal: it works neither with --json or --prompt nor inside a session.');
	const found = await findOnPath('claude', context.env);
	if (found !== undefined) return found;
	const batch = process.platform === 'win32' ? await findOnPath('claude.cmd', context.env) : undefined;
	throw new CommandError(
		'noClaude',
		batch === undefined
			? 'claude was not found on the PATH.'
			: `${batch} is a batch file, which only a shell can start.`,
		batch === undefined
			? 'Nothing was changed. Install Claude Code, or resume without --start.'
			: 'Nothing was changed. Resume without --start, or install Claude Code as a program: claude install.',
	);
}

/** Where a session was last, as far as that folder is there and the project's. */
async function folderOf({ project }: CommandContext, timeline: Timeline, session: SessionRow): Promise<string> {
	const launch = await timeline.lend(session, readLaunch);
	const folder = folderHere(project, launch?.cwd);
	const isThere = (await stat(folder).catch(() => undefined))?.isDirectory() === true;
	return isThere ? folder : project.checkout;
}

async function startIn(context: CommandContext, claude: string, prompt: string, folder: string): Promise<Answer> {
	const { caller, env } = context;
	// What interrupts Claude Code is its own to answer.
	const release = caller.onStop(() => undefined);
	const exitCode = await caller.waiting.during(() => startClaude(claude, prompt, { folder, env })).finally(release);
	return { text: '', json: {}, isPrinted: true, exitCode };
}

async function wantedOf(
	context: CommandContext,
	timeline: Timeline,
	given: string,
): Promise<{ readonly wanted: Resumable | undefined; readonly held: readonly SessionRow[] }> {
	if (given !== '' && given !== 'latest') return { wanted: await meantSession(context, timeline, given), held: [] };
	const { session, held } = await timeline.latest(currentSession(context));
	return { wanted: session && { session, document: undefined }, held };
}

/** Whether another session than the asking one has backups that wait for a person. */
export function isWaiting(session: SessionRow, context: CommandContext): boolean {
	return isPending(session) && session.id !== currentSession(context);
}

export function waitingRemark(count: number): string {
	return count === 1
		? 'Another session has a pending backup: session-keeper backups list'
		: `${count} other sessions have pending backups: session-keeper backups list`;
}

/** What would be resumed, without writing it. @throws CommandError where nobody said anything. */
export async function documentShown(
	timeline: Timeline,
	documents: DocumentStore,
	wanted: Resumable,
): Promise<ReadableDocument | DocumentFile> {
	const document = await lookAt(timeline, documents, wanted);
	if (document === undefined) throw nothingSaid(wanted.session);
	return document;
}

function nothingSaid({ title, waiting, documents, isReadable }: SessionRow): CommandError {
	if (!isReadable && documents.length > 0)
		return new CommandError(
			'gone',
			`Only a draft of “${title}” is left, and it is not accepted.`,
			'To decide about it: session-keeper review list',
		);
	const [backup] = waiting;
	if (backup?.state === 'lost')
		return new CommandError(
			'gone',
			`The transcript and all copies of “${title}” are gone.`,
			'To remove it from the list: session-keeper backups discard',
		);
	return new CommandError('empty', `“${title}” is empty.`, 'There is nothing to resume.');
}

export function sessionJson({
	id,
	title,
	lastMs,
	hasWork,
	isLive,
	isProgram,
}: SessionRow): Readonly<Record<string, unknown>> {
	return {
		id: id ?? null,
		title,
		lastMessage: new Date(lastMs).toISOString(),
		hasWork,
		isRunning: isLive,
		isProgram,
	};
}
