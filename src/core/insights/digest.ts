// What one transcript adds to the sums of its sessions. It is small, so it can be kept for the next time.
import { checksum } from '../base/checksum';
import { type ApiAnswer, CountedOnce } from './answers';
import { monthOf } from './tables';
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

export interface TranscriptDigest {
	/** Each once. */
	readonly answers: readonly ApiAnswer[];
	/** By session. */
	readonly sessions: Readonly<Record<string, SessionPart>>;
	/** In which months messages and calls lie. */
	readonly months: readonly string[];
}

/** Digests the rows of one transcript, which were read without texts. */
export class TranscriptDigester {
	private readonly answers = new CountedOnce();
	private readonly months = new Set<string>();
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
		if (row.table === 'messages') own.messages++;
		else {
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
		};
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
