// Since when projects are watched, remembered over restarts.
import type { Memento } from '../../core/base/ports';
import type { WatchedSince } from '../../core/sessions/missed';

const KEY = 'watchedSince';

export function readWatched(memento: Memento): WatchedSince {
	const kept = memento.get<unknown>(KEY);
	return Array.isArray(kept) ? kept.filter(isPair) : [];
}

export async function writeWatched(memento: Memento, watched: WatchedSince): Promise<void> {
	await memento.update(KEY, watched);
}

/** Anybody may have written the file. */
const isPair = (each: unknown): each is WatchedSince[number] =>
	Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'number';
