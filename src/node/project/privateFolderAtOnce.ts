// `makePrivateFolder` for code that waits for nothing: the Stop hook, and threads of the index.
import { mkdirSync, writeFileSync } from 'node:fs';
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
