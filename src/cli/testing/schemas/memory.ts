// The documents of `session-keeper review` and `session-keeper memory`.
import * as z from 'zod/mini';
import { MEMORY_TYPES } from '../../../core/memory/candidate';
import type { HealthFinding } from '../../../core/memory/health';
import type { ReviewKind } from '../../../core/review/entry';
import { count, document, flag, maybeCount, maybeText, oneOf, part, redacted, text, texts, time } from './form';

const kind = oneOf<ReviewKind>({ memory: 0, draft: 0 });

export const reviewEntry = part('reviewEntry', {
	id: text,
	kind,
	label: text,
	title: text,
	session: maybeText,
	message: maybeText,
	ts: time,
	isEdited: flag,
});
const proposed = part('proposedText', { name: text, text });
const decided = part('decided', { id: text, kind, title: text, file: maybeText, redacted });

const index = z.nullable(
	part('memoryIndex', {
		lines: count,
		characters: count,
		maxLines: count,
		maxCharacters: count,
		firstHiddenLine: maybeCount,
		hiddenLines: count,
	}),
);
export const healthFinding = part('healthFinding', {
	id: text,
	code: oneOf<HealthFinding['code']>({
		indexTooLong: 0,
		deadPointer: 0,
		duplicatePointer: 0,
		orphan: 0,
		duplicate: 0,
		secret: 0,
		wrongScope: 0,
		expired: 0,
	}),
	severity: oneOf<HealthFinding['severity']>({ error: 0, warning: 0 }),
	message: text,
	file: text,
	line: maybeCount,
	fix: oneOf<HealthFinding['fix']['kind']>({
		shorten: 0,
		addPointer: 0,
		removeLine: 0,
		trash: 0,
		redact: 0,
		move: 0,
	}),
});
const change = { id: text, ts: time, message: text };

const entries = document({ entries: z.array(reviewEntry) });
const accepted = document({ accepted: decided });
const rejected = document({ rejected: decided });

export const MEMORY_DOCUMENTS = {
	review: entries,
	'review list': entries,
	'review show': document({
		entry: reviewEntry,
		proposal: z.strictObject({ before: z.nullable(proposed), after: proposed, notes: texts, editable: text }),
	}),
	'review accept': accepted,
	'review edit': document({ edited: decided }),
	'review reject': rejected,
	'review ratify': accepted,
	'review discard': rejected,
	'review decided': document({
		decisions: z.array(
			z.strictObject({
				id: text,
				kind,
				title: text,
				verdict: z.enum(['accepted', 'rejected']),
				ts: time,
			}),
		),
	}),
	'review undo': document({ undone: z.nullable(decided) }),
	'memory list': document({
		folder: text,
		formerFiles: count,
		index,
		memories: z.array(
			z.strictObject({
				name: text,
				description: text,
				type: z.nullable(z.enum(MEMORY_TYPES)),
				file: text,
				modified: time,
				session: maybeText,
				problem: maybeText,
			}),
		),
	}),
	'memory health': document({ folder: text, index, findings: z.array(healthFinding) }),
	'memory fix': document({ fixed: z.strictObject(change) }),
	'memory adopt': document({ adopted: z.nullable(z.strictObject({ ...change, files: texts })) }),
	'memory undo': document({ undone: z.nullable(z.strictObject(change)) }),
};
