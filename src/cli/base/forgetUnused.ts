import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Deletes the files of a folder of ours that nobody wrote or touched for so long. @throws the file system's error */
export function forgetUnused(folder: string, ms: number): void {
	for (const name of readdirSync(folder)) {
		const file = path.join(folder, name);
		const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
		if (at !== undefined && Date.now() - at > ms) rmSync(file, { force: true });
	}
}
