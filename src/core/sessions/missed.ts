// Sessions that ended while nobody watched: which of them we have to look after, and since when their project is
// watched.
import { DAY_MS, MINUTE_MS } from '../base/dates';

/** Since when each project is watched, in milliseconds since 1970: pairs of root and time, the latest pair last. */
export type WatchedSince = readonly (readonly [root: string, sinceMs: number])[];

/** How long a session may be silent after VS Code was closed, before it is killed. */
const LOOKED_BACK_MS = 2 * DAY_MS;
const PROJECTS_KEPT = 200;
/** Without a registry of running sessions (older versions have none), only silence shows that a session has ended. */
const SILENT_MS = 10 * MINUTE_MS;
/** No more sessions than this can have been killed since yesterday. */
const CAUGHT_UP = 20;

interface StoppedSession {
	readonly project: { readonly root: string };
	readonly live: object | undefined;
	readonly lastMessageMs: number | undefined;
}

/**
 * What ended before is not our business: a first start must not copy years of sessions. @returns nothing if the project
 * was never watched.
 */
export function watchedSince(watched: WatchedSince, root: string): number | undefined {
	return watched.find(([each]) => each === root)?.[1];
}

/** The list after a project has had its turn. The oldest are forgotten. */
export function watchedAfter(watched: WatchedSince, root: string, nowMs: number): WatchedSince {
	const sinceMs = Math.max(watchedSince(watched, root) ?? nowMs, nowMs - LOOKED_BACK_MS);
	return [...watched.filter(([each]) => each !== root), [root, sinceMs] as const].slice(-PROJECTS_KEPT);
}

/** Sessions of a project that were active after watching began, and are silent now. */
export function endedUnwatched<S extends StoppedSession>(
	sessions: readonly S[],
	{ root, sinceMs, nowMs }: { readonly root: string; readonly sinceMs: number; readonly nowMs: number },
): readonly S[] {
	return sessions
		.filter(
			({ project, live, lastMessageMs: lastMs }) =>
				project.root === root &&
				live === undefined &&
				lastMs !== undefined &&
				lastMs > sinceMs &&
				lastMs < nowMs - SILENT_MS,
		)
		.slice(0, CAUGHT_UP);
}

/** Sessions without a process that were active after watching began, and whose end no hook saw. */
export function endedUnseen<S extends StoppedSession & { readonly end: { readonly reason?: unknown } | undefined }>(
	sessions: readonly S[],
	watched: WatchedSince,
): readonly S[] {
	return sessions.filter(({ project, live, end, lastMessageMs }) => {
		const sinceMs = watchedSince(watched, project.root);
		return (
			live === undefined &&
			end?.reason === undefined &&
			sinceMs !== undefined &&
			lastMessageMs !== undefined &&
			lastMessageMs > sinceMs
		);
	});
}
