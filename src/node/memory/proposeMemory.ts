// A memory that a model proposes: it waits for the person's review, as what the Stop hook caught does, and goes no further.
import type { MemoryType } from '../../core/memory/candidate';
import type { ClaudeHome } from '../claude/claudeHome';
import { openRedactor } from '../privacy/openRedactor';
import { addToQueue } from './memoryQueue';
import { idOf, identityOf } from './waitingCandidate';

/** Which rule caught it, for the bookkeeping of what yields. */
const RULE = 'proposed';

export interface ProposedMemory {
	/** Who proposes it; nothing where nobody knows. */
	readonly session: string | undefined;
	/** The project's folder: in its review it waits. */
	readonly folder: string;
	readonly type: MemoryType;
	readonly text: string;
	/** Milliseconds since 1970. */
	readonly nowMs: number;
}

/** @returns its id in the review. @throws the file system's error. */
export async function proposeMemory(
	claude: Pick<ClaudeHome, 'configDir' | 'userHome'>,
	{ session = RULE, folder, type, text, nowMs }: ProposedMemory,
): Promise<string> {
	const ts = new Date(nowMs).toISOString();
	await addToQueue(claude, {
		session,
		turn: 1,
		ts,
		cwd: folder,
		candidates: [{ type, text, rule: RULE, message: '' }],
	});
	return idOf(identityOf(text, new Map(), await openRedactor(claude)));
}
