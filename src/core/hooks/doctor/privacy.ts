// Problems with what nobody but this machine should have: raw transcripts, records and logs in the repository. What is in
// git already is never taken out by us: only the person knows who else has it.
import type { PrivacyFacts } from '../doctorFacts';
import { type DoctorFinding, finding } from './finding';

export function privacyFindings({ tracked, committed, inReach, isUnlisted }: PrivacyFacts): readonly DoctorFinding[] {
	const found: DoctorFinding[] = [];
	if (tracked.length > 0)
		found.push(
			finding(
				'privateTracked',
				'error',
				'Git tracks private files: each commit takes along what changes in them.',
				tracked.join(', '),
				undefined,
				`Run git rm -r --cached --ignore-unmatch -- ${tracked.join(' ')} and commit. The files themselves stay.`,
			),
		);
	if (committed.length > 0)
		found.push(
			finding(
				'privateCommitted',
				'error',
				'Commits hold private files.',
				committed.join(', '),
				undefined,
				`Before anybody fetches them, rewrite the history: git filter-repo --invert-paths ${committed.map((name) => `--path ${name}`).join(' ')}. Where they were pushed, change every secret that was said in those sessions.`,
			),
		);
	if (inReach.length > 0)
		found.push(
			finding(
				'privateInReach',
				'error',
				'Git could take private files: they could not be kept out.',
				inReach.join(', '),
				undefined,
				'Make .claude/memory and the .git folder writable, without links in them that lead elsewhere, and look again.',
			),
		);
	if (isUnlisted)
		found.push(
			finding(
				'privateUnlisted',
				'warning',
				'Private files are kept out of git by ignore files alone: git’s own list could not be written.',
				'.git/info/exclude',
				undefined,
				'Make .git/info/exclude a regular file that you may write, not a link, and look again. Until then, a branch switch or a clean-up that takes an ignore file away puts raw transcripts in git’s reach.',
			),
		);
	return found;
}
