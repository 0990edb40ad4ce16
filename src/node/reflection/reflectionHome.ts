// Where reflection keeps what belongs to no project: its ledger, what failed, its program. Apart from who reads and writes it:
// SessionStart asks for the place of the ledger alone.
import path from 'node:path';
import type { ClaudeHome } from '../claude/claudeHome';

export function reflectionHome({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(keeperHome, 'reflection');
}

export function ledgerFile(claude: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(reflectionHome(claude), 'ledger.jsonl');
}
