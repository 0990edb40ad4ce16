import { lstatSync, realpathSync, statSync } from 'node:fs';

/** How what stands at a path looked. */
interface Sign {
	/** Changes whenever the file or folder does: which it is, its size, when its content and its entry were changed. */
	readonly sign: string;
	/** When it was changed last. Milliseconds since 1970; nothing where it cannot be looked at. */
	readonly atMs: number;
}

/** Looks at a path, and where it is a link also at what it leads to. */
export function signOf(file: string): Sign {
	try {
		// Nothing is there for half of them: an error takes ten times as long to make as the answer.
		const own = lstatSync(file, { throwIfNoEntry: false });
		if (own === undefined) return { sign: 'ENOENT', atMs: 0 };
		const all = own.isSymbolicLink() ? [own, statSync(file)] : [own];
		return {
			sign: all
				.flatMap(({ dev, ino, mode, size, mtimeMs, ctimeMs }) => [dev, ino, mode, size, mtimeMs, ctimeMs])
				.join(' '),
			atMs: Math.max(...all.flatMap(({ mtimeMs, ctimeMs }) => [mtimeMs, ctimeMs])),
		};
	} catch (error) {
		return { sign: (error as NodeJS.ErrnoException).code ?? 'unknown', atMs: 0 };
	}
}

/** Where a path leads once its links are followed, or why it cannot be said. */
export function realPathOf(file: string): string {
	try {
		return realpathSync.native(file);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code ?? 'unknown';
	}
}
