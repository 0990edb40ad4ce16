// `session-keeper documents …`
import path from 'node:path';
import { nextMidnightMs } from '../../core/base/dates';
import { redactedIn, redactedLines } from '../../core/privacy/report';
import { commandName } from '../../core/claude/commandName';
import { driftWords } from '../../core/documents/drift';
import { singleLine } from '../../core/base/text';
import { canBeLatest, inOrder, isCovered, isPending, resumableOf } from '../../core/timeline/timeline';
import { expandHome } from '../../node/claude/claudeHome';
import type { DocumentFile } from '../../node/documents/documentFiles';
import { DocumentPathError } from '../../node/documents/documentPathError';
import { commandsHere } from '../../node/hooks/commandsHere';
import type { SessionRow, Timeline } from '../../node/timeline/timeline';
import { openTimeline } from '../../node/workspace/openStores';
import { type Cell, idCell, timeCell } from '../base/table';
import { type CommandContext, inFolderOf } from '../context';
import { engineIn } from '../engine';
import { type Values, type VerbsOf, nameOf, textsOf } from '../group';
import { type Answer, CommandError, UsageError, note } from '../io';
import { argument, meantSession, namedTranscript, sessionLine } from '../meantSession';
import { handedInReport, readHandedIn } from '../handedIn';
import type { DOCUMENTS } from './documentsCommand';
import {
	documentJson,
	documentLine,
	documentNotes,
	driftJson,
	driftLines,
	engineJson,
	enrichmentLine,
} from './documentAnswers';
import { enriching } from './enriching';
import { openDocuments } from './openDocuments';
import { documentShown, isWaiting, resumeVerb, sessionJson, waitingRemark } from './resume';

/** So many sessions are listed where nothing else is said. */
const LISTED = 20;
const WHICH = 'Which document? Name its path, its session or a part of its title.';

export const documents: VerbsOf<typeof DOCUMENTS> = {
	list: { run: list },
	save: { run: save },
	open: { run: open },
	resume: resumeVerb,
	keep: { run: keep },
};

async function list(context: CommandContext, _words: readonly string[], values: Values): Promise<Answer> {
	const timeline = await openTimeline(context);
	const isAll = values['all'] === true;
	const { rows, isAll: isWhole } = await timeline.list(isAll ? Infinity : LISTED * 2);
	const listed = isAll ? rows : rows.filter((each) => resumableOf(each).length > 0);
	const shown = isAll ? listed : listed.slice(0, LISTED);
	const folded = foldedWords(rows.filter((each) => !listed.includes(each)));
	const left = listed.length - shown.length;
	const nowMs = context.clock.now();
	const more = [...folded, ...(isWhole ? (left > 0 ? [`${left} older`] : []) : ['older ones'])];
	const notes = more.length === 0 || isAll ? [] : [`… ${more.join(', ')}: --all`];
	const pending = (await timeline.waiting()).flatMap(({ waiting }) => waiting);
	await timeline.keep();
	return {
		holdsUntilMs: nextMidnightMs(nowMs),
		text: [
			...(shown.length === 0 ? ['No session documents.'] : ['## Session documents', '', ...shown.flatMap(rowLines)]),
			...(notes.length === 0 ? [] : ['', ...notes]),
		].join('\n'),
		table: {
			columns: ['SESSION', 'LAST MESSAGE', 'TITLE', 'DOCUMENT', 'NOTES', 'BACKUP'],
			long: ['TITLE', 'DOCUMENT'],
			plainOnly: ['BACKUP'],
			rows: shown.flatMap((each) => tableRows(each, nowMs)),
			notes,
		},
		json: {
			project: context.project.root,
			pending: pending.map(({ raw, session }) => ({ raw, session: session ?? null })),
			documents: rows.flatMap((each) => each.documents.map(documentJson)),
			sessions: rows.map((each) => ({ ...sessionJson(each), ...leftJson(each) })),
		},
	};
}

/** A session, and its documents below it. */
function rowLines(session: SessionRow): readonly string[] {
	const { documents: saved, waiting } = session;
	const notes = [
		...(saved.length === 0 ? ['no document yet'] : []),
		...(waiting.length > 0 && isPending(session) ? ['⏳ backup pending'] : []),
	];
	return [
		`- ${sessionLine(session)}${notes.length === 0 ? '' : ` — ${notes.join(', ')}`}`,
		...saved.map((each) => `  ${documentLine(each)}`),
	];
}

/** A row for each document of a session, or one for none. */
function tableRows(session: SessionRow, nowMs: number): readonly (readonly Cell[])[] {
	const notes = [
		...(session.isLive ? ['running'] : []),
		...(session.waiting.length > 0 && isPending(session) ? ['its backup waits'] : []),
	];
	const saved = session.documents.length === 0 ? [undefined] : session.documents;
	return saved.map((each) => [
		idCell(session.id ?? ''),
		timeCell(session.lastMs, nowMs),
		session.title,
		each === undefined ? { shown: '—', plain: '', tone: 'dim' } : { shown: each.path, file: each.file },
		{ shown: [...notes, ...(each === undefined ? [] : documentNotes(each))].join(', '), tone: 'dim' },
		session.waiting[0]?.raw ?? '',
	]);
}

/** How many sessions are not shown, and why. */
function foldedWords(rows: readonly SessionRow[]): readonly string[] {
	const programs = rows.filter(({ isProgram }) => isProgram).length;
	const idle = rows.length - programs;
	return [...(idle === 0 ? [] : [`${idle} without work`]), ...(programs === 0 ? [] : [`${programs} of programs`])];
}

/** What is left of a session. */
function leftJson(session: SessionRow): Readonly<Record<string, unknown>> {
	return {
		isReadable: session.isReadable,
		isCovered: isCovered(session),
		documents: session.documents.map(({ file }) => file),
		backups: session.waiting.map(({ raw }) => raw),
	};
}

async function open(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const { documents: store, timeline } = await openDocuments(context);
	const given = await argument(context, words, values, WHICH);
	const isSaved = given === '' || given === 'latest';
	const document = isSaved
		? await savedDocument(context, timeline, given)
		: await documentShown(timeline, store, await meantSession(context, timeline, given));
	const drift = await store.drift(document);
	return {
		text: [...driftLines(driftWords(drift)), '', document.text.trimEnd()].join('\n').trimStart(),
		json: { document: documentJson(document), drift: driftJson(drift), text: document.text },
	};
}

/** The document that a text names; the one that was saved last where it says nothing, also that of the asking session. */
async function savedDocument(context: CommandContext, timeline: Timeline, given: string): Promise<DocumentFile> {
	if (given === '' || given === 'latest') {
		const saved = timeline.documents.find(({ isDraft }) => !isDraft);
		if (saved !== undefined) return saved;
		throw new CommandError('notFound', 'No session documents.', 'Create one: session-keeper documents save');
	}
	const { session, document } = await meantSession(context, timeline, given);
	const found = document ?? session.documents.find(({ isDraft }) => !isDraft);
	if (found !== undefined) return found;
	throw new CommandError(
		'notFound',
		`No document of “${singleLine(session.title)}”.`,
		'Make one: session-keeper resume, or documents save --session ID.',
	);
}

async function save(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const given = await argument(context, words, values, 'Where to? Name a path.');
	const engine = engineIn(values) ?? 'builtin';
	const { documents: store, timeline } = await openDocuments(context);
	const handedOver = await readHandedIn(context, values);
	const transcript = await namedTranscript(context, nameOf(values, 'session'));
	const others = (await timeline.waiting()).filter(
		(each) => each.id !== transcript.session && isWaiting(each, context),
	);
	if (others.length > 0) note(context, waitingRemark(others.length));
	let saved;
	try {
		const options = {
			session: transcript.session,
			handedOver,
			target: given === '' ? undefined : targetOf(context, given),
		};
		saved = await enriching(engine, context, (enrich) => store.save(transcript.file, { ...options, enrich }));
	} catch (error) {
		if (!(error instanceof DocumentPathError)) throw error;
		throw new CommandError(
			error.reason === 'taken' ? 'exists' : error.reason,
			error.message,
			'Nothing was written: name another path.',
		);
	}
	if (saved === undefined) throw new CommandError('empty', 'This session is empty.', 'There is nothing to save.');
	const { document, contextFile, processed, enrichment, isAmended, change } = saved;
	const handedIn = await handedInReport(context, saved.verdicts);
	const redacted = redactedIn(document.text);
	const here = await commandsHere(context.claude, context.project);
	const isLatest = await isLatestOnceEnded(timeline, transcript.session);
	return {
		text: [
			`${isAmended ? 'Amended' : 'Saved'}: ${document.path}`,
			...handedIn.lines,
			...(enrichment === undefined ? [] : [enrichmentLine(enrichment)]),
			...redactedLines(redacted),
			`Active context: ${contextFile}`,
			...(processed.length === 0 ? [] : [`No longer pending: ${processed.join(', ')}`]),
			...(document.next.length === 0 ? [] : [`Next: ${document.next[0] ?? ''}`]),
			`To resume: ${isLatest ? `${commandName('resume-latest', here)}, or ` : ''}${commandName('resume-from', here)} ${document.path}`,
		].join('\n'),
		json: {
			saved: documentJson(document),
			...(redacted.length === 0 ? {} : { redacted }),
			...(handedIn.json === null ? {} : { isAmended, handedIn: handedIn.json }),
			activeContext: contextFile,
			...engineJson(enrichment),
			processed,
			pending: others.flatMap(({ waiting }) => waiting.map(({ raw }) => raw)),
			undo: change,
		},
		undo: 'undo',
	};
}

/** The path that is meant; what ends in a separator stays so, for it is a folder. */
function targetOf({ caller, claude }: CommandContext, given: string): string {
	const target = inFolderOf(caller, expandHome(given, claude.userHome));
	return given.endsWith('/') || given.endsWith(path.sep) ? target + path.sep : target;
}

/** Whether `resume latest` resumes a session: as a rule it is the one that saves itself, and still runs. */
async function isLatestOnceEnded(timeline: Timeline, id: string): Promise<boolean> {
	const [row, { session: other }] = await Promise.all([timeline.get(id), timeline.latest(id)]);
	if (row === undefined || !canBeLatest({ ...row, isLive: false }, undefined)) return false;
	return other === undefined || inOrder([row, other])[0] === row;
}

async function keep(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const { documents: store, timeline } = await openDocuments(context);
	const document = await savedDocument(context, timeline, await argument(context, words, values, WHICH));
	const facts = await store.facts(document);
	const numbers = textsOf(values, 'fact');
	const json = facts.map(({ text, kind, isKnown }, at) => ({ number: at + 1, text, kind, isKnown }));
	const nothing = { document: document.file, facts: json, kept: [] };
	if (facts.length === 0 && numbers.length === 0) return { text: `${document.path} offers no facts.`, json: nothing };
	if (values['all'] !== true && numbers.length === 0)
		return {
			text: [
				...facts.map(({ text, isKnown }, at) => `${at + 1}. ${text}${isKnown ? ' (already there)' : ''}`),
				'',
				'To keep some: --fact N (repeat for more), or --all',
			].join('\n'),
			json: nothing,
		};
	const chosen = values['all'] === true ? facts : numbers.map((number) => facts[numberOf(number, facts.length) - 1]);
	const { added: kept } = await store.keep(
		chosen.flatMap((fact) => fact?.text ?? []),
		document,
	);
	return {
		text:
			kept.length === 0
				? 'Nothing new: already in project-memory.md.'
				: ['Added to .claude/memory/project-memory.md:', ...kept.map((fact) => `- ${fact}`)].join('\n'),
		json: { document: document.file, facts: json, kept },
		...(kept.length === 0 ? {} : { undo: 'undo' }),
	};
}

function numberOf(text: string, count: number): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1 || number > count)
		throw new UsageError(`No such fact: ${text}. There are ${count}.`);
	return number;
}
