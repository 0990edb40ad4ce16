// `session-keeper sessions …`
import path from 'node:path';
import { stampOf } from '../../core/base/dates';
import { describeRedactedKinds } from '../../core/privacy/report';
import type { SearchHit } from '../../core/search/hit';
import { labelText, tagText } from '../../core/sessions/labels';
import { siftSessions } from '../../core/sessions/order';
import { counted, singleLine } from '../../core/base/text';
import { isThere } from '../../node/base/lookAt';
import type { ListedSession } from '../../node/sessions/listedSession';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import { forkMark } from '../../node/sessions/forkMark';
import { openRedactor } from '../../node/privacy/openRedactor';
import { withOneSession } from '../../node/workspace/openSessions';
import { bareList } from '../base/bareList';
import { type Table, idCell, timeCell } from '../base/table';
import { type CommandContext, inFolderOf, requireFolder } from '../context';
import { type Values, type Verb, type VerbsOf, choiceOf, limitOf, nameOf, textsOf } from '../group';
import { type Answer, CommandError, UsageError, confirm, listAnswer, note } from '../io';
import { namedTranscript } from '../meantSession';
import { edit, markVerb } from './labels';
import { namedBy, pick, placeOf, unnamed, withSessions } from './openSessions';
import type { SESSIONS } from './sessionsCommand';
import { details, listedSessionJson, tableOf } from './shownSession';

/** So many are listed where nothing else is said. */
const LISTED = 20;
const SEARCHED = 50;

const list: Verb = {
	run: async (context, _words, values) => {
		const limit = values['all'] === true ? Infinity : limitOf(values, LISTED);
		const { countDeleted, listDeleted } = await import('./deletedSessions');
		if (values['deleted'] === true) return listDeleted(context, limit);
		return withSessions(context, async (store) => {
			const showsDone = values['done'] === true;
			const tags = textsOf(values, 'tag').map(tagText);
			const group = nameOf(values, 'group');
			const wanted = store
				.all()
				.filter(
					(each) =>
						tags.every((tag) => each.tags.includes(tag)) && (group === undefined || each.group === labelText(group)),
				);
			const showsPrograms = values['programs'] === true;
			const { shown: visible, ...others } = siftSessions(wanted, {
				showsHidden: values['hidden'] === true,
				showsPrograms,
				showsDone,
			});
			const shown = visible.slice(0, limit);
			const more = visible.length - shown.length;
			const left = {
				programs: showsPrograms ? 0 : others.programs,
				done: showsDone ? 0 : others.done.length,
				deleted: await countDeleted(context),
			};
			const notes = [
				...(more > 0 ? [`… ${more} more: --all`] : []),
				...(left.programs > 0 ? [`${counted(left.programs, 'session')} of programs: --programs`] : []),
				...(left.done > 0 ? [`${counted(left.done, 'session')} done: --done`] : []),
				...(left.deleted > 0 ? [`${counted(left.deleted, 'session')} deleted, with a copy to restore: --deleted`] : []),
			];
			const json = {
				project: context.project.root,
				total: visible.length,
				left,
				sessions: shown.map((session) => listedSessionJson(store, session)),
			};
			return listAnswer(tableOf(store, shown, notes, context), 'No sessions.', json, store.holdUntilMs(wanted));
		});
	},
};

const show: Verb = {
	run: (context, words, values) =>
		withSessions(context, async (store) => {
			const session = await pick(context, store, words);
			const { recordOf } = await import('../../node/sessions/sessionFold');
			const { sessionContext, welcomeBack } = await import('../../core/sessions/contextBlock');
			const redactor = await openRedactor(context.claude);
			const redact = (text: string): string => redactor.text(text).value;
			const record = await recordOf(session, store, context.claude);
			const nowMs = context.clock.now();
			const verbosity = choiceOf(values, 'verbosity', ['brief', 'normal', 'full']) ?? 'normal';
			const block = record && sessionContext(record, nowMs, verbosity, redact);
			const welcome = record && welcomeBack(record, nowMs, redact, store.lifecycle.idleMs);
			return {
				text: [
					...details(store, session, nowMs),
					...[block, welcome].flatMap((text) => (text === undefined || text === '' ? [] : ['', text])),
				].join('\n'),
				json: {
					session: listedSessionJson(store, session),
					record: record ?? null,
					context: block ?? null,
					welcome: welcome ?? null,
				},
			};
		}),
};

export const sessions: VerbsOf<typeof SESSIONS> = {
	'': bareList(list, (context, { walkOnce }) =>
		walkOnce(context, { list, values: { all: true }, question: 'Show which session?', keys: ['ID'] }, (id) =>
			show.run(context, [id], {}),
		),
	),
	list,
	show,
	search: {
		run: (context, words, values) => withSessions(context, (store) => search(context, store, words, values)),
	},
	blame: {
		run: (context, words) =>
			withSessions(context, async (store) => (await import('./blame')).blame(context, store, words)),
	},
	'of-commit': {
		run: (context, words, values) =>
			withSessions(context, async (store) => (await import('./blame')).ofCommit(context, store, words, values)),
	},
	archive: {
		async run(context, words) {
			const found = await namedTranscript(context, namedBy(words));
			return withOneSession(placeOf(context), context.project, found, async (session, store) => {
				if (session === undefined) throw unnamed(found.session);
				const { archiveSessionRecord } = await import('../../node/sessions/sessionFold');
				const file = await archiveSessionRecord(session, store, context.claude);
				// Who looks for it from another project has to know this one.
				await (await import('../../node/backups/rememberProject')).rememberProject(context.claude, context.project);
				return {
					text: `Archived: ${session.name} → ${file}`,
					json: { archived: { id: session.id, file } },
					undo: { byHand: 'delete this file' },
				};
			});
		},
	},
	edit,
	done: markVerb('done', 'Done', 'Not done'),
	private: markVerb('private', 'Private', 'No longer private'),
	export: {
		run: (context, words, values) =>
			withSessions(context, async (store) => exportSession(context, store, await pick(context, store, words), values)),
	},
};

async function exportSession(
	context: CommandContext,
	store: SessionsStore,
	session: ListedSession,
	values: Values,
): Promise<Answer> {
	const { EXPORT_FORMATS, ExportTargetError, exportToFile, exportToStream } =
		await import('../../node/reading/sessionExport');
	const format = choiceOf(values, 'format', EXPORT_FORMATS) ?? 'md';
	const isRaw = values['raw'] === true;
	const output = nameOf(values, 'output');
	const file = output === undefined ? undefined : inFolderOf(context.caller, output);
	const isOverwritten = file !== undefined && (await isThere(file));
	if (isOverwritten && values['force'] !== true)
		throw new CommandError('exists', `${file} already exists.`, 'Nothing was written. To overwrite it, add --force.');
	if (isRaw) await confirm(context, 'Export without redaction? Secrets and paths of the session will be in the file.');
	if (file === undefined && context.isJson) throw new UsageError('With --json the export needs a file: --output FILE.');
	const redactor = isRaw ? undefined : await openRedactor(context.claude);
	const { id, name, file: from } = session;
	const exported = { id, name, file: from, fork: forkMark(session, (each) => store.get(each)?.name) };
	if (file === undefined) {
		const { output: answer, waiting } = context.caller;
		// A line of progress would stand in the middle of it.
		const redacted = await waiting.during(() => exportToStream(exported, format, redactor, answer.stream()));
		for (const line of describeRedactedKinds(redacted)) note(context, `Redacted: ${line}`);
		return { text: '', json: {}, isPrinted: true };
	}
	await requireFolder(path.dirname(file));
	const redacted = await exportToFile(context.claude, exported, format, redactor, file, (done, total) =>
		context.caller.waiting.report(done, total, ' turns'),
	).catch((error: unknown) => {
		throw error instanceof ExportTargetError ? new UsageError(error.message) : error;
	});
	return {
		text: [`Exported: ${file}`, ...describeRedactedKinds(redacted).map((line) => `Redacted: ${line}`)].join('\n'),
		json: { exported: { id: session.id, format, file, isRedacted: !isRaw, redacted } },
		...(isOverwritten ? {} : { undo: { byHand: `delete ${singleLine(file)}` } }),
	};
}

async function search(
	context: CommandContext,
	store: SessionsStore,
	words: readonly string[],
	values: Values,
): Promise<Answer> {
	const [{ asTyped, parseSearch }, { searchSessions }, { openSearchEngine }] = await Promise.all([
		import('../../core/search/filter'),
		import('../../node/search/searchSessions'),
		import('../../node/search/openSearchEngine'),
	]);
	// A shell took the quotes of a phrase away: several words in one argument were one.
	const typed = words.map(asTyped).join(' ');
	const { query, filter } = parseSearch(typed, context.clock.now());
	if (query === undefined) throw new UsageError('Search for what? session-keeper sessions search <words>');
	const { claude, project, asker } = context;
	const limit = limitOf(values, SEARCHED);
	const { hits, names, isLimited, unreadable } = await searchSessions(
		{
			claude,
			projects: [project],
			sessions: store,
			isEverywhere: values['everywhere'] === true,
			asker,
			limit,
			// Whoever says how many wants them of a single session, too.
			...(values['limit'] === undefined ? {} : { limitPerFile: limit }),
			engine: await openSearchEngine(undefined, context.env),
			onProgress: (done, total) => context.caller.waiting.report(done, total),
		},
		query,
		filter,
	);
	for (const { path: file, code } of unreadable) note(context, `${file} could not be read (${code}).`);
	const nameOf = (hit: SearchHit): string =>
		store.get(hit.sessionId ?? '')?.name ?? singleLine(names.get(hit.file) ?? '');
	const notes = isLimited ? ['… there may be more: --limit N'] : [];
	const nowMs = context.clock.now();
	const table: Table = {
		columns: ['SESSION', 'AT', 'ROLE', 'TITLE', 'TEXT', 'FILE'],
		long: ['TITLE', 'TEXT'],
		plainOnly: ['FILE'],
		rows: hits.map((hit) => [
			idCell(hit.sessionId ?? ''),
			hit.atMs === undefined ? '' : timeCell(hit.atMs, nowMs),
			{ shown: hit.role, tone: 'dim' },
			nameOf(hit),
			hit.text,
			hit.file,
		]),
		notes,
	};
	return listAnswer(table, 'Nothing found.', {
		isLimited,
		hits: hits.map((hit) => ({
			session: hit.sessionId ?? null,
			name: nameOf(hit) === '' ? null : nameOf(hit),
			file: hit.file,
			message: hit.uuid ?? null,
			role: hit.role,
			at: stampOf(hit.atMs),
			text: hit.text,
		})),
	});
}
