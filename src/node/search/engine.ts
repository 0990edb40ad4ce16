// What can tell which transcripts are worth reading.
import type { Needle } from './searchFile';

/** A transcript, with the offset (bytes) before which it holds no match. */
export interface FileToSearch {
	readonly file: string;
	readonly from: number;
}

export interface SearchEngine {
	readonly name: 'ripgrep' | 'builtin';
	/**
	 * The files that may hold a match, in the order in which they are given. Leaving one out says that it holds none.
	 * A file that cannot be read is named all the same: whoever reads it will see.
	 */
	candidates(files: readonly string[], needle: Needle, signal: AbortSignal): AsyncIterable<FileToSearch>;
}

/** Knows nothing beforehand: every file is read. */
export const builtinEngine: SearchEngine = {
	name: 'builtin',
	async *candidates(files) {
		for (const file of files) yield { file, from: 0 };
	},
};
