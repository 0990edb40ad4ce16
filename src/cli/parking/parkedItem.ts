// A parked item as documents show it.
import { type ParkedItem, slugOfFileName } from '../../core/parking/item';
import { itemLine } from '../../core/parking/list';

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
