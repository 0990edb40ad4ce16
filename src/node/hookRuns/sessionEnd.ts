// SessionEnd: all hooks together have 1.5 seconds, unless the settings ask for more. What must not be lost comes first.
import { reasonOfEnd } from '../../core/hooks/reasons';
import { backUp } from './backUp';
import { stampExit } from './exitStampFile';
import { expireItems } from './expiredItems';
import type { HookContext } from './hookRun';

/** Backs the session up, notes the time of its end where there is an `active-context.md`, and has expired items taken away. */
export async function sessionEnd(context: HookContext): Promise<string> {
	const reason = reasonOfEnd(context.payload);
	const outcome = await backUp(context, reason, () => stampExit(context.project, context.clock.now(), reason));
	return `${outcome}${await expireItems(context)}`;
}
