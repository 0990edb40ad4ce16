// `session-keeper review …`: what waits for a person's word.
import { agoInWords, nextMidnightMs } from '../../core/base/dates';
import type { ReviewEntry, ReviewOutcome, ReviewProposal } from '../../core/review/entry';
import { singleLine } from '../../core/base/text';
import { redactedLines } from '../../core/privacy/report';
import type { MemoryPlace } from '../../node/memory/memoryFiles';
import { reviewStoreOf } from '../../node/workspace/openStores';
import { MEMORY_TRASH } from '../../node/keeper/trash';
import type { ReviewDecision, ReviewStore } from '../../node/review/reviewStore';
import { bareList } from '../base/bareList';
import { type Table, timeCell } from '../base/table';
import type { CommandContext } from '../context';
import { type Values, type Verb, type VerbsOf, choiceOf, textOf } from '../group';
import { type Answer, CommandError, UsageError, confirm, listAnswer, readStandardInput } from '../io';
import { endedNow } from '../keeper/undo';
import type { REVIEW } from './reviewCommand';

const list: Verb = {
	async run(context, _words, values) {
		const entries = await (await reviewOf(context, values)).list();
		const table: Table = {
			columns: ['ID', 'KIND', 'SAID', 'TITLE', 'SESSION', 'NOTES'],
			long: ['TITLE'],
			plainOnly: ['SESSION'],
			rows: entries.map((entry) => [
				entry.id,
				kindOf(entry),
				timeCell(entry.atMs, context.clock.now()),
				entry.title,
				entry.session ?? '',
				{ shown: entry.isEdited ? 'edited' : '', tone: 'dim' },
			]),
			notes: entries.length === 0 ? [] : [HINT],
		};
		const json = { entries: entries.map(entryJson) };
		return listAnswer(table, 'Nothing to review.', json, nextMidnightMs(context.clock.now()));
	},
};

const UNDO = 'review undo';

const HINT = 'Next: session-keeper review show ID, accept ID or reject ID';

/** A verb about the one entry that the words name. */
function onEntry(
	run: (review: ReviewStore, entry: ReviewEntry, context: CommandContext, values: Values) => Promise<Answer>,
): Verb {
	return {
		async run(context, words, values) {
			const review = await reviewOf(context, values);
			return run(review, await needEntry(review, words), context, values);
		},
	};
}

const show = onEntry(async (review, entry, context) => {
	const proposal = await review.propose(entry);
	if (proposal === undefined) throw gone(entry.id);
	return {
		text: await proposalText(proposal, context),
		json: { entry: entryJson(entry), proposal: proposalJson(proposal) },
	};
});

const accept = onEntry(async (review, entry, context, values) => {
	const options = { isReplacing: values['replace'] === true, isForced: context.isYes };
	return answerOf(await review.accept(entry, options), 'Accepted', 'accepted', entry, UNDO);
});

const reject = onEntry(async (review, entry) =>
	answerOf(await review.reject(entry), 'Rejected', 'rejected', entry, UNDO),
);

/** A draft of a hand-off becomes one. */
const ratify = onEntry(async (review, entry, context) => {
	needDraft(entry);
	await confirm(context, `Ratify “${entry.title}”? It then counts as the hand-off of its session.`);
	return answerOf(await review.accept(entry), 'Ratified', 'accepted', entry, UNDO);
});

const discard = onEntry(async (review, entry) => {
	needDraft(entry);
	return answerOf(await review.reject(entry), 'Discarded', 'rejected', entry, UNDO);
});

function needDraft({ kind, title }: ReviewEntry): void {
	if (kind === 'draft') return;
	throw new CommandError('notADraft', `“${title}” is not a hand-off draft.`, 'Accept or reject it instead.');
}

const edit = onEntry(async (review, entry, context, values) => {
	if (values['undo'] === true) {
		// A draft goes back by one edit, and a memory to what was said.
		const done = entry.kind === 'draft' ? 'Restored the text before the last edit' : 'Restored the original text';
		return answerOf(await review.unedit(entry), done, 'edited', entry);
	}
	const text = values['stdin'] === true ? await readStandardInput(context) : textOf(values, 'text');
	if (text === undefined) throw new UsageError('What should it say? --text T, or --stdin; --undo for what was said.');
	return answerOf(await review.edit(entry, text), 'Changed', 'edited', entry, 'review edit --undo');
});

const undo: Verb = {
	async run(context, words, values) {
		const review = await reviewOf(context, values);
		const query = words.join(' ').trim();
		const [again] = namedIn(await waitingAgain(context, review), query);
		if (again !== undefined)
			return answerOf({ kind: 'done', title: again.title, file: undefined }, 'Undone', 'undone', again);
		const decided = await review.decided();
		const [decision, ...others] = namedIn(decided, query);
		if (decision === undefined) {
			if (query === '') return { text: 'Nothing to undo.', json: { undone: null } };
			throw new CommandError(
				'notFound',
				`No decision about ${singleLine(query)}.`,
				'See session-keeper review decided.',
			);
		}
		if (query !== '' && others.length > 0) throw ambiguous([decision, ...others], {});
		return answerOf(await review.undo(decision), 'Undone', 'undone', decision);
	},
};

const decided: Verb = {
	async run(context, _words, values) {
		const decisions = await (await reviewOf(context, values)).decided();
		const table: Table = {
			columns: ['ID', 'VERDICT', 'AT', 'TITLE'],
			long: ['TITLE'],
			rows: decisions.map(({ id, verdict, atMs, title }) => [
				id,
				{ shown: verdict, tone: verdict === 'accepted' ? 'good' : 'bad' },
				timeCell(atMs, context.clock.now()),
				title,
			]),
		};
		const json = { decisions: decisions.map(decisionJson) };
		return listAnswer(table, 'No decisions yet.', json, nextMidnightMs(context.clock.now()));
	},
};

const bare = bareList(list, (context, { walkThrough }) =>
	walkThrough(context, {
		list,
		question: 'Decide about which one?',
		keys: ['ID'],
		show,
		actions: [
			{ name: 'Accept', about: 'Write it; you can undo it.', verb: accept },
			{ name: 'Reject', about: 'Never offer it again; you can undo it.', verb: reject },
		],
	}),
);

export const review: VerbsOf<typeof REVIEW> = {
	'': bare,
	list,
	show,
	accept,
	reject,
	edit,
	ratify,
	discard,
	undo,
	decided,
};

async function reviewOf(context: CommandContext, values: Values): Promise<ReviewStore> {
	const place: MemoryPlace = choiceOf(values, 'into', ['claude', 'project']) ?? 'claude';
	return reviewStoreOf(context, () => place);
}

/** Candidates of which the undo was interrupted, and is ended on the way to this command. */
async function waitingAgain(context: CommandContext, review: ReviewStore): Promise<readonly ReviewEntry[]> {
	const titles = endedNow(context, MEMORY_TRASH).map(({ label }) => label);
	if (titles.length === 0) return [];
	return (await review.list()).filter(({ kind, title }) => kind === 'memory' && titles.includes(title));
}

/** The one entry that an id, or its beginning, names. */
async function needEntry(review: ReviewStore, words: readonly string[]): Promise<ReviewEntry> {
	const query = words.join(' ').trim();
	if (query === '') throw new UsageError('Which one? Name its id from session-keeper review list.');
	const entries = await review.list();
	const hits = namedIn(entries, query);
	const [only] = hits;
	if (only === undefined)
		throw new CommandError(
			'notFound',
			`Nothing to review matches ${singleLine(query)}.`,
			'See session-keeper review list.',
		);
	if (hits.length > 1) throw ambiguous(hits, { entries: hits.map(entryJson) });
	return only;
}

/** Those that an id, or its beginning, names; all where nothing is said. */
function namedIn<T extends { readonly id: string }>(all: readonly T[], query: string): readonly T[] {
	const exact = all.find(({ id }) => id === query);
	if (exact !== undefined) return [exact];
	return all.filter(({ id }) => query === '' || (query.length >= 3 && id.startsWith(query)));
}

function ambiguous(
	hits: readonly { readonly id: string; readonly title: string }[],
	json: Answer['json'],
): CommandError {
	return new CommandError('ambiguous', `${hits.length} could be meant.`, 'Type more of the id.', {
		text: hits.map(({ id, title }) => `- ${id}  ${title}`).join('\n'),
		json,
	});
}

function answerOf(
	outcome: ReviewOutcome,
	word: string,
	key: string,
	{ id, kind }: Pick<ReviewEntry, 'id' | 'kind'>,
	undo?: string,
): Answer {
	switch (outcome.kind) {
		case 'done': {
			const { title, file, redacted = [] } = outcome;
			const json = { id, kind, title, file: file ?? null, ...(redacted.length === 0 ? {} : { redacted }) };
			return {
				text: [`${word}: ${title}`, ...(file === undefined ? [] : [file]), ...redactedLines(redacted)].join('\n'),
				json: { [key]: json },
				...(undo === undefined ? {} : { undo: `${undo} ${id}` }),
			};
		}
		case 'gone':
			throw gone(id);
		case 'refused':
			throw new CommandError(outcome.code, outcome.message, outcome.hint);
	}
}

function gone(id: string): CommandError {
	return new CommandError('gone', `${id} is no longer in the review.`, 'It was decided in the meantime.');
}

const kindOf = ({ kind, label }: ReviewEntry): string => (kind === 'draft' ? 'draft' : label);

function wordsOf(entry: ReviewEntry, context: CommandContext): string {
	const edited = entry.isEdited ? ', edited' : '';
	return `${kindOf(entry)}, ${agoInWords(entry.atMs, context.clock.now())}${edited}`;
}

async function proposalText({ entry, before, after, notes }: ReviewProposal, context: CommandContext): Promise<string> {
	const { diffSummary, unifiedDiff } = await import('../../core/base/unifiedDiff');
	const diff = unifiedDiff(after.name, before?.text, after.text, before?.name);
	return [
		`${entry.id}  ${wordsOf(entry, context)}`,
		...originOf(entry),
		...notes.map((note) => `! ${note}`),
		'',
		...(before === undefined ? ['(nothing like it exists)'] : []),
		...(diff === '' ? [`${after.name} has these words already.`] : [diffSummary([diff]), diff]),
	].join('\n');
}

/** Where it was said: the session, and the message in it by its `uuid`. */
function originOf({ session, message }: ReviewEntry): readonly string[] {
	if (session === undefined) return [];
	return [`from session ${singleLine(session)}${message === undefined ? '' : `, message ${singleLine(message)}`}`];
}

function entryJson(entry: ReviewEntry): Readonly<Record<string, unknown>> {
	const { id, kind, title, label, session, message, atMs, isEdited } = entry;
	return {
		id,
		kind,
		label,
		title,
		session: session ?? null,
		message: message ?? null,
		ts: new Date(atMs).toISOString(),
		isEdited,
	};
}

function proposalJson({ before, after, notes, editable }: ReviewProposal): Readonly<Record<string, unknown>> {
	return { before: before ?? null, after, notes, editable };
}

function decisionJson({ id, kind, title, verdict, atMs }: ReviewDecision): Readonly<Record<string, unknown>> {
	return { id, kind, title, verdict, ts: new Date(atMs).toISOString() };
}
