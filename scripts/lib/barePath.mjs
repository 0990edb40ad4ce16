// A PATH as on a machine with Node, npm, git and the tools of every system, and nothing of what somebody adds for tests:
// no browser, no compiler, no terminal for the interactive Claude Code.
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ADDED =
	/^(chrom(e|ium)|google-chrome|microsoft-edge|code$|tmux|screen$|rg$|make$|gmake$|g?cc$|c\+\+|cpp|python|pypy|clang)|(g\+\+|gcc|cpp)(-[\d.]+)?$/;

/** Fills a new folder with links to what is on the PATH and not added. @returns the folder, to be the whole PATH */
export function barePath(folder, full = process.env.PATH ?? '') {
	mkdirSync(folder);
	for (const from of full.split(path.delimiter)) for (const name of namesIn(from)) link(path.resolve(from, name), name);
	return folder;

	function link(target, name) {
		try {
			if (!ADDED.test(name)) symlinkSync(target, path.join(folder, name));
		} catch (error) {
			// The first of a name is the one that counts.
			if (error.code !== 'EEXIST') throw error;
		}
	}
}

function namesIn(folder) {
	try {
		return readdirSync(folder);
	} catch {
		return []; // A PATH may name folders that are not there.
	}
}
