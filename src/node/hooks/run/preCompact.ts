// PreCompact: what it prints is appended to the instructions of the compaction, so it prints nothing unless asked to.
import { carryItems } from '../../../core/hooks/openItems';
import { reasonOfCompaction } from '../../../core/claude/reasons';
import { readOwnSettings } from '../../keeper/ownSettings';
import { backUp } from './backUp';
import type { HookContext } from './hookRun';

/** Backs the session up as it is before the compaction. */
export async function preCompact(context: HookContext): Promise<string> {
	const outcome = await backUp(context, reasonOfCompaction(context.payload));
	if (!(await readOwnSettings(context.claude)).carryOpenItems) return outcome;
	const { openItems } = await import('./listedItems');
	const items = await openItems(context).catch(() => []);
	const text = carryItems(items);
	if (text === undefined) return outcome;
	context.print(text);
	return `${outcome}, ${items.length} items carried`;
}
