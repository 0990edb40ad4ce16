// What has changed since a document was saved, in words. Without this, an old document would mislead its reader.
import { HOUR_MS, DAY_MS } from '../base/dates';
import { type GitDrift, branchWords, commitWords, isBranchChanged, savedBranch, shortCommit } from '../project/drift';
import { isOwnFile } from '../project/ownFiles';
import { singleLine } from '../base/text';

export interface DocumentDrift {
	readonly git: GitDrift;
	/** Since it was saved; nothing where that is unknown. */
	readonly ageMs: number | undefined;
	/** Files that differed from the commit when it was saved. */
	readonly dirtyThen: readonly string[] | undefined;
	/** Files that it names and that are not there any more. */
	readonly gone: readonly string[];
}

const FEW = 5;

/** The document's age, then one sentence for each difference. */
export function driftWords({ git, ageMs, dirtyThen, gone }: DocumentDrift): readonly string[] {
	const lines: string[] = [];
	if (ageMs !== undefined) lines.push(`Saved ${ageWords(ageMs)} ago.`);
	if (isBranchChanged(git))
		lines.push(
			`Another branch: ${branchWords(savedBranch(git.now))} now, ${branchWords(git.saved.branch ?? null)} then.`,
		);
	const commits = commitWords(git.commits);
	if (commits !== undefined && typeof git.saved.commit === 'string') {
		const [then, now] = [shortCommit(git.saved.commit), git.now?.commit];
		lines.push(
			git.commits.kind === 'unknown'
				? `Commit ${singleLine(then)} is unknown here.`
				: `HEAD is ${now === undefined ? 'gone' : shortCommit(now)} now, ${then} then: ${commits}.`,
		);
	}
	const dirty = git.now?.dirty;
	if (dirty !== undefined && dirtyThen !== undefined) {
		const [before, after] = [new Set(dirtyThen), new Set(dirty)];
		const fresh = dirty.filter((file) => !before.has(file));
		// An older version of ours counted our own files.
		const settled = dirtyThen.filter((file) => !after.has(file) && !isOwnFile(file));
		if (fresh.length > 0) lines.push(`Changed and not committed since: ${named(fresh)}.`);
		if (settled.length > 0) lines.push(`No longer uncommitted: ${named(settled)}.`);
	}
	if (gone.length > 0)
		lines.push(`${gone.length === 1 ? 'A file that it names is' : 'Files that it names are'} gone: ${named(gone)}.`);
	return lines;
}

function named(files: readonly string[]): string {
	const few = files.slice(0, FEW).map(singleLine).join(', ');
	return files.length > FEW ? `${few} and ${files.length - FEW} more` : few;
}

function ageWords(ms: number): string {
	const minutes = Math.max(0, Math.floor(ms / 60_000));
	const unit = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
	if (minutes < 60) return unit(minutes, 'minute');
	return ms < DAY_MS ? unit(Math.floor(ms / HOUR_MS), 'hour') : unit(Math.floor(ms / DAY_MS), 'day');
}
