// Whether a session has the words of a private one, for a hook that cannot wait for the index of all sessions.
import path from 'node:path';
import { type LabelledSessions, isPrivate } from '../../core/sessions/labels';
import { readRegularFile } from '../base/regularFile';

/** The first messages stand within. Bytes. */
const HEAD_BYTES = 256 * 1_024;

/**
 * Whether a transcript says that it is a fork of a private session, or begins as a private one does. @param session its id
 */
export async function sharesPrivate(file: string, session: string, labelled: LabelledSessions): Promise<boolean> {
	if (labelled.get(session)?.begins === '') return false;
	const { first, origin = '', text } = await headOf(file);
	if (isPrivate(labelled, origin)) return true;
	for (const [id, { marks, begins }] of labelled) {
		if (!marks.has('private') || first === undefined) continue;
		const other = await headOf(path.join(path.dirname(file), `${id}.jsonl`));
		// A private fork has its origin's words, and that one has none of the fork's.
		if (other.origin === session) continue;
		if (other.first === first || (begins !== undefined && text.includes(`"id":${JSON.stringify(begins)}`))) return true;
	}
	return false;
}

/** The id of the first message, and the session that it was copied from; nothing where the file is gone. */
async function headOf(
	file: string,
): Promise<{ readonly first?: string | undefined; readonly origin?: string | undefined; readonly text: string }> {
	const text = String((await readRegularFile(file, HEAD_BYTES).catch(() => undefined))?.bytes);
	return {
		first: /"uuid":"([^"]+)"/u.exec(text)?.[1],
		origin: /"forkedFrom":\{"sessionId":"([^"]+)"/u.exec(text)?.[1],
		text,
	};
}
