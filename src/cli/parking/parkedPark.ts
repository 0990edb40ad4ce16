// What parks an item. Loaded on demand: an item is parked now and then, and they are listed all day.
import { startOfLocalDay } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import { PARKED_KINDS, type ParkRequest } from '../../core/parking/draft';
import type { ParkedItem } from '../../core/parking/item';
import { renderList, sortItems } from '../../core/parking/list';
import { redactedLines } from '../../core/privacy/report';
import { parkInLot } from '../../node/parking/parkInLot';
import { parkingLotOf } from '../../node/workspace/openProject';
import { type CommandContext, currentSession } from '../context';
import { type Values, choiceOf, nameOf, textOf } from '../group';
import { type Answer, CommandError, UsageError, note, readStandardInput } from '../io';
import { itemJson, noteExpiry, itemSight } from './parkedItem';
import { wordOf } from './parkedWord';
import { namedSession } from '../meantSession';

/** Parks. @param suggestion key of what it is made of. */
export async function parkOne(context: CommandContext, request: ParkRequest, suggestion?: string): Promise<Answer> {
	const lot = parkingLotOf(context);
	const before = await lot.list();
	const outcome = await parkInLot(context, lot, request, suggestion);
	noteExpiry(context, outcome);
	const how = context.isForModel === true ? ' with archive_item.' : ': session-keeper parked archive <text>';
	if (outcome.kind === 'limit') throw await limitError(outcome.open, `Archive one first${how}`, context);
	const name = singleLine(request.name);
	const { outcome: archived, problem } = await outcome.transcript;
	if (archived === 'full')
		note(
			context,
			"The archive is full: the session's transcript was not archived. To empty it: session-keeper backups purge",
		);
	if (problem !== undefined)
		note(
			context,
			`The session's transcript could not be archived: ${problem instanceof Error ? problem.message : String(problem)}`,
		);
	const offered = suggestion === undefined ? '' : ` --offer ${suggestion}`;
	return {
		text: [`Parked: ${name}`, ...redactedLines(outcome.redacted)].join('\n'),
		json: {
			parked: { name, file: outcome.path },
			archived: archived ?? null,
			...(outcome.redacted.length === 0 ? {} : { redacted: outcome.redacted }),
		},
		undo: `parked archive ${wordOf(outcome.path, before, outcome.path)}${offered}`,
	};
}

export async function readRequest(context: CommandContext, values: Values): Promise<ParkRequest> {
	const name = textOf(values, 'name') ?? '';
	if (values['stdin'] === true && values['text'] !== undefined)
		throw new UsageError('The text comes from --text or from --stdin, not from both.');
	const text = values['stdin'] === true ? await readStandardInput(context) : (textOf(values, 'text') ?? '');
	if (singleLine(name) === '') throw new UsageError('A name is required: --name NAME');
	if (singleLine(text) === '') throw new UsageError('A text is required: --text TEXT or --stdin');
	const due = textOf(values, 'due');
	if (due !== undefined && startOfLocalDay(due) === undefined)
		throw new UsageError(`${due} is not a date. Use --due YYYY-MM-DD.`);
	const [description, why, how] = [textOf(values, 'description'), textOf(values, 'why'), textOf(values, 'how')];
	return {
		name,
		text,
		description,
		why,
		how,
		kind: choiceOf(values, 'kind', PARKED_KINDS),
		due,
		session: (await sessionOption(context, values)) ?? currentSession(context),
	};
}

export async function sessionOption(context: CommandContext, values: Values): Promise<string | undefined> {
	const named = nameOf(values, 'session');
	if (named === undefined) return undefined;
	return namedSession(context, named);
}

export async function limitError(
	open: readonly ParkedItem[],
	hint: string,
	context: CommandContext,
): Promise<CommandError> {
	const shown = open.filter(await itemSight(context));
	return new CommandError('limit', `${open.length} items are open already.`, hint, {
		text: renderList(shown, context.clock.now()),
		json: { items: sortItems(shown).map(itemJson) },
	});
}
