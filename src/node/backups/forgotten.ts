// What a person had forgotten is not kept again by whatever fires next.
import { isForgotten } from '../../core/sessions/labels';
import type { ClaudeHome } from '../claude/claudeHome';
import { readLabels } from '../sessions/sessionLabels';
import { readHeadAndTail } from '../transcript/headAndTail';
import type { FoundTranscript } from '../transcript/locateTranscript';

/** Whether the session of a transcript was forgotten, and nothing was said in it since. Its end alone writes lines, too. */
export async function isKeptAway(claude: ClaudeHome, { session, file, modifiedMs }: FoundTranscript): Promise<boolean> {
	const labelled = await readLabels(claude);
	if (!labelled.has(session)) return false;
	return isForgotten(labelled, session, (await readHeadAndTail(file))?.lastMessageMs ?? modifiedMs);
}
