// Memory candidates of a reflection go the way of those that the Stop hook catches: into the queue, from there into the
// review. Nothing reaches memory before a person accepts it.
import type { Clock } from '../../core/base/ports';
import type { MemoryClaim } from '../../core/reflection/reflection';
import type { ClaudeHome } from '../claude/claudeHome';
import { addToQueue, queuedTexts } from '../memory/memoryQueue';
import { openRedactor } from '../privacy/openRedactor';

/** @returns how many were not in the queue before. */
export async function offerCandidates(
	claude: ClaudeHome,
	clock: Clock,
	session: { readonly id: string },
	of: { readonly prompts: number; readonly cwd: string | undefined },
	candidates: readonly MemoryClaim[],
): Promise<number> {
	// The queue holds what was said without what is private in it: that is how the two are compared.
	const redactor = await openRedactor(claude);
	const key = (text: string): string => keyOf(redactor.text(text).value);
	const known = new Set((await queuedTexts(claude, session.id)).map(key));
	const fresh = candidates.filter(({ text }) => !known.has(key(text)));
	if (fresh.length === 0) return 0;
	await addToQueue(claude, {
		session: session.id,
		turn: of.prompts,
		ts: new Date(clock.now()).toISOString(),
		cwd: of.cwd,
		candidates: fresh.map(({ type, text, at }) => ({ type, text, rule: 'reflection', message: at[0]?.uuid ?? '' })),
	});
	return fresh.length;
}

function keyOf(text: string): string {
	return text
		.toLowerCase()
		.replace(/[\s\p{P}]+/gu, ' ')
		.trim();
}
