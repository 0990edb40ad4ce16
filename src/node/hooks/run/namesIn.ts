import { readdirSync } from 'node:fs';

/** What a folder holds; nothing where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
