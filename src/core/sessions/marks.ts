// What a person says about a session: keep it on top, keep it out of sight, never read it. One line for each change,
// and the last one counts; so windows and the command line never overwrite each other.
import { utcSeconds } from '../base/dates';
import { asText, parseObject } from '../base/result';

const SESSION_MARKS = ['pinned', 'hidden', 'private'] as const;
export type SessionMark = (typeof SESSION_MARKS)[number];

/** Marks by session. A session without marks is not in it. */
export type MarkedSessions = ReadonlyMap<string, ReadonlySet<SessionMark>>;

/** One change, without a line break. */
export function markLine(session: string, mark: SessionMark, isOn: boolean, nowMs: number): string {
	return JSON.stringify({ ts: utcSeconds(nowMs), session, mark, on: isOn });
}

/** Folds all changes. A line that is not ours is skipped and does not affect the others. */
export function foldMarks(text: string): MarkedSessions {
	const marks = new Map<string, Set<SessionMark>>();
	for (const line of text.split('\n')) {
		const change = parseChange(line);
		if (change === undefined) continue;
		const own = marks.get(change.session) ?? new Set();
		if (change.isOn) own.add(change.mark);
		else own.delete(change.mark);
		if (own.size > 0) marks.set(change.session, own);
		else marks.delete(change.session);
	}
	return marks;
}

/** The shortest text that folds to the same marks. */
export function compactMarks(marks: MarkedSessions, nowMs: number): string {
	return [...marks]
		.flatMap(([session, own]) => [...own].map((mark) => `${markLine(session, mark, true, nowMs)}\n`))
		.join('');
}

function parseChange(
	line: string,
): { readonly session: string; readonly mark: SessionMark; readonly isOn: boolean } | undefined {
	const fields = parseObject(line);
	const [session, isOn] = [asText(fields?.['session']), fields?.['on']];
	const mark = SESSION_MARKS.find((each) => each === fields?.['mark']);
	return session === undefined || mark === undefined || typeof isOn !== 'boolean' ? undefined : { session, mark, isOn };
}
