// Which session or document a text names: one rule for everything that a person can type.
import { lastPart } from '../base/shown';
import type { TimelineSession } from './timeline';

/** What of a document can be named. */
interface NameableDocument {
	readonly file: string;
	readonly topic: string;
	readonly atMs: number;
	readonly isDraft: boolean;
}

/** A row that can be named. */
type Nameable = Pick<TimelineSession<NameableDocument>, 'id' | 'documents'> & {
	readonly title: string;
	readonly copies: readonly { readonly raw: string }[];
};

/** A session, and one document of it where that one was named. */
export interface Meant<S, D> {
	readonly session: S;
	readonly document: D | undefined;
}

/** Shorter beginnings and parts fit by accident. */
export const SHORTEST_ID = 4;
const SHORTEST_PART = 2;

/**
 * What a text means: the path of a document; else a whole id or the file of a transcript, the name of a document or of a backup; else the beginning of an id;
 * else a title; else a part of one of these names. The first of these that fits anything decides.
 * @param rows newest first. @param places the text as a path, from wherever it may be meant, absolute.
 * @returns every session that fits, newest first.
 */
export function meant<S extends Nameable>(
	text: string,
	rows: readonly S[],
	places: readonly string[],
): readonly Meant<S, S['documents'][number]>[] {
	const wanted = text.trim().toLowerCase();
	const name = lastPart(wanted);
	const wantedId = idIn(wanted);
	const isWhole = (each: string): boolean => each.toLowerCase() === wanted;
	// A path is no part of a name, which has no slash; a title may have one.
	const hasPart = (each: string): boolean => wanted.length >= SHORTEST_PART && each.toLowerCase().includes(wanted);
	const rules: readonly Rule[] = [
		{ document: ({ file }) => places.includes(file) },
		{
			session: ({ id, copies }) =>
				id?.toLowerCase() === wantedId || copies.some(({ raw }) => raw.toLowerCase() === name),
			document: ({ file }) => isWhole(lastPart(file)) || isWhole(lastPart(file).replace(/\.md$/u, '')),
		},
		{ session: ({ id }) => wanted.length >= SHORTEST_ID && id?.toLowerCase().startsWith(wanted) === true },
		{ session: ({ title }) => isWhole(title), document: ({ topic }) => isWhole(topic) },
		{
			session: ({ title, copies }) => hasPart(title) || copies.some(({ raw }) => hasPart(raw)),
			document: ({ file, topic }) => hasPart(lastPart(file)) || hasPart(topic),
		},
	];
	for (const { session: isSession, document: isDocument } of rules) {
		const hits = rows.flatMap((session): Meant<S, S['documents'][number]>[] => {
			if (isSession?.(session) === true) return [{ session, document: undefined }];
			const [document, another] = isDocument === undefined ? [] : session.documents.filter(isDocument);
			if (document === undefined) return [];
			// Several of one session mean that session.
			return [{ session, document: another === undefined ? document : undefined }];
		});
		if (hits.length > 0) return hits;
	}
	return [];
}

interface Rule {
	readonly session?: (session: Nameable) => boolean;
	readonly document?: (document: NameableDocument) => boolean;
}

/** The id that a text is, or that the transcript is named after whose path it is. */
export function idIn(text: string): string {
	return lastPart(text.trim().toLowerCase()).replace(/\.jsonl$/u, '');
}
