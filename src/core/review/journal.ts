// What a person decided about memory candidates: one line each, the last one counts, so that two windows and the command
// line never overwrite each other. Candidates are known by what they say, not by where they lie.
import type { Redactor } from '../privacy/redaction';
import { asText, parseObject } from '../base/result';

const DECISIONS = ['accepted', 'rejected', 'edited', 'undone'] as const;
export type DecisionEvent = (typeof DECISIONS)[number];

export interface JournalLine {
	/** ISO 8601 in UTC. */
	readonly ts: string;
	/** Root of the project. */
	readonly project: string;
	/** Hash of the candidate's text as it was said. */
	readonly hash: string;
	readonly event: DecisionEvent;
	/** `rejected`: what was rejected. `edited`: the new text, or nothing where the edit was taken back. */
	readonly text?: string | undefined;
	/** `rejected`: what was said, where a person had edited it. */
	readonly said?: string | undefined;
	/** One line for people. */
	readonly title?: string | undefined;
	/** `accepted`: id of the change that it made. */
	readonly change?: string | undefined;
	/** The session in which it was said, where it is known: who forgets that forgets this. */
	readonly session?: string | undefined;
}

/** What is so of a candidate by now. */
export interface JournalState {
	readonly verdict: JournalLine | undefined;
	readonly edited: string | undefined;
}

export function journalLine(line: JournalLine): string {
	return JSON.stringify(line);
}

/** The lines of all projects, in their order. What is no line costs only itself. */
export function journalLines(text: string): readonly JournalLine[] {
	return text.split('\n').flatMap((line) => parse(line) ?? []);
}

/** Folds the lines of one project, by hash. Lines that are none cost only themselves. */
export function foldJournal(text: string, isOf: (line: JournalLine) => boolean): ReadonlyMap<string, JournalState> {
	const states = new Map<string, JournalState>();
	for (const read of journalLines(text)) {
		if (!isOf(read)) continue;
		const before = states.get(read.hash);
		states.set(read.hash, after(before, read));
	}
	return states;
}

/** Fields that hold what a person or a session said. */
const SAID = ['text', 'said', 'title'];

/**
 * The journal without what is private in lines from before they were redacted. A decision is known by its hash, which
 * stays; and what is compared with what was rejected is redacted as well.
 * @returns nothing where nothing is to be taken out. Lines that need not change, or are none, keep their bytes.
 */
export function redactJournal(text: string, redactor: Redactor): string | undefined {
	let isChanged = false;
	const lines = text.split('\n').map((line) => {
		if (parse(line) === undefined) return line;
		const fields = parseObject(line) ?? {};
		const safe = Object.fromEntries(
			SAID.flatMap((key) => {
				const said = asText(fields[key]);
				const redacted = said === undefined ? said : redactor.text(said).value;
				return redacted === said ? [] : [[key, redacted]];
			}),
		);
		if (Object.keys(safe).length === 0) return line;
		isChanged = true;
		return JSON.stringify({ ...fields, ...safe });
	});
	return isChanged ? lines.join('\n') : undefined;
}

function after(before: JournalState | undefined, line: JournalLine): JournalState {
	switch (line.event) {
		case 'accepted':
		case 'rejected':
			return { verdict: line, edited: before?.edited };
		case 'edited':
			return { verdict: before?.verdict, edited: line.text };
		case 'undone':
			return { verdict: undefined, edited: before?.edited };
	}
}

function parse(line: string): JournalLine | undefined {
	const fields = parseObject(line);
	const [ts, project, hash] = [asText(fields?.['ts']), asText(fields?.['project']), asText(fields?.['hash'])];
	const event = DECISIONS.find((each) => each === fields?.['event']);
	if (fields === undefined || ts === undefined || project === undefined || hash === undefined || event === undefined)
		return undefined;
	return {
		ts,
		project,
		hash,
		event,
		text: asText(fields['text']),
		said: asText(fields['said']),
		title: asText(fields['title']),
		change: asText(fields['change']),
		session: asText(fields['session']),
	};
}
