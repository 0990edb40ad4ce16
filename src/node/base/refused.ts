// What the file system refused. Who asks for a file mostly takes whatever goes wrong for "there is nothing", which is right
// of what is somebody else's to take away, and false of a disk that fails. What was no such answer is noted here, in one
// place for all who ask, so that a face can say it beside its answer. Calls come here by `filesAtOnce.ts` and `filesNoted.ts`.

/** No refusals: there is nothing, or something is there already, or this is no place for it; or Node's own errors. */
const ANSWERS = /^E(?:NO(?:ENT|T|SYS)|NX|EX|IS|LOOP|XDEV|INV|BADF|OPN|RR)/u;

/** Where a process asks about others, and what we keep that only helps: without it, all is as well and takes longer. */
const HELPING = /^\/proc\/|session-keeper.cache\b|looks\.json/u;

// The hooks load files beside them that have this module, too.
const shared = globalThis as { [key: symbol]: Map<unknown, string> | undefined };
const refused = (shared[Symbol.for('session-keeper.refused')] ??= new Map<unknown, string>());

/** Notes an error of a file call. @param file that it was about. */
export function noteRefusal(error: unknown, file: unknown): void {
	const { code = 'ERR', syscall = '' } = error as NodeJS.ErrnoException;
	if (ANSWERS.test(code) || HELPING.test(String(file))) return;
	refused.set(error, `${code}: ${syscall} '${String(file)}'`);
}

/** Takes an error back that somebody knew what to do about. */
export function passOver(error: unknown): true {
	refused.delete(error);
	return true;
}

/** What was refused: the error's code, the call and the file, each once; it is told now. */
export function takeRefused(): readonly string[] {
	const words = [...new Set(refused.values())];
	refused.clear();
	return words;
}
