// What the file system refused. Who asks for a file mostly takes whatever goes wrong for "there is nothing", which is right
// of what is somebody else's to take away, and false of a disk that fails. What was no such answer is noted here, in one
// place for all who ask, so that a face can say it beside its answer. Calls come here by `filesAtOnce.ts`.

/** Answers, and no refusals: there is nothing, or something is there already, or this is no place for it. */
const ANSWERS = new Set(
	'ENOENT ENOTDIR EEXIST ENOTEMPTY EISDIR ELOOP EXDEV EINVAL ENXIO ENOSYS ENOTSUP EOPNOTSUPP EBADF'.split(' '),
);
/** Where a process asks about others, and where what we keep only helps. */
const PASSED_OVER = /^\/proc\/|[\\/]session-keeper[\\/]cache(?:[\\/]|$)|[\\/]looks\.json/u;
/** A server lives long. */
const MOST = 1_000;

// The hooks load files beside them that have this module, too.
const shared = globalThis as { [key: symbol]: Map<unknown, string> | undefined };
const refused = (shared[Symbol.for('session-keeper.refused')] ??= new Map<unknown, string>());

/** Notes an error of a file call. @param file that it was about, where the error does not say. */
export function noteRefusal(error: unknown, file: unknown): void {
	const { code, message } = error as NodeJS.ErrnoException;
	if (code === undefined || ANSWERS.has(code) || PASSED_OVER.test(String(file)) || refused.size > MOST) return;
	refused.set(error, message.includes(String(file)) ? message : `${message} '${String(file)}'`);
}

/** Takes an error back that somebody told, or knew what to do about. */
export const passOver = (error: unknown): void => void refused.delete(error);

/** All that was refused up to now; later, for what was refused since. */
export const refusedUntilNow = (): ReadonlySet<unknown> => new Set(refused.keys());

/** What was refused since, in the system's words, each once; they are told now. */
export function takeRefused(before: ReadonlySet<unknown> = new Set()): readonly string[] {
	const since = [...refused].filter(([error]) => !before.has(error));
	for (const [error] of since) refused.delete(error);
	return [...new Set(since.map(([, words]) => words))];
}
