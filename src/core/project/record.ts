// project.json: what our home knows of a project. It is read by every version that comes, so that what cannot be understood
// is no record at all.
import { asRecord, asText, parseObject, textsIn } from '../base/result';
import type { FolderMark, ProjectRecord, SeenPlace } from './identity';

/** Nothing of ours grows without end. */
const MAX_PLACES = 50;

/** What stands in a project.json: a record, or the id under which the project of that place is kept. */
export type ProjectFile =
	{ readonly kind: 'record'; readonly record: ProjectRecord } | { readonly kind: 'keptAs'; readonly id: string };

/** @returns nothing for what is no project.json of a version that is known. Never throws. */
export function parseProjectFile(text: string): ProjectFile | undefined {
	const fields = parseObject(text);
	const [id, keptAs] = [asText(fields?.['id']), asText(fields?.['keptAs'])];
	if (fields?.['schemaVersion'] !== 1) return undefined;
	if (isId(keptAs)) return { kind: 'keptAs', id: keptAs };
	const userHome = asText(fields['userHome']);
	if (!isId(id) || userHome === undefined) return undefined;
	const sinceMs = fields['sinceMs'];
	return {
		kind: 'record',
		record: {
			id,
			places: placesIn(fields['places']),
			worktrees: textsIn(fields['worktrees']),
			firstCommits: textsIn(fields['firstCommits']),
			remote: asText(fields['remote']),
			head: textsIn([fields['head']]).find(isCommit),
			userHome,
			copyOf: placesIn(fields['copyOf']),
			sinceMs: typeof sinceMs === 'number' ? sinceMs : undefined,
		},
	};
}

export function formatProjectRecord(record: ProjectRecord): string {
	const { places, worktrees, ...others } = record;
	const last = { places: places.slice(-MAX_PLACES), worktrees: worktrees.slice(-MAX_PLACES) };
	return `${JSON.stringify({ schemaVersion: 1, ...others, ...last }, undefined, '\t')}\n`;
}

/** For a place whose project is kept under the id of another place, where it was met first. */
export function formatKeptAs(id: string, root: string): string {
	return `${JSON.stringify({ schemaVersion: 1, keptAs: id, root }, undefined, '\t')}\n`;
}

/** The whole name of a commit: it becomes an argument of git's. */
export function isCommit(text: string): boolean {
	return /^[0-9a-f]{40,64}$/u.test(text);
}

/** It becomes the name of a folder. */
function isId(text: string | undefined): text is string {
	return text !== undefined && /^[A-Za-z0-9][A-Za-z0-9-]{0,79}$/u.test(text);
}

function placesIn(value: unknown): readonly SeenPlace[] {
	return (Array.isArray(value) ? value : []).flatMap((each) => {
		const fields = asRecord(each);
		const root = asText(fields?.['root']);
		return root === undefined ? [] : [{ root, folder: markIn(fields?.['folder']) }];
	});
}

function markIn(value: unknown): FolderMark | undefined {
	const fields = asRecord(value);
	const [inode, bornMs] = [asText(fields?.['inode']), fields?.['bornMs']];
	return inode === undefined || typeof bornMs !== 'number' ? undefined : { inode, bornMs };
}
