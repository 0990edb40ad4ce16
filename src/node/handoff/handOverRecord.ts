// What a session's transcript does not say about its hand-overs: the document that was saved last, so that what is handed in
// afterwards amends it, and statements that came by a file. A small file of ours for each session; without it, a second
// document is made.
import path from 'node:path';
import * as z from 'zod/mini';
import { parseObject } from '../../core/base/result';
import { isSessionId } from '../../core/claude/payload';
import { HAND_IN_SECTIONS, HAND_IN_STATUSES, type HandedIn } from '../../core/handoff/handedIn/handIn';
import type { HandOver, JudgedHandOver, Verdict } from '../../core/handoff/handedIn/proof';
import { replaceFile } from '../base/atomicFile';
import { readTextSurely } from '../base/regularFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';

/** As we wrote it. Lengths are not checked again: redaction may have made a text longer than an input may be. */
const statementSchema = z.object({
	section: z.enum(HAND_IN_SECTIONS),
	text: z.string(),
	quotes: z.array(z.string()),
	status: z.enum(HAND_IN_STATUSES),
});

const recordSchema = z.object({
	schemaVersion: z.literal(1),
	/** With the hash of what was written: the same bytes later mean that nobody edited it. */
	document: z.optional(z.object({ file: z.string(), sha256: z.string(), atMs: z.number() })),
	/** Redacted, oldest first. */
	given: z.array(z.object({ atMs: z.number(), statements: z.pipe(z.array(z.unknown()), z.transform(readable)) })),
});

export type HandOverRecord = z.infer<typeof recordSchema>;

/** What is handed in now: a block of the transcript, by the id of its message, or the statements of a file. */
export type HandedOver = { readonly uuid: string | undefined } | { readonly statements: readonly HandedIn[] };

/** A damaged statement costs only itself. */
function readable(statements: unknown[]): readonly HandedIn[] {
	return statements.flatMap((each) => {
		const { success, data } = statementSchema.safeParse(each);
		return success ? [data] : [];
	});
}

/** Nothing of ours grows without end. */
const MAX_GIVEN = 20;
/** So many files of a megabyte each, which redaction may have made longer. */
const LIMIT_BYTES = MAX_GIVEN * 2 * 1024 * 1024;

/**
 * What is known of a session. A record that is missing or damaged is an empty one.
 * @throws the file system's error where it cannot be read: what was handed in before would be gone with the next.
 */
async function readHandOverRecord(claude: Pick<ClaudeHome, 'keeperHome'>, session: string): Promise<HandOverRecord> {
	const empty: HandOverRecord = { schemaVersion: 1, given: [] };
	if (!isSessionId(session)) return empty;
	const parsed = recordSchema.safeParse(parseObject(await readTextSurely(recordFile(claude, session), LIMIT_BYTES)));
	return parsed.success ? parsed.data : empty;
}

/** Throws the file system's error. The statements are a session's words: mode 0600. */
export async function writeHandOverRecord(
	claude: Pick<ClaudeHome, 'keeperHome'>,
	session: string,
	record: HandOverRecord,
): Promise<void> {
	if (!isSessionId(session)) return;
	const file = recordFile(claude, session);
	await makePrivateFolder(claude.keeperHome, path.dirname(file));
	// In one order, whoever read or made the record: the same is written in the same bytes.
	const { schemaVersion, document, given } = record;
	await replaceFile(file, JSON.stringify({ schemaVersion, document, given: given.slice(-MAX_GIVEN) }), 0o600);
}

/** What is known of a session's hand-overs when it is read. */
interface GatheredHandOver {
	/** What comes by a file now, and is in no transcript and no record yet. */
	readonly news: HandOver | undefined;
	/** Everything that came by files, now and before, as the proof takes it. */
	readonly given: readonly HandOver[];
}

/** @param atMs now, milliseconds since 1970 */
export async function gatherHandOver(
	claude: Pick<ClaudeHome, 'keeperHome'>,
	session: string,
	handedOver: HandedOver | undefined,
	atMs: number,
): Promise<GatheredHandOver> {
	const record = await readHandOverRecord(claude, session);
	const news =
		handedOver === undefined || 'uuid' in handedOver
			? undefined
			: { uuid: undefined, statements: handedOver.statements, atMs };
	const before = record.given.map((each) => ({ ...each, uuid: undefined }));
	return { news, given: [...before, ...(news === undefined ? [] : [news])] };
}

/**
 * Keeps statements that came by a file: later saves take them from here.
 * @param redact a secret must not lie in one more place.
 * @returns the record as it is then. @throws the file system's error.
 */
export async function keepGiven(
	claude: Pick<ClaudeHome, 'keeperHome'>,
	session: string,
	news: HandOver | undefined,
	redact: (text: string) => string,
): Promise<HandOverRecord> {
	const before = await readHandOverRecord(claude, session);
	if (news === undefined) return before;
	const statements = news.statements.map((each) => ({
		...each,
		text: redact(each.text),
		quotes: each.quotes.map(redact),
	}));
	const record = { ...before, given: [...before.given, { atMs: news.atMs ?? 0, statements }] };
	await writeHandOverRecord(claude, session, record);
	return record;
}

/** What came of the statements that are handed in now; nothing if none are. */
export function verdictsOn(
	handedOver: HandedOver | undefined,
	judged: readonly JudgedHandOver[],
): readonly Verdict[] | undefined {
	const uuid = handedOver !== undefined && 'uuid' in handedOver ? handedOver.uuid : undefined;
	return handedOver && judged.findLast((each) => each.uuid === uuid)?.verdicts;
}

function recordFile(claude: Pick<ClaudeHome, 'keeperHome'>, session: string): string {
	return path.join(claude.keeperHome, 'handed-in', `${session}.json`);
}
