// Since when projects are watched, remembered over restarts.
import type { Memento } from '../../core/base/ports';
import type { WatchedSince } from '../../core/sessions/missed';

const KEY = 'watchedSince';

export function readWatched(memento: Memento): WatchedSince {
	return memento.get<WatchedSince>(KEY) ?? [];
}

export async function writeWatched(memento: Memento, watched: WatchedSince): Promise<void> {
	await memento.update(KEY, watched);
}
