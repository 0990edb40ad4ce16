// What has changed since a session that answers, in words.
import { say } from '../base/say';

/** What became of the work of an exchange since it ended. */
export interface ChangedSince {
	/** How many of its files were written since, and how many are gone. */
	readonly files: number;
	readonly gone: number;
	/** What became of its branch; nothing where it goes on, or nobody can tell. */
	readonly branch: 'merged' | 'gone' | undefined;
}

/** As far as anybody can tell. */
export const UNCHANGED: ChangedSince = { files: 0, gone: 0, branch: undefined };

/** @param of so many files. @returns nothing where nothing has changed. */
export function sinceWords({ files, gone, branch }: ChangedSince, of: number): readonly string[] {
	return [
		...(files === 0 ? [] : [say('{0} of {1} files changed', files, of)]),
		...(gone === 0 ? [] : [say('{0} deleted', gone)]),
		...(branch === undefined ? [] : [branch === 'merged' ? say('branch merged') : say('branch deleted')]),
	];
}
