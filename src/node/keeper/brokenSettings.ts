// Whether a settings file of ours counts at all. Who only reads settings passes over one that is broken; a person is told.
import { brokenLine } from '../../core/claude/settingsTree';
import { say } from '../../core/base/say';
import { readTextFile } from '../base/regularFile';
import { LIMIT_BYTES } from './ownSettings';

/** What is wrong with some of our settings files, a sentence for each that counts for nothing. Never throws. */
export async function brokenSettings(
	files: readonly string[],
): Promise<readonly { readonly file: string; readonly message: string }[]> {
	const broken = await Promise.all(
		files.map(async (file) => {
			const line = brokenLine((await readTextFile(file, LIMIT_BYTES)) ?? '');
			const message = say('{0} is not valid JSON (line {1}), so none of its settings count.', file, line ?? 0);
			return line === undefined ? [] : [{ file, message }];
		}),
	);
	return broken.flat();
}
