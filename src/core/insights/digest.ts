// What one transcript adds to the sums of its sessions. It is small, so it can be kept for the next time.
import { checksum } from '../base/checksum';
import { type ApiAnswer, CountedOnce } from './answers';
import { quarterOf } from './calendar';
import type { Happened } from './insights';
import { type TableRow, monthOf } from './tables';
import type { TranscriptRow } from './transcriptRows';

/** What a file says of one session. */
interface SessionPart {
	readonly messages: number;
	readonly toolCalls: number;
	/** Checksums of the paths of files that were changed: they say how many there are, and not which. */
	readonly changed: readonly number[];
	/** What all of the session cost by Claude Code’s own count, in US dollars. */
	readonly usd?: number | undefined;
}

/** What is counted besides answers, by quarters of an hour. */
type HappenedQuarter = Pick<Happened, 'atMs' | 'count'> & {
	readonly kind: 'prompts' | 'compactions';
	readonly session: string;
};

export interface TranscriptDigest {
	/** Each once. */
	readonly answers: readonly ApiAnswer[];
	/** By session. */
	readonly sessions: Readonly<Record<string, SessionPart>>;
	/** In which months messages and calls lie. */
	readonly months: readonly string[];
	readonly happened: readonly HappenedQuarter[];
}

/** What Claude Code counted of each session, in US dollars: of what several files say the most, because its count grows. */
export function countedUsd(digests: readonly TranscriptDigest[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { sessions } of digests)
		for (const [id, { usd }] of Object.entries(sessions))
			if (usd !== undefined) counts.set(id, Math.max(usd, counts.get(id) ?? usd));
	return counts;
}

/** What a row of `messages` counts as. */
function happenedOf({ kind, is_side_chain: isSideChain }: TableRow<'messages'>): HappenedQuarter['kind'] | undefined {
	if (kind === 'compaction') return 'compactions';
	return !isSideChain && (kind === 'prompt' || kind === 'command') ? 'prompts' : undefined;
}

/** Digests the rows of one transcript, which were read without texts. */
export class TranscriptDigester {
	private readonly answers = new CountedOnce();
	private readonly months = new Set<string>();
	private readonly happened = new Map<string, HappenedQuarter>();
	private readonly sessions = new Map<
		string,
		{ messages: number; toolCalls: number; changed: Set<number>; usd?: number }
	>();

	take(row: TranscriptRow): void {
		if (row.table === 'tokens') return this.answers.add(row.answer);
		const own = this.of(row.table === 'sessions' ? row.session : row.row.session);
		if (row.table === 'sessions') {
			own.usd = row.usd;
			return;
		}
		this.months.add(monthOf(row.row.time));
		if (row.table === 'messages') {
			own.messages++;
			this.note(row.row);
		} else {
			own.toolCalls++;
			const { file, changes_file, has_failed } = row.row;
			if (file !== null && changes_file && has_failed === false) own.changed.add(nameSum(file));
		}
	}

	close(): TranscriptDigest {
		const sessions = [...this.sessions].map(([id, each]) => [id, { ...each, changed: [...each.changed] }] as const);
		return {
			answers: this.answers.answers,
			sessions: Object.fromEntries(sessions),
			months: [...this.months].sort(),
			happened: [...this.happened.values()],
		};
	}

	private note(row: TableRow<'messages'>): void {
		const { session, time } = row;
		const kind = happenedOf(row);
		if (kind === undefined || time === null) return;
		const atMs = quarterOf(time);
		const key = `${kind} ${session} ${atMs}`;
		this.happened.set(key, { kind, session, atMs, count: (this.happened.get(key)?.count ?? 0) + 1 });
	}

	private of(session: string): { messages: number; toolCalls: number; changed: Set<number>; usd?: number } {
		const own = this.sessions.get(session) ?? { messages: 0, toolCalls: 0, changed: new Set<number>() };
		this.sessions.set(session, own);
		return own;
	}
}

/** Of each character both bytes. */
function nameSum(name: string): number {
	return checksum(new Uint8Array(Uint16Array.from(name, (each) => each.charCodeAt(0)).buffer));
}
