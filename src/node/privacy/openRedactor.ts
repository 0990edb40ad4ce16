import { type Redactor, createRedactor } from '../../core/privacy/redaction';
import type { ClaudeHome } from '../claude/claudeHome';
import { loadSecretDetector } from './secretDetector';

/** The redactor that everything uses that shows or writes text of a session elsewhere. It knows the person's own home folder. */
export async function openRedactor(claude: Pick<ClaudeHome, 'userHome'>): Promise<Redactor> {
	return createRedactor(await loadSecretDetector(), [claude.userHome]);
}
