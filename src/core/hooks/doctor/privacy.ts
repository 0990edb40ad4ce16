// Problems with what nobody but this machine should have: raw transcripts, records and logs in the repository. What is in
// git already is never taken out by us: only the person knows who else has it.
import { say } from '../../base/say';
import type { PrivacyFacts } from '../doctorFacts';
import { type DoctorFinding, newFindings } from './finding';

export function privacyFindings({ tracked, committed, inReach, isUnlisted }: PrivacyFacts): readonly DoctorFinding[] {
	const { found, add } = newFindings();
	if (tracked.length > 0)
		add(
			'privateTracked',
			'error',
			say('Git tracks private files, so commits contain them.'),
			tracked.join(', '),
			undefined,
			say('Run git rm -r --cached --ignore-unmatch -- {0} and commit. The files stay on the disk.', tracked.join(' ')),
		);
	if (committed.length > 0)
		add(
			'privateCommitted',
			'error',
			say('Commits contain private files.'),
			committed.join(', '),
			undefined,
			say(
				'Rewrite the history before you push: git filter-repo --invert-paths {0}. If it was pushed, change every secret of those sessions.',
				committed.map((name) => `--path ${name}`).join(' '),
			),
		);
	if (inReach.length > 0)
		add(
			'privateInReach',
			'error',
			say('Private files could not be hidden from git, so a commit may include them.'),
			inReach.join(', '),
			undefined,
			say('Make .claude/memory and .git writable, without links that lead elsewhere, then check again.'),
		);
	if (isUnlisted)
		add(
			'privateUnlisted',
			'warning',
			say('Private files are hidden from git by ignore files alone: .git/info/exclude could not be written.'),
			'.git/info/exclude',
			undefined,
			say(
				'Make .git/info/exclude a regular, writable file, not a link, then check again. Until then, a branch switch or a clean-up that removes an ignore file exposes raw transcripts to git.',
			),
		);
	return found;
}
