// What the file system refused. Who asks for a file mostly takes whatever goes wrong for "there is nothing", which is right
// of what is somebody else's to take away, and false of a disk that fails. What was no such answer is noted here, in one
// place for all who ask, so that a face can say it beside its answer. Calls come here by `filesAtOnce.ts` and `filesNoted.ts`.

/** No refusals: there is nothing, or something is there already, or this is no place for it; or Node's own errors. */
const ANSWERS = /^E(?:NO(?:ENT|T|SYS)|NX|EX|IS|LOOP|XDEV|INV|BADF|OPN|RR)/u;

/** Where a process asks about others, and what we keep that only helps: without it, all is as well and takes longer. */
const HELPING = /^\/proc\/|[\\/]session-keeper[\\/](?:cache(?:[\\/]|$)|projects[\\/].*[\\/]looks\.json)/u;

interface Refused {
	/** Each once: nobody asks a thread or a server, and it meets the same again and again. */
	readonly words: Set<string>;
	readonly of: WeakMap<object, string>;
}

// The hooks load files beside them that have this module, too.
const shared = globalThis as { [key: symbol]: Refused | undefined };
const refused = (shared[Symbol.for('session-keeper.refused')] ??= { words: new Set(), of: new WeakMap() });

/** Notes an error of a file call. @param file that it was about. */
export function noteRefusal(error: unknown, file: unknown): void {
	const { code = 'ERR', syscall = '' } = error as NodeJS.ErrnoException;
	if (ANSWERS.test(code) || HELPING.test(String(file))) return;
	const words = `${code}: ${syscall} '${String(file)}'`;
	refused.words.add(words);
	refused.of.set(error as object, words);
}

/** Takes an error back that somebody knew what to do about. */
export function passOver(error: unknown): true {
	refused.words.delete(refused.of.get(error as object) ?? '');
	return true;
}

/** What was refused and is not told yet: the error's code, the call and the file, each once. */
export const refusedNow = (): readonly string[] => [...refused.words];

/** The same; it is told now. */
export function takeRefused(): readonly string[] {
	const words = refusedNow();
	refused.words.clear();
	return words;
}
