// Folders of ours, for code that waits for nothing: the Stop hook, threads of the index, and what starts the command line.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { noteRefusal } from '../base/refused';

/** Makes a folder of ours, and tells git that everything in it is private. Throws where the folder cannot be made. */
export function makePrivateFolderAtOnce(folder: string): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const file = path.join(folder, '.gitignore');
	try {
		writeFileSync(file, '*\n', { flag: 'wx', mode: 0o600 });
	} catch (error) {
		noteRefusal(error, file); // Mostly it is there already.
	}
}

/** Deletes the files of a folder of ours that nobody wrote or touched for so long. @throws the file system's error */
export function forgetUnused(folder: string, ms: number): void {
	for (const name of readdirSync(folder)) {
		const file = path.join(folder, name);
		const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
		if (at !== undefined && Date.now() - at > ms) rmSync(file, { force: true });
	}
}
