// The documents of `session-keeper resume` and `session-keeper documents`.
import * as z from 'zod/mini';
import type { Fact } from '../../../core/documents/projectMemory';
import { HAND_IN_SECTIONS } from '../../../core/handoff/handedIn/handIn';
import { UNPROVEN_WORDS } from '../../../core/handoff/handedIn/proof';
import type { CommitDrift } from '../../../core/project/drift';
import { ENGINES } from '../../../core/reflection/engine';
import { count, document, flag, maybeCount, maybeText, maybeTime, oneOf, part, redacted, text, texts, time } from './form';

const saved = {
	isDraft: flag,
	topic: text,
	workstream: maybeText,
	session: maybeText,
	saved: time,
	branch: maybeText,
	commit: maybeText,
	dirty: z.nullable(texts),
	model: maybeText,
	confidence: maybeText,
	status: maybeText,
	decisions: texts,
	failures: texts,
	tasks: texts,
	openQuestions: texts,
	nextSteps: texts,
	isReadable: flag,
};
const file = part('document', { file: text, path: text, ...saved });
/** One that is shown and not made yet lies nowhere. */
const shown = part('shownDocument', { file: maybeText, path: maybeText, ...saved, saved: maybeTime });

const session = {
	id: maybeText,
	title: text,
	lastMessage: time,
	hasWork: flag,
	isRunning: flag,
	isProgram: flag,
};
const sessionRow = part('documentSession', session);

export const drift = {
	commits: oneOf<CommitDrift['kind']>({
		none: 0,
		same: 0,
		unknown: 0,
		ahead: 0,
		behind: 0,
		diverged: 0,
		rewritten: 0,
	}),
	ahead: maybeCount,
	behind: maybeCount,
};
const documentDrift = part('drift', {
	ageSeconds: z.nullable(z.int()),
	branchNow: maybeText,
	commitNow: maybeText,
	...drift,
	dirtyNow: z.nullable(texts),
	gone: texts,
	words: texts,
});

export const handedIn = part('handedIn', {
	proven: count,
	unproven: z.array(
		z.strictObject({
			section: z.enum(HAND_IN_SECTIONS),
			text,
			quotes: texts,
			reason: z.enum(Object.keys(UNPROVEN_WORDS) as [keyof typeof UNPROVEN_WORDS]),
			isListed: flag,
		}),
	),
});

const enriched = { engine: z.enum(ENGINES), notEnriched: maybeText };

/** Where nothing is resumed. */
const unmade = {
	isMade: z.literal(false),
	processed: z.null(),
	engine: z.null(),
	notEnriched: z.null(),
	held: z.array(sessionRow),
	pendingLeft: count,
	text: z.null(),
};

const resume = z.union([
	document({
		resumed: file,
		session: sessionRow,
		isMade: flag,
		processed: maybeText,
		...enriched,
		held: z.array(sessionRow),
		pendingLeft: count,
		drift: documentDrift,
		prompt: text,
		text,
	}),
	document({ ...unmade, resumed: shown, session: sessionRow, drift: documentDrift, prompt: text }),
	document({ ...unmade, resumed: z.null(), session: z.null(), drift: z.null(), prompt: z.null() }),
]);

export const SESSION_DOCUMENT_DOCUMENTS = {
	resume,
	'documents resume': resume,
	'documents list': document({
		project: text,
		pending: z.array(z.strictObject({ raw: text, session: maybeText })),
		documents: z.array(file),
		sessions: z.array(
			z.strictObject({ ...session, isReadable: flag, isCovered: flag, documents: texts, backups: texts }),
		),
	}),
	'documents save': document({
		saved: file,
		redacted,
		isAmended: z.optional(flag),
		handedIn: z.optional(handedIn),
		activeContext: text,
		...enriched,
		processed: texts,
		undo: text,
		pending: texts,
	}),
	'documents open': document({ document: shown, drift: documentDrift, text }),
	'documents keep': document({
		document: text,
		facts: z.array(
			z.strictObject({
				number: count,
				text,
				kind: oneOf<Fact['kind']>({ fact: 0, decision: 0, failure: 0 }),
				isKnown: flag,
			}),
		),
		kept: texts,
	}),
};
