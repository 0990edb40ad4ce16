// What stands above a session: its name, when and where it was, and with which model.
import { say } from '../base/say';
import { localDate, localTime } from '../base/dates';
import { singleLine } from '../base/text';
import type { SessionFacts } from '../transcript/facts';

export interface SessionHead {
	readonly title: string;
	/** Milliseconds since 1970, of the first and the last message. */
	readonly fromMs: number | undefined;
	readonly toMs: number | undefined;
	readonly folder: string | undefined;
	readonly branch: string | undefined;
	readonly model: string | undefined;
	readonly turns: number;
}

/** @param turns how many the transcript has, abandoned ones included. */
export function sessionHead(facts: SessionFacts, title: string, turns: number): SessionHead {
	const { firstMessageMs: fromMs, lastMessageMs: toMs, cwd: folder, gitBranch: branch, model } = facts;
	return { title, fromMs, toMs, folder, branch, model, turns };
}

/** Printable words, each on one line, for a row: the time, then the folder, the branch, the model, the turns. */
export function headWords({ fromMs, toMs, folder, branch, model, turns }: SessionHead): readonly string[] {
	const turnWords = turns === 0 ? undefined : turns === 1 ? say('1 turn') : say('{0} turns', turns);
	const words = [timeSpan(fromMs, toMs), folder, branch, model, turnWords];
	return words.flatMap((word) => (word === undefined ? [] : [singleLine(word)]));
}

function timeSpan(fromMs: number | undefined, toMs: number | undefined): string | undefined {
	if (fromMs === undefined) return undefined;
	const from = `${localDate(fromMs)} ${localTime(fromMs)}`;
	if (toMs === undefined || toMs - fromMs < 60_000) return from;
	const isSameDay = localDate(fromMs) === localDate(toMs);
	return `${from} – ${isSameDay ? '' : `${localDate(toMs)} `}${localTime(toMs)}`;
}
