// What the file system refused. Who asks for a file mostly takes whatever goes wrong for "there is nothing", which is right
// of what is somebody else's to take away, and false of a disk that fails. What was no such answer is noted here, in one
// place for all who ask, so that a face can say it beside its answer. Calls come here by `filesAtOnce.ts` and `filesNoted.ts`.

/**
 * No refusals: there is nothing, or something is there already, or this is no place for it; or Node's own errors. Nor is
 * what only helps: where a process asks about others, and what we keep to save time.
 */
const NONE =
	/^E(?:NO(?:T|SYS)|NX|EX|IS|LOOP|XDEV|INV|BADF|OPN|RR)|'\/proc\/|[/\\]session-keeper[/\\](?:cache\b(?!.*\.claude)|.*looks\.json)/u;

// The hooks load files beside them that have this module, too. What each error said.
const shared = globalThis as { [key: symbol]: Map<unknown, string> | undefined };
const refused = (shared[Symbol.for('sk.refused')] ??= new Map<unknown, string>());

/** Notes an error of a file call. @param file that it was about. */
export function noteRefusal(error: unknown, file: unknown): void {
	const { code = 'ERR', syscall = '' } = error as NodeJS.ErrnoException;
	const words = `${code}: ${syscall} '${file as string}'`;
	// Not all: nobody asks a thread, and it meets the same again and again.
	if (code !== 'ENOENT' && refused.size < 1_000 && !NONE.test(words)) refused.set(error, words);
}

/** Takes an error back that somebody knew what to do about. What another said in the same words stays. */
export function passOver(error: unknown): true {
	refused.delete(error);
	return true;
}

/** What was refused and is not told yet: the error's code, the call and the file, each once. */
export const refusedNow = (): readonly string[] => [...new Set(refused.values())];

/** The same; it is told now. */
export function takeRefused(): readonly string[] {
	const words = refusedNow();
	refused.clear();
	return words;
}
