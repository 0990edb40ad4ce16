// Notices that come by themselves: one at a time, and in the first five minutes after the installation one and no more. What
// they ask stands on Home as well: who has seen that by then gets none.
import { MINUTE_MS } from '../core/base/dates';
import { oneAtATime } from '../core/base/oneAtATime';
import type { Clock, Memento } from '../core/base/ports';

/** Remembered over windows and restarts: when this was first started, milliseconds since 1970, and whether a notice came. */
const FIRST = 'notices.firstStartMs';
const SHOWN = 'notices.shownEarly';
const EARLY_MS = 5 * MINUTE_MS;

/** Shows a notice when its turn comes. @returns what it answers; nothing where it is too early for another one. */
export type Unasked = <T>(notice: () => PromiseLike<T>) => Promise<T | undefined>;

/** @param home whether it was ever opened */
export function createUnasked(clock: Clock, memento: Memento, home: { readonly wasOpened: boolean }): Unasked {
	const inTurn = oneAtATime(clock);
	const firstMs = memento.get<number>(FIRST) ?? clock.now();
	if (memento.get(FIRST) === undefined) void memento.update(FIRST, firstMs);
	return (notice) =>
		inTurn(async () => {
			if (clock.now() - firstMs < EARLY_MS) {
				if (home.wasOpened || memento.get(SHOWN) === true) return undefined;
				await memento.update(SHOWN, true);
			}
			return notice();
		});
}
