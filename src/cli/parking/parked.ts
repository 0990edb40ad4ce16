// `session-keeper parked …`
import { localDate, nextMidnightMs, utcSeconds } from '../../core/base/dates';
import { nextChangeMs } from '../../core/parking/item';
import { renderList, sortItems } from '../../core/parking/list';
import { singleLine } from '../../core/base/text';
import { bareList } from '../base/bareList';
import { timeCell } from '../base/table';
import { type CommandContext, currentSession } from '../context';
import { type Values, type Verb, type VerbsOf, nameOf, noWords } from '../group';
import type { PARKED } from './parkedCommand';
import { itemJson, noteExpiry, itemSight } from './parkedItem';
import { type Answer, CommandError, UsageError, readLine } from '../io';
import type { Expiry } from '../../node/parking/parkingLot';
import { parkingLotOf } from '../../node/workspace/openProject';

/** What whoever asks may see. Nothing is moved because a program of a model's looks. */
async function findOpenItems(context: CommandContext): Promise<Expiry> {
	const lot = parkingLotOf(context);
	const isShown = await itemSight(context);
	if (context.isForModel === true) {
		const open = (await lot.list()).filter((item) => item.state !== 'expired' && isShown(item));
		return { open, expired: [], problem: undefined };
	}
	const { open, expired, problem } = await lot.expire();
	noteExpiry(context, { problem });
	return { open: open.filter(isShown), expired: expired.filter(isShown), problem };
}

const list: Verb = {
	async run(context) {
		const { open, expired } = await findOpenItems(context);
		const nowMs = context.clock.now();
		return {
			holdsUntilMs: Math.min(nextMidnightMs(nowMs), ...open.map((item) => nextChangeMs(item, nowMs))),
			text: renderList(open, nowMs),
			table: {
				columns: ['NAME', 'STATE', 'CHANGED', 'DUE', 'DESCRIPTION', 'FILE'],
				long: ['DESCRIPTION'],
				plainOnly: ['FILE'],
				rows: sortItems(open).map((item) => [
					item.name,
					item.state,
					timeCell(item.modifiedMs, nowMs),
					item.due ?? '',
					item.description,
					item.path,
				]),
				isForPrograms: true,
			},
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
	async run(context, words, values) {
		const lot = parkingLotOf(context);
		const query = needWords(words, 'Which item? session-keeper parked archive <text>');
		const { open } = await findOpenItems(context);
		const item = (await import('./parkedFind')).needOne(query, open, 'open', (each) => each.path);
		const taken = await lot.taken();
		const suggestion = nameOf(values, 'offer');
		const entry = await (suggestion === undefined
			? lot.archive(item)
			: (await import('../../node/parking/parkInLot')).unparkItem(context, lot, item, suggestion));
		if (entry === undefined)
			throw new CommandError('gone', `${item.name} no longer exists.`, 'It was archived or removed in the meantime.');
		return {
			text: `Archived: ${item.name}`,
			json: { archived: { name: item.name, file: item.path } },
			undo: `parked restore ${(await import('./parkedWord')).wordOf(item.path, taken, entry.id)}`,
		};
	},
};

export const parked: VerbsOf<typeof PARKED> = {
	'': bareList(list, (context, { walkThrough }) =>
		walkThrough(context, {
			list,
			question: 'Which item?',
			keys: ['FILE'],
			actions: [{ name: 'Archive', about: 'It is done; it can be restored.', verb: archive }],
		}),
	),
	list,
	park: {
		async run(context, _words, values) {
			const { parkOne, readRequest } = await import('./parkedPark');
			return parkOne(context, await readRequest(context, values));
		},
	},
	archive,
	restore: {
		async run(context, words) {
			const lot = parkingLotOf(context);
			const taken = (await lot.taken()).filter(await itemSight(context));
			const query = words.join(' ').trim();
			const [latest] = taken;
			if (latest === undefined) return { text: 'Nothing to restore.', json: { restored: null } };
			const item =
				query === '' && taken.length === 1
					? latest
					: (await import('./parkedFind')).needOne(query, taken, 'archived', (each) => each.entry.id);
			const before = await lot.list();
			const outcome = await lot.restore(item.entry, { keepTime: false, overLimit: context.isYes });
			if (outcome.kind === 'limit')
				throw await (
					await import('./parkedPark')
				).limitError(outcome.open, 'Archive one first, or say --yes to have more.', context);
			if (outcome.kind === 'gone')
				throw new CommandError('gone', `${item.name} no longer exists.`, 'It was restored in the meantime.');
			return {
				text: `Restored: ${item.name}`,
				json: { restored: { name: item.name, file: outcome.path } },
				undo: `parked archive ${(await import('./parkedWord')).wordOf(outcome.path, before, outcome.path)}`,
			};
		},
	},
	suggestions: { run: suggestions },
	summary: { run: summary },
	session: { run: session },
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
			noWords(text === '' ? [] : [text]);
			return list.run(context, [], values);
		case 'archive': {
			// Claude says after us what the slash command prints.
			const { undo: _, ...answer } = await archive.run(context, text === '' ? [] : [text], values);
			return answer;
		}
		case 'summary':
			noWords(text === '' ? [] : [text]);
			return summary(context, [], values);
		default:
			return { text: MODES, json: { mode: null, modes: ['resume', 'archive', 'summary'] } };
	}
}

async function summary(context: CommandContext, _words: readonly string[], values: Values): Promise<Answer> {
	const { gatherSummary, routeSummary } = await import('../../node/parking/sessionSummary');
	const { renderSummary } = await import('../../core/parking/summary');
	const named = await (await import('./parkedPark')).sessionOption(context, values);
	if (named !== undefined) await requireSession(context, named);
	const lot = parkingLotOf(context);
	const nowMs = context.clock.now();
	const gathered = await gatherSummary(context.claude, lot, context.clock, named ?? currentSession(context));
	const isShown = await itemSight(context);
	const taken = context.asker === undefined ? [] : await lot.taken();
	// The trail names no session: what was archived is known in it by its second.
	const hidden = new Set(taken.filter((each) => !isShown(each)).map(({ entry }) => utcSeconds(entry.takenMs)));
	const facts = {
		...gathered,
		parked: gathered.parked.filter(isShown),
		archived: gathered.archived.filter(({ ts }) => !hidden.has(ts)),
	};
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
async function suggestions(context: CommandContext, _words: readonly string[], values: Values): Promise<Answer> {
	const [toPark, toDismiss] = [nameOf(values, 'park'), nameOf(values, 'dismiss')];
	if (toPark !== undefined && toDismiss !== undefined) throw new UsageError('One at a time: --park or --dismiss.');
	const { dismissOne, listSuggestions, parkSuggested } = await import('./suggestions');
	const { open } = await findOpenItems(context);
	if (toDismiss !== undefined) return dismissOne(context, open, toDismiss);
	return toPark === undefined ? listSuggestions(context, open) : parkSuggested(context, open, toPark);
}

/** A session that was named and is not there is not some other one. */
async function requireSession(context: CommandContext, id: string): Promise<void> {
	const { findTranscriptById } = await import('../../node/sessions/projectSessions');
	if ((await findTranscriptById(context.claude, id, context.project.folder)) === undefined)
		throw new CommandError('notFound', `No such session: ${singleLine(id)}.`, 'Nothing was written.');
}

function needWords(words: readonly string[], message: string): string {
	const text = words.join(' ');
	if (text.trim() === '') throw new UsageError(message);
	return text;
}
