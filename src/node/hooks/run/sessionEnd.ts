// SessionEnd: all hooks together have 1.5 seconds, unless the settings ask for more. What must not be lost comes first.
import { reasonOfEnd } from '../../../core/claude/reasons';
import { backUp } from './backUp';
import { stampExit } from './exitStampFile';
import { lookForExpired } from './expiredItems';
import type { HookContext } from './hookRun';

/**
 * Backs the session up, and notes the time of its end where there is an `active-context.md`. The session's record, expired
 * items and a large copy are left to one process of their own.
 */
export async function sessionEnd(context: HookContext): Promise<string> {
	const { payload, project, clock, detach, housekeep } = context;
	const reason = reasonOfEnd(payload);
	const endedMs = clock.now();
	let finishIn: string | undefined;
	const later = detach && housekeep && ((root = project.root): void => void (finishIn = root));
	const outcome = await backUp({ ...context, detach: later }, reason, () => stampExit(project, endedMs, reason));
	const expired = housekeep === undefined ? { expires: false, outcome: '' } : await lookForExpired(context);
	if (payload.session !== undefined || expired.expires)
		await housekeep?.({
			session: payload.session,
			reason,
			endedMs,
			finishIn,
			expires: expired.expires,
			crashed: [],
			unsaved: [],
		});
	return `${outcome}${expired.outcome}`;
}
