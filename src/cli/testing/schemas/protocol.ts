// The documents of `session-keeper protocol`.
import * as z from 'zod/mini';
import type { Consolidated, Consolidation, Criteria } from '../../../core/protocol/consolidate';
import { ORIGINS } from '../../../core/protocol/found';
import { CATEGORIES, PRIORITIES, TASK_STATUSES } from '../../../core/protocol/protocol';
import { protocolSchema } from '../../../core/protocol/schema';
import type { PreparedSave } from '../../../node/protocol/protocolStore';
import { drift, handedIn } from './documents';
import { count, document, flag, maybeText, oneOf, text, time } from './form';

const place = { project: text, file: text };
const titled = z.strictObject({ id: text, title: text });
const numbers = {
	counts: z.strictObject({
		pending: count,
		inProgress: count,
		done: count,
		individual: count,
		groups: count,
		consolidated: count,
		byPriority: z.partialRecord(z.enum(PRIORITIES), count),
	}),
	next: z.nullable(titled),
};
const commit = { branch: maybeText, commit: maybeText };
const violation = { path: text, message: text };
export const violations = z.array(z.strictObject(violation));
const criteria: Readonly<Record<keyof Criteria, typeof flag>> = {
	sameArea: flag,
	manyRelated: flag,
	noCriticalFindings: flag,
	isQuiet: flag,
};

/** What would be saved: a file needs a task, and this may have none. */
const { tasks, ...others } = protocolSchema.shape;
const prepared = z.looseObject({ ...others, tasks: z.array(tasks.def.element) });

export const PROTOCOL_DOCUMENTS = {
	'protocol save': document({
		...place,
		mode: oneOf<PreparedSave['mode']>({ new: 0, merge: 0, overwrite: 0 }),
		session: maybeText,
		...numbers,
		git: z.strictObject(commit),
		tasks: z.array(
			z.strictObject({
				id: text,
				title: text,
				status: z.enum(TASK_STATUSES),
				priority: z.nullable(z.enum(PRIORITIES)),
				category: z.nullable(z.enum(CATEGORIES)),
				change: oneOf<PreparedSave['proposed'][number]['change']>({ new: 0, updated: 0, kept: 0 }),
				origin: z.nullable(z.strictObject({ kind: z.enum(ORIGINS), at: maybeText })),
			}),
		),
		consolidated: z.array(
			z.strictObject({
				id: text,
				title: text,
				members: z.array(titled),
				criteria: z.strictObject(criteria),
				reason: oneOf<Consolidation['reason']>({ matrix: 0, limit: 0 }),
			}),
		),
		kept: z.array(
			z.strictObject({
				id: text,
				reasons: z.array(
					oneOf<Consolidated['kept'][number]['reasons'][number]>({
						criticalBug: 0,
						uniquePitfall: 0,
						recent: 0,
						referenced: 0,
					}),
				),
			}),
		),
		redacted: z.array(z.strictObject({ kind: text, where: text })),
		report: text,
		handedIn: z.optional(handedIn),
		saved: flag,
		protocol: z.optional(prepared),
		undo: z.optional(text),
	}),
	'protocol load': document({
		...place,
		ageMs: count,
		...numbers,
		git: z.strictObject({
			...commit,
			now: z.nullable(z.strictObject(commit)),
			isBranchChanged: flag,
			drift: drift.commits,
			ahead: drift.ahead,
			behind: drift.behind,
		}),
		savedBy: maybeText,
		warnings: violations,
		report: text,
		prompt: text,
		protocol: protocolSchema,
	}),
	'protocol check': document({
		...place,
		isValid: flag,
		findings: z.array(z.strictObject({ ...violation, severity: z.enum(['error', 'warning']) })),
	}),
	'protocol undo': document({
		undone: z.nullable(z.strictObject({ id: text, ts: time, file: text, isRemoved: flag })),
	}),
};
