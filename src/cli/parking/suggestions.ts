// What `parked suggestions` does. Loaded on demand: reading what was said takes much code, and listing items none of it.
import { stampOf } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import type { ParkedItem } from '../../core/parking/item';
import { type ParkingSuggestion, parkRequestOf } from '../../core/parking/suggestions';
import { suggestionWords } from '../../core/parking/suggestionWords';
import { dismissSuggestion, dismissedFile } from '../../node/parking/suggestionStore';
import { type ProjectItems, type SuggestedItem, SuggestedItems } from '../../node/workspace/suggestedItems';
import { idCell, timeCell } from '../base/table';
import type { CommandContext } from '../context';
import { type Answer, CommandError, listAnswer } from '../io';
import { withSessions } from '../sessions/openSessions';
import { parkOne } from './parkedPark';

type Offered = SuggestedItem<ProjectItems>;

const HINT = 'Park one: session-keeper parked suggestions --park NAME. Never offer one again: --dismiss NAME.';

/** @param parked what is open: it is no suggestion any more. */
export async function listSuggestions(context: CommandContext, parked: readonly ParkedItem[]): Promise<Answer> {
	const offered = await offeredIn(context, parked);
	const table = {
		columns: ['NAME', 'SAID', 'WHAT', 'SESSION', 'KEY'],
		long: ['NAME', 'WHAT'],
		plainOnly: ['KEY'],
		rows: offered.map(({ suggestion, session }) => [
			suggestion.name,
			suggestion.atMs === undefined ? '' : timeCell(suggestion.atMs, context.clock.now()),
			suggestionWords(suggestion),
			idCell(session.id),
			suggestion.key,
		]),
		notes: offered.length === 0 ? [] : [HINT],
	};
	return listAnswer(table, 'Nothing to suggest.', {
		project: context.project.root,
		suggestions: offered.map(({ suggestion }) => suggestionJson(suggestion)),
	});
}

export async function parkSuggested(
	context: CommandContext,
	parked: readonly ParkedItem[],
	wanted: string,
): Promise<Answer> {
	const suggestion = needSuggestion(await offeredIn(context, parked), wanted);
	return parkOne(context, parkRequestOf(suggestion), suggestion.key);
}

export async function dismissOne(
	context: CommandContext,
	parked: readonly ParkedItem[],
	wanted: string,
): Promise<Answer> {
	const suggestion = needSuggestion(await offeredIn(context, parked), wanted);
	await dismissSuggestion(context.claude, suggestion.key, context.clock.now());
	return {
		text: `Dismissed: ${suggestion.name}`,
		json: { dismissed: suggestionJson(suggestion) },
		undo: { byHand: `delete the line with ${suggestion.key} in ${singleLine(dismissedFile(context.claude))}` },
	};
}

function offeredIn(context: CommandContext, parked: readonly ParkedItem[]): Promise<readonly Offered[]> {
	const { claude, clock, project } = context;
	const workspace = { state: { projects: [{ project, parked }] } };
	return withSessions(context, (sessions) => new SuggestedItems({ claude, clock, sessions, workspace }).read());
}

/** By its key or its name; of two with one name the key says which. */
function needSuggestion(offered: readonly Offered[], wanted: string): ParkingSuggestion {
	const hits = offered.filter(({ suggestion: { key, name } }) => key === wanted || name === wanted);
	const [only, more] = hits;
	if (only === undefined)
		throw new CommandError(
			'notFound',
			`No suggestion is called ${singleLine(wanted)}.`,
			'See session-keeper parked suggestions.',
		);
	if (more === undefined) return only.suggestion;
	throw new CommandError('ambiguous', `${hits.length} suggestions have this name.`, 'Name one by its key.', {
		text: hits.map(({ suggestion }) => `- ${suggestion.key} — ${singleLine(suggestionWords(suggestion))}`).join('\n'),
		json: { suggestions: hits.map(({ suggestion }) => suggestionJson(suggestion)) },
	});
}

/** The stable form of a suggestion under `--json`. */
function suggestionJson({
	key,
	kind,
	name,
	text,
	why,
	how,
	...from
}: ParkingSuggestion): Readonly<Record<string, unknown>> {
	return { key, kind, name, text, why, how, session: from.sessionId, message: from.uuid, at: stampOf(from.atMs) };
}
