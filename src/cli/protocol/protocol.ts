// `session-keeper protocol …`
import type { TaskEdit } from '../../core/protocol/compose';
import { CATEGORIES, PRIORITIES, TASK_ID } from '../../core/protocol/protocol';
import { contextPrompt } from '../../core/protocol/context';
import { loadReport, saveReport } from '../../core/protocol/report';
import { ORIGIN_WORDS } from '../../core/protocol/found';
import { isBranchChanged } from '../../core/project/drift';
import { singleLine } from '../../core/base/text';
import { ANY_MODEL, isPrivate } from '../../core/sessions/labels';
import {
	ProtocolError,
	type ProtocolPlace,
	namedPlace,
	placeToLoad,
	requireProtocol,
} from '../../node/protocol/protocolFile';
import { PROTOCOL_TRASH } from '../../node/keeper/trash';
import type { PreparedSave, SaveRequest } from '../../node/protocol/protocolStore';
import { labelsFor } from '../../node/sessions/labelsFor';
import { protocolStoreOf } from '../../node/workspace/openStores';
import { type CommandContext, currentSession } from '../context';
import { type Values, type VerbsOf, nameOf, textsOf } from '../group';
import { type Answer, CommandError, UsageError, note, readStandardInput } from '../io';
import { undoOf } from '../keeper/undo';
import { handedInReport, readHandedIn } from '../handedIn';
import type { PROTOCOL } from './protocolCommand';
import { countsJson, previewText, saveJson } from './protocolPreview';

/** Somebody else may write the file between reading and writing; then it is composed anew. */
const ATTEMPTS = 3;

export const protocol: VerbsOf<typeof PROTOCOL> = {
	save: { run: (context, words, values) => inWords(() => save(context, words, values)) },
	load: { run: (context, words, values) => inWords(() => load(context, words, values)) },
	check: { run: (context, words) => inWords(() => check(context, words)) },
	undo: undoOf(PROTOCOL_TRASH),
};

async function save(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const store = await protocolStoreOf(context);
	const isDryRun = values['dry-run'] === true;
	if (values['statements'] === '-' && values['add'] === true)
		throw new UsageError('--add and --statements - cannot both read standard input.');
	const request: SaveRequest = {
		session: await sessionOf(context, values),
		place: await placeOf(context, words, values),
		given: values['add'] === true ? await readGiven(context) : undefined,
		handedOver: await readHandedIn(context, values),
		without: new Set(textsOf(values, 'without').flatMap((ids) => ids.split(',').map((id) => id.trim()))),
		edits: editsOf(values),
	};
	for (let attempt = 1; ; attempt++) {
		const prepared = await store.prepare(request);
		requireIds(prepared, request);
		const handedIn = await handedInReport(context, prepared.verdicts);
		const json = { ...saveJson(context, prepared), ...(handedIn.json === null ? {} : { handedIn: handedIn.json }) };
		const inText = (text: string): string => [text, ...handedIn.lines].join('\n');
		const { protocol } = prepared;
		// A protocol needs a task; what else was found is shown all the same.
		const shown = { ...json, saved: false, ...(isDryRun ? { protocol } : {}) };
		if (protocol.tasks.length === 0) return { text: inText('No tasks found in this session.'), json: shown };
		if (isDryRun) {
			await store.keepIds(prepared).catch((error: unknown) => {
				note(context, `Warning: These ids may change: ${error instanceof Error ? error.message : String(error)}`);
			});
			return { text: inText(previewText(prepared)), json: shown };
		}
		let undoable: string;
		try {
			undoable = (await store.write(prepared)).id;
		} catch (error) {
			if (error instanceof ProtocolError && error.code === 'changed' && attempt < ATTEMPTS) continue;
			throw error;
		}
		for (const line of remarks(prepared)) note(context, line);
		return {
			text: inText(saveReport(prepared.protocol, prepared.place.label)),
			json: { ...json, saved: true, undo: undoable },
			undo: 'protocol undo',
			isToTheLetter: true,
		};
	}
}

async function load(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	// A model may only look at what there is: what it saves then is merged.
	const session = context.isForModel === true ? undefined : await sessionOf(context, values);
	const loaded = await (await protocolStoreOf(context)).load(await placeOf(context, words, values), session);
	const { place, drift, warnings } = loaded;
	const labelled =
		context.isForModel === true ? await labelsFor(context.claude, ANY_MODEL, context.project) : undefined;
	if (labelled !== undefined && loaded.savedFrom.some((each) => isPrivate(labelled, each)))
		throw new CommandError('notFound', `${place.label} has tasks of a private session.`, 'Only a person may load it.');
	for (const { message } of warnings) note(context, `Warning: ${message}`);
	if (loaded.hasBoth) note(context, 'Warning: sp.json was ignored.');
	const nowMs = context.clock.now();
	const report = loadReport(loaded.protocol, place.label, nowMs, drift);
	const prompt = contextPrompt(loaded.protocol, place.label, report);
	const { metadata } = loaded.protocol;
	return {
		text: values['context'] === true ? prompt : report,
		json: {
			project: context.project.root,
			file: place.file,
			ageMs: Math.max(0, nowMs - Date.parse(metadata.updated)),
			...countsJson(loaded.protocol),
			git: {
				branch: metadata.git_branch,
				commit: metadata.git_commit,
				now: drift.now === undefined ? null : { branch: drift.now.branch ?? null, commit: drift.now.commit ?? null },
				isBranchChanged: isBranchChanged(drift),
				drift: drift.commits.kind,
				ahead: 'ahead' in drift.commits ? drift.commits.ahead : null,
				behind: 'behind' in drift.commits ? drift.commits.behind : null,
			},
			savedBy: loaded.savedBy ?? null,
			warnings: [...warnings, ...(loaded.hasBoth ? [{ path: '', message: 'sp.json was ignored' }] : [])],
			report,
			prompt,
			protocol: loaded.protocol,
		},
	};
}

async function check(context: CommandContext, words: readonly string[]): Promise<Answer> {
	const named = await placeOf(context, words, {});
	const { place, hasBoth } =
		named === undefined ? await placeToLoad(context.project) : { place: named, hasBoth: false };
	const { errors, warnings, tasks } = await requireProtocol(place).then(
		(loaded) => ({ errors: [], warnings: loaded.warnings, tasks: loaded.protocol.tasks.length }),
		(error: unknown) => {
			if (!(error instanceof ProtocolError) || error.violations.length === 0) throw error;
			return { errors: error.violations, warnings: [], tasks: 0 };
		},
	);
	const findings = [
		...errors.map((each) => ({ ...each, severity: 'error' as const })),
		...warnings.map((each) => ({ ...each, severity: 'warning' as const })),
		...(hasBoth ? [{ path: '', message: 'sp.json is ignored', severity: 'warning' as const }] : []),
	];
	const lines = findings.map(({ message, severity }) =>
		severity === 'error' ? `Cannot load: ${message}` : `Warning: ${message}`,
	);
	return {
		text:
			lines.length === 0 ? `${place.label} is valid: ${tasks === 1 ? '1 task' : `${tasks} tasks`}` : lines.join('\n'),
		json: { project: context.project.root, file: place.file, isValid: errors.length === 0, findings },
		exitCode: findings.length === 0 ? 0 : 1,
	};
}

/** What is worth a word beside the report: where the tasks came from, and what was taken out. */
function remarks({ proposed, redacted }: PreparedSave): readonly string[] {
	const counts = new Map<string, number>();
	for (const { origin, change } of proposed)
		if (origin !== undefined && change === 'new') counts.set(origin.kind, (counts.get(origin.kind) ?? 0) + 1);
	const from = Object.entries(ORIGIN_WORDS).flatMap(([kind, words]) => {
		const count = counts.get(kind);
		return count === undefined ? [] : [`${words} (${count})`];
	});
	return [
		...(from.length === 0 ? [] : [`New, by where it was found: ${from.join(', ')}.`]),
		...redacted.map(({ kind, where }) => `Redacted: ${kind} in ${where}`),
	];
}

function requireIds({ ids }: PreparedSave, { without, edits }: SaveRequest): void {
	const named = [...(without ?? []), ...(edits?.keys() ?? [])];
	for (const id of named)
		if (!TASK_ID.test(id)) throw new UsageError(`${singleLine(id)} is not a task id such as TASK_001.`);
	const missing = named.find((id) => !ids.has(id));
	if (missing !== undefined)
		throw new CommandError('notFound', `No such task: ${missing}.`, 'See session-keeper protocol save --dry-run.');
}

function editsOf(values: Values): ReadonlyMap<string, TaskEdit> {
	const edits = new Map<string, TaskEdit>();
	const read = <T extends string>(option: string, known: readonly T[]): readonly (readonly [string, T])[] =>
		textsOf(values, option).map((text) => {
			const [id = '', value] = text.split('=');
			const found = known.find((each) => each === value);
			if (found === undefined) throw new UsageError(`--${option} TASK_001=VALUE, where VALUE is ${known.join(', ')}.`);
			return [id, found];
		});
	for (const [id, priority] of read('priority', PRIORITIES)) edits.set(id, { ...edits.get(id), priority });
	for (const [id, category] of read('category', CATEGORIES)) edits.set(id, { ...edits.get(id), category });
	return edits;
}

/** The session that is named; else the one that runs the command. */
async function sessionOf(context: CommandContext, values: Values): Promise<string | undefined> {
	const named = nameOf(values, 'session');
	if (named === undefined) return currentSession(context);
	const { namedSession } = await import('../meantSession');
	return namedSession(context, named);
}

async function readGiven(context: CommandContext): Promise<NonNullable<SaveRequest['given']>> {
	const { parseGiven } = await import('../../core/protocol/given');
	const given = parseGiven(await readStandardInput(context));
	if (!given.ok) throw new UsageError(`Standard input is not part of a protocol: ${given.error}.`);
	return given.value;
}

/** The file that is named: by a word, or on standard input, where no shell looks at it. An empty one is the usual file. */
async function placeOf(
	context: CommandContext,
	words: readonly string[],
	values: Values,
): Promise<ProtocolPlace | undefined> {
	const isTyped = values['stdin'] === true;
	if (isTyped && values['add'] === true) throw new UsageError('--stdin and --add cannot both read standard input.');
	const [named, more] = isTyped ? [(await readStandardInput(context)).trim()] : words;
	if (more !== undefined || (isTyped && words.length > 0)) throw new UsageError(`Unexpected: ${words.join(' ')}.`);
	if (!isTyped && named?.trim() === '') throw new UsageError('The name of the file is empty.');
	return named === undefined || named === '' ? undefined : namedPlace(context.project, named, context.caller.folder());
}

/** The reasons of the store in the form of the command line. */
async function inWords(run: () => Promise<Answer>): Promise<Answer> {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ProtocolError)) throw error;
		throw new CommandError(error.code, error.message, error.hint, {
			text: '',
			json: error.violations.length === 0 ? {} : { violations: error.violations },
		});
	}
}
