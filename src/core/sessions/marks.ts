// Marks that a person sets on a session: keep it on top or out of sight, never read it, done. Apart from its other labels,
// because a hook that ends a turn asks for one of them.
import { asText, parseObject } from '../base/result';

const SESSION_MARKS = ['pinned', 'hidden', 'private', 'done'] as const;
export type SessionMark = (typeof SESSION_MARKS)[number];

/** What a line says of a mark; nothing where it says something else. */
export function markSaid({
	mark,
	on,
}: Readonly<Record<string, unknown>>): { readonly mark: SessionMark; readonly on: boolean } | undefined {
	const known = SESSION_MARKS.find((each) => each === mark);
	return known === undefined || typeof on !== 'boolean' ? undefined : { mark: known, on };
}

/** Whether a session has a mark, by all that was said (`changeLine`). */
export function isMarked(text: string, session: string, mark: SessionMark): boolean {
	let isOn = false;
	for (const line of text.split('\n')) {
		const fields = parseObject(line);
		const said = fields && asText(fields['session']) === session ? markSaid(fields) : undefined;
		if (said?.mark === mark) isOn = said.on;
	}
	return isOn;
}
