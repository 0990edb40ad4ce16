// What this process may do with a file. A file of its own, because the small file of the command line does without it.
import { access, constants } from 'node:fs/promises';

/** Links are followed. @param mode of `constants`: to be there, else to be read, written or run. */
export async function isUsable(file: string, mode: number = constants.F_OK): Promise<boolean> {
	return access(file, mode).then(
		() => true,
		() => false,
	);
}
