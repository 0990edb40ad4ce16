// What a person says about a session: its name, tags and group, and marks (keep it on top or out of sight, never read it,
// done). One line for each change, and the last one counts; so windows and the command line never overwrite each other.
import { utcSeconds } from '../base/dates';
import { asText, parseObject } from '../base/result';
import { cleanName } from '../transcript/displayName';
import { type SessionMark, markSaid } from './marks';

/** What was said of one session. */
interface SessionLabels {
	readonly marks: ReadonlySet<SessionMark>;
	/** Nothing where it is called what its words say. */
	readonly name: string | undefined;
	/** Empty: it is in none, though its origin may be. */
	readonly group: string | undefined;
	/** Those that were put on; and, with `false`, those that were taken off, though its origin may have them. */
	readonly tags: ReadonlyMap<string, boolean>;
	/** When it was forgotten, in milliseconds since 1970: until it goes on, nothing is kept of it. */
	readonly forgottenMs: number | undefined;
	/**
	 * Of a private one, the id of its first answer: by it a copy is known when the transcript is gone. Empty of one that a
	 * person opened to agents, though it begins as a private one does.
	 */
	readonly begins: string | undefined;
}

export const NOTHING_SAID: SessionLabels = {
	marks: new Set(),
	name: undefined,
	group: undefined,
	tags: new Map(),
	forgottenMs: undefined,
	begins: undefined,
};

/** By session. Who is not in it has none. */
export type LabelledSessions = ReadonlyMap<string, SessionLabels>;

/** One thing that is said. An empty name or group takes it away. */
export type LabelChange =
	| { readonly mark: SessionMark; readonly on: boolean }
	| { readonly tag: string; readonly on: boolean }
	| { readonly name: string }
	| { readonly group: string };

/** What is written down of a session beside what a person changes of it. */
export type LabelNote = { readonly forgottenMs: number } | { readonly begins: string };

/** A name or a group as it is kept: one printable line of at most 80 characters, or empty. */
export const labelText = cleanName;

/** A tag as it is kept: the same in small letters, without a leading `#` and commas, which part tags where several are typed. */
export function tagText(text: string): string {
	return cleanName(text.replace(/^[\s#]+|,/gu, '')).toLowerCase();
}

/** One change, without a line break. */
export function changeLine(session: string, change: LabelChange | LabelNote, nowMs: number): string {
	return JSON.stringify({ ts: utcSeconds(nowMs), session, ...change });
}

/** Folds all changes. A line that is not ours is skipped and does not affect the others. */
export function foldLabels(text: string): LabelledSessions {
	const labelled = new Map<string, Draft>();
	for (const line of text.split('\n')) {
		const fields = parseObject(line);
		const session = asText(fields?.['session']);
		if (fields === undefined || session === undefined) continue;
		const own = labelled.get(session) ?? { ...NOTHING_SAID, marks: new Set(), tags: new Map() };
		labelled.set(session, own);
		apply(fields, own);
	}
	return labelled;
}

interface Draft extends SessionLabels {
	readonly marks: Set<SessionMark>;
	name: string | undefined;
	group: string | undefined;
	readonly tags: Map<string, boolean>;
	forgottenMs: number | undefined;
	begins: string | undefined;
}

function apply(fields: Readonly<Record<string, unknown>>, own: Draft): void {
	const { tag, name, group, on, forgottenMs, begins } = fields;
	const said = markSaid(fields);
	if (said !== undefined) {
		if (said.on) own.marks.add(said.mark);
		else own.marks.delete(said.mark);
		if (said.mark === 'private') own.begins = undefined;
	} else if (typeof on === 'boolean') {
		if (typeof tag === 'string' && tagText(tag) !== '') own.tags.set(tagText(tag), on);
	} else if (typeof name === 'string') own.name = labelText(name) || undefined;
	else if (typeof group === 'string') own.group = labelText(group);
	else if (typeof forgottenMs === 'number') own.forgottenMs = forgottenMs;
	else if (typeof begins === 'string') own.begins = begins;
}

/** Who is private in each reading, in small letters: a list of thousands asks about each. */
const privateIds = new WeakMap<LabelledSessions, ReadonlySet<string>>();

/** Whether a person keeps a session from every agent. In other letters, too: some file systems find it by them. */
export function isPrivate(labelled: LabelledSessions, session: string): boolean {
	if (!privateIds.has(labelled))
		privateIds.set(
			labelled,
			new Set([...labelled].flatMap(([id, { marks }]) => (marks.has('private') ? [id.toLowerCase()] : []))),
		);
	return privateIds.get(labelled)?.has(session.toLowerCase()) === true;
}

/** A session, the one that it is a fork of, and so on. */
export function forkLine(
	session: string,
	sessions: ReadonlyMap<string, { readonly forkedFrom: string | undefined }>,
): readonly string[] {
	const line = new Set<string>();
	for (let id: string | undefined = session; id !== undefined && !line.has(id); id = sessions.get(id)?.forkedFrom)
		line.add(id);
	return [...line];
}

/** A language model that asks, with its own session. */
export interface AskingModel {
	readonly session: string | undefined;
}

export const ANY_MODEL: AskingModel = { session: undefined };

/** Whether whoever asks is told of a session. @param model nothing for a person @param labelled as `labelsFor` tells them */
export function maySee(model: AskingModel | undefined, labelled: LabelledSessions, session: string): boolean {
	return model === undefined || session === model.session || !isPrivate(labelled, session);
}

/** Whether a session was forgotten, and has not gone on since. @param lastMs of its last message, in milliseconds since 1970. */
export function isForgotten(labelled: LabelledSessions, session: string, lastMs: number): boolean {
	return lastMs <= (labelled.get(session)?.forgottenMs ?? -Infinity);
}

/** The shortest text that folds to the same labels. */
export function compactLabels(labelled: LabelledSessions, nowMs: number): string {
	return [...labelled]
		.flatMap(([session, { marks, name, group, tags, forgottenMs, begins }]) => {
			const changes: (LabelChange | LabelNote)[] = [...marks].map((mark) => ({ mark, on: true }));
			if (name !== undefined) changes.push({ name });
			if (group !== undefined) changes.push({ group });
			for (const [tag, on] of tags) changes.push({ tag, on });
			if (forgottenMs !== undefined) changes.push({ forgottenMs });
			if (begins !== undefined) changes.push({ begins });
			return changes.map((change) => `${changeLine(session, change, nowMs)}\n`);
		})
		.join('');
}

/** Tags and group of a session as they count. */
export interface Sorted {
	/** By name. */
	readonly tags: readonly string[];
	readonly group: string | undefined;
}

/**
 * A fork has the tags and the group of its origin until it is given its own.
 * @param line the session, the one that it is a fork of, that one's origin, and so on
 */
export function sortedAs(labelled: LabelledSessions, line: readonly string[]): Sorted {
	const tags = new Set<string>();
	let group = '';
	for (const own of [...line].reverse().map((id) => labelled.get(id))) {
		for (const [tag, on] of own?.tags ?? []) {
			if (on) tags.add(tag);
			else tags.delete(tag);
		}
		group = own?.group ?? group;
	}
	return { tags: [...tags].sort(), group: group || undefined };
}

/** What takes changes back. @param before the session as it was, with its own name */
export function changesBack(
	changes: readonly LabelChange[],
	before: Sorted & { readonly marks: ReadonlySet<SessionMark>; readonly ownName: string | undefined },
): readonly LabelChange[] {
	return changes.map((change) => {
		if ('mark' in change) return { ...change, on: before.marks.has(change.mark) };
		if ('tag' in change) return { ...change, on: before.tags.includes(change.tag) };
		return 'name' in change ? { name: before.ownName ?? '' } : { group: before.group ?? '' };
	});
}
