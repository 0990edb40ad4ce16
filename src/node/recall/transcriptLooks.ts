// Which transcripts there are, for who asks again and again: at each question all that may have changed is looked at, and what
// has lain still for long is believed for some seconds. With a thousand sessions looking took a third of an answer.
import { type BigIntStats, type Dirent, type Stats, statSync } from 'node:fs';
import { monotonicMs } from '../base/systemClock';
import type { FoundFile } from '../sessions/index/foundFile';
import {
	type Ask,
	type Listing,
	type Unreadable,
	answerNow,
	below,
	describe,
	listTranscripts,
	refusedAt,
} from '../sessions/index/transcriptFiles';

/** What was written so lately may be written again at any moment. Milliseconds. */
const LATELY_MS = 60 * 60 * 1_000;
/** So long is believed what has lain still. Milliseconds. */
const BELIEVED_MS = 10_000;
/** Clocks of file systems tick slowly: a folder that changed so lately may have changed again. Milliseconds. */
const TICK_MS = 2_000;

interface Answered {
	readonly answer: unknown;
	/** When it was last changed, as it was when it was looked at. Milliseconds since 1970. */
	readonly changedMs: number;
	/** By a clock that nobody sets. Milliseconds. */
	readonly atMs: number;
}

/**
 * Looks at transcripts for one that keeps asking. What it says is as it is now for sessions that run, for those that were written
 * within the last hour, and for new ones; of others, what somebody else wrote in the last ten seconds may be missing.
 */
export class TranscriptLooks {
	private readonly known = new Map<string, Answered>();

	/** @param running ids of sessions that run. */
	list(folder: string, running: readonly string[]): Listing {
		return listTranscripts(folder, this.answering(running));
	}

	/** The files of a folder that are meant, by their names; none where there is no folder. */
	files(folder: string, isMeant: (name: string) => boolean): Listing {
		const [files, unreadable]: [FoundFile[], Unreadable[]] = [[], []];
		const answerOf = this.answering([]);
		const look = <T>(ask: Ask): T | undefined => {
			try {
				return answerOf(ask) as T;
			} catch (error) {
				unreadable.push(...refusedAt(ask.at, error));
				return undefined;
			}
		};
		for (const entry of look<readonly Dirent[]>({ kind: 'entries', at: folder }) ?? []) {
			if (!entry.isFile() || !isMeant(entry.name)) continue;
			const file = below(folder, entry.name);
			const found = look<Stats | BigIntStats>({ kind: 'stat', at: file });
			if (found !== undefined) files.push(describe(file, '', false, found));
		}
		return { files, unreadable };
	}

	private answering(running: readonly string[]): (ask: Ask) => unknown {
		const [nowMs, atMs] = [Date.now(), monotonicMs()];
		const isStill = ({ kind, at }: Ask, { changedMs }: Answered): boolean => {
			if (running.some((session) => at.includes(session))) return false;
			if (kind === 'stat') return nowMs - changedMs > LATELY_MS;
			return nowMs - changedMs > TICK_MS && modifiedMs(at) === changedMs;
		};
		return (ask) => {
			const { kind, at } = ask;
			const known = this.known.get(at);
			if (known !== undefined && atMs - known.atMs < BELIEVED_MS && isStill(ask, known)) return known.answer;
			// Before the look: what comes in between is seen by the next.
			const changedMs = kind === 'entries' ? modifiedMs(at) : undefined;
			const answer = answerNow(ask);
			this.known.set(at, { answer, changedMs: changedMs ?? Number((answer as { mtimeMs?: unknown }).mtimeMs), atMs });
			return answer;
		};
	}
}

/** @throws the file system's errors. */
const modifiedMs = (at: string): number => statSync(at).mtimeMs;
