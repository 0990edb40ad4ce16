// A parked item as documents show it, and what every verb says that lets expired ones go.
import { type ParkedItem, slugOfFileName } from '../../core/parking/item';
import { itemLine } from '../../core/parking/list';
import type { Expiry } from '../../node/parking/parkingLot';
import type { CommandContext } from '../context';
import { note } from '../io';

/** Says why expired items could not go: the verb does what it was asked for all the same. */
export function noteExpiry(context: CommandContext, { problem }: Partial<Pick<Expiry, 'problem'>>): void {
	if (problem === undefined) return;
	note(context, `Expired items could not be removed: ${problem instanceof Error ? problem.message : String(problem)}`);
}

/** Says of an item whether whoever asks may see it. For a person nothing is loaded. */
export async function itemSight(context: CommandContext): Promise<(item: Pick<ParkedItem, 'session'>) => boolean> {
	if (context.asker === undefined) return () => true;
	const isTold = await (await import('../../node/sessions/labelsFor')).openSight(context);
	return ({ session }) => isTold(session);
}

/** The stable form of an item under `--json`. */
export function itemJson(item: ParkedItem): Readonly<Record<string, unknown>> {
	return {
		name: item.name,
		description: item.description,
		slug: slugOfFileName(item.fileName),
		file: item.path,
		place: item.place,
		from: item.from ?? null,
		state: item.state,
		ageDays: item.ageDays,
		modified: new Date(item.modifiedMs).toISOString(),
		session: item.session ?? null,
		due: item.due ?? null,
		isDue: item.isDue,
		isReadable: item.isReadable,
		line: itemLine(item),
	};
}
