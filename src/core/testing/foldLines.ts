// The lines of a transcript as a session, for tests that hold it as text.
import { entriesOf } from '../transcript/parseEntry';
import { type Session, foldEntries } from '../transcript/session';

/** The session after some more lines. Those that are no entry count for nothing. */
export function foldLines(session: Session, lines: Iterable<string>): Session {
	return foldEntries(session, entriesOf(lines));
}
