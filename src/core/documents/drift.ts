// What has changed since a document was saved, in words. Without this, an old document would mislead its reader.
import { say } from '../base/say';
import { HOUR_MS, DAY_MS } from '../base/dates';
import { type GitDrift, branchWords, commitWords, isBranchChanged, savedBranch, shortCommit } from '../project/drift';
import { FILES_KEPT } from './names';
import { isOwnFile } from '../project/ownFiles';
import { singleLine } from '../base/text';

export interface DocumentDrift {
	readonly git: GitDrift;
	/** Since it was saved; nothing where that is unknown. */
	readonly ageMs: number | undefined;
	/** Files that differed from the commit when it was saved. */
	readonly dirtyThen: readonly string[] | undefined;
	/** Those that differ now, named as a document names them. */
	readonly dirtyNow: readonly string[] | undefined;
	/** Files that it names and that are not there any more. */
	readonly gone: readonly string[];
}

const FEW = 5;

/** The document's age, then one sentence for each difference. */
export function driftWords({ git, ageMs, dirtyThen, dirtyNow, gone }: DocumentDrift): readonly string[] {
	const lines: string[] = [];
	if (ageMs !== undefined) lines.push(savedWords(ageMs));
	if (isBranchChanged(git))
		lines.push(
			say(
				'Another branch: {0} now, {1} then.',
				branchWords(savedBranch(git.now)),
				branchWords(git.saved.branch ?? null),
			),
		);
	const commits = commitWords(git.commits);
	if (commits !== undefined && typeof git.saved.commit === 'string') {
		const [then, now] = [shortCommit(git.saved.commit), git.now?.commit];
		lines.push(
			git.commits.kind === 'unknown'
				? say('Commit {0} is unknown here.', singleLine(then))
				: say('HEAD is {0} now, {1} then: {2}.', now === undefined ? say('gone') : shortCommit(now), then, commits),
		);
	}
	if (dirtyNow !== undefined && dirtyThen !== undefined) {
		const [before, after] = [new Set(dirtyThen), new Set(dirtyNow)];
		// Of a list that was cut, what comes behind its last name may have differed then.
		const last = dirtyThen.length < FILES_KEPT ? undefined : dirtyThen.at(-1);
		const fresh = dirtyNow.filter((file) => !before.has(file) && (last === undefined || file < last));
		// An older version of ours counted our own files.
		const settled = dirtyThen.filter((file) => !after.has(file) && !isOwnFile(file));
		if (fresh.length > 0) lines.push(say('Changed and not committed since: {0}.', named(fresh)));
		if (settled.length > 0) lines.push(say('No longer uncommitted: {0}.', named(settled)));
	}
	if (gone.length > 0) lines.push(say('Files no longer there: {0}.', named(gone)));
	return lines;
}

function named(files: readonly string[]): string {
	const few = files.slice(0, FEW).map(singleLine).join(', ');
	return files.length > FEW ? say('{0} and {1} more', few, files.length - FEW) : few;
}

function savedWords(ms: number): string {
	const minutes = Math.max(0, Math.floor(ms / 60_000));
	const [hours, days] = [Math.floor(ms / HOUR_MS), Math.floor(ms / DAY_MS)];
	if (minutes === 0) return say('Saved just now.');
	if (minutes < 60) return minutes === 1 ? say('Saved 1 minute ago.') : say('Saved {0} minutes ago.', minutes);
	if (days === 0) return hours === 1 ? say('Saved 1 hour ago.') : say('Saved {0} hours ago.', hours);
	return days === 1 ? say('Saved 1 day ago.') : say('Saved {0} days ago.', days);
}
