// A fork has the words of the session that it comes from: what keeps that one from agents keeps the fork from them. Which of
// two is the fork can be unknown, and the other transcript gone, so what begins as a private one does is private, too.
import { type LabelledSessions, NOTHING_SAID, forkLine, isPrivate } from './labels';

/** Sessions by id, as far as the index knows them. */
type Sessions = ReadonlyMap<
	string,
	{ readonly forkedFrom: string | undefined; readonly firstAnswer: string | undefined }
>;

/** The private ones of each reading, each with its first answer: a list of thousands asks about each. */
const beginnings = new WeakMap<LabelledSessions, readonly (readonly [id: string, begins: string | undefined])[]>();

function privateOf(labelled: LabelledSessions): readonly (readonly [id: string, begins: string | undefined])[] {
	let known = beginnings.get(labelled);
	if (known === undefined) {
		known = [...labelled].flatMap(([id, { marks, begins }]) => (marks.has('private') ? [[id, begins] as const] : []));
		beginnings.set(labelled, known);
	}
	return known;
}

/** Whether any session is private. Apart from `privateOf`: hooks ask nothing else, and should bring nothing else. */
export const isAnyPrivate = (labelled: LabelledSessions): boolean =>
	[...labelled.values()].some(({ marks }) => marks.has('private'));

/** Whether a session, or one that it has words of, is kept from every agent. */
export function isKept(labelled: LabelledSessions, session: string, sessions: Sessions): boolean {
	if (isPrivate(labelled, session)) return true;
	if (privateOf(labelled).length === 0 || labelled.get(session)?.begins === '') return false;
	return forkLine(session, sessions).some(
		(each) => isPrivate(labelled, each) || beginsAsPrivate(labelled, each, sessions),
	);
}

function beginsAsPrivate(labelled: LabelledSessions, session: string, sessions: Sessions): boolean {
	const first = sessions.get(session)?.firstAnswer;
	return (
		first !== undefined &&
		privateOf(labelled).some(
			([id, begins]) =>
				(begins ?? sessions.get(id)?.firstAnswer) === first &&
				// A private fork has its origin's words, and that one has none of the fork's.
				!forkLine(id, sessions).includes(session),
		)
	);
}

/** Private sessions of which it is not written down yet how they begin, with their first answers. */
export function unwrittenBeginnings(
	labelled: LabelledSessions,
	sessions: Sessions,
): readonly (readonly [id: string, begins: string])[] {
	return privateOf(labelled).flatMap(([id, begins]) => {
		const first = begins === undefined ? sessions.get(id)?.firstAnswer : undefined;
		return first === undefined ? [] : [[id, first] as const];
	});
}

/** The labels, where what has words of a private session is private, too. @param sessions by id */
export function withPrivateForks(labelled: LabelledSessions, sessions: Sessions): LabelledSessions {
	const all = new Map(labelled);
	for (const id of sessions.keys()) {
		const own = labelled.get(id) ?? NOTHING_SAID;
		if (isKept(labelled, id, sessions)) all.set(id, { ...own, marks: new Set([...own.marks, 'private']) });
	}
	return all;
}
