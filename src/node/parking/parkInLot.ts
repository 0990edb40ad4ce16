// Parking as every face does it: an item, with what hangs on it. The transcript that it comes from is kept, and what was a
// suggestion is not offered again until that is undone.
import type { ParkRequest } from '../../core/parking/draft';
import type { ParkedItem } from '../../core/parking/item';
import type { Clock } from '../../core/base/ports';
import type { ArchiveOutcome } from '../backups/transcriptArchive';
import type { ClaudeHome } from '../claude/claudeHome';
import type { TrashEntry } from '../keeper/trash';
import type { ParkOutcome, ParkingLot } from './parkingLot';
import { dismissSuggestion } from './suggestionStore';

interface Place {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
}

/** What became of the transcript of a session. */
interface KeptTranscript {
	/** Nothing where it was not tried, or there is none. */
	readonly outcome?: ArchiveOutcome | undefined;
	readonly problem?: unknown;
}

export type ItemOutcome =
	| Extract<ParkOutcome, { readonly kind: 'limit' }>
	/** Its transcript may take a while. Never rejected: the item is parked whatever becomes of that. */
	| (Extract<ParkOutcome, { readonly kind: 'parked' }> & { readonly transcript: Promise<KeptTranscript> });

/** @param suggestion key of what was suggested: it is not offered again, nor when the item is done */
export async function parkInLot(
	place: Place,
	lot: ParkingLot,
	request: ParkRequest,
	suggestion?: string,
): Promise<ItemOutcome> {
	const parked = await lot.park(request);
	if (parked.kind === 'limit') return parked;
	// A file that cannot be written is named beside the answer.
	if (suggestion !== undefined)
		await dismissSuggestion(place.claude, suggestion, place.clock.now()).catch(() => undefined);
	return { ...parked, transcript: keepTranscript(place, lot, request.session) };
}

async function keepTranscript(
	{ claude, clock }: Place,
	{ project }: ParkingLot,
	session: string | undefined,
): Promise<KeptTranscript> {
	if (session === undefined) return {};
	try {
		const { archiveParkedSession } = await import('../backups/transcriptArchive');
		return { outcome: await archiveParkedSession(claude, project, session, clock) };
	} catch (problem) {
		return { problem };
	}
}

/** Undoes parking. @param suggestion key of what it was made of: it is offered again @returns nothing where the item is gone */
export async function unparkItem(
	{ claude, clock }: Place,
	lot: ParkingLot,
	item: ParkedItem,
	suggestion?: string,
): Promise<TrashEntry | undefined> {
	const entry = await lot.archive(item);
	if (entry !== undefined && suggestion !== undefined) await dismissSuggestion(claude, suggestion, clock.now(), false);
	return entry;
}
