// The schema of every document that the command line prints, by the verb whose answer it is.
import * as z from 'zod/mini';
import { COMMON_OPTIONS, type GroupDescription, verbNamed } from '../../base/description';
import { described } from '../../commands';
import { BACKUP_DOCUMENTS } from './backups';
import { SESSION_DOCUMENT_DOCUMENTS } from './documents';
import { document, oneOf, part, text } from './form';
import { INSIGHTS_DOCUMENTS } from './insights';
import { KEEPER_DOCUMENTS, engine, reflected, refusal } from './keeper';
import { MEMORY_DOCUMENTS, healthFinding, reviewEntry } from './memory';
import { PARKED_DOCUMENTS, parkedItem, suggestion } from './parking';
import { PROTOCOL_DOCUMENTS, violations } from './protocol';
import { SESSION_DOCUMENTS } from './sessions';

const namesake = part('namesake', { name: text, slug: text, key: text, description: text });
const meantSession = part('meantSession', { session: z.nullable(text), title: text, document: z.nullable(text) });

/** The codes of failures, in the order in which docs/CLI.md tells of them. */
const errorCode = oneOf({
	usage: 0,
	notFound: 0,
	ambiguous: 0,
	limit: 0,
	gone: 0,
	exists: 0,
	damaged: 0,
	unfinished: 0,
	notConfirmed: 0,
	cancelled: 0,
	failed: 0,
	empty: 0,
	noClaude: 0,
	noFolder: 0,
	noTranscript: 0,
	noStatements: 0,
	invalid: 0,
	noSession: 0,
	changed: 0,
	full: 0,
	notEdited: 0,
	busy: 0,
	notADraft: 0,
	placeTaken: 0,
	launcher: 0,
	capReached: 0,
	private: 0,
	running: 0,
	done: 0,
	noConsent: 0,
	recursion: 0,
	notScheduled: 0,
	...refusal,
});

/** The answer of each verb. A verb that is what its group does without one has the group's name alone. */
export const ANSWERS: Readonly<Record<string, z.ZodMiniType>> = {
	...PARKED_DOCUMENTS,
	...BACKUP_DOCUMENTS,
	...SESSION_DOCUMENTS,
	...INSIGHTS_DOCUMENTS,
	...SESSION_DOCUMENT_DOCUMENTS,
	...PROTOCOL_DOCUMENTS,
	...MEMORY_DOCUMENTS,
	...KEEPER_DOCUMENTS,
};

/** What any verb may print instead. */
export const INSTEAD = {
	error: document({
		error: z.strictObject({ code: errorCode, message: text, hint: text }),
		items: z.optional(z.union([z.array(parkedItem), z.array(namesake)])),
		backups: z.optional(z.array(text)),
		matches: z.optional(z.array(meantSession)),
		suggestions: z.optional(z.array(suggestion)),
		entries: z.optional(z.array(reviewEntry)),
		findings: z.optional(z.array(healthFinding)),
		violations: z.optional(violations),
		engine: z.optional(engine),
		results: z.optional(reflected),
	}),
	help: document({ help: text }),
	version: document({ version: text }),
} as const;

/** The schema of what a call printed. @param words of the call, after the program's name */
export function schemaFor(words: readonly string[], printed: object): z.ZodMiniType {
	if ('error' in printed) return INSTEAD.error;
	if ('help' in printed) return INSTEAD.help;
	if (words.includes('--version')) return INSTEAD.version;
	const schema = ANSWERS[verbOf(words)];
	if (schema === undefined) throw new Error(`No schema for the answer of ${words.join(' ')}.`);
	return schema;
}

function verbOf(words: readonly string[]): string {
	const isOption = (word: string): boolean => word.startsWith('-');
	const before = words.findIndex((word, at) => !isOption(word) && !takesValue(words[at - 1]));
	const [name = 'status', word] = before < 0 ? [] : words.slice(before);
	const group: GroupDescription | undefined = described(name);
	const verb = group && (word === undefined || isOption(word) ? undefined : verbNamed(group, word));
	return [name, ...(verb === undefined ? [] : [verb])].join(' ');
}

const takesValue = (word = ''): boolean => COMMON_OPTIONS[word.replace(/^--/u, '')]?.value !== undefined;
