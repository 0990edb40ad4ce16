// What a language model can ask of us, tool by tool: each is a command of ours, or one look, with a form for what goes in and
// what comes out. Descriptions are read by models in every session: they are short.
import * as z from 'zod/mini';
import { type Result, asRecord, asText, fail, ok } from '../../core/base/result';
import { truncate } from '../../core/base/text';
import { HAND_IN_SECTIONS, HAND_IN_STATUSES } from '../../core/handoff/handedIn/handIn';
import { MEMORY_TYPES } from '../../core/memory/candidate';
import { ANY_MODEL, isPrivate } from '../../core/sessions/labels';
import { shownPath } from '../../node/claude/claudeHome';
import { proposeMemory } from '../../node/memory/proposeMemory';
import { askSessions } from '../../node/recall/askSessions';
import { type MessagesRead, readMessages } from '../../node/recall/readMessages';
import { filesToSearch } from '../../node/search/filesToSearch';
import { labelsFor } from '../../node/sessions/labelsFor';
import { locateTranscript } from '../../node/transcript/locateTranscript';
import { openRedact } from '../../node/privacy/openRedactor';
import { reviewStoreOf } from '../../node/workspace/openStores';
import { lackingIn, recalledJson } from '../recall/recall';
import { type Fields, NOTICE, type ToolAnswer, changed, listIn, picked, recordsIn } from './mcpAnswer';
import { type ToolPlace, askingSession } from './mcpCalls';
import { archiveNamed, listItems, parkItem } from './mcpItems';

export interface McpTool {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly input: z.ZodMiniType;
	readonly output: z.ZodMiniObject;
	/** As the protocol names them. */
	readonly annotations: Readonly<
		Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
	>;
	/** @param given as `input` has checked it. @returns why it could not, in words. */
	readonly run: (place: ToolPlace, given: unknown) => Promise<Result<ToolAnswer, string>>;
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** It adds, and what it adds can be taken back. */
const ADDS = { ...READS, readOnlyHint: false, idempotentHint: false };

const about = (text: string, ...more: Parameters<ReturnType<typeof z.string>['check']>): z.ZodMiniString =>
	z.string().check(z.describe(text), ...more);
const some = (longest: number): ReturnType<typeof z.maxLength> => z.maxLength(longest);
const text = z.string();
const orNull = z.nullable(text);

function tool<I extends z.ZodMiniType>(
	described: Omit<McpTool, 'run' | 'input'> & {
		readonly input: I;
		readonly run: (place: ToolPlace, given: z.infer<I>) => Promise<Result<ToolAnswer, string>>;
	},
): McpTool {
	return { ...described, run: (place, given) => described.run(place, given as z.infer<I>) };
}

let made: readonly McpTool[] | undefined;

/** Made when it is asked for: most of the time of a start would go into it. */
export const mcpTools = (): readonly McpTool[] => (made ??= makeTools());

const makeTools = (): readonly McpTool[] => [
	tool({
		name: 'recall',
		title: 'Recall past sessions',
		description:
			'Ask past Claude Code sessions of this project: “have we dealt with this before?” Give several wordings, also with the words that an answer would have. "Quoted" words must be there; `last week`, `in March` narrow it. `confidence` weak or none means: probably not. `since` says how many of its files were changed or deleted later; `newer`, that a later session concluded otherwise: believe that one. What has a `source` was written down, in `file`.',
		input: z.object({
			query: z.optional(about('The question, or its key words.', some(2_000))),
			queries: z.optional(z.array(text.check(some(2_000))).check(z.describe('Other wordings of it.'), z.maxLength(8))),
			limit: z.optional(z.int().check(z.describe('Sessions. Default: 5.'), z.gte(1), z.lte(10))),
		}),
		output: z.object({
			notice: text,
			confidence: z.enum(['strong', 'weak', 'none']),
			more: z.boolean(),
			hits: z.array(
				z.object({
					session: orNull,
					source: z.optional(text),
					file: z.optional(text),
					name: text,
					at: orNull,
					branch: orNull,
					message: orNull,
					prompt: text,
					text,
					conclusion: text,
					before: text,
					after: text,
					files: z.array(text),
					commits: z.array(text),
					since: z.object({ files: z.int(), gone: z.int(), branch: orNull }),
					newer: z.nullable(z.object({ session: text, name: text, at: text, conclusion: text })),
				}),
			),
		}),
		annotations: READS,
		run: askPast,
	}),
	tool({
		name: 'read_passage',
		title: 'Read on in a past session',
		description:
			'Read messages of a past session, from the one that recall found on. `earlier` and `later` of the answer are where to go on, `rest` of a long message where to read on in it.',
		input: z.object({
			session: about('Id of the session, as recall gives it.', some(200)),
			message: z.optional(about('Id of the first message, or where to go on. Default: the beginning.', some(200))),
		}),
		output: z.object({
			notice: text,
			session: text,
			messages: z.array(z.object({ message: text, role: text, at: orNull, text, rest: orNull })),
			earlier: orNull,
			later: orNull,
		}),
		annotations: READS,
		run: readOn,
	}),
	tool({
		name: 'list_items',
		title: 'List parked items',
		description: 'List what was parked for later in this project: questions, ideas, work that was put off.',
		input: z.object({}),
		output: z.object({
			notice: text,
			items: z.array(
				z.object({ key: text, name: text, description: text, state: text, ageDays: z.int(), due: orNull }),
			),
		}),
		annotations: READS,
		run: listItems,
	}),
	tool({
		name: 'park_item',
		title: 'Park an item',
		description: 'Park a question, an idea or work that is put off, so that it comes up again. Needs no permission.',
		input: z.object({
			name: about('A few words.', z.minLength(1), some(200)),
			text: about('What it is, in words that another reader understands.', z.minLength(1), some(10_000)),
			why: z.optional(about('Why it is parked.', some(2_000))),
			how: z.optional(about('What to do when it comes up.', some(2_000))),
			kind: z.optional(z.enum(['question', 'deferred', 'idea'])),
			due: z.optional(about('YYYY-MM-DD', z.regex(/^\d{4}-\d\d-\d\d$/u))),
		}),
		output: z.object({ parked: text, file: text, undo: text }),
		annotations: ADDS,
		run: parkItem,
	}),
	tool({
		name: 'archive_item',
		title: 'Archive a parked item',
		description: 'Mark a parked item as done. The person is asked first.',
		input: z.object({ name: about('Its key in list_items, or its name.', z.minLength(1), some(500)) }),
		output: z.object({ archived: text, undo: text }),
		annotations: { ...ADDS, destructiveHint: true },
		run: (place, { name }) => archiveNamed(place, name),
	}),
	tool({
		name: 'where_we_left_off',
		title: 'Where we left off',
		description: 'The record of the latest session with work in this project: what was decided, done, and left open.',
		input: z.object({}),
		output: z.object({ notice: text, session: orNull, title: text, saved: orNull, record: text }),
		annotations: READS,
		run: leftOff,
	}),
	tool({
		name: 'save_hand_off',
		title: 'Save a hand-off',
		description:
			'Save the document of this session. Hand in what it established; each statement with the exact words of the message that says so. What the conversation does not say is sent back as not proven: fix the words and hand in only those again.',
		input: z.object({
			statements: z.array(
				z.object({
					section: z.enum(HAND_IN_SECTIONS),
					text: about('One line.', z.minLength(1), some(2_000)),
					quotes: z.optional(z.array(text).check(z.describe('Exact words of the conversation.'))),
					status: z.optional(z.enum(HAND_IN_STATUSES)),
				}),
			),
			session: z.optional(about('Id of the session. Default: the one that asks, else the latest.', some(200))),
		}),
		output: z.object({
			saved: text,
			undo: text,
			proven: z.int(),
			unproven: z.array(z.object({ section: text, text, reason: text })),
		}),
		annotations: ADDS,
		run: async ({ call, context }, { statements, session }) => {
			const named = session === undefined ? [] : [`--session=${session}`];
			const done = await call(['documents', 'save', '--statements=-', ...named], JSON.stringify({ statements }));
			if (!done.ok) return done;
			const handedIn = asRecord(done.value['handedIn']);
			const unproven = recordsIn(handedIn, 'unproven').map((each) => picked(each, ['section', 'text', 'reason']));
			const { path: saved } = asRecord(done.value['saved']) ?? {};
			const undo = `session-keeper undo ${asText(done.value['undo']) ?? ''}`;
			const shown = shownPath(asText(saved) ?? '', context.claude.userHome);
			return ok(changed('saved', shown, undo, { proven: handedIn?.['proven'] ?? 0, unproven }));
		},
	}),
	tool({
		name: 'propose_memory',
		title: 'Propose a memory',
		description:
			'Propose one lasting fact or preference for the memory of this project. It waits for the person: nothing is remembered before they accept it.',
		input: z.object({
			text: about('One fact, in a sentence or two.', z.minLength(3), some(2_000)),
			type: z.enum(MEMORY_TYPES),
		}),
		output: z.object({ proposed: text, undo: text }),
		annotations: ADDS,
		run: async ({ context }, { text: proposed, type }) => {
			const { claude, project, clock } = context;
			const session = await askingSession(context);
			const memory = { session, folder: project.checkout, type, text: proposed, nowMs: clock.now() };
			const review = await reviewStoreOf({ ...context, asker: { session } }, () => 'claude');
			const id = await proposeMemory(claude, review, memory);
			if (id === undefined) return fail('Not proposed: it is known, was rejected, or waits already.');
			return ok(changed('proposed', proposed, `session-keeper review reject ${id}`));
		},
	}),
];

/** What was asked before all hits takes so much at most, and what was asked after them: it must not displace the hits themselves. */
const NEIGHBOURS_LENGTH = 250;

async function askPast(
	{ context, index, isEverywhere }: ToolPlace,
	given: {
		readonly query?: string | undefined;
		readonly queries?: readonly string[] | undefined;
		limit?: number | undefined;
	},
): Promise<Result<ToolAnswer, string>> {
	const [first, ...others] = [given.query ?? '', ...(given.queries ?? [])].filter((each) => each.trim() !== '');
	if (first === undefined) return fail('query is missing.');
	const { claude, project, clock } = context;
	const answer = await askSessions(
		{
			claude,
			project: isEverywhere ? undefined : project,
			questions: [first, ...others],
			limit: given.limit ?? 5,
			nowMs: clock.now(),
			asker: { session: await askingSession(context) },
			hasNeighbours: true,
		},
		index,
	);
	const found = recalledJson(answer);
	const incomplete = lackingIn(answer);
	const beside = (hit: Fields, where: 'before' | 'after'): string =>
		truncate(asText(hit[where]) ?? '', NEIGHBOURS_LENGTH / answer.hits.length);
	const hits = recordsIn(found, 'hits').map((hit) => ({
		...picked(hit, ['session', 'name', 'at', 'branch', 'message', 'prompt', 'text', 'conclusion', 'since', 'newer']),
		// A writing is a file that an agent of this project can read on.
		...(hit['source'] === 'transcript' ? {} : picked(hit, ['source', 'file'])),
		before: beside(hit, 'before'),
		after: beside(hit, 'after'),
		files: listIn(hit, 'files').slice(0, 6),
		commits: listIn(hit, 'commits').slice(0, 6),
	}));
	const { confidence, isLimited: more } = found;
	const lines = recordsIn(found, 'hits').map(
		({ session, source, name, newer }) =>
			`${asText(session) ?? String(source)} ${String(name)}${newer === null ? '' : ' (a newer session concluded otherwise)'}`,
	);
	const said = confidence === 'weak' ? 'No session answers this well. The closest:' : NOTICE;
	return ok({
		text: hits.length === 0 ? 'No session answers this.' : [said, ...lines].join('\n'),
		fields: { notice: NOTICE, confidence, more, hits, ...(incomplete.length === 0 ? {} : { incomplete }) },
	});
}

/** A page of messages leaves room for what goes around it: nothing in it is cut again. */
const PAGE = { count: 12, bytes: 2_900, each: 1_200 };

async function readOn(
	{ context, isEverywhere }: ToolPlace,
	{ session, message }: { readonly session: string; readonly message?: string | undefined },
): Promise<Result<ToolAnswer, string>> {
	const { claude, project } = context;
	const found = await locateTranscript(claude, session, undefined, isEverywhere ? undefined : project);
	if (found === undefined || isPrivate(await labelsFor(claude, ANY_MODEL, isEverywhere ? undefined : project), session))
		return fail('Session not found.');
	const redact = await openRedact(claude);
	// What recall found may be a subagent's.
	const files = message === undefined ? [found] : await filesToSearch([found]);
	let read: MessagesRead | undefined;
	for (const { file } of files) read ??= await readMessages(file, { from: message, ...PAGE, redact });
	if (read === undefined) return fail('Message not found in this session.');
	const messages = read.messages.map(({ atMs, rest = null, ...each }) => ({
		...each,
		at: atMs === 0 ? null : new Date(atMs).toISOString(),
		rest,
	}));
	return ok({
		text: `${NOTICE} ${messages.length} messages of ${session}.`,
		fields: { notice: NOTICE, session, messages, earlier: read.earlier ?? null, later: read.later ?? null },
	});
}

async function leftOff({ call }: ToolPlace): Promise<Result<ToolAnswer, string>> {
	const told = await call(['resume', 'latest', '--prompt']);
	if (!told.ok) return told;
	const { prompt, session } = told.value;
	const document = asRecord(told.value['resumed']);
	if (document === undefined) {
		const fields = { notice: NOTICE, session: null, title: '', saved: null, record: '' };
		return ok({ text: 'No session with work yet.', fields });
	}
	const title = asText(document['topic']) ?? '';
	return ok({
		text: `${NOTICE} “${title}”: see the field record.`,
		fields: {
			notice: NOTICE,
			session: asRecord(session)?.['id'] ?? null,
			title,
			saved: document['saved'] ?? null,
			record: prompt ?? '',
		},
	});
}
