// The journal of changes of a home, with the trash that it keeps replaced bytes in.
import type { Clock } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { ChangeJournal } from './changeJournal';
import { openTrash } from './keeperTrash';

interface JournalPlace {
	readonly claude: Pick<ClaudeHome, 'keeperHome'>;
	readonly clock: Clock;
}

export const openJournal = ({ claude, clock }: JournalPlace): ChangeJournal =>
	new ChangeJournal(claude, openTrash(claude), clock);
