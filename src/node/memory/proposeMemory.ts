// A memory that a model proposes: it waits for the person's review, as what the Stop hook caught does, and goes no further.
import { unlink } from 'node:fs/promises';
import type { MemoryType } from '../../core/memory/candidate';
import { noneIsFine } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';
import { openRedactor } from '../privacy/openRedactor';
import type { ReviewStore } from '../review/reviewStore';
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

/**
 * @param review of the project. @returns its id there; nothing where it is known, was rejected or waits already: then it is left out.
 * @throws the file system's error.
 */
export async function proposeMemory(
	claude: Pick<ClaudeHome, 'configDir' | 'userHome'>,
	review: Pick<ReviewStore, 'list'>,
	{ session = '', folder, type, text, nowMs }: ProposedMemory,
): Promise<string | undefined> {
	const ts = new Date(nowMs).toISOString();
	const file = await addToQueue(claude, {
		session,
		turn: 1,
		ts,
		cwd: folder,
		candidates: [{ type, text, rule: RULE, message: '' }],
	});
	const id = idOf(identityOf(text, new Map(), await openRedactor(claude)));
	if ((await review.list()).some((entry) => entry.id === id)) return id;
	await unlink(file).catch(noneIsFine);
	return undefined;
}
