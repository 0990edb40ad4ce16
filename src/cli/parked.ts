// `session-keeper parked …`
import { localDate, startOfLocalDay } from '../core/base/dates';
import type { ParkRequest } from '../core/parking/draft';
import { type ParkedItem, slugOfFileName } from '../core/parking/item';
import { itemLine, renderList, sortItems } from '../core/parking/list';
import type { Matchable } from '../core/parking/match';
import { singleLine } from '../core/base/text';
import { type CommandContext, currentSession } from './context';
import { type CommandGroup, type Values, type Verb, nameOf, noWords, textOf } from './group';
import { type Answer, CommandError, UsageError, note, readLine, readStandardInput } from './io';
import type { ParkingLot } from '../node/parking/parkingLot';
import { parkingLotOf } from '../node/workspace/openProject';

const list: Verb = {
	options: {},
	async run(context, words) {
		noWords(words);
		const { open, expired, problem } = await parkingLotOf(context).expire();
		if (problem !== undefined)
			note(
				context,
				`Expired items could not be removed: ${problem instanceof Error ? problem.message : String(problem)}`,
			);
		return {
			text: renderList(open, context.clock.now()),
			json: {
				project: context.project.root,
				memoryDir: context.project.memoryDir,
				items: sortItems(open).map(itemJson),
				expired: expired.map((item) => ({ name: item.name, file: item.path })),
			},
		};
	},
};

const archive: Verb = {
	options: {},
	async run(context, words) {
		const lot = parkingLotOf(context);
		const query = needWords(words, 'Which item? session-keeper parked archive <text>');
		const { open } = await lot.expire();
		const item = await needOne(query, open, 'open', (each) => each.path);
		if ((await lot.archive(item)) === undefined)
			throw new CommandError('gone', `${item.name} is gone already.`, 'Somebody else archived or removed it just now.');
		return { text: `Archived: ${item.name}`, json: { archived: { name: item.name, file: item.path } } };
	},
};

export const parked: CommandGroup = {
	verbs: {
		list,
		resume: list,
		pending: list,
		park: {
			options: {
				name: { type: 'string' },
				text: { type: 'string' },
				stdin: { type: 'boolean' },
				description: { type: 'string' },
				why: { type: 'string' },
				how: { type: 'string' },
				kind: { type: 'string' },
				session: { type: 'string' },
				due: { type: 'string' },
			},
			async run(context, words, values) {
				noWords(words, ' Give the text with --text.');
				const request = await readRequest(context, values);
				return parkedAnswer(context, request, await parkingLotOf(context).park(request));
			},
		},
		archive,
		restore: {
			options: {},
			async run(context, words) {
				const lot = parkingLotOf(context);
				const taken = await lot.taken();
				const query = words.join(' ').trim();
				const [latest] = taken;
				if (latest === undefined) return { text: 'Nothing to restore.', json: { restored: null } };
				const item =
					query === '' && taken.length === 1
						? latest
						: await needOne(query, taken, 'archived', (each) => each.entry.id);
				const outcome = await lot.restore(item.entry, { keepTime: false, overLimit: context.isYes });
				if (outcome.kind === 'limit')
					throw limitError(outcome.open, 'Archive one first, or say --yes to have more.', context);
				if (outcome.kind === 'gone')
					throw new CommandError('gone', `${item.name} is gone already.`, 'Somebody else restored it just now.');
				return { text: `Restored: ${item.name}`, json: { restored: { name: item.name, file: outcome.path } } };
			},
		},
		suggestions: { options: { park: { type: 'string' }, dismiss: { type: 'string' } }, run: suggestions },
		summary: { options: { session: { type: 'string' } }, run: summary },
		session: { options: { stdin: { type: 'boolean' } }, run: session },
	},
};

const MODES = [
	'Which session mode did you want?',
	'(a) resume — list all open parked items',
	'(b) archive <name> — close a parked item by name',
	"(c) summary — compact digest of this session's work",
].join('\n');

/** The slash command `/session`: the first word says what is meant; where it does not, the person is asked. */
async function session(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const said = values['stdin'] === true ? await readLine(context, words) : words.join(' ').trim();
	const [, mode = '', text = ''] = /^(\S*)\s*(.*)$/su.exec(said) ?? [];
	switch (mode.toLowerCase()) {
		case 'resume':
		case 'pending':
			return list.run(context, text === '' ? [] : [text], values);
		case 'archive':
			return archive.run(context, text === '' ? [] : [text], values);
		case 'summary':
			return summary(context, text === '' ? [] : [text], values);
		default:
			return { text: MODES, json: { mode: null, modes: ['resume', 'archive', 'summary'] } };
	}
}

async function summary(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	noWords(words);
	const { gatherSummary, routeSummary } = await import('../node/parking/sessionSummary');
	const { renderSummary } = await import('../core/parking/summary');
	const named = await namedSession(context, values);
	if (named !== undefined) await requireSession(context, named);
	const lot = parkingLotOf(context);
	const nowMs = context.clock.now();
	const facts = await gatherSummary(context.claude, lot, context.clock, named ?? currentSession(context));
	const routed = context.isJson
		? { text: renderSummary(facts, nowMs), file: undefined }
		: await routeSummary(facts, lot, nowMs);
	return {
		text: routed.text,
		json: {
			date: localDate(nowMs),
			completed: facts.completed.map(singleLine),
			parked: facts.parked.map(itemJson),
			archived: facts.archived,
			commits: facts.commits.map((c) => ({ hash: c.hash, subject: singleLine(c.subject) })),
		},
	};
}

/** What nobody parked: listed, or one of it parked or dismissed for good. */
async function suggestions(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	noWords(words, ' Name one with --park or --dismiss.');
	const [toPark, toDismiss] = [nameOf(values, 'park'), nameOf(values, 'dismiss')];
	if (toPark !== undefined && toDismiss !== undefined) throw new UsageError('One at a time: --park or --dismiss.');
	const { dismissOne, listSuggestions, requestOfOne } = await import('./suggestions');
	const lot = parkingLotOf(context);
	const { open } = await lot.expire();
	if (toDismiss !== undefined) return dismissOne(context, open, toDismiss);
	if (toPark === undefined) return listSuggestions(context, open);
	const request = await requestOfOne(context, open, toPark);
	return parkedAnswer(context, request, await lot.park(request));
}

/** A session that was named and is not there is not some other one. */
async function requireSession(context: CommandContext, id: string): Promise<void> {
	const { findTranscriptById } = await import('../node/sessions/projectSessions');
	if ((await findTranscriptById(context.claude, id, context.project.folder)) === undefined)
		throw new CommandError('notFound', `There is no session ${singleLine(id)}.`, 'Nothing was written.');
}

async function parkedAnswer(
	context: CommandContext,
	{ name, session: from }: ParkRequest,
	outcome: Awaited<ReturnType<ParkingLot['park']>>,
): Promise<Answer> {
	if (outcome.kind === 'limit')
		throw limitError(outcome.open, 'Archive one first: session-keeper parked archive <text>', context);
	const archived = from === undefined ? undefined : await archiveOf(context, from);
	return {
		text: `Parked: ${singleLine(name)}`,
		json: { parked: { name: singleLine(name), file: outcome.path }, archived: archived ?? null },
	};
}

/** The item is parked whatever becomes of its session's transcript. */
async function archiveOf(context: CommandContext, session: string): Promise<string | undefined> {
	const { claude, project, clock } = context;
	const { archiveParkedSession } = await import('../node/backups/transcriptArchive');
	try {
		const outcome = await archiveParkedSession(claude, project, session, clock);
		if (outcome === 'full')
			note(context, 'The archive of transcripts is full: session-keeper backups purge empties it. The item is parked.');
		return outcome;
	} catch (error) {
		note(
			context,
			`The session's transcript could not be archived: ${error instanceof Error ? error.message : String(error)}`,
		);
		return undefined;
	}
}

async function readRequest(context: CommandContext, values: Values): Promise<ParkRequest> {
	const name = textOf(values, 'name') ?? '';
	if (values['stdin'] === true && values['text'] !== undefined)
		throw new UsageError('The text comes from --text or from --stdin, not from both.');
	const text = values['stdin'] === true ? await readStandardInput(context) : (textOf(values, 'text') ?? '');
	if (singleLine(name) === '') throw new UsageError('A parked item needs a name: --name.');
	if (singleLine(text) === '') throw new UsageError('A parked item needs a text: --text, or --stdin.');
	const { PARKED_KINDS } = await import('../core/parking/draft');
	const kind = textOf(values, 'kind');
	const known = PARKED_KINDS.find((each) => each === kind);
	if (kind !== undefined && known === undefined)
		throw new UsageError(`There is no kind ${kind}. There are: ${PARKED_KINDS.join(', ')}.`);
	const due = textOf(values, 'due');
	if (due !== undefined && startOfLocalDay(due) === undefined)
		throw new UsageError(`${due} is no date: --due YYYY-MM-DD.`);
	const [description, why, how] = [textOf(values, 'description'), textOf(values, 'why'), textOf(values, 'how')];
	return {
		name,
		text,
		description,
		why,
		how,
		kind: known,
		due,
		session: (await namedSession(context, values)) ?? currentSession(context),
	};
}

async function namedSession(context: CommandContext, values: Values): Promise<string | undefined> {
	const named = nameOf(values, 'session');
	if (named === undefined) return undefined;
	return (await import('./meantSession')).namedSession(context, named);
}

function needWords(words: readonly string[], message: string): string {
	const text = words.join(' ');
	if (text.trim() === '') throw new UsageError(message);
	return text;
}

/**
 * One item, or the reason why it is not one. Two equally good ones are never guessed between.
 * @param keyOf names an item for certain, where even its file name is another's too.
 */
async function needOne<T extends Matchable>(
	query: string,
	items: readonly T[],
	what: 'open' | 'archived',
	keyOf: (item: T) => string,
): Promise<T> {
	const exact = items.find((item) => keyOf(item) === query);
	if (exact !== undefined) return exact;
	const { SHORTEST_QUERY, matchItem } = await import('../core/parking/match');
	const outcome = query === '' ? { kind: 'ambiguous' as const, items } : matchItem(query, items);
	switch (outcome.kind) {
		case 'match':
			return outcome.item;
		case 'tooShort':
			throw new UsageError(`${SHORTEST_QUERY} characters at least are needed to find an item.`);
		case 'none':
			throw new CommandError(
				'notFound',
				`No ${what} item matches ${singleLine(query)}.`,
				what === 'open' ? 'See session-keeper parked list.' : 'Nothing was restored.',
			);
		case 'ambiguous':
			throw new CommandError(
				'ambiguous',
				`${outcome.items.length} ${what} items ${query === '' ? 'are there' : 'match equally well'}.`,
				'Say more of the one that you mean.',
				{
					text: outcome.items
						.map((item) => {
							const namesakes = outcome.items.filter((each) => slug(each) === slug(item));
							const called = singleLine(namesakes.length === 1 ? slug(item) : keyOf(item));
							return `- ${item.name}${item.description === '' ? '' : ` — ${item.description}`} (${called})`;
						})
						.join('\n'),
					json: {
						items: outcome.items.map((item) => ({
							name: item.name,
							slug: slug(item),
							key: keyOf(item),
							description: item.description,
						})),
					},
				},
			);
	}
}

function slug(item: Matchable): string {
	return slugOfFileName(item.fileName);
}

function limitError(open: readonly ParkedItem[], hint: string, context: CommandContext): CommandError {
	return new CommandError('limit', `${open.length} items are open already.`, hint, {
		text: renderList(open, context.clock.now()),
		json: { items: sortItems(open).map(itemJson) },
	});
}

/** The stable form of an item under `--json`. */
function itemJson(item: ParkedItem): Readonly<Record<string, unknown>> {
	return {
		name: item.name,
		description: item.description,
		slug: slugOfFileName(item.fileName),
		file: item.path,
		place: item.place,
		from: item.from ?? null,
		state: item.state,
		ageDays: item.ageDays,
		modified: new Date(item.modifiedMs).toISOString(),
		session: item.session ?? null,
		due: item.due ?? null,
		isDue: item.isDue,
		isReadable: item.isReadable,
		line: itemLine(item),
	};
}
