// SessionEnd: all hooks together have 1.5 seconds, unless the settings ask for more. What must not be lost comes first.
import { reasonOfEnd } from '../../core/hooks/reasons';
import { backUp } from './backUp';
import { stampExit } from './exitStampFile';
import type { HookContext } from './hookRun';

/** Backs the session up, and notes the time of its end where there is an `active-context.md`. */
export async function sessionEnd(context: HookContext): Promise<string> {
	const reason = reasonOfEnd(context.payload);
	return backUp(context, reason, () => stampExit(context.project, context.clock.now(), reason));
}
