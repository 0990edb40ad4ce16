// What somebody did not live to end is ended by whoever comes next, whatever that one is about.
import type { Clock } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Recovered } from './changeJournal';
import { hasPendingChange } from './pendingChanges';

/** @returns what became of each change. @throws the file system's error where the journal cannot be looked at. */
export async function endCutChanges(
	claude: Pick<ClaudeHome, 'keeperHome'>,
	clock: Clock,
): Promise<readonly Recovered[]> {
	if (!(await hasPendingChange(claude))) return [];
	return (await import('./changeJournal')).openJournal({ claude, clock }).recover();
}

/** What became of it, in words for people. */
export function interruptedWords(ended: Recovered): string {
	if (ended.as === 'left') {
		const { error } = ended;
		return `An interrupted change could not be ended: ${error instanceof Error ? error.message : String(error)}`;
	}
	if (ended.as === 'unreadable') return `A change was interrupted, and its record cannot be read: ${ended.file}.`;
	const { as, change, isUndo } = ended;
	const { label, id } = change;
	if (isUndo) {
		if (as === 'done') return `An undo was interrupted, and was not done: ${label}.`;
		if (as === 'undone') return `An undo was interrupted, and is done now: ${label}.`;
		return `An undo was interrupted, and may be done in part: ${label}. To finish it: session-keeper undo ${id}.`;
	}
	if (as === 'done') return `A change was interrupted, and was done: ${label}.`;
	if (as === 'undone') return `A change was interrupted, and was not done: ${label}.`;
	return `A change was interrupted, and may be done in part: ${label}. To undo it: session-keeper undo ${id}.`;
}
