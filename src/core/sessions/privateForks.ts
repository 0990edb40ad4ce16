// A fork has the words of the session that it comes from: what keeps that one from agents keeps the fork from them.
import { type LabelledSessions, NOTHING_SAID, forkLine, isPrivate } from './labels';

/** Whether any session is private. */
export function isAnyPrivate(labelled: LabelledSessions): boolean {
	return [...labelled.values()].some(({ marks }) => marks.has('private'));
}

/** The labels, where what was forked from a private session is private, too. @param sessions by id */
export function withPrivateForks(
	labelled: LabelledSessions,
	sessions: ReadonlyMap<string, { readonly forkedFrom: string | undefined }>,
): LabelledSessions {
	const all = new Map(labelled);
	for (const id of sessions.keys()) {
		const own = labelled.get(id) ?? NOTHING_SAID;
		if (forkLine(id, sessions).some((each) => isPrivate(labelled, each)))
			all.set(id, { ...own, marks: new Set([...own.marks, 'private']) });
	}
	return all;
}
