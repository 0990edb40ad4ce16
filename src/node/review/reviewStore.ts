// Everything of a project that waits for a person's word, whatever kind it is. The view and the verbs go through here; each
// kind brings a source that knows how its things are read, accepted, rejected and taken back.
import type { AcceptOptions, ReviewEntry, ReviewKind, ReviewOutcome, ReviewProposal } from '../../core/review/entry';
import type { openSight } from '../sessions/labelsFor';

/** Where the things of one kind come from, and what becomes of them. A decision is on disk when its promise resolves. */
export interface ReviewSource {
	readonly kind: ReviewKind;
	/** What waits. Reads only. */
	list(): Promise<readonly ReviewEntry[]>;
	/** @returns nothing where it no longer waits. */
	propose(id: string): Promise<ReviewProposal | undefined>;
	/** Replaces the proposal's editable text, without accepting it. */
	edit(id: string, text: string): Promise<ReviewOutcome>;
	/** It says again what it said before a person edited it. */
	unedit(id: string): Promise<ReviewOutcome>;
	accept(id: string, options: AcceptOptions): Promise<ReviewOutcome>;
	/** It is never offered again. */
	reject(id: string): Promise<ReviewOutcome>;
	/** Decisions that can be taken back, newest first. */
	decided(): Promise<readonly ReviewDecision[]>;
	/** Takes an acceptance or a rejection back: it waits again, and what was written is gone. */
	undo(id: string): Promise<ReviewOutcome>;
}

/** An acceptance or a rejection. */
export interface ReviewDecision {
	readonly kind: ReviewKind;
	/** Of the entry. */
	readonly id: string;
	readonly title: string;
	readonly verdict: 'accepted' | 'rejected';
	/** Milliseconds since 1970. */
	readonly atMs: number;
	/** The session that the entry came from, where that is known. */
	readonly session: string | undefined;
}

type Place = Parameters<typeof openSight>[0];

/** Says of a session whether whoever asks is told of it, as `openSight`. For a person nothing is loaded. */
export async function toldTo(place: Place): ReturnType<typeof openSight> {
	return place.asker === undefined ? () => true : (await import('../sessions/labelsFor')).openSight(place);
}

export class ReviewStore {
	/** @param place with whoever asks, who is told of what they may know. */
	constructor(
		readonly sources: readonly ReviewSource[],
		private readonly place: Place,
	) {}

	/** What waits, newest first. */
	async list(): Promise<readonly ReviewEntry[]> {
		return (await this.told((source) => source.list())).sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1));
	}

	propose(entry: ReviewKey): Promise<ReviewProposal | undefined> {
		return this.of(entry).propose(entry.id);
	}

	edit(entry: ReviewKey, text: string): Promise<ReviewOutcome> {
		return this.of(entry).edit(entry.id, text);
	}

	unedit(entry: ReviewKey): Promise<ReviewOutcome> {
		return this.of(entry).unedit(entry.id);
	}

	accept(entry: ReviewKey, options: AcceptOptions = {}): Promise<ReviewOutcome> {
		return this.of(entry).accept(entry.id, options);
	}

	reject(entry: ReviewKey): Promise<ReviewOutcome> {
		return this.of(entry).reject(entry.id);
	}

	/** What can be taken back, newest first. */
	async decided(): Promise<readonly ReviewDecision[]> {
		return (await this.told((source) => source.decided())).sort((a, b) => b.atMs - a.atMs);
	}

	undo(decision: ReviewKey): Promise<ReviewOutcome> {
		return this.of(decision).undo(decision.id);
	}

	private async told<T extends Pick<ReviewEntry, 'session'>>(
		listOf: (source: ReviewSource) => Promise<readonly T[]>,
	): Promise<T[]> {
		const [isTold, ...lists] = await Promise.all([toldTo(this.place), ...this.sources.map(listOf)]);
		return lists.flat().filter(({ session }) => isTold(session));
	}

	private of({ kind }: ReviewKey): ReviewSource {
		const source = this.sources.find((each) => each.kind === kind);
		if (source === undefined) throw new Error(`unreachable: nothing brings ${kind}`);
		return source;
	}
}

/** What names an entry or a decision. */
export type ReviewKey = Pick<ReviewEntry, 'kind' | 'id'>;
