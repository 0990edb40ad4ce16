// What the file of a session says of it, read no further than it takes. A module of its own: the rules of reading are most
// of our code, and a hook that knows what the last look told needs none of them.
import { type LastPrompt, lastPromptIn, lastPromptOf } from '../../core/documents/handOff';
import { isProgrammatic } from '../../core/claude/registry';
import { foldHeadAndTail } from '../../core/transcript/headAndTail';
import { hasWorkIn } from '../handoff/withWork';
import { foldTranscript } from '../transcript/foldTranscript';
import { readEnds } from '../transcript/headAndTail';

export interface Told {
	/** Where and when the session began. Milliseconds since 1970. */
	readonly launch: { readonly cwd: string | undefined; readonly atMs: number | undefined };
	readonly title: string | undefined;
	readonly entrypoint: string | undefined;
	/** Milliseconds since 1970; nothing where nobody said anything. */
	readonly lastMessageMs: number | undefined;
	readonly lastPrompt: LastPrompt | undefined;
	readonly hasWork: boolean;
}

/**
 * What a file says of its session.
 * @param isWanted by how it began: of what is not wanted no more is read.
 * @returns nothing where it is not wanted or cannot be read. Never throws.
 */
export async function tell(
	file: string,
	session: string,
	isWanted: (launch: Told['launch']) => boolean = () => true,
): Promise<Told | undefined> {
	try {
		const ends = await readEnds(file);
		if (ends === undefined) return undefined;
		const { head, tail } = ends;
		const { title, cwd, entrypoint, firstMessageMs, lastMessageMs } = foldHeadAndTail([...head, ...tail]);
		const launch = { cwd, atMs: firstMessageMs };
		if (!isWanted(launch)) return undefined;
		return {
			launch,
			title,
			entrypoint,
			lastMessageMs,
			lastPrompt: lastPromptIn(tail, session) ?? lastPromptOf(await foldTranscript(file, { sessionId: session })),
			hasWork: !isProgrammatic(entrypoint) && (await hasWorkIn(file, session)),
		};
	} catch {
		return undefined;
	}
}

/** The session that the lines of a file name. Never throws. */
export async function sessionIn(file: string): Promise<string | undefined> {
	const ends = await readEnds(file);
	const lines = ends === undefined ? [] : [...ends.head, ...ends.tail];
	return lines.find(({ type, sessionId }) => sessionId !== undefined && (type === 'user' || type === 'assistant'))
		?.sessionId;
}
