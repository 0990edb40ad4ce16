import type { Redact, Redactor } from '../../core/privacy/redaction';
import type { ClaudeHome } from '../claude/claudeHome';

/**
 * The redactor that everything uses that shows or writes text of a session elsewhere. It knows the person's own home folder.
 * Its rules are loaded with the first one.
 */
export async function openRedactor(claude: Pick<ClaudeHome, 'userHome'>): Promise<Redactor> {
	const [{ createRedactor }, { loadSecretDetector }] = await Promise.all([
		import('../../core/privacy/redaction'),
		import('./secretDetector'),
	]);
	return createRedactor(loadSecretDetector(), [claude.userHome]);
}

/** The same, for a text whose findings nobody counts. */
export async function openRedact(claude: Pick<ClaudeHome, 'userHome'>): Promise<Redact> {
	const redactor = await openRedactor(claude);
	return (text) => redactor.text(text).value;
}
