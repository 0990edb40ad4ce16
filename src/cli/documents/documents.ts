// `session-keeper documents …`
import path from 'node:path';
import { ageInWords } from '../../core/base/dates';
import { driftWords } from '../../core/documents/drift';
import { firstPrompt, documentBody } from '../../core/documents/firstPrompt';
import type { EngineName } from '../../core/reflection/engine';
import { singleLine } from '../../core/base/text';
import type { BackupStore } from '../../node/backups/backupStore';
import type { DocumentFile } from '../../node/documents/documentFiles';
import { DocumentPathError, type DocumentStore } from '../../node/documents/documentStore';
import type { EnrichFile } from '../../core/documents/modelPart';
import type { Enrichment } from '../../core/documents/modelPart';
import { resumeLatest } from '../../node/documents/resume';
import { backupsBeforeDocument } from '../../node/documents/settle';
import { backupStoreOf, documentStoreOf } from '../../node/workspace/openStores';
import { meantTranscript } from '../../node/sessions/projectSessions';
import { type CommandContext, currentSession, inFolderOf } from '../context';
import { engineNamed, engineOf, untilStopped } from '../engine';
import { type CommandGroup, type Values, nameOf, noWords } from '../group';
import { type Answer, CommandError, UsageError, confirm, note, readLine } from '../io';
import { HAND_IN_OPTIONS, handedInReport, readHandedIn } from '../handedIn';
import { findDocument } from './pickDocument';

interface Stores {
	readonly documents: DocumentStore;
	readonly backups: BackupStore;
}

export const documents: CommandGroup = {
	verbs: {
		list: {
			options: {},
			async run(context, words) {
				noWords(words);
				const { documents: store, backups } = await open(context);
				const [found, { pending }] = await Promise.all([store.list(), backups.list()]);
				const now = context.clock.now();
				const waiting = pending.map(
					(each) => `- ⏳ pending backup ${each.raw} — documents resume latest, or backups discard`,
				);
				return {
					text:
						found.length + waiting.length === 0
							? 'No session documents.'
							: ['## Session documents', '', ...waiting, ...found.map((each) => documentLine(each, now))].join('\n'),
					json: {
						project: context.project.root,
						pending: pending.map(({ raw, session }) => ({ raw, session: session ?? null })),
						documents: found.map(documentJson),
					},
				};
			},
		},
		save: {
			options: {
				session: { type: 'string' },
				engine: { type: 'string' },
				stdin: { type: 'boolean' },
				...HAND_IN_OPTIONS,
			},
			run: save,
		},
		open: {
			options: { stdin: { type: 'boolean' } },
			async run(context, words, values) {
				const { documents: store } = await open(context);
				const document = findDocument(
					context,
					await argument(context, words, values, 'Which document? Say its path, or a part of its name.'),
					await store.list(),
				);
				const drift = await store.drift(document);
				return {
					text: [...driftLines(driftWords(drift)), '', document.text.trimEnd()].join('\n').trimStart(),
					json: { document: documentJson(document), drift: driftJson(drift), text: document.text },
				};
			},
		},
		resume: {
			options: { prompt: { type: 'boolean' }, engine: { type: 'string' }, stdin: { type: 'boolean' } },
			run: resume,
		},
		keep: {
			options: { fact: { type: 'string', multiple: true }, all: { type: 'boolean' }, stdin: { type: 'boolean' } },
			run: keep,
		},
	},
};

async function save(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const given = await argument(context, words, values, 'Where to? Say a path.');
	const engine = engineNamed(nameOf(values, 'engine') ?? 'builtin');
	const { documents: store, backups } = await open(context);
	const handedOver = await readHandedIn(context, values);
	const transcript = await transcriptOf(context, nameOf(values, 'session'));
	const { pending } = await backups.list();
	const others = pending.filter((each) => each.session !== transcript.session);
	if (others.length > 0) note(context, pendingRemark(others.length));
	let saved;
	try {
		const options = {
			session: transcript.session,
			handedOver,
			target: given === '' ? undefined : inFolderOf(context.caller, expandTilde(given, context.claude.userHome)),
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
	if (saved === undefined)
		throw new CommandError('empty', 'Nothing was said in this session yet.', 'There is nothing to save.');
	const { document, contextFile, processed, enrichment, isAmended } = saved;
	const handedIn = await handedInReport(context, saved.verdicts);
	return {
		text: [
			`${isAmended ? 'Amended' : 'Saved'}: ${document.path}`,
			...handedIn.lines,
			...(enrichment === undefined ? [] : [enrichmentLine(enrichment)]),
			`Active context: ${contextFile}`,
			...(processed.length === 0 ? [] : [`Backups that wait no more: ${processed.join(', ')}`]),
			...(document.next.length === 0 ? [] : [`Next: ${document.next[0] ?? ''}`]),
			`To resume: /resume-latest, or /resume-from ${document.path}; in a terminal: session-keeper documents resume`,
		].join('\n'),
		json: {
			saved: documentJson(document),
			...(handedIn.json === null ? {} : { isAmended, handedIn: handedIn.json }),
			activeContext: contextFile,
			engine: enrichment?.kind === 'added' ? enrichment.part.engine : 'builtin',
			notEnriched: enrichment?.kind === 'left' ? enrichment.reason : null,
			processed,
			pending: others.map(({ raw }) => raw),
		},
	};
}

/** Makes a document with what a language model adds. Interrupted, it is made of what the rules have found. */
async function enriching<T>(
	engine: EngineName,
	context: CommandContext,
	make: (enrich: EnrichFile | undefined) => Promise<T>,
): Promise<T> {
	if (engine === 'builtin') return make(undefined);
	const { enrich } = await import('../../node/reflection/enrich');
	const { claude, project, clock } = context;
	const controller = new AbortController();
	return untilStopped(
		context,
		() => controller.abort(),
		() =>
			make((file, facts) =>
				enrich(file, facts, {
					claude,
					project,
					clock,
					engine,
					open: (settings) => engineOf(context, engine, settings),
					signal: controller.signal,
				}),
			),
	);
}

function enrichmentLine(enrichment: Enrichment): string {
	if (enrichment.kind === 'left') return `Rules alone: ${enrichment.reason}`;
	const { engine, statements } = enrichment.part;
	return `Statements of the engine “${engine}”: ${statements.length}`;
}

async function resume(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const given = await argument(context, words, values, 'Which document? Say its path, or a part of its name.');
	const engine = engineNamed(nameOf(values, 'engine') ?? 'builtin');
	const { documents: store, backups } = await open(context);
	let document: DocumentFile;
	let head: string;
	let processed: string | null = null;
	let enrichment: Enrichment | undefined;
	let left: number;
	if (given === '' || given === 'latest') {
		const resumed = await enriching(engine, context, (enrich) => resumeLatest(store, backups, { enrich }));
		if (resumed.kind === 'nothing')
			return { text: 'Nothing to resume: no pending backup, and no session document.', json: { resumed: null } };
		({ document } = resumed);
		processed = resumed.kind === 'processed' ? resumed.backup : null;
		enrichment = resumed.kind === 'processed' ? resumed.enrichment : undefined;
		left = resumed.kind === 'processed' ? resumed.left : 0;
		head = processed === null ? `From: ${document.path}` : `From: ${document.path}, made of the backup ${processed}`;
	} else {
		document = findDocument(context, given, await store.list());
		left = await pendingFirst(context, { documents: store, backups });
		await store.takeUp(document);
		head = `From: ${document.path}`;
	}
	const drift = await store.drift(document);
	if (left > 0) note(context, pendingRemark(left));
	const prompt = firstPrompt(document, driftWords(drift));
	if (values['prompt'] === true) return { text: prompt, json: { resumed: documentJson(document), prompt } };
	return {
		text: [
			`## Resumed: ${document.topic}`,
			'',
			head,
			...(enrichment === undefined ? [] : [enrichmentLine(enrichment)]),
			...driftLines(driftWords(drift)),
			'',
			documentBody(document.text),
		].join('\n'),
		json: {
			resumed: documentJson(document),
			processed,
			engine: enrichment?.kind === 'added' ? enrichment.part.engine : 'builtin',
			notEnriched: enrichment?.kind === 'left' ? enrichment.reason : null,
			pendingLeft: left,
			drift: driftJson(drift),
			prompt,
			text: document.text,
		},
	};
}

/**
 * What is pending may be newer than any document: the person says whether it waits.
 * @returns how many wait. @throws CommandError where nobody said yes.
 */
async function pendingFirst(context: CommandContext, { documents: store, backups }: Stores): Promise<number> {
	const { length } = await backupsBeforeDocument(context.claude, store, backups, currentSession(context));
	if (length > 0) await confirm(context, `${pendingRemark(length)} Resume the document all the same?`);
	return (await backups.list()).pending.length;
}

async function keep(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const { documents: store } = await open(context);
	const document = findDocument(
		context,
		(await argument(context, words, values, 'Which document? Say its path, or a part of its name.')) || 'latest',
		await store.list(),
	);
	const facts = await store.facts(document);
	const asked = values['fact'];
	const numbers = Array.isArray(asked) ? asked.map(String) : [];
	const json = facts.map(({ text, kind, isKnown }, at) => ({ number: at + 1, text, kind, isKnown }));
	if (values['all'] !== true && numbers.length === 0)
		return {
			text:
				facts.length === 0
					? `${document.path} offers no facts.`
					: [
							...facts.map(({ text, isKnown }, at) => `${at + 1}. ${text}${isKnown ? ' (kept already)' : ''}`),
							'',
							'Keep some with --fact N (as often as you like), or --all.',
						].join('\n'),
			json: { document: document.file, facts: json, kept: [] },
		};
	const chosen = values['all'] === true ? facts : numbers.map((number) => facts[numberOf(number, facts.length) - 1]);
	const kept = await store.keep(
		chosen.flatMap((fact) => fact?.text ?? []),
		document,
	);
	return {
		text:
			kept.length === 0
				? 'Nothing new: project-memory.md says it already.'
				: ['Kept in .claude/memory/project-memory.md:', ...kept.map((fact) => `- ${fact}`)].join('\n'),
		json: { document: document.file, facts: json, kept },
	};
}

function numberOf(text: string, count: number): number {
	const number = Number(text);
	if (!Number.isInteger(number) || number < 1 || number > count)
		throw new UsageError(`There is no fact ${text}. There are ${count}.`);
	return number;
}

/** The words of the call, or (for slash commands, whose words no shell may read) one line on standard input. */
async function argument(
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

async function open(context: CommandContext): Promise<Stores> {
	const backups = backupStoreOf(context);
	return { backups, documents: await documentStoreOf(context, backups) };
}

async function transcriptOf(
	context: CommandContext,
	wanted: string | undefined,
): Promise<{ readonly file: string; readonly session: string }> {
	const { claude, project } = context;
	const { fullSessionId } = await import('../sessionId');
	const named = wanted === undefined ? currentSession(context) : await fullSessionId(context, wanted);
	const { session, transcript } = await meantTranscript(claude, project, named);
	if (transcript !== undefined) return transcript;
	// Claude Code begins the file with the first answer.
	if (wanted === undefined && session !== undefined && session === currentSession(context))
		throw new CommandError('empty', 'Nothing was said in this session yet.', 'There is nothing to save.');
	throw new CommandError(
		'notFound',
		session === undefined
			? 'This project has no session.'
			: `There is no transcript of the session ${singleLine(session)}.`,
		'See session-keeper sessions list.',
	);
}

function expandTilde(file: string, home: string): string {
	return /^~(?=$|[/\\])/u.test(file) ? path.join(home, file.slice(1)) : file;
}

function documentLine(document: DocumentFile, nowMs: number): string {
	const facts = [
		...(document.branch === undefined ? [] : [document.branch]),
		ageInWords(Math.max(0, nowMs - document.atMs)),
		...(document.problem === undefined ? [] : ['unreadable front matter']),
	];
	return `- ${document.path} — ${document.topic} (${facts.join(', ')})`;
}

function driftLines(lines: readonly string[]): readonly string[] {
	return lines.length === 0 ? [] : ['', 'Since then:', ...lines.map((line) => `- ${line}`)];
}

function pendingRemark(count: number): string {
	return count === 1
		? 'A backup is pending: documents resume latest processes it, backups discard drops it.'
		: `${count} backups are pending: documents resume latest processes them, one at a time; backups discard drops them.`;
}

function driftJson(drift: Awaited<ReturnType<DocumentStore['drift']>>): Readonly<Record<string, unknown>> {
	const { commits, now } = drift.git;
	return {
		ageSeconds: drift.ageMs === undefined ? null : Math.floor(drift.ageMs / 1_000),
		branchNow: now?.branch ?? null,
		commitNow: now?.commit ?? null,
		commits: commits.kind,
		ahead: 'ahead' in commits ? commits.ahead : null,
		behind: 'behind' in commits ? commits.behind : null,
		dirtyNow: now?.dirty ?? null,
		gone: drift.gone,
		words: driftWords(drift),
	};
}

/** The stable form of a document under `--json`. */
function documentJson(document: DocumentFile): Readonly<Record<string, unknown>> {
	const { file, path: shown, topic, workstream, session, branch, commit, dirty, model, confidence, status } = document;
	return {
		file,
		path: shown,
		topic,
		workstream: workstream ?? null,
		session: session ?? null,
		saved: new Date(document.atMs).toISOString(),
		branch: branch ?? null,
		commit: commit ?? null,
		dirty: dirty ?? null,
		model: model ?? null,
		confidence: confidence ?? null,
		status: status ?? null,
		decisions: document.decisions,
		failures: document.failures,
		tasks: document.tasks,
		openQuestions: document.questions,
		nextSteps: document.next,
		isReadable: document.problem === undefined,
	};
}
