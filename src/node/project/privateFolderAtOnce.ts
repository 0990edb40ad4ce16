// `makePrivateFolder` for code that waits for nothing: the Stop hook, and threads of the index.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Makes a folder of ours, and tells git that everything in it is private. Throws where the folder cannot be made. */
export function makePrivateFolderAtOnce(folder: string): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	try {
		writeFileSync(path.join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 });
	} catch {
		// It is there already; what else is wrong with the disk shows at the next file.
	}
}
