// The documents of `session-keeper sessions`.
import * as z from 'zod/mini';
import type { RecallConfidence } from '../../../core/recall/confidence';
import type { Source } from '../../../core/recall/writing';
import type { PassageRole } from '../../../core/search/passages';
import type { SessionMark } from '../../../core/sessions/marks';
import { SESSION_STATES } from '../../../core/sessions/state';
import { EXPORT_FORMATS } from '../../../node/reading/sessionExport';
import { count, document, flag, maybeCount, maybeText, maybeTime, oneOf, part, text, texts, time } from './form';

const tokens = part('tokens', { input: count, output: count, cacheWrite: count, cacheRead: count });

const session = part('session', {
	id: text,
	name: text,
	file: text,
	state: z.enum(SESSION_STATES),
	endReason: z.nullable(z.enum(['exit', 'clear', 'resume', 'logout', 'other'])),
	isRunning: flag,
	waitingFor: maybeText,
	cwd: maybeText,
	from: z.nullable(z.strictObject({ folder: text, isOthers: flag })),
	branch: maybeText,
	model: maybeText,
	isProgram: flag,
	marks: z.array(oneOf<SessionMark>({ pinned: 0, hidden: 0, private: 0, done: 0 })),
	ownName: maybeText,
	saidName: text,
	tags: texts,
	group: maybeText,
	forkedFrom: maybeText,
	firstMessage: maybeTime,
	lastMessage: maybeTime,
	prompts: count,
	turns: count,
	compactions: count,
	subagents: count,
	tokens,
	contextTokens: maybeCount,
	ownPrompts: count,
	ownTokens: tokens,
	sizeBytes: count,
});

/** A record may come from another program, which may know more. */
const record = z.looseObject({
	id: text,
	state: z.enum(SESSION_STATES),
	started_at: text,
	last_activity: text,
	context: z.looseObject({
		recent_files: texts,
		recent_tools: texts,
		key_entities: texts,
		current_task: maybeText,
		working_directory: maybeText,
	}),
	events: z.array(z.looseObject({ event_type: text, timestamp: text, data: z.looseObject({}) })),
	hot_memory: z.array(z.looseObject({})),
	metadata: z.looseObject({
		open_tasks: z.optional(texts),
		next_step: z.optional(maybeText),
		open_questions: z.optional(texts),
		put_off: z.optional(texts),
		decisions: z.optional(texts),
		tried_in_vain: z.optional(texts),
		worked_minutes: z.optional(z.nullable(z.number())),
	}),
});

const deleted = z.strictObject({
	id: text,
	name: maybeText,
	lastMessage: time,
	sizeBytes: maybeCount,
	backups: z.array(z.strictObject({ raw: text, isPending: flag })),
	isArchived: flag,
});

const list = z.union([
	document({
		project: text,
		total: count,
		left: z.strictObject({ programs: count, done: count, deleted: count }),
		sessions: z.array(session),
	}),
	document({ project: text, total: count, deleted: z.array(deleted) }),
]);

const role = oneOf<PassageRole>({ user: 0, assistant: 0, toolUse: 0, toolResult: 0, title: 0, summary: 0 });

/** A call that wrote lines, and their numbers from 1. */
const change = part('change', {
	session: maybeText,
	name: maybeText,
	file: text,
	message: maybeText,
	tool: text,
	editedFile: text,
	at: maybeTime,
	isSubagent: flag,
	lines: z.array(count),
});

export const SESSION_DOCUMENTS = {
	sessions: list,
	'sessions list': list,
	'sessions show': document({ session, record: z.nullable(record), context: maybeText, welcome: maybeText }),
	'sessions search': document({
		isLimited: flag,
		hits: z.array(
			z.strictObject({
				session: maybeText,
				name: maybeText,
				file: text,
				message: maybeText,
				role,
				at: maybeTime,
				text,
			}),
		),
	}),
	recall: document({
		confidence: oneOf<RecallConfidence>({ strong: 0, weak: 0, none: 0 }),
		isLimited: flag,
		missing: count,
		hits: z.array(
			z.strictObject({
				session: maybeText,
				name: text,
				source: oneOf<Source>({ transcript: 0, document: 0, parkedItem: 0, memory: 0, record: 0 }),
				file: text,
				folder: maybeText,
				branch: maybeText,
				at: maybeTime,
				message: maybeText,
				role,
				prompt: text,
				text,
				conclusion: text,
				before: text,
				after: text,
				files: texts,
				commits: texts,
				since: z.strictObject({ files: count, gone: count, branch: z.nullable(z.enum(['merged', 'gone'])) }),
				newer: z.nullable(z.strictObject({ session: text, name: text, at: time, conclusion: text })),
				cover: z.number(),
			}),
		),
	}),
	'sessions blame': document({ file: text, line: count, to: count, changes: z.array(change) }),
	'sessions of-commit': document({
		commit: text,
		added: count,
		notLookedAt: count,
		sessions: z.array(z.strictObject({ session: text, name: maybeText, lines: count })),
		files: z.array(z.strictObject({ file: text, added: count, changes: z.array(change) })),
		trailers: texts,
		noted: flag,
	}),
	'sessions export': document({
		exported: z.strictObject({
			id: text,
			format: z.enum(EXPORT_FORMATS),
			file: text,
			isRedacted: flag,
			redacted: z.array(z.strictObject({ kind: text, count, turns: z.array(count) })),
		}),
	}),
	'sessions archive': document({ archived: z.strictObject({ id: text, file: text }) }),
	'sessions edit': document({
		session: text,
		name: text,
		ownName: maybeText,
		saidName: text,
		tags: texts,
		group: maybeText,
	}),
	'sessions done': document({ session: text, done: flag }),
	'sessions private': document({ session: text, private: flag }),
};
