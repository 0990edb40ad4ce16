import { readdirSync } from 'node:fs';
import { noteRefusal } from '../../base/refused';

/** What a folder holds; nothing where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch (error) {
		noteRefusal(error, folder);
		return [];
	}
}
