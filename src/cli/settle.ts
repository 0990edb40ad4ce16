import { settle } from '../node/timeline/resume';
import { backupStoreOf, openTimeline } from '../node/workspace/openStores';
import type { CommandContext } from './context';

/** Lets the backups of a session wait no more where a hand-off covers them. @returns whether one does. */
export async function settleSession(context: CommandContext, session: string): Promise<boolean> {
	const backups = backupStoreOf(context);
	const row = await (await openTimeline(context, backups)).get(session);
	return row !== undefined && (await settle(backups, row)).length > 0;
}
