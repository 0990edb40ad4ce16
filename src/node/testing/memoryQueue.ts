// What waits to become memories, as the hooks leave it.
import { MINUTE_MS } from '../../core/base/dates';
import { NOW_MS, type Place } from './places';

/** Queues texts that were said in one turn of a session: the first turn was a minute ago, the second two. */
export function queueMemories(
	place: Pick<Place, 'write'>,
	said: { readonly session: string; readonly cwd: string; readonly turn?: number },
	texts: readonly string[],
): void {
	const { session, cwd, turn = 1 } = said;
	place.write(
		`home/.claude/memory_queue/${session}-${turn}.json`,
		JSON.stringify({
			schemaVersion: 1,
			session,
			turn,
			ts: new Date(NOW_MS - turn * MINUTE_MS).toISOString(),
			cwd,
			candidates: texts.map((text) => ({ type: 'feedback', text, rule: 'always', message: `u${turn}` })),
		}),
	);
}
