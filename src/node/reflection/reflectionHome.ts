// Where reflection keeps what belongs to no project: its ledger, what failed, its program.
import path from 'node:path';
import type { ClaudeHome } from '../claude/claudeHome';

export function reflectionHome({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(keeperHome, 'reflection');
}

export function ledgerFile(claude: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(reflectionHome(claude), 'ledger.jsonl');
}
